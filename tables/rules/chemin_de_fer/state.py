"""A chemin de fer table between two commands, and what screens see of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tables.rules.banks import AUCTION, OFFERING, SUITE, PlayersBank
from tables.rules.errors import BadCommand
from tables.rules.events import BancoCalled, Cover, Who
from tables.rules.options import Known, with_options
from tables.rules.state import BETTING, CLOSED, DEALING, SHOE_OVER, view_of
from tables.rules.table import LARGEST_AMOUNT, Table

IDLE = "idle"
DECIDING = "deciding"

PHASES = frozenset({CLOSED, OFFERING, IDLE, BETTING, DEALING, DECIDING, SUITE, AUCTION, SHOE_OVER})
IN_A_SHOE = PHASES - {CLOSED, SHOE_OVER}

OPTIONS: Known = {
    "takeover": ("at_least", "exact"),
    "takeover_turn": ("neighbour_counts", "original_right"),
    "auction": (False, True),
}
"""What the seeds differ in; the first of each is the default (seed 000)."""

DEFAULTS: Mapping[str, Any] = {"seats": 9, "decks": 6, "cut_card_before_last": 7}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChemindeFer(PlayersBank):
    """Seats are 0 where there is none: no banker, nobody offered the bank.

    `turn` is the seat whose turn at the bank is being played; a suite is measured from it.
    `declined` are the seats that refused the bank as it is offered now, `retiring` the banker who
    passed it on. `suivi` are the seats that lost a banco on the coup before, to this same bank.
    """

    banker: int = 0
    associate: int = 0
    garage: int = 0
    turn: int = 0
    retiring: int = 0
    stakes: Mapping[Who, int] = field(default_factory=dict)
    calls: Mapping[int, BancoCalled] = field(default_factory=dict)
    covers: tuple[Cover, ...] = ()
    put_in_garage: int = 0
    ponte: Who | None = None
    call: BancoCalled | None = None
    suivi: frozenset[int] = frozenset()


def furnish(table: Table) -> Table:
    """The table line with its options complete; `BadCommand` if it cannot be played."""
    if table.min_bank < 1 or table.min_stake < 1:
        raise BadCommand("chemin de fer needs a minimum bank and a minimum stake")
    return with_options(table, OPTIONS)


def new(table: Table) -> ChemindeFer:
    return ChemindeFer(table=table)


def view(state: ChemindeFer) -> dict[str, Any]:
    seen = view_of(state) | {
        "banker": state.banker or None,
        "associate": state.associate or None,
        "bank": state.bank,
        "garage": state.garage,
        "offered_to": state.offered_to or None,
        "covered": covered(state),
        "accepted": {str(cover.who): cover.amount for cover in state.covers},
        "ponte": state.ponte,
    }
    if state.phase == SUITE:
        seen["price"] = state.price
    return seen


def covered(state: ChemindeFer) -> int:
    return sum(cover.amount for cover in state.covers)


def bystanders(state: ChemindeFer) -> set[str]:
    """People without a seat whose money is on the table."""
    staked = {who for who in state.stakes if isinstance(who, str)}
    return staked | {cover.who for cover in state.covers if isinstance(cover.who, str)}


def nothing_is_placed(state: ChemindeFer) -> bool:
    return not (state.stakes or state.calls or state.covers)


def has_no_bank(state: ChemindeFer) -> bool:
    return state.phase in {CLOSED, OFFERING, IDLE, SHOE_OVER}


def landmarks(state: ChemindeFer) -> Iterable[int]:
    """Sums at which a limit of this table may lie now."""
    table = state.table
    ceiling = LARGEST_AMOUNT if table.max_bank is None else table.max_bank
    yield from (table.min_bank, ceiling, table.min_stake)
    yield from (state.bank, state.price, state.garage, ceiling - state.bank)
    if state.highest_bid is not None:
        yield state.highest_bid.amount + 1
