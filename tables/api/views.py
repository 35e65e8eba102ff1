"""The tables and the audit history, to be read. Everybody sees the rows of his own tables only."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from ledger.api.resources import ByTable, Resource
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


class Tables(Resource):
    model = models.Table
    serializer_class = serializers.TableSerializer
    key = order = ("number",)

    def get_queryset(self) -> QuerySet[Any]:
        return queries.tables_for(self.request.user)


class BySitting(ByTable):
    gaming_day = filters.DateFilter()


class Sittings(OfTheirTables):
    model = models.Sitting
    serializer_class = serializers.SittingSerializer
    key = order = ("table_id", "number")
    filterset_class = BySitting


class OfASitting(ByTable):
    sitting = filters.NumberFilter()


class Shoes(OfTheirTables):
    model = models.Shoe
    serializer_class = serializers.ShoeSerializer
    key = order = ("table_id", "sitting", "number")
    filterset_class = OfASitting


class Seats(OfTheirTables):
    model = models.Seat
    serializer_class = serializers.SeatSerializer
    key = order = ("table_id", "sat_seq")
    filterset_class = OfASitting


class ByBanker(OfASitting):
    banker = filters.CharFilter(field_name="player", label="The banker's name")


class Banks(OfTheirTables):
    model = models.Bank
    serializer_class = serializers.BankSerializer
    key = order = ("table_id", "sitting", "number")
    filterset_class = ByBanker


class ByCoup(OfASitting):
    gaming_day = filters.DateFilter()
    bank = filters.NumberFilter()
    winner = filters.CharFilter()


class Coups(OfTheirTables):
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
