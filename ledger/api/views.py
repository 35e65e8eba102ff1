"""The books, to be read by whoever may read them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.fields.tuple_lookups import Tuple, TupleIn
from django_filters import rest_framework as filters

from ledger import models
from ledger.api import serializers
from ledger.api.resources import ByTable, Resource, WholeNumberFilter
from ledger.book.accounts import ENTRY_KINDS


class OfTheBooks(Resource):
    needs = "ledger.read_books"


class ByDay(ByTable):
    gaming_day = filters.DateFilter()
    sitting = WholeNumberFilter(label="The sitting's number at its table")


class ByKind(ByDay):
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in ENTRY_KINDS])


class Entries(OfTheBooks):
    """The ledger: every entry with all its lines. Debit positive, credit negative."""

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
    """What the house took of each win, and by which rule."""

    model = models.Commission
    serializer_class = serializers.CommissionSerializer
    key = ("table_id", "seq", "number")
    order = ("recorded_at", "table_id", "seq", "number")
    order_at_a_table = key
    filterset_class = ByPlayer

    def get_queryset(self) -> QuerySet[Any]:
        entries = models.Entry.objects.filter(table_id=OuterRef("table_id"), seq=OuterRef("seq"))
        currency = Subquery(entries.values("currency"))
        rows: QuerySet[Any] = super().get_queryset().annotate(currency=currency)
        return rows


class GamingDays(OfTheBooks):
    """The gaming days: when each opened and ends, and whether it has been closed."""

    model = models.GamingDay
    serializer_class = serializers.GamingDaySerializer
    key = order = ("date",)


class OfADay(filters.FilterSet):
    gaming_day = filters.DateFilter(field_name="gaming_day_id")


class OfTheHouse(OfTheBooks):
    """Rows whose amounts are sums of the house, in its currency."""

    def get_queryset(self) -> QuerySet[Any]:
        currency = Subquery(models.Casino.objects.values("currency")[:1])
        rows: QuerySet[Any] = super().get_queryset().annotate(currency=currency)
        return rows


class ByState(OfADay):
    state = filters.ChoiceFilter(choices=models.Reconciliation.State.choices)


class Reconciliations(OfTheHouse):
    """The comparisons of a gaming day: what its coups say against what the ledger says."""

    model = models.Reconciliation
    serializer_class = serializers.ReconciliationSerializer
    key = order = ("id",)
    filterset_class = ByState


class ByDifference(ByTable, OfADay):
    kind = filters.ChoiceFilter(choices=models.Difference.Kind.choices)
    status = filters.ChoiceFilter(choices=models.Difference.Status.choices)


class Differences(OfTheHouse):
    """What the coups and the ledger do not agree on."""

    model = models.Difference
    serializer_class = serializers.DifferenceSerializer
    key = order = ("id",)
    filterset_class = ByDifference
