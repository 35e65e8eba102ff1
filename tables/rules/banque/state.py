"""A table of baccarat banque between two commands, and what screens see of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tables.rules.banks import AUCTION, OFFERING, SUITE, PlayersBank
from tables.rules.banque.tableaux import TABLEAUX, holder
from tables.rules.errors import BadCommand
from tables.rules.events import StakedOn, TableauStake, WentBank, Who
from tables.rules.options import Known, with_options
from tables.rules.state import BETTING, CLOSED, DEALING, SHOE_OVER, view_of
from tables.rules.table import LARGEST_AMOUNT, Table

BROKEN = "broken"

PHASES = frozenset({CLOSED, OFFERING, AUCTION, BETTING, DEALING, BROKEN, SUITE, SHOE_OVER})
IN_A_SHOE = PHASES - {CLOSED, SHOE_OVER}

OPTIONS: Known = {
    "open_bank": (False, True),
    "excess": ("held_only", "all_staked"),
    "award": ("auction", "list"),
}

DEFAULTS: Mapping[str, Any] = {"seats": 10, "decks": 3, "cut_card_before_last": 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class Banque(PlayersBank):
    """The banker has a place of his own and no seat, so he is known by name; "" if there is none.

    `outgoing` is who held the bank last, until somebody else does; `coups_held` is how often this
    banker has played. `turns` are the seats whose turn the cards of each tableau are. `stakes` and
    `calls` stand from the betting to the end of the coup, `on_table` is what lies there since the
    bets were closed, and `callers` are those gone bank who play. `lost_running` counts, by seat,
    the coups running that somebody went bank and lost.
    """

    banker: str = ""
    outgoing: str = ""
    is_open: bool = False
    coups_held: int = 0
    turns: tuple[int, ...] = ()
    stakes: Mapping[Who, StakedOn] = field(default_factory=dict)
    calls: Mapping[int, WentBank] = field(default_factory=dict)
    on_table: tuple[TableauStake, ...] = ()
    callers: tuple[int, ...] = ()
    lost_running: Mapping[int, int] = field(default_factory=dict)
    results: tuple[str, ...] = ()

    @property
    def holders(self) -> tuple[int, ...]:
        """The seat that holds the cards of tableau 1, and of tableau 2; 0 where nobody sits."""
        return tuple(
            holder(turn, tableau, self.table.seats, self.seats)
            for turn, tableau in zip(self.turns, TABLEAUX, strict=True)
        )


def furnish(table: Table) -> Table:
    """The table line with its options complete; `BadCommand` if it cannot be played."""
    if table.seats % 2:
        raise BadCommand("banque needs as many seats on one side as on the other")
    if table.min_bank < 1 or table.min_stake < 1:
        raise BadCommand("banque needs a minimum bank and a minimum stake")
    return with_options(table, OPTIONS)


def new(table: Table) -> Banque:
    return Banque(table=table, turns=first_turns(table))


def first_turns(table: Table) -> tuple[int, ...]:
    """The cards begin with whoever sits nearest to the banker on either side."""
    return 1, table.seats // 2 + 1


def view(state: Banque) -> dict[str, Any]:
    seen = view_of(state) | {
        "banker": state.banker or None,
        "bank": state.bank,
        "open": state.is_open,
        "holders": [seat or None for seat in state.holders],
        "offered_to": state.offered_to or None,
        "staked": sum(stake.amount for stake in state.on_table),
        "held": sum(stake.held for stake in state.on_table),
    }
    if state.phase == SUITE:
        seen["price"] = state.price
    if state.results:
        seen |= {"results": list(state.results), "commission": state.commission}
    return seen


def bystanders(state: Banque) -> set[str]:
    """People without a seat: the banker, and who stands and has staked."""
    standing = {who for who in state.stakes if isinstance(who, str)}
    return standing | {state.banker} if state.banker else standing


def nothing_is_placed(state: Banque) -> bool:
    return not (state.stakes or state.calls or state.on_table)


def has_no_bank(state: Banque) -> bool:
    return state.phase in {CLOSED, OFFERING, AUCTION, SHOE_OVER}


def landmarks(state: Banque) -> Iterable[int]:
    """Sums at which a limit of this table may lie now."""
    table = state.table
    ceiling = LARGEST_AMOUNT if table.max_bank is None else table.max_bank
    yield from (table.min_bank, ceiling, table.min_stake)
    yield from (state.bank, state.price, ceiling - state.bank)
    if state.highest_bid is not None:
        yield state.highest_bid.amount + 1
