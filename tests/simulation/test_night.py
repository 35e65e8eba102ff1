"""Whole nights by the simulator through the door, and what must be true of any of them."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from casino import demo
from ledger.models import Line
from tables.models import Coup, LogEntry, Sitting, Table
from tables.proofs import PROOFS, first_failures
from tables.simulation.floor import croupiers
from tables.simulation.tables import SHIPPED, furnish

START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def play(seed, *, numbers=(1, 2), coups=25, run="run"):
    tables = furnish(numbers, SHIPPED)
    for croupier in croupiers(
        [table.number for table in tables], names=["claire"], seed=seed, start=START, run=run
    ):
        croupier.play(coups)
    return tables


def commands(table):
    return [
        (entry.recorded_at, json.loads(entry.body)["command"])
        for entry in LogEntry.objects.filter(table=table).order_by("seq")
    ]


def test_the_same_seed_plays_the_same_night(db):
    first, second = play(7, numbers=(1,)), play(7, numbers=(2,))
    other = play(8, numbers=(3,))
    assert commands(first[0]) == commands(second[0])
    assert commands(first[0]) != commands(other[0])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_night_verifies_and_is_played_to_the_coup(db, seed):
    tables = play(seed)
    assert Coup.objects.count() == 50
    assert [first_failures(proof, None) for proof in PROOFS] == [[] for _ in PROOFS]
    assert sum(Line.objects.values_list("amount", flat=True)) == 0
    said = {json.loads(entry.body)["command"]["do"] for entry in LogEntry.objects.all()}
    assert said >= {"sit", "take_bank", "stake", "banco", "close_bets", "deal", "retire"}
    assert [Table.objects.get(number=table.number).sitting for table in tables] == [1, 1]


def test_a_night_goes_on_where_it_stopped(db):
    """A second run finds the tables open, in the middle of a shoe."""
    play(1, coups=10)
    play(2, coups=10, run="again")
    assert Coup.objects.count() == 40
    assert Sitting.objects.count() == 2


def test_the_command_plays_and_counts(db):
    said = StringIO()
    call_command("simulate", tables=2, coups=5, seed=3, start=START, stdout=said)
    assert "10 coups at 2 tables" in said.getvalue()


def test_the_command_does_not_falsify_books_unasked(db):
    play(1, coups=1)
    entries = LogEntry.objects.count()
    with pytest.raises(CommandError, match="played already"):
        call_command("simulate", tables=1, coups=1, seed=3)
    assert LogEntry.objects.count() == entries
    call_command("simulate", tables=1, coups=1, seed=3, add=True, stdout=StringIO())
    assert LogEntry.objects.count() > entries


def test_the_demo_is_a_night_behind_and_an_evening_under_way(db, monkeypatch):
    now = START + timedelta(hours=2)
    monkeypatch.setattr(demo, "COUPS_LAST_NIGHT", 8)
    demo.write(now)
    assert demo.is_there()
    assert Sitting.objects.filter(closed_at=None).count() == len(demo.TABLES) - 1
    assert Table.objects.get(number=demo.FREE_TONIGHT).sitting is None
    assert not LogEntry.objects.filter(recorded_at__gt=now + timedelta(minutes=5)).exists()
    assert [first_failures(proof, None) for proof in PROOFS] == [[] for _ in PROOFS]
