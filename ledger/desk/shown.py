"""What the desk's pages show of a gaming day, put together for them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from ledger import reconciliation, reports
from ledger.book.accounts import KINDS
from ledger.book.money import decimals_of, exponent_of
from ledger.days import furnish_casino
from ledger.exports import kept
from ledger.exports.files import FORMATS, Format, stem
from ledger.exports.sheets import SHEETS, Sheet
from ledger.models import Difference, Export, GamingDay, Reconciliation
from ledger.reports import BalanceLine, SittingLine, Taken

ACTIVE = reconciliation.ACTIVE

MOST_DIFFERENCES = 200
"""Open ones, and settled ones, on a page; the others are counted."""


@dataclass(frozen=True, slots=True)
class Commission:
    """The commission of a day in one currency; `decimals` write every exact figure of it."""

    currency: str
    decimals: int
    lines: tuple[SittingLine, ...]
    total: Taken


@dataclass(frozen=True, slots=True)
class Accounts:
    """The trial balance of a day in one currency."""

    currency: str
    lines: tuple[tuple[str, BalanceLine], ...]
    debit: int
    credit: int


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    found: Difference
    words: str
    currency: str


@dataclass(frozen=True, slots=True)
class Differences:
    """The first of a day's differences: where a rule went wrong there may be one for each coup."""

    count: int
    first: tuple[DifferenceShown, ...]

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.count - len(self.first)


@dataclass(frozen=True, slots=True)
class Findings:
    """How a day's reconciliation stands, and what it found. Two currencies are none to show."""

    run: Reconciliation | None
    is_under_way: bool
    currency: str
    open: Differences
    settled: Differences


@dataclass(frozen=True, slots=True)
class DayShown:
    day: GamingDay
    state: str
    taken: tuple[tuple[str, Taken], ...]
    run: Reconciliation | None


def days_shown(now: datetime, *, before: date | None, most: int) -> list[DayShown]:
    """The latest gaming days, each with its state and its last reconciliation."""
    lines = reports.days(before=before, most=most)
    runs = reconciliation.latest_of([line.day.date for line in lines])
    return [
        DayShown(
            line.day, state_of(line.day, now), tuple(line.taken.items()), runs.get(line.day.date)
        )
        for line in lines
    ]


def state_of(day: GamingDay, now: datetime) -> str:
    """Where a gaming day is in its life, in a word."""
    if day.closed_at is not None:
        return _("closed")
    return _("open") if now < day.closes_at else _("over, not closed")


def beside(day: GamingDay) -> tuple[GamingDay | None, GamingDay | None]:
    """The gaming days before and after one, if there are any."""
    return (
        GamingDay.objects.filter(date__lt=day.date).order_by("-date").first(),
        GamingDay.objects.filter(date__gt=day.date).order_by("date").first(),
    )


def commission_of(day: date) -> list[Commission]:
    """A day's commission by table and sitting, each currency by itself."""
    lines = reports.commission_by_sitting(day)
    return [
        Commission(
            currency,
            decimals_of((line.taken.exact for line in lines), exponent_of(currency)),
            tuple(line for line in lines if line.currency == currency),
            total,
        )
        for currency, total in reports.totals(lines).items()
    ]


def accounts_of(day: date) -> list[Accounts]:
    """A day's trial balance, each currency by itself."""
    by_currency: dict[str, list[BalanceLine]] = {}
    for line in reports.trial_balance(day):
        by_currency.setdefault(line.currency, []).append(line)
    return [
        Accounts(
            currency,
            tuple((KINDS[line.kind].means, line) for line in lines),
            sum(line.debit for line in lines),
            sum(line.credit for line in lines),
        )
        for currency, lines in by_currency.items()
    ]


def findings_of(day: date) -> Findings:
    """The last reconciliation of a day; its sums are shown where they are in one currency."""
    run = reconciliation.latest(day)
    units = reports.currencies_of(day) or {furnish_casino().currency}
    return Findings(
        run,
        is_under_way=run is not None and run.state in ACTIVE,
        currency=units.pop() if len(units) == 1 else "",
        open=_differences(day, Difference.Status.OPEN),
        settled=_differences(day, Difference.Status.SETTLED),
    )


def _differences(day: date, status: Difference.Status) -> Differences:
    words = {
        Difference.Kind.MISSING: _("commission missing"),
        Difference.Kind.DOUBLE: _("posted twice"),
        Difference.Kind.WRONG_AMOUNT: _("another amount posted"),
        Difference.Kind.WRONG_ACCOUNT: _("posted to another account"),
    }
    every = reconciliation.differences(day, status)
    first = list(every[:MOST_DIFFERENCES])
    house = furnish_casino().currency
    currencies = reports.currencies_at({found.table_id for found in first})
    return Differences(
        every.count(),
        tuple(
            DifferenceShown(
                found, words[Difference.Kind(found.kind)], currencies.get(found.table_id, house)
            )
            for found in first
        ),
    )


def files_offered() -> list[tuple[Sheet, list[Format]]]:
    """What can be taken away of a day."""
    return [(sheet, list(FORMATS.values())) for sheet in SHEETS.values()]


def files_taken(day: date, most: int = 12) -> list[Export]:
    """The latest files that were taken away of a day."""
    return list(kept.without_content().filter(name__startswith=stem(day))[:most])
