"""What the rows say: the values of the coup that was played, in minor units."""

import hashlib
import json
import re
from datetime import date

import pytest

from ledger.models import Difference, Reconciliation
from tables import chain
from tests.conftest import BANKER_WINS, COVERED, NOW, add_table


def test_the_audit_history_can_be_checked_by_whoever_reads_it(ask):
    before = bytes(32)
    for entry in ask("/log-entries/", "auditor", table=4).json()["results"]:
        assert entry["previous_hash"] == before.hex()
        before = hashlib.sha256(before + entry["body"].encode()).digest()
        assert entry["hash"] == before.hex()
        assert chain.canonical(json.loads(entry["body"])) == entry["body"]
        assert entry["command"]["do"] == entry["do"]
        assert entry["events"] == json.loads(entry["body"])["events"]
    assert ask("/tables/4/", "auditor").json()["head"] == before.hex()


def test_a_coup_is_told_with_its_stakes(ask):
    coup = ask("/coups/4-1-1/", "croupier").json()
    assert (coup["winner"], coup["covered"], coup["commission"]) == ("banker", 70_000, 3_500)
    assert (coup["bank_after"], coup["garage_after"]) == (136_500, 30_000)
    assert coup["stakes"] == [
        {"place": 1, "seat": 2, "player": "Bob", "amount": 30_000},
        {"place": 2, "seat": 3, "player": "Cleo", "amount": 40_000},
    ]
    assert coup["hands"][0] == {"side": "ponte", "cards": ["7S", "KD"], "point": 7}
    assert coup["bank_url"].endswith("/api/v1/banks/4-1-1/")
    assert coup["log_entry_url"].endswith("/api/v1/log-entries/4-10/")


def test_the_books_have_one_sign_rule(ask):
    """L13: debit positive, whatever the account; its normal side stands beside it."""
    entry = ask("/ledger-entries/4-10/", "accountant").json()
    assert (entry["kind"], entry["currency"]) == ("coup_settled", "EUR")
    assert [(line["kind"], line["amount"], line["normal_side"]) for line in entry["lines"]] == [
        ("stakes", 70_000, "credit"),
        ("bank", -66_500, "credit"),
        ("cagnotte", -3_500, "credit"),
    ]
    assert sum(line["amount"] for line in entry["lines"]) == 0


def test_a_commission_can_be_worked_out_again(ask):
    (taken,) = ask("/commissions/", "accountant", gaming_day="2026-11-30").json()["results"]
    assert (taken["base"], taken["rate_bp"], taken["exact"]) == (70_000, 500, "3500.0000")
    assert (taken["amount"], taken["currency"]) == (3_500, "EUR")
    assert taken["version"] == "house-5/2007-05-24"


WITH_AMOUNTS = (
    "/tables/",
    "/sittings/",
    "/banks/",
    "/coups/",
    "/log-entries/",
    "/ledger-entries/",
    "/commissions/",
)


@pytest.mark.parametrize("route", WITH_AMOUNTS)
def test_no_amount_is_a_float_or_a_negative_nothing(ask, route):
    """L08: looked at as text, where -0 would show; the bank that was lost among them."""

    def refuse(number):
        raise AssertionError(f"a float: {number}")

    text = ask(route, "auditor").content.decode()
    assert json.loads(text, parse_float=refuse)["results"]
    assert not re.search(r"[:\[,]-0[,.\]}]", text)


def test_a_lost_bank_is_nothing_and_not_minus_nothing(ask):
    """L08: credited and debited in full. 1,000.00 and 665.00 won, less the 100.00 lost to Bob."""
    coup = ask("/coups/4-1-2/", "auditor").content.decode()
    assert '"bank_after":0,"garage_after":156500' in coup
    assert '"bank":0' in ask("/tables/4/", "auditor").content.decode()


@pytest.mark.parametrize(
    "row",
    ["sittings/4-1", "banks/4-1-1", "coups/4-1-1", "ledger-entries/4-6", "commissions/4-10-1"],
)
def test_a_currency_stands_beside_the_amounts(ask, row):
    assert ask(f"/{row}/", "auditor").json()["currency"] == "EUR"


def test_the_currency_is_that_of_the_table(ask, play):
    """L09: whole yen at a table in yen, in a house that counts in euros."""
    add_table(7, currency="JPY")
    play(*COVERED, BANKER_WINS, table_id=7)
    bank = ask("/banks/7-1-1/", "auditor").json()
    assert (bank["amount"], bank["currency"]) == (100_000, "JPY")
    taken = ask("/commissions/7-10-1/", "auditor").json()
    assert (taken["amount"], taken["currency"]) == (3_500, "JPY")
    assert ask("/coups/7-1-1/", "auditor").json()["currency"] == "JPY"


def test_a_reconciliation_is_told_with_its_differences(ask):
    day = date(2026, 11, 30)
    run = Reconciliation.objects.create(
        gaming_day_id=day,
        state="done",
        asked_at=NOW,
        asked_by="accountant",
        coups=2,
        expected=3_500,
        posted=3_400,
        open_differences=1,
    )
    difference = Difference.objects.create(
        gaming_day_id=day,
        table_id=4,
        seq=10,
        kind="wrong_amount",
        expected=3_500,
        posted=3_400,
        found_at=NOW,
    )
    told = ask(f"/reconciliations/{run.id}/", "accountant").json()
    assert (told["gaming_day"], told["state"], told["failure"]) == ("2026-11-30", "done", "")
    assert (told["expected"], told["posted"], told["currency"]) == (3_500, 3_400, "EUR")
    (found,) = ask("/differences/", "accountant", kind="wrong_amount").json()["results"]
    assert (found["id"], found["table"], found["seq"]) == (str(difference.id), 4, 10)
    assert (found["expected"], found["posted"], found["status"]) == (3_500, 3_400, "open")
    assert ask("/differences/", "accountant", status="settled").json()["results"] == []
    assert ask("/reconciliations/", "accountant", state="failed").json()["results"] == []


@pytest.mark.parametrize(
    ("route", "query", "found"),
    [
        ("/coups/", {"winner": "ponte"}, ["4-1-2"]),
        ("/coups/", {"bank": 1, "gaming_day": "2026-11-30"}, ["4-1-1", "4-1-2"]),
        ("/coups/", {"gaming_day": "2026-11-29"}, []),
        ("/coups/", {"banker": "Ann"}, ["4-1-1", "4-1-2"]),
        ("/coups/", {"banker": "Bob"}, []),
        ("/sittings/", {"opened_by": "croupier"}, ["4-1"]),
        ("/sittings/", {"gaming_day": "2026-11-29"}, []),
        ("/coups/", {"table": 2**62}, []),
        ("/coups/", {"sitting": 2**62}, []),
        ("/banks/", {"banker": "Ann"}, ["4-1-1"]),
        ("/banks/", {"banker": "Bob"}, []),
        ("/log-entries/", {"do": "deal"}, ["4-10", "4-14"]),
        ("/log-entries/", {"actor": "nobody"}, []),
        ("/ledger-entries/", {"kind": "bank_taken"}, ["4-6"]),
        ("/commissions/", {"banker": "Ann"}, ["4-10-1"]),
        ("/seats/", {"table": 4, "sitting": 1}, ["4-2", "4-3", "4-4"]),
        ("/seats/", {"player": "Bob"}, ["4-3"]),
        ("/seats/", {"gaming_day": "2026-11-29"}, []),
        ("/shoes/", {"gaming_day": "2026-11-30"}, ["4-1-1"]),
        ("/shoes/", {"gaming_day": "2026-11-29"}, []),
        ("/banks/", {"gaming_day": "2026-11-30"}, ["4-1-1"]),
        ("/banks/", {"gaming_day": "2026-12-01"}, []),
    ],
)
def test_rows_are_picked(ask, route, query, found):
    assert [row["id"] for row in ask(route, "auditor", **query).json()["results"]] == found


@pytest.mark.parametrize(
    ("route", "name", "value"),
    [
        ("/coups/", "gaming_day", "yesterday"),
        ("/coups/", "table", "4.5"),
        ("/coups/", "table", "four"),
        ("/coups/", "table", "-4"),
        ("/coups/", "sitting", "1e3"),
        ("/coups/", "bank", "-1e9999999"),
        ("/ledger-entries/", "table", str(2**63)),
        ("/ledger-entries/", "kind", "bank_took"),
        ("/log-entries/", "actor", "a\0b"),
        ("/differences/", "status", "closed"),
        ("/log-entries/", "tabel", "4"),
        ("/tables/", "ordering", "-seq"),
        ("/gaming-days/", "date", "2026-11-30"),
    ],
)
def test_a_filter_that_cannot_be_read_is_said(ask, route, name, value):
    """And nothing is read as something else: 4.5 is no table, above all not table 4."""
    answer = ask(route, "auditor", **{name: value})
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "invalid"
    assert name in answer.json()["errors"]
