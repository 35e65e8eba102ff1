"""The books, to be read by whoever may read them."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import F
from django.db.models.fields.tuple_lookups import Tuple, TupleIn
from django_filters import rest_framework as filters

from ledger import models
from ledger.api import serializers
from ledger.api.resources import ByTable, Resource


class OfTheBooks(Resource):
    needs = "ledger.read_books"


class ByDay(ByTable):
    gaming_day = filters.DateFilter()
    sitting = filters.NumberFilter()


class ByKind(ByDay):
    kind = filters.CharFilter()


class Entries(OfTheBooks):
    model = models.Entry
    serializer_class = serializers.EntrySerializer
    key = ("table_id", "seq")
    order = ("recorded_at", "table_id", "seq")
    order_at_a_table = key
    filterset_class = ByKind

    def furnish(self, rows: Sequence[models.Entry]) -> None:
        lines = defaultdict(list)
        of_these = TupleIn(Tuple(F("table_id"), F("seq")), [row.pk for row in rows])
        for line in models.Line.objects.filter(of_these).order_by("line") if rows else ():
            lines[line.table_id, line.seq].append(line)
        for entry in rows:
            entry.its_lines = lines[entry.table_id, entry.seq]  # type: ignore[attr-defined]


class ByPlayer(ByDay):
    banker = filters.CharFilter(field_name="player", label="Who won")


class Commissions(OfTheBooks):
    model = models.Commission
    serializer_class = serializers.CommissionSerializer
    key = ("table_id", "seq", "number")
    order = ("recorded_at", "table_id", "seq", "number")
    order_at_a_table = key
    filterset_class = ByPlayer

    def furnish(self, rows: Sequence[models.Commission]) -> None:
        currency = models.Casino.objects.values_list("currency", flat=True).first()
        for row in rows:
            row.currency = currency  # type: ignore[attr-defined]


class GamingDays(OfTheBooks):
    model = models.GamingDay
    serializer_class = serializers.GamingDaySerializer
    key = order = ("date",)


class OfADay(filters.FilterSet):
    gaming_day = filters.DateFilter(field_name="gaming_day_id")


class Reconciliations(OfTheBooks):
    model = models.Reconciliation
    serializer_class = serializers.ReconciliationSerializer
    key = order = ("id",)
    filterset_class = OfADay


class ByDifference(ByTable, OfADay):
    status = filters.CharFilter()


class Differences(OfTheBooks):
    model = models.Difference
    serializer_class = serializers.DifferenceSerializer
    key = order = ("id",)
    filterset_class = ByDifference
