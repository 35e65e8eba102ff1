"""What a gaming day came to: named reads of the books, as plain values in minor units.

A report adds up what was posted, already rounded coup by coup; beside it stands the exact theory,
so that the rounding difference is a figure and not a surprise. Sums of different currencies are
never added.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import connection

from ledger.book.accounts import KINDS, on_normal_side
from ledger.models import Entry, GamingDay

AT_ONCE = 500
"""Rows that are held in memory while a long report is read."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Commission: coups played, coups that owed some, on how much, exactly, and as posted."""

    coups: int = 0
    wins: int = 0
    base: int = 0
    exact: Decimal = Decimal(0)
    amount: int = 0

    @property
    def rounding(self) -> Decimal:
        """What rounding gave the house or, below zero, cost it."""
        return self.amount - self.exact

    def __add__(self, other: "Taken") -> "Taken":
        return Taken(
            self.coups + other.coups,
            self.wins + other.wins,
            self.base + other.base,
            self.exact + other.exact,
            self.amount + other.amount,
        )


@dataclass(frozen=True, slots=True)
class SittingLine:
    """The commission of one sitting at one table."""

    gaming_day: date
    table: int
    sitting: int
    currency: str
    taken: Taken


@dataclass(frozen=True, slots=True)
class DayLine:
    """A gaming day, and what it took in each currency."""

    day: GamingDay
    taken: dict[str, Taken]


@dataclass(frozen=True, slots=True)
class CommissionLine:
    """One commission with its rule, as it stands in the books."""

    gaming_day: date
    recorded_at: datetime
    table: int
    sitting: int
    entry: int
    player: str
    currency: str
    base: int
    rate_bp: int
    exact: Decimal
    amount: int
    version: str


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What moved on the accounts of one kind; `balance` is on the kind's normal side."""

    kind: str
    currency: str
    debit: int
    credit: int

    @property
    def balance(self) -> int:
        return on_normal_side(self.kind, self.debit - self.credit)


def days(*, before: date | None = None, most: int = 31) -> list[DayLine]:
    """The latest gaming days before a date, newest first, each with what it took."""
    chosen = GamingDay.objects.select_related("closed_by").order_by("-date")
    if before is not None:
        chosen = chosen.filter(date__lt=before)
    found = list(chosen[:most])
    if not found:
        return []
    by_day: dict[date, list[SittingLine]] = {day.date: [] for day in found}
    for line in _sittings(found[-1].date, found[0].date):
        by_day[line.gaming_day].append(line)
    return [DayLine(day, totals(by_day[day.date])) for day in found]


def commission_by_sitting(day: date) -> list[SittingLine]:
    """A gaming day's commission by table and sitting, also of those that took none."""
    return _sittings(day, day)


def totals(lines: Iterable[SittingLine]) -> dict[str, Taken]:
    """What some sittings took together, by currency."""
    sums: dict[str, Taken] = {}
    for line in lines:
        sums[line.currency] = sums.get(line.currency, Taken()) + line.taken
    return dict(sorted(sums.items()))


def commissions(day: date) -> Iterator[CommissionLine]:
    """Every commission of a gaming day in order, read as it is needed and never held whole."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_COMMISSIONS, [day])
        while rows := cursor.fetchmany(AT_ONCE):
            for row in rows:
                yield CommissionLine(*row)


def trial_balance(day: date) -> list[BalanceLine]:
    """What a gaming day moved, by kind of account; debits and credits are the same sum."""
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, [day])
        rows = cursor.fetchall()
    order: Sequence[str] = list(KINDS)
    lines = [BalanceLine(kind, unit, int(debit), int(credit)) for kind, unit, debit, credit in rows]
    return sorted(lines, key=lambda line: (line.currency, order.index(line.kind)))


def currencies_at(tables: Iterable[int]) -> dict[int, str]:
    """The currency of each table's latest entry; a table without any is left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT number, currency FROM unnest(%s::bigint[]) number
            CROSS JOIN LATERAL (
                SELECT currency FROM ledger_entry WHERE table_id = number ORDER BY seq DESC LIMIT 1
            ) latest
            """,
            [list(tables)],
        )
        return dict(cursor.fetchall())


def currencies_of(day: date) -> set[str]:
    """The currencies a gaming day's entries are in."""
    return set(Entry.objects.filter(gaming_day=day).values_list("currency", flat=True).distinct())


def _sittings(first: date, last: date) -> list[SittingLine]:
    with connection.cursor() as cursor:
        cursor.execute(_SITTINGS, {"first": first, "last": last})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [
        SittingLine(day, table, sitting, unit, Taken(coups, wins, int(base), exact, int(amount)))
        for day, table, sitting, unit, coups, wins, base, exact, amount in rows
    ]


# Each side is added up first and joined afterwards. A sitting has one currency (tables.rules), so
# an entry of it will do to tell which.
_SITTINGS = """
    SELECT gaming_day, table_id, sitting, played.currency, played.coups, coalesce(wins, 0),
           coalesce(base, 0), coalesce(exact, 0), coalesce(amount, 0)
    FROM (
        SELECT gaming_day, table_id, sitting, min(currency) AS currency,
               count(*) FILTER (WHERE kind IN ('coup_settled', 'house_coup_settled')) AS coups
        FROM ledger_entry WHERE gaming_day BETWEEN %(first)s AND %(last)s
        GROUP BY gaming_day, table_id, sitting
    ) played
    LEFT JOIN (
        SELECT gaming_day, table_id, sitting, count(*) AS wins, sum(base) AS base,
               sum(exact) AS exact, sum(amount) AS amount
        FROM ledger_commission WHERE gaming_day BETWEEN %(first)s AND %(last)s
        GROUP BY gaming_day, table_id, sitting
    ) taken USING (gaming_day, table_id, sitting)
    ORDER BY gaming_day, table_id, sitting
"""

_COMMISSIONS = """
    SELECT c.gaming_day, c.recorded_at, table_id, c.sitting, seq, c.player, e.currency, c.base,
           c.rate_bp, c.exact, c.amount, c.version
    FROM ledger_commission c JOIN ledger_entry e USING (table_id, seq)
    WHERE c.gaming_day = %s
    ORDER BY table_id, seq, c.number
"""

_BALANCES = """
    SELECT l.kind, e.currency, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0),
           coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0)
    FROM ledger_line l JOIN ledger_entry e USING (table_id, seq)
    WHERE e.gaming_day = %s
    GROUP BY l.kind, e.currency
"""
