"""The tables, their play and their log, as the API shows them. Money in whole minor units."""

from typing import Any

from rest_framework import serializers

from ledger.api.resources import Hex, Id, Link


class TableSerializer(serializers.Serializer[Any]):
    id = Id("number")
    url = Link("table", "number")
    number = serializers.IntegerField()
    game = serializers.CharField(source="rules.game")
    currency = serializers.CharField(source="rules.currency")
    rules = serializers.DictField(help_text="The table line: limits, commission, options")
    seq = serializers.IntegerField(help_text="Where its log stands")
    head = Hex(help_text="The hash of its last entry")
    sitting = serializers.IntegerField(allow_null=True, help_text="The open sitting, if any")
    view = serializers.DictField(help_text="The table as it stands, as `replay` prints it")


class SittingSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "number")
    url = Link("sitting", "table_id", "number")
    table = serializers.IntegerField(source="table_id")
    table_url = Link("table", "table_id")
    number = serializers.IntegerField()
    gaming_day = serializers.DateField()
    currency = serializers.CharField(source="rules.currency")
    rules = serializers.DictField(help_text="The table line: limits, commission, options")
    opened_at = serializers.DateTimeField()
    opened_by = serializers.CharField()
    opened_seq = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)


class ShoeSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "sitting", "number")
    url = Link("shoe", "table_id", "sitting", "number")
    table = serializers.IntegerField(source="table_id")
    sitting = serializers.IntegerField()
    sitting_url = Link("sitting", "table_id", "sitting")
    number = serializers.IntegerField()
    cards = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class SeatSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "sat_seq")
    url = Link("seat", "table_id", "sat_seq")
    table = serializers.IntegerField(source="table_id")
    sitting = serializers.IntegerField()
    sitting_url = Link("sitting", "table_id", "sitting")
    seat = serializers.IntegerField()
    player = serializers.CharField()
    sat_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class BankSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "sitting", "number")
    url = Link("bank", "table_id", "sitting", "number")
    table = serializers.IntegerField(source="table_id")
    sitting = serializers.IntegerField()
    sitting_url = Link("sitting", "table_id", "sitting")
    number = serializers.IntegerField()
    shoe = serializers.IntegerField()
    seat = serializers.IntegerField()
    player = serializers.CharField()
    turn = serializers.IntegerField(help_text="The seat whose turn at the bank is played")
    currency = serializers.CharField()
    amount = serializers.IntegerField(help_text="What it was taken with")
    taken_at = serializers.DateTimeField()
    taken_seq = serializers.IntegerField()
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_seq = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(help_text="lost, retired or shoe_over; empty while it stands")
    paid_out = serializers.IntegerField(allow_null=True, help_text="Bank and garage at the end")


class StakeSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Its rank among the covered stakes")
    seat = serializers.IntegerField(allow_null=True, help_text="null for somebody standing")
    player = serializers.CharField()
    amount = serializers.IntegerField()


class HandSerializer(serializers.Serializer[Any]):
    side = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    point = serializers.IntegerField()


class CoupSerializer(serializers.Serializer[Any]):
    id = Id("table_id", "sitting", "number")
    url = Link("coup", "table_id", "sitting", "number")
    table = serializers.IntegerField(source="table_id")
    sitting = serializers.IntegerField()
    sitting_url = Link("sitting", "table_id", "sitting")
    number = serializers.IntegerField()
    shoe = serializers.IntegerField()
    bank = serializers.IntegerField(allow_null=True)
    bank_url = Link("bank", "table_id", "sitting", "bank", allow_null=True)
    log_entry_url = Link("log-entry", "table_id", "seq")
    seq = serializers.IntegerField(help_text="The log entry that settled it")
    gaming_day = serializers.DateField()
    settled_at = serializers.DateTimeField()
    winner = serializers.CharField()
    hands = HandSerializer(many=True, help_text="Empty where only a result was logged")
    irregular = serializers.CharField(help_text="The reason, where the deal broke the rules")
    currency = serializers.CharField()
    covered = serializers.IntegerField()
    base = serializers.IntegerField(help_text="What the commission was worked out on")
    commission = serializers.IntegerField()
    bank_after = serializers.IntegerField()
    garage_after = serializers.IntegerField()
    stakes = StakeSerializer(source="covered_stakes", many=True)


class LogEntrySerializer(serializers.Serializer[Any]):
    """`body` is the very text that was hashed; `command` and `events` are a reading of it."""

    id = Id("table_id", "seq")
    url = Link("log-entry", "table_id", "seq")
    table = serializers.IntegerField(source="table_id")
    seq = serializers.IntegerField()
    sitting = serializers.IntegerField()
    gaming_day = serializers.DateField()
    recorded_at = serializers.DateTimeField()
    actor = serializers.CharField()
    device = serializers.CharField()
    idempotency_key = serializers.CharField()
    do = serializers.CharField()
    command = serializers.DictField(source="read.command")
    events = serializers.ListField(child=serializers.DictField(), source="read.events")
    body = serializers.CharField()
    previous_hash = Hex()
    hash = Hex()
