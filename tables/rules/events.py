"""What happened at a table, in words and in whole minor units: the records the log keeps.

Every event is frozen and carries all the money it moves, so that a past moment is rebuilt and the
ledger is posted from events alone. `as_json` and `from_json` are the form they have in the log:
an object whose `"event"` is the name of the class in snake_case.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_type_hints

from tables.rules.table import Table

Who = int | str
"""A seat's number, or a bystander's name."""

Source = Literal["garage", "pocket", "associate"]
CommissionMode = Literal["immediate", "owed"]


@dataclass(frozen=True, slots=True)
class Cover:
    """Money that is in play, or paid out: whose, and how much (above zero)."""

    who: Who
    player: str
    amount: int


On = Literal[1, 2, "cheval"]
"""A tableau at banque, or half on each."""


@dataclass(frozen=True, slots=True)
class TableauStake:
    """What somebody has lying on one tableau, and how much of it the bank holds."""

    who: Who
    player: str
    tableau: int
    amount: int
    held: int


@dataclass(frozen=True, slots=True)
class Hand:
    side: str
    cards: tuple[str, ...]
    point: int


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


class Event:
    """Something that happened. The state after it is `evolve(state, event)`."""

    __slots__ = ()


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
class CutCardShown(Event):
    pass


@dataclass(frozen=True, slots=True)
class ShoeEnded(Event):
    pass


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
class Staked(Event):
    """An amount of 0 withdraws the stake."""

    who: Who
    amount: int


@dataclass(frozen=True, slots=True)
class BancoCalled(Event):
    seat: int
    kind: str
    partner: int | None


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """`ponte` holds the cards; `call` is the banco that is played, if one is."""

    covers: tuple[Cover, ...]
    to_garage: int
    ponte: Who
    call: BancoCalled | None


@dataclass(frozen=True, slots=True)
class CoupVoided(Event):
    reason: str
    covers: tuple[Cover, ...]
    from_garage: int


@dataclass(frozen=True, slots=True)
class CoupSettled(Event):
    """`base` is the money the commission was computed on, 0 if none; no hands if only a result."""

    number: int
    winner: str
    hands: tuple[Hand, ...]
    irregular: str | None
    covers: tuple[Cover, ...]
    base: int
    commission: int


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


@dataclass(frozen=True, slots=True)
class CardsBurned(Event):
    count: int


@dataclass(frozen=True, slots=True)
class LastCoupAnnounced(Event):
    """The coup after this is the last of the shoe."""


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


@dataclass(frozen=True, slots=True)
class StakedOn(Event):
    """A stake at a table with two tableaux; `Staked` with 0 withdraws it."""

    who: Who
    amount: int
    on: On


@dataclass(frozen=True, slots=True)
class WentBank(Event):
    """A seat's claim to play against the whole bank, on one tableau or on both."""

    seat: int
    on: On


@dataclass(frozen=True, slots=True)
class TableauxClosed(Event):
    """`stakes` are all that lies on the table, in the order in which they are held and paid.

    `callers` are the seats that have gone bank, the first claim first.
    """

    stakes: tuple[TableauStake, ...]
    callers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StakesAccepted(Event):
    """The banker holds every stake, and the bank is open until the banker changes."""


@dataclass(frozen=True, slots=True)
class TableauxSettled(Event):
    """`results` are those of tableau 1 and 2; `returned` is what each owner has back in hand.

    What lay on the table and does not go back went to the bank; what goes back beyond it came out
    of the bank. `base` is the banker's net gain of the coup, 0 if he has none.
    """

    number: int
    results: tuple[str, ...]
    hands: tuple[Hand, ...]
    irregular: str | None
    stakes: tuple[TableauStake, ...]
    returned: tuple[Cover, ...]
    base: int
    commission: int


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


EVENTS: dict[str, type[Event]] = {
    _snake(kind.__name__): kind
    for kind in (
        *(SittingOpened, SittingClosed, CroupierRelieved, RulesSet, Seated, Left),
        *(ShoeOpened, CutCardShown, ShoeEnded),
        *(BankOffered, BankDeclined, TableIdled, BankTaken, BankKept, BankRaised, BankPassed),
        *(AuctionOpened, BidMade, AuctionClosed),
        *(Staked, BancoCalled, BetsClosed, CoupVoided, CoupSettled),
        *(CardsBurned, LastCoupAnnounced, BetPlaced, HouseBetsClosed, HouseCoupVoided),
        *(HouseCoupSettled, CommissionCollected),
        *(StakedOn, WentBank, TableauxClosed, StakesAccepted, TableauxSettled),
    )
}
NAMES: dict[type[Event], str] = {kind: name for name, kind in EVENTS.items()}


def as_json(event: Event) -> dict[str, Any]:
    """The event as the log keeps it: plain objects, lists, texts and whole numbers."""
    return {"event": NAMES[type(event)], **_plain(event)}


def _plain(value: Any) -> Any:
    if isinstance(value, Table):
        return value.as_json()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


def from_json(raw: Mapping[str, Any]) -> Event:
    """The event behind an object of the log; `ValueError` if it is none."""
    name = raw.get("event")
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"not an event: {name!r}")
    event: Event = _record(kind, {key: value for key, value in raw.items() if key != "event"})
    return event


def _record(kind: type[Any], raw: Mapping[str, Any]) -> Any:
    readers = READERS[kind]
    if raw.keys() != readers.keys():
        raise ValueError(f"{kind.__name__} has {sorted(readers)}, not {sorted(raw)}")
    return kind(**{name: reader(raw[name]) for name, reader in readers.items()})


def _list_of(kind: type[Any]) -> Any:
    return lambda raw: tuple(_record(kind, item) for item in raw)


def _as_is(raw: Any) -> Any:
    return raw


# How a field is read back, by its declared type; every other type is the JSON value itself.
_BY_TYPE: dict[Any, Any] = {
    Table: Table.from_json,
    tuple[Cover, ...]: _list_of(Cover),
    tuple[Hand, ...]: _list_of(Hand),
    tuple[Bet, ...]: _list_of(Bet),
    tuple[SettledBet, ...]: _list_of(SettledBet),
    tuple[TableauStake, ...]: _list_of(TableauStake),
    tuple[str, ...]: tuple,
    tuple[int, ...]: tuple,
    BancoCalled | None: lambda raw: None if raw is None else _record(BancoCalled, raw),
}

READERS: dict[type[Any], dict[str, Any]] = {
    kind: {
        field.name: _BY_TYPE.get(get_type_hints(kind)[field.name], _as_is) for field in fields(kind)
    }
    for kind in (Cover, TableauStake, Hand, Bet, SettledBet, *NAMES)
}
