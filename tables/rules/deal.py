"""A finished deal as it is entered: whether it is one, and drawn as it must be."""

from tables.rules.cards import CARDS, point
from tables.rules.drawing import Tableau, irregularity
from tables.rules.errors import BadCards, IrregularDraw
from tables.rules.events import Hand
from tables.rules.shoe import check_holds
from tables.rules.state import State

BANKER = "banker"
TIE = "tie"


def check_hands(state: State, *hands: list[str]) -> None:
    for cards in hands:
        if not 2 <= len(cards) <= 3 or not CARDS.issuperset(cards):
            raise BadCards
    check_holds(state, sum(len(cards) for cards in hands))


def dealt(
    state: State,
    against: list[str],
    banker: list[str],
    tableau: Tableau,
    irregular: str | None,
) -> tuple[Hand, Hand]:
    """The hand against the bank and the banker's; drawn against the rules only with a reason."""
    check_hands(state, against, banker)
    broken = irregularity(against, banker, tableau)
    if broken and irregular is None:
        raise IrregularDraw(broken)
    return (
        Hand(tableau.against, tuple(against), point(against)),
        Hand(BANKER, tuple(banker), point(banker)),
    )


def winner_of(hands: tuple[Hand, Hand]) -> str:
    """The side with the higher point, or `TIE`."""
    against, banker = hands
    if against.point == banker.point:
        return TIE
    return against.side if against.point > banker.point else BANKER
