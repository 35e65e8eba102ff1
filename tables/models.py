"""The rows people look at, and the log they are all read from.

The log is the record; the other rows are a reading of it, written in the same transaction by the
same SQL function (`migrations/0002_door.sql`), and can be rebuilt from it. Every key begins with
the table, which is what a command locks. Foreign keys that span several columns are declared in the
same SQL file. `web_may` names what the web's database role may do beyond SELECT.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.chain import GENESIS


class Table(models.Model):
    """A table of the floor, known by its number: its rules, and where its log and play stand."""

    number = models.BigIntegerField(primary_key=True)
    rules = models.JSONField(help_text="The table line: game, seats, decks, limits, commission")
    seq = models.BigIntegerField(default=0)
    head = models.BinaryField(max_length=32, default=GENESIS)
    view = models.JSONField(default=dict, help_text="The table's view after the last command")
    sitting = models.IntegerField(null=True, help_text="The open sitting, if there is one")

    web_may: ClassVar = ("INSERT",)

    class Meta:
        ordering: ClassVar = ["number"]
        permissions: ClassVar = [
            ("log_command", "Log commands at a table"),
            ("see_every_table", "See every table"),
            ("see_floor", "See the pit's floor"),
            ("change_limits", "Change a table's limits between coups"),
            ("read_history", "Read the audit history"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Assignment(models.Model):
    """A croupier may log at this table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="assignments")
    croupier = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assignments"
    )

    web_may: ClassVar = ("INSERT", "UPDATE", "DELETE")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "croupier"], name="assigned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.croupier} at {self.table}"


class LogEntry(models.Model):
    """One accepted command. `body` holds the exact text that was hashed; the rest reads it."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.BigIntegerField()
    sitting = models.IntegerField()
    gaming_day = models.DateField()
    recorded_at = models.DateTimeField()
    actor = models.TextField()
    device = models.TextField(blank=True)
    idempotency_key = models.TextField()
    do = models.TextField(help_text="The command's name")
    body = models.TextField()
    previous_hash = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(seq__gte=1), name="log_starts_at_one"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["recorded_at", "table", "seq"], name="log_by_time"),
            models.Index(fields=["gaming_day", "table", "seq"], name="log_by_day"),
            models.Index(
                fields=["gaming_day", "recorded_at", "table", "seq"], name="log_by_day_and_time"
            ),
            # The few entries that say which rules held, among all the others.
            models.Index(
                fields=["gaming_day", "table", "seq"],
                condition=Q(do__in=["open_sitting", "set_rules"]),
                name="log_of_rules",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq} {self.do}"


class CommandKey(models.Model):
    """An idempotency key that has been used at a table, and what it was used for."""

    pk = models.CompositePrimaryKey("table_id", "key")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.TextField()
    request = models.BinaryField(max_length=32, help_text="SHA-256 of the command and its actor")
    seq = models.BigIntegerField()

    def __str__(self) -> str:
        return self.key


class Sitting(models.Model):
    """A table from opening to closing. It belongs to the gaming day it opened in."""

    pk = models.CompositePrimaryKey("table_id", "number")
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="sittings", db_index=False
    )
    number = models.IntegerField()
    gaming_day = models.DateField()
    rules = models.JSONField()
    opened_at = models.DateTimeField()
    opened_by = models.TextField()
    opened_seq = models.BigIntegerField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["gaming_day"], name="sitting_by_day")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Shoe(models.Model):
    """The cards in use, from one shuffle to the next."""

    pk = models.CompositePrimaryKey("table_id", "sitting", "number")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    sitting = models.IntegerField()
    number = models.IntegerField()
    cards = models.IntegerField()
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.sitting}/{self.number}"


class Seat(models.Model):
    """A player at a seat, from sitting down to leaving."""

    pk = models.CompositePrimaryKey("table_id", "sat_seq")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    sat_seq = models.BigIntegerField(help_text="The log entry he sat down by")
    sitting = models.IntegerField()
    seat = models.SmallIntegerField()
    player = models.TextField()
    sat_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "seat"], condition=Q(left_at=None), name="one_player_a_seat"
            ),
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(left_at=None), name="one_seat_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.player}"


class Bank(models.Model):
    """A bank from taking it to losing or passing it on."""

    pk = models.CompositePrimaryKey("table_id", "sitting", "number")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="banks", db_index=False)
    sitting = models.IntegerField()
    number = models.IntegerField()
    shoe = models.IntegerField()
    seat = models.SmallIntegerField()
    player = models.TextField()
    turn = models.SmallIntegerField(help_text="The seat whose turn at the bank is being played")
    amount = models.BigIntegerField(help_text="What he took it with")
    taken_at = models.DateTimeField()
    taken_seq = models.BigIntegerField()
    ended_at = models.DateTimeField(null=True)
    ended_seq = models.BigIntegerField(null=True)
    reason = models.TextField(blank=True, help_text="lost, retired or shoe_over")
    paid_out = models.BigIntegerField(null=True, help_text="Bank and garage at the end")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_bank_holds_money"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_bank_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}'s bank"


class Coup(models.Model):
    """One deal and its settlement."""

    pk = models.CompositePrimaryKey("table_id", "sitting", "number")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="coups", db_index=False)
    sitting = models.IntegerField()
    number = models.IntegerField()
    shoe = models.IntegerField()
    bank = models.IntegerField(null=True)
    seq = models.BigIntegerField(help_text="The log entry that settled it")
    gaming_day = models.DateField()
    settled_at = models.DateTimeField()
    winner = models.TextField()
    hands = models.JSONField()
    irregular = models.TextField(blank=True)
    covered = models.BigIntegerField()
    base = models.BigIntegerField(help_text="What the commission was worked out on")
    commission = models.BigIntegerField()
    bank_after = models.BigIntegerField()
    garage_after = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_coup_a_log_entry"),
            models.CheckConstraint(
                condition=Q(covered__gte=0, base__gte=0, commission__gte=0),
                name="coup_money_is_not_negative",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["gaming_day", "table", "seq"], name="coup_by_day"),
            models.Index(
                fields=["gaming_day", "settled_at", "table", "seq"], name="coup_by_day_and_time"
            ),
            models.Index(fields=["table", "sitting", "bank"], name="coup_by_bank"),
            models.Index(fields=["settled_at", "table", "seq"], name="coup_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.sitting} coup {self.number}"


class Stake(models.Model):
    """A covered stake of a settled coup."""

    pk = models.CompositePrimaryKey("table_id", "sitting", "coup", "place")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    sitting = models.IntegerField()
    coup = models.IntegerField()
    place = models.SmallIntegerField(help_text="Its rank among the covered stakes")
    seat = models.SmallIntegerField(null=True, help_text="Empty for somebody standing")
    player = models.TextField()
    amount = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_stake_is_money"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.amount}"
