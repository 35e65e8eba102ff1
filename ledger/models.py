"""The rows of the books. Entries, lines and commissions are only ever added.

What no row may be is said here and kept by PostgreSQL: the checks stand in `Meta.constraints`, the
rest (append-only, balance at commit, a closed day closed) in `migrations/0002_promises.sql`.
Every key begins with the table it belongs to, which is what is locked and could be sharded by.

`web_may` names what the web's database role may do with a table; it may always SELECT.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Cast

from ledger.book.accounts import ENTRY_KINDS, KINDS

WRITES = ("INSERT", "UPDATE", "DELETE")


class Casino(models.Model):
    """The house whose books these are: one row, its clock and its currency."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    name = models.TextField()
    time_zone = models.TextField(default="Europe/Paris")
    cut_off = models.TimeField(help_text="Local time at which one gaming day follows another")
    currency = models.CharField(max_length=3, default="EUR")

    web_may: ClassVar = WRITES

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="one_casino"),
        ]

    def __str__(self) -> str:
        return self.name


class GamingDay(models.Model):
    """`[opens_at, closes_at)` in UTC, stored when the day is opened; closed by an accountant."""

    date = models.DateField(primary_key=True)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    web_may: ClassVar = ("INSERT", "UPDATE")

    class Meta:
        ordering: ClassVar = ["-date"]
        permissions: ClassVar = [
            ("read_books", "Read the books"),
            ("reconcile", "Reconcile a gaming day"),
            ("export", "Take reports away as files"),
            ("close_day", "Close a gaming day"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")), name="gaming_day_has_a_length"
            ),
            ExclusionConstraint(
                name="gaming_days_do_not_overlap",
                expressions=[
                    (
                        Func(
                            F("opens_at"),
                            F("closes_at"),
                            function="tstzrange",
                            output_field=DateTimeRangeField(),
                        ),
                        RangeOperators.OVERLAPS,
                    )
                ],
            ),
        ]

    def __str__(self) -> str:
        return self.date.isoformat()


class Entry(models.Model):
    """One entry, posted by the log entry of the same table and number: at most one each."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    sitting = models.IntegerField()
    kind = models.TextField()
    currency = models.CharField(max_length=3)
    gaming_day = models.DateField()
    recorded_at = models.DateTimeField()
    lines = models.SmallIntegerField(help_text="How many lines: all are there at commit")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(lines__gte=2), name="entry_has_two_sides"),
            models.CheckConstraint(condition=Q(kind__in=ENTRY_KINDS), name="entry_kind_is_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["gaming_day", "table_id", "seq"], name="entry_by_day"),
            models.Index(
                fields=["gaming_day", "recorded_at", "table_id", "seq"],
                name="entry_by_day_and_time",
            ),
            models.Index(fields=["recorded_at", "table_id", "seq"], name="entry_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq} {self.kind}"


class Line(models.Model):
    """One movement of an entry. Debit positive, credit negative, whole minor units.

    The lines of an entry are numbered 1 to `of`, which is the entry's own `lines`: a line slipped
    in later finds its number taken or out of range.
    """

    pk = models.CompositePrimaryKey("table_id", "seq", "line")
    table_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    line = models.SmallIntegerField()
    of = models.SmallIntegerField()
    sitting = models.IntegerField()
    kind = models.TextField()
    holder = models.TextField(blank=True)
    amount = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(amount=0), name="line_moves_something"),
            models.CheckConstraint(
                condition=Q(line__gte=1, line__lte=F("of")), name="line_is_numbered"
            ),
            models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="account_kind_is_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["table_id", "sitting", "kind", "holder"], name="line_by_account"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq}.{self.line}"


class Commission(models.Model):
    """What the house took of one win, and by which rule: enough to work it out again."""

    pk = models.CompositePrimaryKey("table_id", "seq", "number")
    table_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    number = models.SmallIntegerField()
    sitting = models.IntegerField()
    gaming_day = models.DateField()
    recorded_at = models.DateTimeField()
    player = models.TextField(help_text="Who won: the banker, at chemin de fer")
    base = models.BigIntegerField()
    rate_bp = models.IntegerField()
    exact = models.GeneratedField(
        # Decimal from the first step: whole numbers would be divided as such, and outgrow bigint.
        expression=Cast(F("base"), models.DecimalField(max_digits=24, decimal_places=4))
        * F("rate_bp")
        / models.Value(10000),
        output_field=models.DecimalField(max_digits=24, decimal_places=4),
        db_persist=True,
    )
    round_to = models.IntegerField()
    rounding = models.TextField()
    half = models.TextField()
    minimum = models.BigIntegerField()
    version = models.TextField(blank=True, help_text="The dated rule it was taken by")
    amount = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(base__gt=0, rate_bp__gte=0, round_to__gt=0, amount__gte=0),
                name="commission_is_of_a_win",
            ),
            models.CheckConstraint(
                condition=Q(rounding__in=["nearest", "up", "down"], half__in=["up", "even"]),
                name="commission_rounding_is_known",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["gaming_day", "table_id", "seq", "number"], name="commission_by_day"
            ),
            models.Index(
                fields=["recorded_at", "table_id", "seq", "number"], name="commission_by_time"
            ),
            models.Index(
                fields=["gaming_day", "recorded_at", "table_id", "seq", "number"],
                name="commission_by_day_and_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq}.{self.number}"


class Reconciliation(models.Model):
    """One comparison of a gaming day: what the coups say against what the ledger says."""

    class State(models.TextChoices):
        ASKED = "asked"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.BigAutoField(primary_key=True)
    gaming_day = models.ForeignKey(GamingDay, on_delete=models.PROTECT)
    state = models.TextField(choices=State.choices, default=State.ASKED)
    asked_at = models.DateTimeField()
    asked_by = models.TextField()
    finished_at = models.DateTimeField(null=True)
    coups = models.IntegerField(default=0)
    expected = models.BigIntegerField(default=0, help_text="Commission by the coups, minor units")
    posted = models.BigIntegerField(default=0, help_text="Commission by the ledger, minor units")
    open_differences = models.IntegerField(default=0)
    failure = models.TextField(blank=True)

    web_may: ClassVar = ("INSERT", "UPDATE")

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            # A day asked for twice is one run, whoever asks and however often the beat fires.
            models.UniqueConstraint(
                fields=["gaming_day"],
                condition=Q(state__in=["asked", "running"]),
                name="one_reconciliation_of_a_day_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day_id} {self.state}"


class Difference(models.Model):
    """Something two of the sources do not agree on. Found again, it is the same row."""

    class Kind(models.TextChoices):
        MISSING = "missing"
        DOUBLE = "double"
        WRONG_AMOUNT = "wrong_amount"
        WRONG_ACCOUNT = "wrong_account"

    class Status(models.TextChoices):
        OPEN = "open"
        SETTLED = "settled"

    id = models.BigAutoField(primary_key=True)
    gaming_day = models.ForeignKey(GamingDay, on_delete=models.PROTECT)
    table_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    kind = models.TextField(choices=Kind.choices)
    expected = models.BigIntegerField()
    posted = models.BigIntegerField()
    status = models.TextField(choices=Status.choices, default=Status.OPEN)
    found_at = models.DateTimeField()

    web_may: ClassVar = ("INSERT", "UPDATE")

    class Meta:
        ordering: ClassVar = ["gaming_day", "table_id", "seq", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["gaming_day", "table_id", "seq", "kind"], name="a_difference_is_found_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq} {self.kind}"


class Export(models.Model):
    """A file somebody took away, kept byte for byte with its SHA-256."""

    id = models.UUIDField(primary_key=True)
    name = models.TextField()
    media_type = models.TextField()
    content = models.BinaryField()
    sha256 = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    web_may: ClassVar = ("INSERT",)

    class Meta:
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def hexdigest(self) -> str:
        """Its SHA-256 as `sha256sum` prints it."""
        return bytes(self.sha256).hex()
