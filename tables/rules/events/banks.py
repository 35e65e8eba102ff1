"""Who holds a bank of his own, and for how much."""

from dataclasses import dataclass
from typing import Literal

from tables.rules.events.records import Cover, Event

Source = Literal["garage", "pocket", "associate"]


@dataclass(frozen=True, slots=True)
class BankOffered(Event):
    """`price` only while a suite is offered; otherwise the bank goes for any allowed amount."""

    seat: int
    price: int | None


@dataclass(frozen=True, slots=True)
class BankDeclined(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class TableIdled(Event):
    pass


@dataclass(frozen=True, slots=True)
class BankTaken(Event):
    """`turn` is the seat whose turn at the bank is being played from now on."""

    number: int
    seat: int
    player: str
    amount: int
    turn: int


@dataclass(frozen=True, slots=True)
class BankKept(Event):
    pass


@dataclass(frozen=True, slots=True)
class BankRaised(Event):
    """`seat` and `player` say whose money it is."""

    source: Source
    seat: int
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BankPassed(Event):
    """`shares` are what is paid out of `bank` and `garage`, and to whom."""

    reason: Literal["lost", "retired", "shoe_over"]
    bank: int
    garage: int
    shares: tuple[Cover, ...]


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    pass


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class AuctionClosed(Event):
    pass
