"""The tables and the audit history, to be read. Everybody sees the rows of his own tables only."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT
from django_filters import rest_framework as filters

from ledger.api.resources import ByTable, Resource, WholeNumberFilter
from tables import models, queries
from tables.api import serializers


class OfTheirTables(Resource):
    """Rows that belong to a table: those of the tables somebody may see."""

    def get_queryset(self) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset()
        user = self.request.user
        if user.has_perm("tables.see_every_table"):
            return rows
        # Their numbers and not a subquery: so an ordered index can be read for them.
        theirs = queries.tables_for(user).values_list("number", flat=True)
        return rows.filter(table__in=list(theirs))


class InItsCurrency(OfTheirTables):
    """Rows with amounts, which are in the currency of their sitting."""

    def get_queryset(self) -> QuerySet[Any]:
        sittings = models.Sitting.objects.filter(
            table=OuterRef("table"), number=OuterRef("sitting")
        )
        currency = Subquery(sittings.values(told=KT("rules__currency")))
        rows: QuerySet[Any] = super().get_queryset().annotate(currency=currency)
        return rows


class Tables(Resource):
    """The tables somebody may see, as they stand now."""

    model = models.Table
    serializer_class = serializers.TableSerializer
    key = order = ("number",)

    def get_queryset(self) -> QuerySet[Any]:
        return queries.tables_for(self.request.user)


class BySitting(ByTable):
    gaming_day = filters.DateFilter()
    opened_by = filters.CharFilter(label="The croupier's name")


class Sittings(OfTheirTables):
    """Each table from opening to closing, with the rules it last had in it."""

    model = models.Sitting
    serializer_class = serializers.SittingSerializer
    key = order = ("table_id", "number")
    filterset_class = BySitting


class OfASitting(ByTable):
    sitting = WholeNumberFilter(label="The sitting's number at its table")
    gaming_day = filters.DateFilter(method="of_day")

    def of_day(self, rows: QuerySet[Any], _: str, day: date) -> QuerySet[Any]:
        sittings = models.Sitting.objects.filter(
            table=OuterRef("table"), number=OuterRef("sitting")
        )
        return rows.filter(Exists(sittings.filter(gaming_day=day)))


class ByPlayer(OfASitting):
    player = filters.CharFilter()


class Shoes(OfTheirTables):
    """The shoes, each from one shuffle to the next."""

    model = models.Shoe
    serializer_class = serializers.ShoeSerializer
    key = order = ("table_id", "sitting", "number")
    filterset_class = OfASitting


class Seats(OfTheirTables):
    """Who sat where, from sitting down to leaving."""

    model = models.Seat
    serializer_class = serializers.SeatSerializer
    key = order = ("table_id", "sat_seq")
    filterset_class = ByPlayer


class ByBanker(OfASitting):
    banker = filters.CharFilter(field_name="player", label="The banker's name")


class Banks(InItsCurrency):
    """The banks, each from taking it to losing it or passing it on."""

    model = models.Bank
    serializer_class = serializers.BankSerializer
    key = order = ("table_id", "sitting", "number")
    filterset_class = ByBanker


class ByCoup(OfASitting):
    gaming_day = filters.DateFilter()
    bank = WholeNumberFilter(label="The bank's number in its sitting")
    banker = filters.CharFilter(method="of_banker", label="The banker's name")
    winner = filters.CharFilter()

    def of_banker(self, coups: QuerySet[models.Coup], _: str, name: str) -> QuerySet[models.Coup]:
        banks = models.Bank.objects.filter(
            table=OuterRef("table"), sitting=OuterRef("sitting"), number=OuterRef("bank")
        )
        return coups.filter(Exists(banks.filter(player=name)))


class Coups(InItsCurrency):
    """The settled coups, each with the stakes that were covered."""

    model = models.Coup
    serializer_class = serializers.CoupSerializer
    key = ("table_id", "sitting", "number")
    order = ("settled_at", "table_id", "seq")
    order_at_a_table = ("table_id", "seq")
    filterset_class = ByCoup

    def furnish(self, rows: Sequence[models.Coup]) -> None:
        stakes = queries.stakes_of(rows)
        for coup in rows:
            coup.covered_stakes = stakes[coup.pk]  # type: ignore[attr-defined]


class ByEntry(OfASitting):
    gaming_day = filters.DateFilter()
    actor = filters.CharFilter()
    do = filters.CharFilter(label="The command's name")


class LogEntries(OfTheirTables):
    """The audit history: every accepted command, as it was recorded and hashed."""

    needs = "tables.read_history"
    model = models.LogEntry
    serializer_class = serializers.LogEntrySerializer
    key = ("table_id", "seq")
    order = ("recorded_at", "table_id", "seq")
    order_at_a_table = key
    filterset_class = ByEntry

    def furnish(self, rows: Sequence[models.LogEntry]) -> None:
        for entry in rows:
            entry.read = json.loads(entry.body)  # type: ignore[attr-defined]
