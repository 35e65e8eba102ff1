"""Events in the log: an object whose `"event"` is the name of the class in snake_case."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from tables.rules.events.banks import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankKept,
    BankOffered,
    BankPassed,
    BankRaised,
    BankTaken,
    BidMade,
    TableIdled,
)
from tables.rules.events.coups import BancoCalled, BetsClosed, CoupSettled, CoupVoided, Staked
from tables.rules.events.house import (
    Bet,
    BetPlaced,
    CommissionCollected,
    HouseBetsClosed,
    HouseCoupSettled,
    HouseCoupVoided,
    SettledBet,
)
from tables.rules.events.records import Cover, Event, Hand
from tables.rules.events.sittings import (
    CardsBurned,
    CroupierRelieved,
    CutCardShown,
    LastCoupAnnounced,
    Left,
    RulesSet,
    Seated,
    ShoeEnded,
    ShoeOpened,
    SittingClosed,
    SittingOpened,
)
from tables.rules.events.tableaux import (
    StakedOn,
    StakesAccepted,
    TableauStake,
    TableauxClosed,
    TableauxSettled,
    WentBank,
)
from tables.rules.table import Table


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
