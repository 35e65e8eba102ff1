"""Every route for every role, and for nobody."""

import pytest

from casino import tokens
from casino.models import Person
from tables.models import Assignment
from tests.api.conftest import ROLES
from tests.conftest import BANKER_WINS, COVERED, NOW, add_table

TABLES = {"croupier", "pit_manager", "accountant", "auditor"}
HISTORY = {"pit_manager", "auditor"}
BOOKS = {"accountant", "auditor"}

# Each resource: a row of it, who is shown it, and who is shown an empty list.
ROUTES = {
    "/tables/": ("4", TABLES),
    "/sittings/": ("4-1", TABLES),
    "/shoes/": ("4-1-1", TABLES),
    "/seats/": ("4-2", TABLES),
    "/banks/": ("4-1-1", TABLES),
    "/coups/": ("4-1-2", TABLES),
    "/log-entries/": ("4-7", HISTORY),
    "/ledger-entries/": ("4-6", BOOKS),
    "/commissions/": ("4-10-1", BOOKS),
    "/gaming-days/": ("2026-11-30", BOOKS),
    "/reconciliations/": (None, BOOKS),
    "/differences/": (None, BOOKS),
}
OPEN_TO_ANYBODY = {name for name, (_, who) in ROUTES.items() if who is TABLES}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("role", ROLES)
def test_each_list_for_each_role(ask, role, route):
    row, who = ROUTES[route]
    answer = ask(route, role)
    if role in who:
        assert answer.status_code == 200
        assert bool(answer.json()["results"]) == (row is not None)
    elif route in OPEN_TO_ANYBODY:
        assert (answer.status_code, answer.json()["results"]) == (200, [])
    else:
        assert answer.status_code == 403
        assert answer.json()["code"] == "permission_denied"


@pytest.mark.parametrize("route", [route for route, (row, _) in ROUTES.items() if row])
@pytest.mark.parametrize("role", ROLES)
def test_each_row_for_each_role(ask, role, route):
    row, who = ROUTES[route]
    answer = ask(f"{route}{row}/", role)
    if role in who:
        assert answer.status_code == 200
        assert answer.json()["id"] == row
        assert answer.json()["url"].endswith(f"/api/v1{route}{row}/")
    else:
        assert answer.status_code == (404 if route in OPEN_TO_ANYBODY else 403)


@pytest.mark.parametrize("route", ROUTES)
def test_nobody_is_told_how_to_sign_in(ask, route):
    answer = ask(route)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("route", ROUTES)
def test_nothing_can_be_written(client, people, route, method):
    client.force_login(people["auditor"])
    assert getattr(client, method)(f"/api/v1{route}").status_code == 405


def test_somebody_elses_table_is_no_table(ask):
    """A05: the same answer, to the letter."""
    theirs, unknown = ask("/tables/5/", "croupier"), ask("/tables/99/", "croupier")
    assert theirs.status_code == 404
    assert theirs.content == unknown.content


@pytest.mark.parametrize("route", sorted(OPEN_TO_ANYBODY - {"/tables/"}))
def test_nor_is_anything_that_was_played_there(ask, play, route):
    """A05, for every kind of row: it exists for the auditor, and not for the croupier."""
    add_table(7)
    play(*COVERED, BANKER_WINS, table_id=7)
    (row, *_) = ask(route, "auditor", table=7).json()["results"]
    theirs = ask(f"{route}{row['id']}/", "croupier")
    unknown = ask(f"{route}{row['id'].replace('7', '99', 1)}/", "croupier")
    assert (theirs.status_code, theirs.content) == (404, unknown.content)
    assert ask(route, "croupier", table=7).content == ask(route, "croupier", table=99).content
    assert {row["table"] for row in ask(route, "croupier").json()["results"]} == {4}


NOT_BANKS = ("4", "4-1-1-1", "4--1", "-", "9" * 30 + "-1-1", "0-0-0", "04-1-1", "abc", "٤-1-1")


@pytest.mark.parametrize("row", NOT_BANKS)
def test_an_id_that_is_none_is_not_found(ask, row):
    """Also another spelling of one that is: a row has one address."""
    answer, unknown = ask(f"/banks/{row}/", "auditor"), ask("/banks/9-9-9/", "auditor")
    assert answer.status_code == 404
    assert answer.content == unknown.content


@pytest.mark.parametrize("day", ["20261130", "2026-11-3O", "2026-13-01", "2026-W49-1"])
def test_a_day_is_written_one_way(ask, day):
    assert ask(f"/gaming-days/{day}/", "auditor").status_code == 404


@pytest.mark.parametrize("address", ["/nothing/", "/tables/4/nothing/"])
@pytest.mark.parametrize("role", [None, "auditor"])
def test_an_address_with_nothing_at_it_is_a_problem_too(ask, role, address):
    answer = ask(address, role)
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_who_comes_to_the_door_of_the_api_is_shown_its_description(ask):
    assert ask("/")["Location"] == "/api/v1/docs/"


@pytest.mark.parametrize("address", ["/api/v1/tables", "/api/v1/tables/4"])
def test_a_forgotten_slash_is_put_there(client, people, address):
    client.force_login(people["croupier"])
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (301, f"{address}/")


def test_a_croupier_cannot_reach_round_by_a_filter(ask):
    for query in ({"table": 5}, {"table": 4, "sitting": 9}):
        assert ask("/banks/", "croupier", **query).json()["results"] == []
    assert {row["number"] for row in ask("/tables/", "croupier").json()["results"]} == {4}


def test_a_croupier_taken_off_a_table_no_longer_finds_it(ask):
    assert ask("/coups/4-1-1/", "croupier").status_code == 200
    Assignment.objects.all().delete()
    assert ask("/coups/4-1-1/", "croupier").status_code == 404


def test_an_application_reads_with_its_key(client, people):
    auditor = Person.objects.get(username="auditor")
    key = tokens.make(name="report", person=auditor, now=NOW)
    header = {"authorization": f"Bearer {key}"}
    assert client.get("/api/v1/log-entries/", headers=header).status_code == 200
    tokens.revoke(name="report", now=NOW)
    answer = client.get("/api/v1/log-entries/", headers=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


def test_a_signed_in_person_reads_with_his_session(client, people):
    client.force_login(people["auditor"])
    assert client.get("/api/v1/log-entries/").status_code == 200
