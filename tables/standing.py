"""Where a table stands, read from its log: the state is the fold of the events, nothing else.

Each process remembers the last state it saw of a table and reads on from there. What it remembers
is named by the hash of the last entry, which stands for everything before it: the door refuses to
append to any other head, so a state that has been overtaken can do no harm.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tables import models
from tables.chain import GENESIS
from tables.rules import events as ev
from tables.rules import variants
from tables.rules.errors import Refused


class NoSuchTable(Refused):
    code = "no_such_table"
    sentence = "There is no such table."


@dataclass(frozen=True, slots=True)
class Standing:
    """A table after entry `seq`, whose hash is `head`."""

    table_id: int
    seq: int
    head: bytes
    state: Any
    gaming_day: date | None = None

    def after(self, events: Iterable[ev.Event], *, head: bytes, day: date) -> "Standing":
        """The standing once these events, recorded as the next entry, have happened."""
        state = self.state
        for event in events:
            state = variants.evolve(state, event)
        return Standing(self.table_id, self.seq + 1, head, state, day)


_remembered: dict[int, Standing] = {}


def standing(table_id: int) -> Standing:
    """The table as it stands now, by the database."""
    table = models.Table.objects.filter(number=table_id).values("seq", "head").first()
    if table is None:
        raise NoSuchTable
    known = _remembered.get(table_id)
    if known is None or known.seq > table["seq"] or not _is_in_the_log(known):
        known = _before_the_last_sitting(table_id, table["seq"])
    if known.seq < table["seq"]:
        known = _read_on(known, table["seq"])
    remember(known)
    return known


def remembered(table_id: int) -> Standing:
    """The table as this process last saw it, which may have been overtaken."""
    return _remembered.get(table_id) or standing(table_id)


def remember(known: Standing) -> None:
    _remembered[known.table_id] = known


def standing_at(table_id: int, seq: int) -> Standing:
    """The table as it stood after entry `seq`: any past moment can be rebuilt."""
    return _read_on(_before_the_last_sitting(table_id, seq), seq)


def _is_in_the_log(known: Standing) -> bool:
    if known.seq == 0:
        return True
    entry = models.LogEntry.objects.filter(table_id=known.table_id, seq=known.seq)
    head = entry.values_list("hash", flat=True).first()
    return head is not None and bytes(head) == known.head


def _before_the_last_sitting(table_id: int, seq: int) -> Standing:
    """Where to begin reading for entry `seq`: just before its sitting opened, or at the start."""
    table = models.Table.objects.filter(number=table_id).first()
    if table is None:
        raise NoSuchTable
    sitting = (
        models.Sitting.objects.filter(table_id=table_id, opened_seq__lte=seq)
        .order_by("-number")
        .first()
    )
    state = variants.new(variants.read_table(table.rules))
    if sitting is None or sitting.opened_seq == 1:
        return Standing(table_id, 0, GENESIS, state)
    before = models.LogEntry.objects.get(table_id=table_id, seq=sitting.opened_seq - 1)
    return Standing(
        table_id,
        before.seq,
        bytes(before.hash),
        replace(state, sitting=sitting.number - 1),
        before.gaming_day,
    )


def _read_on(known: Standing, seq: int) -> Standing:
    entries = models.LogEntry.objects.filter(
        table_id=known.table_id, seq__gt=known.seq, seq__lte=seq
    ).order_by("seq")
    for body, head, day in entries.values_list("body", "hash", "gaming_day"):
        events = [ev.from_json(raw) for raw in json.loads(body)["events"]]
        known = known.after(events, head=bytes(head), day=day)
    return known
