"""Sittings, people and shoes: the same at every table."""

from dataclasses import dataclass

from tables.rules.events.records import Event
from tables.rules.table import Table


@dataclass(frozen=True, slots=True)
class SittingOpened(Event):
    number: int
    table: Table


@dataclass(frozen=True, slots=True)
class SittingClosed(Event):
    pass


@dataclass(frozen=True, slots=True)
class CroupierRelieved(Event):
    croupier: str


@dataclass(frozen=True, slots=True)
class RulesSet(Event):
    table: Table


@dataclass(frozen=True, slots=True)
class Seated(Event):
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class ShoeOpened(Event):
    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardsBurned(Event):
    count: int


@dataclass(frozen=True, slots=True)
class CutCardShown(Event):
    pass


@dataclass(frozen=True, slots=True)
class LastCoupAnnounced(Event):
    """The coup after this is the last of the shoe."""


@dataclass(frozen=True, slots=True)
class ShoeEnded(Event):
    pass
