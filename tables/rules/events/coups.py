"""Stakes against a banker's bank, and the coups they are played in."""

from dataclasses import dataclass

from tables.rules.events.records import Cover, Event, Hand, Who


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
