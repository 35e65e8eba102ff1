"""What every game's table knows about itself between two commands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tables.rules.table import Table

CLOSED = "closed"
BETTING = "betting"
DEALING = "dealing"
SHOE_OVER = "shoe_over"
BETWEEN_SITTINGS = "between_sittings"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The numbers of sitting, shoe, bank and coup are those of the last one begun; 0 before any.

    `net` is by player's name, chips in hand now minus when he sat down, and is kept for those who
    left: only so does it add up with the money on the table to zero. `winner` and `commission`
    belong to the last coup.
    """

    table: Table
    phase: str = CLOSED
    sitting: int = 0
    sitting_is_open: bool = False
    croupier: str = ""
    shoe: int = 0
    cards_left: int = 0
    cut_card_shown: bool = False
    bank_number: int = 0
    coups: int = 0
    cagnotte: int = 0
    winner: str | None = None
    commission: int = 0
    seats: Mapping[int, str] = field(default_factory=dict)
    net: Mapping[str, int] = field(default_factory=dict)

    @property
    def moment(self) -> str:
        """The phase as far as commands are concerned: a table that keeps sittings rests between.

        A bare table (`sitting` 0, as in a scenario file) is played without any.
        """
        if self.sitting and not self.sitting_is_open:
            return BETWEEN_SITTINGS
        return self.phase


def view_of(state: State) -> dict[str, Any]:
    """The part of the view that is common to all games."""
    seen: dict[str, Any] = {
        "phase": state.phase,
        "coups": state.coups,
        "cagnotte": state.cagnotte,
        "net": dict(state.net),
        "cards_left": state.cards_left,
    }
    if state.winner is not None:
        seen |= {"winner": state.winner, "commission": state.commission}
    return seen


def paid(net: Mapping[str, int], amounts: Mapping[str, int]) -> dict[str, int]:
    """`net` with each player's amount added to what he has in hand (below zero: he gave it)."""
    return {**net, **{player: net.get(player, 0) + amount for player, amount in amounts.items()}}
