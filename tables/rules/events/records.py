"""What events are made of: whose money, which cards."""

from dataclasses import dataclass

Who = int | str
"""A seat's number, or a bystander's name."""


class Event:
    """Something that happened. The state after it is `evolve(state, event)`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """Money that is in play, or paid out: whose, and how much (above zero)."""

    who: Who
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class Hand:
    side: str
    cards: tuple[str, ...]
    point: int
