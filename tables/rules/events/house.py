"""Bets and coups against the house, and the commission on them."""

from dataclasses import dataclass
from typing import Literal

from tables.rules.events.records import Event, Hand

CommissionMode = Literal["immediate", "owed"]


@dataclass(frozen=True, slots=True)
class Bet:
    """A stake on a result, at a table whose bank is the house's: above zero."""

    seat: int
    player: str
    on: str
    amount: int


@dataclass(frozen=True, slots=True)
class SettledBet:
    """What became of a bet. `win` is what the house paid on it, below zero what it kept.

    `base` is what the commission was computed on, 0 if there is none on it.
    """

    seat: int
    player: str
    on: str
    amount: int
    win: int
    base: int
    commission: int


@dataclass(frozen=True, slots=True)
class BetPlaced(Event):
    """An amount of 0 withdraws the bet."""

    seat: int
    on: str
    amount: int


@dataclass(frozen=True, slots=True)
class HouseBetsClosed(Event):
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class HouseCoupVoided(Event):
    reason: str
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class HouseCoupSettled(Event):
    """`commission_mode` says whether the commissions were kept at once or are owed from now on."""

    number: int
    winner: str
    hands: tuple[Hand, ...]
    irregular: str | None
    bets: tuple[SettledBet, ...]
    commission_mode: CommissionMode


@dataclass(frozen=True, slots=True)
class CommissionCollected(Event):
    seat: int
    player: str
    amount: int
