"""Named reads of the floor: what a page or the API asks for, in the words of the table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.fields.tuple_lookups import Tuple, TupleIn

from tables.models import Bank, Coup, LogEntry, Shoe, Sitting, Stake, Table

User = Any
PACE_OVER = timedelta(hours=1)


def tables_for(user: User) -> QuerySet[Table]:
    """The tables somebody may see: all of them, or those he is assigned to."""
    if user.has_perm("tables.see_every_table"):
        return Table.objects.all()
    if not user.is_authenticated:
        return Table.objects.none()
    return Table.objects.filter(assignments__croupier=user)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the pit's floor. `cagnotte` in minor units; `pace` in coups over the last hour."""

    table: Table
    sitting: Sitting | None
    pace: int
    coups: int
    cagnotte: int
    bank: Bank | None

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.table.view)


def floor(tables: Iterable[Table], now: datetime) -> list[Tile]:
    """One tile per table, in a fixed number of queries whatever the size of the floor."""
    tables = list(tables)
    ids = [table.number for table in tables]
    open_now = Q()
    for table in tables:
        if table.sitting is not None:
            open_now |= Q(table_id=table.number, sitting=table.sitting)
    sums: dict[int, dict[str, Any]] = {}
    banks: dict[int, Bank] = {}
    sittings: dict[int, Sitting] = {}
    if open_now:
        rows: Iterable[Any] = (
            Coup.objects.filter(open_now)
            .order_by()
            .values("table_id")
            .annotate(
                coups=Count("seq"),
                pace=Count("seq", filter=Q(settled_at__gt=now - PACE_OVER)),
                taken=Sum("commission"),
            )
        )
        sums = {row["table_id"]: row for row in rows}
        standing = Bank.objects.filter(table_id__in=ids, ended_at=None)
        banks = {bank.table_id: bank for bank in standing}
        sittings = {
            sitting.table_id: sitting
            for sitting in Sitting.objects.filter(table_id__in=ids, closed_at=None)
        }
    return [
        Tile(
            table=table,
            sitting=sittings.get(table.number),
            pace=sums.get(table.number, {}).get("pace", 0),
            coups=sums.get(table.number, {}).get("coups", 0),
            cagnotte=sums.get(table.number, {}).get("taken", 0) or 0,
            bank=banks.get(table.number),
        )
        for table in tables
    ]


def banks_of(table: Table, sitting: int) -> QuerySet[Bank]:
    """The banks of one sitting, newest first."""
    return Bank.objects.filter(table=table, sitting=sitting).order_by("-number")


def coups_of(bank: Bank) -> QuerySet[Coup]:
    """The coups of one bank, in order."""
    coups = Coup.objects.filter(table_id=bank.table_id, sitting=bank.sitting, bank=bank.number)
    return coups.order_by("number")


def stakes_of(coups: Iterable[Coup]) -> dict[tuple[int, int, int], list[Stake]]:
    """The covered stakes of some coups, by the coup's key and in their rank."""
    by_coup: dict[tuple[int, int, int], list[Stake]] = {coup.pk: [] for coup in coups}
    if by_coup:
        of_these = TupleIn(Tuple(F("table_id"), F("sitting"), F("coup")), list(by_coup))
        for stake in Stake.objects.filter(of_these).order_by("place"):
            by_coup[stake.table_id, stake.sitting, stake.coup].append(stake)
    return by_coup


def entries_of(bank: Bank) -> QuerySet[LogEntry]:
    """The log while the bank stood, newest first."""
    entries = LogEntry.objects.filter(table_id=bank.table_id, seq__gte=bank.taken_seq)
    if bank.ended_seq is not None:
        entries = entries.filter(seq__lte=bank.ended_seq)
    return entries.order_by("-seq")


def road(table: Table) -> list[str]:
    """The winners of the shoe in use, oldest first: what the bead plate shows."""
    if table.sitting is None:
        return []
    shoe = Shoe.objects.filter(table=table, sitting=table.sitting).aggregate(last=Max("number"))
    coups = Coup.objects.filter(table=table, sitting=table.sitting, shoe=shoe["last"])
    return list(coups.order_by("number").values_list("winner", flat=True))
