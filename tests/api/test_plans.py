"""A deep page costs what the first one does: read from an index, nothing sorted or thrown away.

The log is long here, three hundred entries a day at each of five tables for twenty days, so that
the planner chooses as it would in a casino.
"""

import base64
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import add_table

A_LONG_LOG = """
    INSERT INTO tables_logentry (table_id, seq, sitting, gaming_day, recorded_at, actor, device,
            idempotency_key, "do", body, previous_hash, hash)
    SELECT table_id, 1000 + day * 300 + n, day + 1, date '2026-06-01' + day,
           timestamptz '2026-06-01 18:00Z' + day * interval '1 day' + n * interval '20 seconds',
           'croupier', '', '', 'decline', '{"command": {}, "events": []}', '', ''
    FROM generate_series(0, 19) day, generate_series(1, 300) n, generate_series(4, 8) table_id
"""

# What is asked for, and the index that answers.
SHAPES = [
    ({}, "log_by_time"),
    ({"table": 6}, "tables_logentry_pkey"),
    ({"gaming_day": "2026-06-15"}, "log_by_day_and_time"),
    ({"table": 6, "gaming_day": "2026-06-15"}, "log_by_day"),
]
DEEP_BY_TIME = ["2026-06-15T19:00:00+00:00", 6, 5380]
DEEP_AT_A_TABLE = [6, 5380]


@pytest.fixture
def long_log(people, as_owner):
    for number in (6, 7, 8):
        add_table(number)
    as_owner()
    with connection.cursor() as database:
        database.execute(A_LONG_LOG)
        database.execute("ANALYZE tables_logentry")


def plan_of(ask, route, role, **query):
    """How PostgreSQL really went about the one page that was asked for."""
    with CaptureQueriesContext(connection) as asked:
        assert ask(route, role, page_size=20, **query).status_code == 200
    (page,) = (query["sql"] for query in asked if "LIMIT 21" in query["sql"])
    with connection.cursor() as database:
        database.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {page}")
        return "\n".join(row[0] for row in database.fetchall())


def only_by_index():
    """For tables so short that PostgreSQL would rather read and sort them."""
    with connection.cursor() as database:
        for way in ("seqscan", "bitmapscan", "sort"):
            database.execute(f"SET LOCAL enable_{way} = off")


def cursor_after(key):
    return base64.urlsafe_b64encode(json.dumps({"after": key}).encode()).decode().rstrip("=")


@pytest.mark.parametrize("depth", ["first", "deep"])
@pytest.mark.parametrize(("query", "index"), SHAPES)
def test_a_page_is_read_from_its_index(long_log, ask, query, index, depth):
    if depth == "deep":
        key = DEEP_AT_A_TABLE if "table" in query else DEEP_BY_TIME
        query = {**query, "cursor": cursor_after(key)}
    plan = plan_of(ask, "/log-entries/", "auditor", **query)
    assert f"Index Scan using {index} on" in plan
    assert ("Index Cond: (" in plan and "ROW(" in plan) == (depth == "deep")
    assert "Sort" not in plan
    assert "Rows Removed" not in plan


@pytest.mark.parametrize("route", ["/coups/", "/ledger-entries/", "/commissions/"])
@pytest.mark.parametrize("query", [query for query, _ in SHAPES])
def test_nothing_is_sorted(ask, route, query):
    only_by_index()
    assert "Sort" not in plan_of(ask, route, "auditor", **query)


BY_KEY: dict[str, tuple[str, list[Any]]] = {
    "/tables/": ("tables_table_pkey", [1]),
    "/sittings/": ("tables_sitting_pkey", [4, 0]),
    "/shoes/": ("tables_shoe_pkey", [4, 1, 0]),
    "/seats/": ("tables_seat_pkey", [4, 1]),
    "/banks/": ("tables_bank_pkey", [4, 1, 0]),
    "/gaming-days/": ("ledger_gamingday_pkey", ["2026-01-01"]),
    "/reconciliations/": ("ledger_reconciliation_pkey", [1]),
    "/differences/": ("ledger_difference_pkey", [1]),
}


@pytest.mark.parametrize("route", BY_KEY)
def test_lists_by_number_are_read_from_their_key(ask, route):
    index, key = BY_KEY[route]
    with connection.cursor() as database:
        for way in ("seqscan", "bitmapscan"):
            database.execute(f"SET LOCAL enable_{way} = off")
    plan = plan_of(ask, route, "auditor", cursor=cursor_after(key))
    _, found, scan = plan.partition(f"Index Scan using {index} on ")
    assert found
    condition = next(line for line in scan.splitlines() if "Index Cond" in line)
    assert " > " in condition
    assert condition.count(",") >= len(key) - 1
    assert "Sort" not in plan


def test_a_croupiers_page_is_read_from_the_index_too(ask):
    only_by_index()
    plan = plan_of(ask, "/coups/", "croupier")
    assert "Index Scan using coup_by_time" in plan
    assert "Sort" not in plan


@pytest.mark.parametrize("route", ["/coups/", "/banks/", "/log-entries/", "/ledger-entries/"])
def test_a_longer_page_asks_no_more_questions(ask, route):
    ask(route, "auditor")  # What he may do is looked up once.
    counts = []
    for size in (1, 2):
        with CaptureQueriesContext(connection) as asked:
            ask(route, "auditor", page_size=size)
        counts.append(len(asked))
    assert counts[0] == counts[1]
