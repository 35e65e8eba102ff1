"""The coups against the books: every way they may disagree, and runs that may be run anyhow."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from ledger import reconciliation
from ledger.models import Difference, GamingDay, Reconciliation
from ledger.reconciliation import Due
from tables.commission_due import COMMISSION_DUE
from tests.books.conftest import DAY
from tests.conftest import BANKER_WINS, COVERED, NOW, PONTE_WINS, TIE

LATER = NOW + timedelta(hours=1)

LINE = "table_id = 4 AND seq = 10 AND kind = 'cagnotte'"
OTHER_LINE = "table_id = 4 AND seq = 10 AND kind = 'bank'"
COMMISSION = "table_id = 4 AND seq = 10"

ANOTHER_LINE = (
    "INSERT INTO ledger_line SELECT table_id, {seq}, line + {n}, of, sitting, kind, holder, amount "
    "FROM ledger_line WHERE " + LINE
)

# What is wrong, how it came about, and how it is found: entry, kind, expected and posted.
WRONG = {
    "nothing was posted": (
        [
            f"DELETE FROM ledger_line WHERE {LINE}",
            f"DELETE FROM ledger_commission WHERE {COMMISSION}",
        ],
        (10, "missing", 3_500, 0),
    ),
    "no commission was noted": (
        [f"DELETE FROM ledger_commission WHERE {COMMISSION}"],
        (10, "missing", 3_500, 0),
    ),
    "the cagnotte got nothing": (
        [f"DELETE FROM ledger_line WHERE {LINE}"],
        (10, "missing", 3_500, 0),
    ),
    "noted twice": (
        [
            "INSERT INTO ledger_commission (table_id, seq, number, sitting, gaming_day, "
            "recorded_at, player, base, rate_bp, round_to, rounding, half, minimum, version, "
            "amount) SELECT table_id, seq, 2, sitting, gaming_day, recorded_at, player, base, "
            "rate_bp, round_to, rounding, half, minimum, version, amount FROM ledger_commission "
            f"WHERE {COMMISSION}"
        ],
        (10, "double", 3_500, 7_000),
    ),
    "posted twice in its entry": (
        [ANOTHER_LINE.format(seq=10, n=10).replace("line + 10, of", "line + 10, of + 10")],
        (10, "double", 3_500, 7_000),
    ),
    "posted again by another entry": (
        [
            "INSERT INTO ledger_entry (table_id, seq, sitting, kind, currency, gaming_day, "
            "recorded_at, lines) SELECT table_id, 5, sitting, kind, currency, gaming_day, "
            "recorded_at, lines FROM ledger_entry WHERE table_id = 4 AND seq = 10",
            ANOTHER_LINE.format(seq=5, n=0),
        ],
        (5, "double", 0, 3_500),
    ),
    "a euro short": (
        [
            f"UPDATE ledger_line SET amount = amount + 100 WHERE {LINE}",
            f"UPDATE ledger_line SET amount = amount - 100 WHERE {OTHER_LINE}",
        ],
        (10, "wrong_amount", 3_500, 3_400),
    ),
    "a euro short on paper": (
        [f"UPDATE ledger_commission SET amount = 3_400 WHERE {COMMISSION}"],
        (10, "wrong_amount", 3_500, 3_400),
    ),
    "in another of the house's accounts": (
        [f"UPDATE ledger_line SET kind = 'table_win' WHERE {LINE}"],
        (10, "wrong_account", 3_500, 0),
    ),
    "in the cagnotte of another sitting": (
        [f"UPDATE ledger_line SET sitting = 2 WHERE {LINE}"],
        (10, "wrong_account", 3_500, 0),
    ),
    "in a cagnotte of somebody's own": (
        [f"UPDATE ledger_line SET holder = 'Ann' WHERE {LINE}"],
        (10, "wrong_account", 3_500, 0),
    ),
    "more was covered than was posted on": (
        ["UPDATE tables_coup SET covered = 80_000 WHERE table_id = 4"],
        (10, "wrong_amount", 4_000, 3_500),
    ),
    "the banker did not win": (
        ["UPDATE tables_coup SET winner = 'tie' WHERE table_id = 4"],
        (10, "wrong_amount", 0, 3_500),
    ),
}


BROKEN = Due("SELECT 4::bigint AS table_id, 10::bigint AS seq, 1 AS sitting, 1 / 0 AS due")


def reconcile(now=NOW, due=COMMISSION_DUE):
    reconciliation.ask(day=DAY, asked_by="agnes", now=now)
    run = reconciliation.reconcile(day=DAY, due=due, now=now)
    assert run is not None
    return run


def found():
    differences = Difference.objects.filter(status="open")
    return list(differences.values_list("seq", "kind", "expected", "posted"))


def everything():
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_difference ORDER BY id")
        return cursor.fetchall()


def test_coups_and_books_agree(play):
    """700.00 in a tie, 700.00 won by the banker for 35.00, 665.00 … won by the ponte."""
    again = ({"do": "stake", "seat": 2, "amount": 60_000}, {"do": "close_bets"})
    play(*COVERED, TIE, {"do": "continue"}, *again, BANKER_WINS, {"do": "continue"})
    play(*again, PONTE_WINS)
    run = reconcile()
    assert (run.state, run.coups, run.expected, run.posted) == ("done", 3, 3_000, 3_000)
    assert (run.open_differences, found()) == (0, [])


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_found(coup, tamper, name):
    statements, difference = WRONG[name]
    tamper(*statements)
    run = reconcile()
    assert (run.state, run.open_differences) == ("done", 1)
    assert found() == [difference]


def test_what_the_coup_says_it_paid_is_not_asked(coup, tamper):
    tamper("UPDATE tables_coup SET commission = 1, base = 1 WHERE table_id = 4")
    assert (reconcile().expected, found()) == (3_500, [])


def test_running_again_changes_nothing(coup, tamper):
    tamper(*WRONG["a euro short"][0])
    reconcile()
    before = everything()
    run = reconcile(LATER)
    assert everything() == before
    assert (run.expected, run.posted, run.open_differences) == (3_500, 3_400, 1)


def test_a_difference_that_is_gone_is_settled_and_found_again_the_same(coup, tamper):
    tamper(f"UPDATE ledger_commission SET amount = 3_400 WHERE {COMMISSION}")
    reconcile()
    (known,) = Difference.objects.all()
    tamper(f"UPDATE ledger_commission SET amount = 3_500 WHERE {COMMISSION}")
    assert reconcile(LATER).open_differences == 0
    (settled,) = Difference.objects.all()
    assert (settled.id, settled.status, settled.found_at) == (known.id, "settled", NOW)
    tamper(f"UPDATE ledger_commission SET amount = 3_300 WHERE {COMMISSION}")
    reconcile(LATER)
    (again,) = Difference.objects.all()
    assert (again.id, again.status, again.posted) == (known.id, "open", 3_300)


def test_an_empty_day_agrees(house):
    GamingDay.objects.create(date=DAY, opens_at=NOW, closes_at=LATER)
    run = reconcile()
    assert (run.coups, run.expected, run.posted, run.open_differences) == (0, 0, 0, 0)


def test_a_day_asked_for_twice_is_one_run(coup):
    first = reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    assert reconciliation.ask(day=DAY, asked_by="schedule", now=LATER) == first
    assert reconciliation.waiting_days() == [DAY]


def test_six_messages_do_one_run(coup):
    """C02: the same message six times, an hour apart."""
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    done = [
        reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW + timedelta(hours=hours))
        for hours in range(6)
    ]
    assert [run is not None for run in done] == [True, False, False, False, False, False]
    assert Reconciliation.objects.get().finished_at == NOW


def test_without_being_asked_nothing_is_done(coup):
    assert reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW) is None
    assert not Reconciliation.objects.exists()


def test_a_run_whose_worker_died_is_done_by_the_next(coup):
    run = reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    Reconciliation.objects.update(state="running")
    assert reconciliation.waiting_days() == [DAY]
    done = reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=LATER)
    assert done is not None
    assert (done.id, done.state) == (run.id, "done")


def test_a_run_that_fails_says_so_and_leaves_nothing_behind(coup, tamper):
    tamper(*WRONG["a euro short"][0])
    run = reconcile(due=BROKEN)
    assert run.state == "failed"
    assert "division by zero" in run.failure
    assert found() == []
    assert reconcile(LATER).state == "done"


CLOSES = datetime(2026, 12, 1, 11, 0, tzinfo=UTC)
"""Noon in Paris."""


class TestByTheClock:
    """C04: what is due is read from the state, so any rhythm of looking gives the same."""

    def test_the_open_day_is_due_at_every_look(self, coup):
        assert reconciliation.days_to_ask(NOW) == [DAY]
        reconcile()
        assert reconciliation.days_to_ask(NOW) == [DAY]

    def test_a_day_that_has_passed_is_due_once(self, coup):
        reconcile()
        assert reconciliation.days_to_ask(CLOSES) == [DAY]
        reconcile(CLOSES)
        assert reconciliation.days_to_ask(CLOSES) == []
        assert reconciliation.days_to_ask(CLOSES + timedelta(days=40)) == []

    def test_a_day_nobody_looked_at_for_weeks_is_still_due(self, coup):
        assert reconciliation.days_to_ask(CLOSES + timedelta(days=40)) == [DAY]

    def test_a_coup_after_the_end_makes_it_due_again(self, play):
        """A sitting that is still open at noon belongs to the day it opened in."""
        play(*COVERED)
        reconcile(CLOSES)
        from tables.log import record

        record(
            table_id=4,
            command=BANKER_WINS,
            actor="croupier",
            device="console-1",
            key="late",
            now=CLOSES + timedelta(minutes=5),
        )
        assert reconciliation.days_to_ask(CLOSES + timedelta(hours=1)) == [DAY]
        assert reconcile(CLOSES + timedelta(hours=1)).expected == 3_500
        assert reconciliation.days_to_ask(CLOSES + timedelta(hours=2)) == []

    def test_a_failed_run_is_no_run(self, coup):
        reconcile(CLOSES, due=BROKEN)
        assert reconciliation.days_to_ask(CLOSES) == [DAY]
