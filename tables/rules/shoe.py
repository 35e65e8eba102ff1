"""How many cards a shoe holds, and when its last coup has been dealt."""

from tables.rules.errors import ShoeShort
from tables.rules.state import State

CARDS_IN_A_DECK = 52


def cards_in(decks: int) -> int:
    return CARDS_IN_A_DECK * decks


def check_holds(state: State, cards: int) -> None:
    if cards > state.cards_left:
        raise ShoeShort


def ends_after(state: State, cards_left: int) -> bool:
    """Whether the coup that leaves so many cards was the last one of the shoe.

    The neutral card lies before the `cut_card_before_last`-th last card. Once it has come out,
    by the count or because the croupier saw it, the coup in hand is the last.
    """
    return state.cut_card_shown or cards_left < state.table.cut_card_before_last
