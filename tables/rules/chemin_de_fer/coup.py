"""The deal and its settlement."""

from typing import Literal

from tables.rules.chemin_de_fer.bank import offered_after, shares_of
from tables.rules.chemin_de_fer.state import ChemindeFer, covered
from tables.rules.commission import commission_on
from tables.rules.deal import BANKER, TIE, dealt, winner_of
from tables.rules.drawing import CHEMIN_DE_FER as TABLEAU
from tables.rules.errors import BadResult
from tables.rules.events import BankPassed, CoupSettled, CoupVoided, Event, Hand, ShoeEnded
from tables.rules.shoe import ends_after

PONTE = TABLEAU.against


def deal(
    state: ChemindeFer, *, ponte: list[str], banker: list[str], irregular: str | None = None
) -> tuple[Event, ...]:
    """Settles a coup by its cards; a deal against the rules only with the reason for it."""
    hands = dealt(state, ponte, banker, TABLEAU, irregular)
    return _settled(state, winner_of(hands), hands, irregular)


def result(state: ChemindeFer, *, winner: str) -> tuple[Event, ...]:
    """For houses that log no cards: the shoe's count is left as it is."""
    if winner not in (PONTE, BANKER, TIE):
        raise BadResult
    return _settled(state, winner, (), None)


def _settled(
    state: ChemindeFer, winner: str, hands: tuple[Hand, ...], irregular: str | None
) -> tuple[Event, ...]:
    base = covered(state) if winner == BANKER else 0
    settled = CoupSettled(
        number=state.coups + 1,
        winner=winner,
        hands=hands,
        irregular=irregular,
        covers=state.covers,
        base=base,
        commission=commission_on(base, state.table.commission),
    )
    cards_left = state.cards_left - sum(len(hand.cards) for hand in hands)
    shoe_is_over = ends_after(state, cards_left)
    if winner == PONTE:
        lost = _passed(state, "lost", 0)
        return settled, lost, ShoeEnded() if shoe_is_over else offered_after(state)
    if shoe_is_over:
        won = state.bank + base - settled.commission
        return settled, _passed(state, "shoe_over", won), ShoeEnded()
    return (settled,)


def _passed(state: ChemindeFer, reason: Literal["lost", "shoe_over"], bank: int) -> BankPassed:
    """Bank and garage are the banker's, whatever ends his bank."""
    return BankPassed(reason, bank, state.garage, shares_of(state, bank + state.garage))


def void(state: ChemindeFer, *, reason: str) -> tuple[Event, ...]:
    return (CoupVoided(reason, state.covers, from_garage=state.put_in_garage),)
