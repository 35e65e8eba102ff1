"""A table of banque through the one door: every movement of money, the rows, the proofs."""

import itertools
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tables import models
from tables.commission_due import COMMISSION_DUE
from tables.log import record
from tables.proofs import PROOFS, first_failures
from tables.standing import _remembered, standing
from tests.conftest import NOW, add_table

pytestmark = pytest.mark.django_db

RULES: dict[str, Any] = {
    "game": "banque",
    "seats": 10,
    "decks": 3,
    "min_bank": 50_000,
    "cut_card_before_last": 10,
    "options": {"open_bank": False, "excess": "held_only", "award": "auction"},
}

OPENED = (
    {"do": "open_sitting"},
    {"do": "sit", "seat": 1, "player": "Ann"},
    {"do": "sit", "seat": 2, "player": "Bob"},
    {"do": "sit", "seat": 7, "player": "Flo"},
    {"do": "open_shoe"},
    {"do": "bid", "seat": 1, "amount": 50_000},
    {"do": "close_auction"},
)
"""Ann holds a bank of 500.00."""

CLOSED = (
    *OPENED,
    {"do": "stake", "seat": 2, "amount": 30_000},
    {"do": "stake", "seat": 7, "amount": 40_000},
    {"do": "close_bets"},
)
"""Bob has 300.00 on tableau 1, Flo 400.00 on tableau 2, of which 200.00 are held."""

BANKER_AND_PONTE = {"do": "result", "one": "banker", "two": "ponte"}
PONTES = {"do": "result", "one": "ponte", "two": "ponte"}


@pytest.fixture
def give(house):
    """Record commands at table 5, a minute apart; the lines of the last one's entry, by account."""
    add_table(5, **RULES)
    keys = (f"bq-{n}" for n in itertools.count(1))
    clock = (NOW + timedelta(minutes=n) for n in itertools.count())

    def give_all(*commands: dict[str, Any]) -> tuple[str, dict[str, int]]:
        for command in commands:
            record(
                table_id=5,
                command=command,
                actor="croupier",
                device="console-5",
                key=next(keys),
                now=next(clock),
            )
        body = json.loads(models.LogEntry.objects.filter(table_id=5).order_by("-seq")[0].body)
        entry = body["entry"] or {"kind": "", "lines": []}
        return entry["kind"], {
            f"{line['kind']} {line['holder']}".strip(): line["amount"] for line in entry["lines"]
        }

    return give_all


def view() -> dict[str, Any]:
    seen: dict[str, Any] = models.Table.objects.get(number=5).view
    return seen


def verified() -> bool:
    return not [failure for proof in PROOFS for failure in first_failures(proof, [5])]


def commissions_due() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(f"{COMMISSION_DUE} ORDER BY seq", {"day": "2026-11-30"})
        return [due for *_, due in cursor.fetchall()]


def test_bets_closed(give):
    assert give(*CLOSED) == (
        "bets_closed",
        {"player Bob": 30_000, "player Flo": 40_000, "stakes": -70_000},
    )
    assert (view()["staked"], view()["held"]) == (70_000, 50_000)
    assert verified()


def test_bets_closed_at_an_open_bank(give):
    options = {**RULES["options"], "open_bank": True}
    assert give({"do": "set_rules", "options": options}, *CLOSED) == (
        "bets_closed",
        {
            "player Bob": 30_000,
            "player Flo": 40_000,
            "stakes": -70_000,
            "player Ann": 20_000,
            "bank 1": -20_000,
        },
    )
    assert verified()


def test_all_stakes_accepted(give):
    raised = ("bank_raised", {"player Ann": 20_000, "bank 1": -20_000})
    assert give(*CLOSED, {"do": "accept_all"}) == raised
    assert give({"do": "accept_all"}) == ("", {})
    assert verified()


def test_a_void_coup(give):
    assert give(*CLOSED, {"do": "void", "reason": "a card exposed"}) == (
        "coup_voided",
        {"stakes": 70_000, "player Bob": -30_000, "player Flo": -40_000},
    )
    assert verified()


def test_won_on_one_and_lost_on_the_other(give):
    assert give(*CLOSED, BANKER_AND_PONTE) == (
        "coup_settled",
        {"stakes": 70_000, "player Flo": -60_000, "bank 1": -9_500, "cagnotte": -500},
    )
    assert commissions_due() == [500]
    assert verified()


def test_lost_on_both(give):
    assert give(*CLOSED, PONTES) == (
        "coup_settled",
        {"stakes": 70_000, "player Bob": -60_000, "player Flo": -60_000, "bank 1": 50_000},
    )
    assert commissions_due() == [0]
    assert view()["phase"] == "broken"
    assert verified()


def test_a_commission_names_its_rule(give):
    give(*CLOSED, BANKER_AND_PONTE)
    body = json.loads(models.LogEntry.objects.get(table_id=5, do="result").body)
    assert body["entry"]["commissions"] == [
        {
            "base": 10_000,
            "amount": 500,
            "player": "Ann",
            "rate_bp": 500,
            "minimum": 0,
            "round_to": 10,
            "rounding": "nearest",
            "half": "up",
            "version": "house-5/2007-05-24",
        }
    ]


def test_the_rows_of_a_coup(give):
    give(*CLOSED, BANKER_AND_PONTE)
    coup = models.Coup.objects.get(table_id=5)
    assert (coup.number, coup.bank, coup.winner) == (1, 1, "banker/ponte")
    assert (coup.covered, coup.base, coup.commission) == (50_000, 10_000, 500)
    assert (coup.bank_after, coup.garage_after) == (59_500, 0)
    stakes = models.Stake.objects.filter(table_id=5).order_by("place")
    assert list(stakes.values_list("seat", "player", "amount")) == [
        (2, "Bob", 30_000),
        (7, "Flo", 20_000),
    ]


def test_the_outgoing_banker_takes_his_successors_seat(give):
    give(*CLOSED, BANKER_AND_PONTE)
    assert give({"do": "retire"}) == ("bank_passed", {"bank 1": 59_500, "player Ann": -59_500})
    # Rotation: nobody sits at 1 and 6, so 2 is asked before 7.
    give({"do": "decline", "seat": 2})
    assert give({"do": "take_over", "seat": 7, "amount": 59_500}) == (
        "bank_taken",
        {"player Flo": 59_500, "bank 2": -59_500},
    )
    seated = models.Seat.objects.filter(table_id=5, left_at=None).order_by("seat")
    assert list(seated.values_list("seat", "player")) == [(2, "Bob"), (7, "Ann")]
    banks = models.Bank.objects.filter(table_id=5).order_by("number")
    assert list(banks.values_list("player", "seat", "amount", "reason", "paid_out")) == [
        ("Ann", 1, 50_000, "retired", 59_500),
        ("Flo", 7, 59_500, "", None),
    ]
    assert verified()


def test_a_broken_bank_is_given_up(give):
    give(*CLOSED, PONTES)
    assert give({"do": "retire"}) == ("", {})
    (bank,) = models.Bank.objects.filter(table_id=5)
    assert (bank.reason, bank.paid_out) == ("lost", 0)
    assert verified()


def test_a_night_verifies_and_is_rebuilt_from_its_log(give, capsys):
    give(
        *CLOSED,
        BANKER_AND_PONTE,
        {"do": "go_bank", "seat": 7, "on": "cheval"},
        {"do": "go_bank", "seat": 2},
        {"do": "close_bets"},
        {"do": "deal", "one": ["2", "2", "7"], "two": ["9", "K"], "banker": ["K", "7"]},
        {"do": "stake", "bystander": "Zoe", "amount": 90_000, "on": "cheval"},
        {"do": "close_bets"},
        {"do": "accept_all"},
        {"do": "result", "one": "banker", "two": "banker"},
        {"do": "cut_card"},
        {"do": "stake", "seat": 7, "amount": 1_000},
        {"do": "close_bets"},
        {"do": "result", "one": "tie", "two": "tie"},
        {"do": "close_sitting"},
    )
    known = standing(5)
    _remembered.pop(5)
    assert standing(5).state == known.state
    call_command("verify", table=5)
    assert "The record verifies." in capsys.readouterr().out
    coups = models.Coup.objects.filter(table_id=5).order_by("number")
    assert commissions_due() == [coup.commission for coup in coups]
