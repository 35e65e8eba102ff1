"""What the rows say: the values of the coup that was played, in minor units."""

import hashlib
import json

import pytest

from tables import chain


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


def test_no_amount_is_a_float_or_a_negative_nothing(ask):
    """L08: looked at as text, where -0 would show."""
    for route in ("/ledger-entries/", "/commissions/", "/coups/", "/banks/"):
        role = "accountant" if route in ("/ledger-entries/", "/commissions/") else "auditor"
        text = ask(route, role).content.decode()
        assert "-0," not in text
        assert '"amount":0' not in text


@pytest.mark.parametrize(
    ("route", "query", "found"),
    [
        ("/coups/", {"winner": "ponte"}, ["4-1-2"]),
        ("/coups/", {"bank": 1, "gaming_day": "2026-11-30"}, ["4-1-1", "4-1-2"]),
        ("/coups/", {"gaming_day": "2026-11-29"}, []),
        ("/banks/", {"banker": "Ann"}, ["4-1-1"]),
        ("/banks/", {"banker": "Bob"}, []),
        ("/log-entries/", {"do": "deal"}, ["4-10", "4-14"]),
        ("/log-entries/", {"actor": "nobody"}, []),
        ("/ledger-entries/", {"kind": "bank_taken"}, ["4-6"]),
        ("/commissions/", {"banker": "Ann"}, ["4-10-1"]),
        ("/seats/", {"table": 4, "sitting": 1}, ["4-2", "4-3", "4-4"]),
    ],
)
def test_rows_are_picked(ask, route, query, found):
    assert [row["id"] for row in ask(route, "auditor", **query).json()["results"]] == found


def test_a_filter_that_cannot_be_read_is_said(ask):
    answer = ask("/coups/", "auditor", gaming_day="yesterday")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "invalid"
    assert "gaming_day" in answer.json()["errors"]
