"""A gaming day reconciled: what the coups say the house should have, against what the books say.

What each coup owes is worked out where coups are known, above the ledger, and comes in as a query
(`Due`). All of a comparison is one statement, so it sees one moment, takes each side as a whole and
never a coup at a time, and leaves either everything it found or nothing.

A run is driven by its state. It is asked for once per day however often it is asked; whoever works
on it holds the day's advisory lock until it is done, so a run found `running` with nobody holding
the lock has lost its worker and is simply done by the next.
"""

import logging
from collections.abc import Iterable
from datetime import date, datetime
from typing import NewType

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from ledger.models import Difference, Entry, GamingDay, Reconciliation

log = logging.getLogger(__name__)

TASK = "reconcile"
"""The job's name: pages ask for it by name, since it is done above the ledger."""

Due = NewType("Due", str)
"""A query for the gaming day %(day)s: (table_id, seq, sitting, due) of each coup, minor units."""

State = Reconciliation.State
ACTIVE = (State.ASKED, State.RUNNING)

# Among the advisory locks of the database, those of this file.
LOCKS = 0x7EC0

# What a coup's commission is held against: the lines on the cagnotte of its own sitting, and the
# commission noted in the books. `astray` is what the same entry put on another of the house's
# accounts, where no player's money ever is but what the house wins and loses against players.
_COMPARED = """
    due AS ({due}),
    taken AS (
        SELECT table_id, seq, sum(amount) AS amount, count(*) AS times
        FROM ledger_commission WHERE gaming_day = %(day)s GROUP BY table_id, seq
    ),
    booked AS (
        SELECT line.table_id, line.seq,
               -sum(amount) FILTER (WHERE line.kind = 'cagnotte') AS amount,
               count(*) FILTER (WHERE line.kind = 'cagnotte') AS times,
               -sum(amount) FILTER (WHERE line.kind <> 'cagnotte') AS astray,
               min(line.sitting) FILTER (WHERE line.kind = 'cagnotte') AS least_sitting,
               max(line.sitting) FILTER (WHERE line.kind = 'cagnotte') AS sitting,
               bool_and(line.holder = '') FILTER (WHERE line.kind = 'cagnotte') AS unnamed
        FROM ledger_line line JOIN ledger_entry entry USING (table_id, seq)
        WHERE entry.gaming_day = %(day)s
          AND line.kind NOT IN ('player', 'stakes', 'bank', 'garage', 'commission_owed')
          AND (entry.kind, line.kind) <> ('house_coup_settled', 'table_win')
        GROUP BY line.table_id, line.seq
    ),
    compared AS MATERIALIZED (
        SELECT table_id, seq, due.seq IS NOT NULL AS is_coup,
               coalesce(due.due, 0) AS due,
               coalesce(booked.amount, 0) AS booked,
               coalesce(booked.astray, 0) AS astray,
               coalesce(least_sitting = due.sitting AND booked.sitting = due.sitting AND unnamed,
                        true) AS in_place,
               coalesce(taken.amount, 0) AS taken,
               greatest(booked.times, taken.times, 0) AS times
        FROM due
        FULL JOIN booked USING (table_id, seq)
        FULL JOIN taken USING (table_id, seq)
    )
"""

_KIND = """
    CASE
        WHEN booked = due AND taken = due AND in_place THEN NULL
        WHEN is_coup AND due > 0 AND (NOT in_place OR booked < due AND booked + astray = due)
            THEN 'wrong_account'
        WHEN times > 1 OR NOT is_coup THEN 'double'
        WHEN due > 0 AND (booked = 0 OR taken = 0) THEN 'missing'
        ELSE 'wrong_amount'
    END
"""

# The same difference found again is the same row; one that is there no longer is settled.
_RECONCILE = f"""
    WITH {_COMPARED},
    wrong AS (
        SELECT table_id, seq, due, kind,
               CASE WHEN NOT in_place THEN 0 WHEN booked <> due THEN booked ELSE taken END AS posted
        FROM (SELECT *, {_KIND} AS kind FROM compared) judged WHERE kind IS NOT NULL
    ),
    found AS (
        INSERT INTO ledger_difference AS known
            (gaming_day_id, table_id, seq, kind, expected, posted, status, found_at)
        SELECT %(day)s, table_id, seq, kind, due, posted, 'open', %(now)s FROM wrong
        ON CONFLICT (gaming_day_id, table_id, seq, kind) DO UPDATE
            SET expected = excluded.expected, posted = excluded.posted, status = excluded.status
            WHERE (known.expected, known.posted, known.status)
                IS DISTINCT FROM (excluded.expected, excluded.posted, excluded.status)
    ),
    gone AS (
        UPDATE ledger_difference known SET status = 'settled'
        WHERE known.gaming_day_id = %(day)s AND known.status = 'open' AND NOT EXISTS (
            SELECT FROM wrong
            WHERE (wrong.table_id, wrong.seq, wrong.kind)
                = (known.table_id, known.seq, known.kind)
        )
    )
    SELECT count(*) FILTER (WHERE is_coup), coalesce(sum(due), 0), coalesce(sum(booked), 0),
           (SELECT count(*) FROM wrong)
    FROM compared
"""


def ask(*, day: date, asked_by: str, now: datetime) -> Reconciliation:
    """Ask for a day to be reconciled; the run already asked for or under way, if there is one."""
    while True:
        Reconciliation.objects.bulk_create(
            [Reconciliation(gaming_day_id=day, asked_at=now, asked_by=asked_by)],
            ignore_conflicts=True,
        )
        # None if the one in our way was done in the meantime: then there is room for ours.
        run = _active(day)
        if run is not None:
            return run


def reconcile(*, day: date, due: Due, now: datetime) -> Reconciliation | None:
    """Do the run asked for; None if there is none, or if somebody else is at it."""
    # Seen by everybody at once, and no more than a word to them: the lock decides.
    Reconciliation.objects.filter(gaming_day_id=day, state=State.ASKED).update(state=State.RUNNING)
    with transaction.atomic():
        if not _lock(day):
            return None
        run = _active(day)
        if run is None:
            return None
        try:
            with transaction.atomic():
                _compare(run, due, now)
            run.state = State.DONE
        except Exception as error:
            log.exception("gaming day %s could not be reconciled", day)
            run.state, run.failure = State.FAILED, f"{type(error).__name__}: {error}"
        run.finished_at = now
        run.save()
    return run


def waiting_days() -> list[date]:
    """The days for which a run is asked or under way: also those whose message was lost."""
    active = Reconciliation.objects.filter(state__in=ACTIVE).order_by("id")
    return list(active.values_list("gaming_day_id", flat=True))


def days_to_ask(now: datetime) -> list[date]:
    """The days that should be reconciled again by themselves.

    The open one, always; one that has passed, until it was done after its end and after its last
    entry. So it makes no difference how often or how late somebody looks.
    """
    done = Reconciliation.objects.filter(gaming_day=OuterRef("date"), state=State.DONE)
    later = Entry.objects.filter(gaming_day=OuterRef(OuterRef("date")))
    done = done.filter(
        ~Exists(later.filter(recorded_at__gt=OuterRef("asked_at"))),
        asked_at__gte=OuterRef("closes_at"),
    )
    open_now = Q(opens_at__lte=now, closes_at__gt=now)
    passed = Q(closes_at__lte=now) & ~Exists(done)
    return list(GamingDay.objects.filter(open_now | passed).values_list("date", flat=True))


def latest(day: date) -> Reconciliation | None:
    """The newest run of a day."""
    return Reconciliation.objects.filter(gaming_day_id=day).first()


def latest_of(days: Iterable[date]) -> dict[date, Reconciliation]:
    """The newest run of each of some days, where there is one."""
    newest = Reconciliation.objects.filter(gaming_day__in=list(days))
    newest = newest.order_by("gaming_day_id", "-id").distinct("gaming_day_id")
    return {run.gaming_day_id: run for run in newest}


def differences(day: date, status: Difference.Status) -> QuerySet[Difference]:
    """What was found of a day and is now so, in the order of the tables' logs."""
    return Difference.objects.filter(gaming_day_id=day, status=status)


def _active(day: date) -> Reconciliation | None:
    return Reconciliation.objects.filter(gaming_day_id=day, state__in=ACTIVE).first()


def _lock(day: date) -> bool:
    """Hold the day until the transaction ends, whichever way it does; False if somebody has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCKS, day.toordinal()])
        (held,) = cursor.fetchone()
    return bool(held)


def _compare(run: Reconciliation, due: Due, now: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_RECONCILE.format(due=due), {"day": run.gaming_day_id, "now": now})
        coups, expected, posted, wrong = cursor.fetchone()
    run.coups, run.open_differences = coups, wrong
    run.expected, run.posted = int(expected), int(posted)
