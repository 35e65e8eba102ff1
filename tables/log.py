"""The one door: a command becomes one entry of the table's log, with all it brings, or nothing.

The rules are asked here, in Python, against the table as this process remembers it; then one SQL
function (migrations/0002_door.sql) locks the table, checks that it still stands there and that the
key is new, and writes the log entry, the rows and the ledger entry in one transaction. If the table
has moved on meanwhile, the rules are asked again. Nothing else writes.
"""

import hashlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

import psycopg
from django.db import DatabaseError, IntegrityError, OperationalError, connection

from ledger import days
from ledger.book import commission_rules
from tables import models, rows, settlement
from tables.chain import canonical
from tables.rules import events as ev
from tables.rules import variants
from tables.rules.errors import Refused
from tables.standing import (
    NoSuchTable,
    Standing,
    remember,
    remembered,
    standing,
    standing_at,
)

__all__ = [
    "DayClosed",
    "KeyReused",
    "NoSitting",
    "NoSuchTable",
    "Recorded",
    "Stale",
    "Standing",
    "record",
    "standing",
    "standing_at",
]

ATTEMPTS = 5
"""How often a command is judged anew when others keep coming first; never reached at one table."""

APPEND = "SELECT outcome, seq, hash FROM tables_append(%s, %s, %s, %s, %s, %s, %s, %s)"

# What may be said at a table that is not open.
OUTSIDE_A_SITTING = frozenset({"open_sitting", "set_rules"})

RETRYABLE = frozenset({"40001", "40P01"})
"""PostgreSQL's words for: nothing is wrong with this, say it again."""


class Stale(Refused):
    code = "stale"
    sentence = "The table has moved on. Look at it again before you go on."

    def __init__(self, seq: int) -> None:
        super().__init__()
        self.seq = seq


class KeyReused(Refused):
    code = "key_reused"
    sentence = "This key was used for another command already."


class NoSitting(Refused):
    code = "no_sitting"
    sentence = "The table is not open. Open a sitting first."


class DayClosed(Refused):
    code = "day_closed"
    sentence = "The gaming day is closed and takes nothing more."


@dataclass(frozen=True, slots=True)
class Recorded:
    """An accepted command: its place in the log, and the table right after it."""

    seq: int
    hash: bytes
    state: Any
    events: tuple[ev.Event, ...]
    replayed: bool = False

    @property
    def view(self) -> dict[str, Any]:
        return variants.view(self.state)


@dataclass(frozen=True, slots=True)
class _Request:
    """One command as it was given, before anybody has judged it."""

    command: Mapping[str, Any]
    actor: str
    device: str
    key: str
    now: datetime

    def fingerprint(self) -> bytes:
        """What a key stands for. The clock is not in it: a retry is later and still the same."""
        asked = {"command": self.command, "actor": self.actor}
        return hashlib.sha256(canonical(asked).encode()).digest()


def record(
    *,
    table_id: int,
    command: Mapping[str, Any],
    actor: str,
    device: str,
    key: str,
    now: datetime,
    expected_seq: int | None = None,
) -> Recorded:
    """Record a command, or raise why not: then nothing has changed.

    `key` makes it happen once: given again with the same command and actor, the first answer comes
    back, `replayed`. With `expected_seq` the command is only taken at that place of the log.

    Raises `Refused` (the rules' codes), `Stale`, `KeyReused`, `NoSitting`, `DayClosed`,
    `NoSuchTable`.
    """
    request = _Request(command, actor, device, key, now)
    known = remembered(table_id)
    for _ in range(ATTEMPTS):
        try:
            if expected_seq is not None and expected_seq != known.seq:
                raise Stale(known.seq)
            command, events, day = _judge(known, request)
        except Refused:
            # Judged on what this process remembers. Before saying no: was the command taken
            # already, or has the table moved on?
            answered = _answered(table_id, request)
            if answered is not None:
                return answered
            now_known = standing(table_id)
            if now_known.head == known.head:
                raise
            known = now_known
            continue
        outcome, seq, after = _write(known, request, command, events, day)
        if outcome == "recorded":
            remember(after)
            return Recorded(seq, after.head, after.state, events)
        if outcome == "repeat":
            return _first_answer(table_id, seq)
        if outcome == "reused":
            raise KeyReused
        known = standing(table_id)
    raise Stale(known.seq)


def _judge(
    known: Standing, request: _Request
) -> tuple[Mapping[str, Any], tuple[ev.Event, ...], date]:
    """Ask the rules: the command in full, what it does, and the gaming day it belongs to."""
    command = request.command
    do = command.get("do")
    if not known.state.sitting_is_open and do not in OUTSIDE_A_SITTING:
        raise NoSitting
    if known.state.sitting_is_open and known.gaming_day is not None:
        # A sitting belongs to the day it opened in, however long it lasts.
        day = known.gaming_day
    else:
        day = days.open_day(request.now).date
    if do == "open_sitting":
        command = {**command, "table": _table_of_the_day(known, day)}
    return command, variants.decide(known.state, command), day


def _table_of_the_day(known: Standing, day: date) -> dict[str, Any]:
    """The table line a sitting opens with: the commission by the rule in force on that day."""
    line: dict[str, Any] = known.state.table.as_json()
    family = line["commission"].get("version", "").partition("/")[0]
    dated = commission_rules.in_force(family, day)
    if dated is not None:
        line["commission"] = dated.as_json()
    return line


def _write(
    known: Standing,
    request: _Request,
    command: Mapping[str, Any],
    events: tuple[ev.Event, ...],
    day: date,
) -> tuple[str, int, Standing]:
    """Append through the SQL function; from here on it succeeds, or nothing has happened."""
    after = known.after(events, head=b"", day=day)
    posted = settlement.entry_for(known.state, events)
    body = canonical(
        {
            "table": known.table_id,
            "seq": after.seq,
            "sitting": after.state.sitting,
            "command": command,
            "events": [ev.as_json(event) for event in events],
            "entry": posted and {**posted.as_json(), "currency": known.state.table.currency},
            "actor": request.actor,
            "device": request.device,
            "idempotency_key": request.key,
            "recorded_at": _instant(request.now),
            "gaming_day": day.isoformat(),
        }
    )
    outcome, seq, head = _append(
        (
            known.table_id,
            known.seq,
            known.head,
            request.key,
            request.fingerprint(),
            body,
            json.dumps(variants.view(after.state)),
            json.dumps(rows.rows_for(known.state, events, after.state)),
        )
    )
    return outcome, seq, replace(after, head=head)


def _append(values: tuple[Any, ...]) -> tuple[str, int, bytes]:
    """One call, one transaction; said again when PostgreSQL only asks for that."""
    for attempt in itertools.count(1):
        try:
            with connection.cursor() as cursor:
                cursor.execute(APPEND, values)
                outcome, seq, head = cursor.fetchone()
                return outcome, seq, bytes(head)
        except IntegrityError as error:
            if _cause(error).diag.constraint_name == "gaming_day_is_open":
                raise DayClosed from error
            raise
        except OperationalError as error:
            again = _cause(error).sqlstate in RETRYABLE and attempt < ATTEMPTS
            if not again or connection.in_atomic_block:
                raise
    raise AssertionError("the count never ends")


def _cause(error: DatabaseError) -> psycopg.Error:
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        raise error
    return cause


def _answered(table_id: int, request: _Request) -> Recorded | None:
    """The answer this key was given before; `KeyReused` if it was for something else."""
    used = models.CommandKey.objects.filter(table_id=table_id, key=request.key).first()
    if used is None:
        return None
    if bytes(used.request) != request.fingerprint():
        raise KeyReused
    return _first_answer(table_id, used.seq)


def _first_answer(table_id: int, seq: int) -> Recorded:
    then = standing_at(table_id, seq)
    entry = models.LogEntry.objects.get(table_id=table_id, seq=seq)
    events = tuple(ev.from_json(raw) for raw in json.loads(entry.body)["events"])
    return Recorded(seq, then.head, then.state, events, replayed=True)


def _instant(moment: datetime) -> str:
    """UTC, to the microsecond the database keeps, always written the same way."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
