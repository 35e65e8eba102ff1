"""Stakes and coups at a table with two tableaux."""

from dataclasses import dataclass
from typing import Literal

from tables.rules.events.records import Cover, Event, Hand, Who

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
