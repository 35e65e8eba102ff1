"""Faults people met in public, where the door and the books meet; each under its case's number."""

import pytest
from django.db import connection

from ledger.models import Entry, Line
from tables.log import DayClosed, Stale, record
from tables.models import LogEntry, Table
from tables.rules.errors import BadAmount, WrongPhase
from tests.conftest import BANKER_WINS, COVERED, NOW, SEATED


def balance_of(kind, holder=""):
    lines = Line.objects.filter(table_id=4, kind=kind, holder=holder)
    return sum(lines.values_list("amount", flat=True))


def test_l14_a_coup_is_void_once(play, table_4):
    void = {"do": "void", "reason": "a card was exposed"}
    play(*COVERED, void)
    with pytest.raises(WrongPhase):
        play(void)
    assert Entry.objects.filter(table_id=4, kind="coup_voided").count() == 1
    assert (balance_of("player", "Bob"), balance_of("stakes"), balance_of("garage", "1")) == (
        0,
        0,
        0,
    )


@pytest.mark.parametrize("amount", [-1_000, 0.5, 1000.0, "1000", 10**30, True, None])
def test_l16_only_a_whole_number_of_minor_units_is_an_amount(play, table_4, amount):
    answer = play(*SEATED)
    with pytest.raises(BadAmount):
        play({"do": "stake", "seat": 2, "amount": amount})
    assert Table.objects.get(number=4).seq == answer.seq


def test_l20_a_closed_day_takes_no_coup(real_database, play, table_4):
    answer = play(*COVERED)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_gamingday SET closed_at = now() WHERE date = '2026-11-30'")
    with pytest.raises(DayClosed):
        play(BANKER_WINS)
    assert Table.objects.get(number=4).seq == answer.seq
    assert LogEntry.objects.filter(table_id=4).count() == answer.seq


def test_u08_a_page_from_before_the_closing_is_told(play, table_4):
    """The manager closes the table; the croupier's page still shows it open."""
    page = play({"do": "open_sitting"}).seq
    play({"do": "close_sitting"})
    with pytest.raises(Stale) as refused:
        record(
            table_id=4,
            command={"do": "sit", "seat": 1, "player": "Ann"},
            actor="claire",
            device="console",
            key="the open page",
            now=NOW,
            expected_seq=page,
        )
    assert refused.value.seq == page + 1
    assert LogEntry.objects.filter(table_id=4).count() == page + 1
