"""What the console remembers of a table: the last acts, and what is still to be paid."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tables.console.board import LETTERS, Spot, spots_of
from tables.models import LogEntry, Table
from tables.queries import road
from tables.rules import events as ev
from tables.standing import Standing
from tables.telling.amounts import writing_of
from tables.telling.told import told, winner_wins

SHOWN = 6
LOOKED_AT = 14  # a coup stays in sight while a few people come and go after it


@dataclass(frozen=True, slots=True)
class Act:
    seq: int
    words: str


@dataclass(frozen=True, slots=True)
class Bead:
    """One coup on the bead plate: a class for the colour, a letter, and the words."""

    winner: str
    letter: str
    title: str


@dataclass(frozen=True, slots=True)
class Memory:
    recent: tuple[Act, ...]
    beads: tuple[Bead, ...]
    road: tuple[Spot, ...]
    last_paid: tuple[ev.Event, ...]


def memory_of(table: Table, standing: Standing) -> Memory:
    """The acts so far, newest first, and the roads of the shoe in use."""
    state, seq = standing.state, standing.seq
    entries = LogEntry.objects.filter(table=table, seq__lte=seq).order_by("-seq")
    if state.sitting:
        entries = entries.filter(sitting=state.sitting)
    bodies = entries.values_list("seq", "body")[:LOOKED_AT]
    acts = [
        (number, tuple(ev.from_json(raw) for raw in json.loads(body)["events"]))
        for number, body in bodies
    ]
    writing = writing_of(state)
    winners = road(table)
    return Memory(
        recent=tuple(Act(number, told(events, writing)) for number, events in acts[:SHOWN]),
        beads=tuple(bead(winner) for winner in winners),
        road=spots_of(winners),
        last_paid=_last_paid([events for _, events in acts]),
    )


def bead(winner: str) -> Bead:
    return Bead(winner, LETTERS[winner], winner_wins(winner))


def _last_paid(acts: Sequence[tuple[ev.Event, ...]]) -> tuple[ev.Event, ...]:
    """The newest act that pays somebody, unless a bank was taken or kept since: then it is done."""
    for events in acts:
        if any(isinstance(event, ev.CoupSettled | ev.BankPassed) for event in events):
            return events
        if any(isinstance(event, ev.BankTaken | ev.BankKept | ev.ShoeOpened) for event in events):
            return ()
    return ()
