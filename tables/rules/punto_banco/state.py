"""A punto banco table between two commands, and what screens see of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tables.rules.deal import BANKER, TIE
from tables.rules.errors import BadCommand
from tables.rules.events import Bet
from tables.rules.options import Known, with_options
from tables.rules.state import BETTING, CLOSED, SHOE_OVER, State, view_of
from tables.rules.table import Table

PLAYER = "player"
PLAYER_PAIR = "player_pair"
BANKER_PAIR = "banker_pair"
EITHER_PAIR = "either_pair"

PAYS: Mapping[str, tuple[int, ...]] = {
    PLAYER: (1,),
    BANKER: (1,),
    TIE: (8, 9),
    PLAYER_PAIR: (11,),
    BANKER_PAIR: (11,),
    EITHER_PAIR: (5,),
}
"""The bets, in the order in which they are settled, and what a win pays for one; first the usual.

What the pairs pay is the house's own affair; a tie pays eight or nine, a side as much again.
"""
FIXED_PAY = (PLAYER, BANKER, TIE)

OPTIONS: Known = {"commission_mode": ("immediate", "owed"), "no_commission": (False, True)}

DEFAULTS: Mapping[str, Any] = {"seats": 7, "decks": 8, "cut_card_before_last": 14}

Placed = tuple[int, str]
"""A seat, and on what it bets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuntoBanco(State):
    """`stakes` may still be changed, `bets` are in play. `house` is what the house has won by
    coups before commission, `owed` by player's name what of that is marked and not yet collected.
    """

    house: int = 0
    owed: Mapping[str, int] = field(default_factory=dict)
    points: tuple[int, int] | None = None
    last_coup_announced: bool = False
    stakes: Mapping[Placed, int] = field(default_factory=dict)
    bets: tuple[Bet, ...] = ()


def furnish(table: Table) -> Table:
    """The table line with its options and payments complete; `BadCommand` if it is none."""
    if (table.min_bank, table.max_bank, table.min_stake) != (0, None, 0):
        raise BadCommand("at punto banco the house holds the bank and each bet has its own limits")
    unknown = sorted(set(table.bets) - set(PAYS))
    if unknown:
        raise BadCommand(f"punto banco has no bet {', '.join(unknown)}")
    if not {PLAYER, BANKER} <= set(table.bets):
        raise BadCommand("punto banco needs bets on player and banker")
    bets = {
        name: replace(table.bets[name], pays=table.bets[name].pays or pays[0])
        for name, pays in PAYS.items()
        if name in table.bets
    }
    for name in FIXED_PAY:
        if name in bets and bets[name].pays not in PAYS[name]:
            raise BadCommand(f"{name} pays {' or '.join(map(str, PAYS[name]))} for one")
    return with_options(replace(table, bets=bets), OPTIONS)


def new(table: Table) -> PuntoBanco:
    return PuntoBanco(table=table)


def view(state: PuntoBanco) -> dict[str, Any]:
    seen = view_of(state) | {
        "house": state.house,
        "owed": dict(state.owed),
        "covered": sum(bet.amount for bet in state.bets),
    }
    if state.points is not None:
        seen["points"] = list(state.points)
    return seen


def nothing_is_placed(state: PuntoBanco) -> bool:
    return not state.stakes and state.phase in {CLOSED, BETTING, SHOE_OVER}


def landmarks(state: PuntoBanco) -> Iterable[int]:
    """Sums, and counts of cards, at which a limit may lie."""
    yield state.cards_left
    for bet in state.table.bets.values():
        yield bet.min
        if bet.max is not None:
            yield bet.max
