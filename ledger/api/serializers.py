"""The books as the API shows them: whole minor units, debit positive, each line's normal side."""

from typing import Any

from rest_framework import serializers

from ledger.api.resources import Id, Link
from ledger.book.accounts import KINDS, Side


class LineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    kind = serializers.CharField(help_text="The kind of account")
    holder = serializers.CharField(help_text="Whose account it is, within the sitting")
    amount = serializers.IntegerField(help_text="Debit positive, credit negative")
    normal_side = serializers.SerializerMethodField(help_text="debit or credit")

    def get_normal_side(self, line: Any) -> Side:
        return KINDS[line.kind].side


class EntrySerializer(serializers.Serializer[Any]):
    id = Id("table_id", "seq")
    url = Link("ledger-entry", "table_id", "seq")
    table = serializers.IntegerField(source="table_id")
    seq = serializers.IntegerField(help_text="The log entry that posted it")
    log_entry_url = Link("log-entry", "table_id", "seq")
    sitting = serializers.IntegerField()
    kind = serializers.CharField()
    currency = serializers.CharField()
    gaming_day = serializers.DateField()
    recorded_at = serializers.DateTimeField()
    lines = LineSerializer(source="its_lines", many=True)


class CommissionSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "seq", "number")
    url = Link("commission", "table_id", "seq", "number")
    table = serializers.IntegerField(source="table_id")
    seq = serializers.IntegerField()
    log_entry_url = Link("log-entry", "table_id", "seq")
    ledger_entry_url = Link("ledger-entry", "table_id", "seq")
    sitting = serializers.IntegerField()
    gaming_day = serializers.DateField()
    recorded_at = serializers.DateTimeField()
    player = serializers.CharField(help_text="Who won")
    base = serializers.IntegerField()
    rate_bp = serializers.IntegerField(help_text="Basis points")
    exact = serializers.DecimalField(max_digits=24, decimal_places=4)
    round_to = serializers.IntegerField()
    rounding = serializers.CharField()
    half = serializers.CharField()
    minimum = serializers.IntegerField()
    version = serializers.CharField(help_text="The dated rule it was taken by")
    amount = serializers.IntegerField()
    currency = serializers.CharField()


class GamingDaySerializer(serializers.Serializer[Any]):
    id = Id("date")
    url = Link("gaming-day", "date")
    date = serializers.DateField()
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class ReconciliationSerializer(serializers.Serializer[Any]):
    id = Id("id")
    url = Link("reconciliation", "id")
    gaming_day = serializers.DateField(source="gaming_day_id")
    gaming_day_url = Link("gaming-day", "gaming_day_id")
    state = serializers.CharField()
    asked_at = serializers.DateTimeField()
    asked_by = serializers.CharField()
    finished_at = serializers.DateTimeField(allow_null=True)
    coups = serializers.IntegerField()
    currency = serializers.CharField()
    expected = serializers.IntegerField(help_text="Commission by the coups")
    posted = serializers.IntegerField(help_text="Commission by the ledger")
    open_differences = serializers.IntegerField()
    failure = serializers.CharField(help_text="Why it failed; empty where it did not")


class DifferenceSerializer(serializers.Serializer[Any]):
    id = Id("id")
    url = Link("difference", "id")
    gaming_day = serializers.DateField(source="gaming_day_id")
    gaming_day_url = Link("gaming-day", "gaming_day_id")
    table = serializers.IntegerField(source="table_id")
    seq = serializers.IntegerField()
    log_entry_url = Link("log-entry", "table_id", "seq")
    kind = serializers.CharField()
    currency = serializers.CharField()
    expected = serializers.IntegerField()
    posted = serializers.IntegerField()
    status = serializers.CharField()
    found_at = serializers.DateTimeField()
