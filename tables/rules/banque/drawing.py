"""Three hands by the drawing rules: each ponte by his own, the banker by what both ask of him."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.rules.cards import is_natural, point, worth
from tables.rules.drawing import (
    CHEMIN_DE_FER,
    STOOD,
    Draw,
    Tableau,
    banker_draws,
    ponte_draws,
)


@dataclass(frozen=True, slots=True)
class Duty:
    """What the cards on the table ask of each hand, whether it has drawn already or not.

    `broken` says which rule the cards break and `owed` which card is still due ("" if none).
    While a ponte may still draw, the banker's duty is that against a ponte who stands.
    """

    one: Draw
    two: Draw
    banker: Draw
    broken: str = ""
    owed: str = ""

    @property
    def may_be_settled(self) -> bool:
        """Whether the coup can be over as it lies."""
        return self.one is not Draw.WAITS and not self.broken and not self.owed


def duty(
    one: Sequence[str],
    two: Sequence[str],
    banker: Sequence[str],
    tableau: Tableau = CHEMIN_DE_FER,
) -> Duty:
    """The duty of all three; the hands are the cards dealt so far, none to three each."""
    if min(len(one), len(two), len(banker)) < 2:
        return Duty(Draw.WAITS, Draw.WAITS, Draw.WAITS)
    first, second = _ponte_draws(one, tableau), _ponte_draws(two, tableau)
    if is_natural(banker) or (is_natural(one) and is_natural(two)):
        return _judged((one, Draw.STANDS), (two, Draw.STANDS), (banker, Draw.STANDS))
    pontes = ((one, first), (two, second))
    if any(draw is Draw.MUST and len(cards) == 2 for cards, draw in pontes):
        return _judged(*pontes, (banker, Draw.WAITS))
    return _judged(*pontes, (banker, _banker_draws(one, two, banker, tableau)))


def _ponte_draws(cards: Sequence[str], tableau: Tableau) -> Draw:
    """A natural ends its own hand; the other tableau plays on."""
    return Draw.STANDS if is_natural(cards) else ponte_draws(point(cards[:2]), tableau)


def _banker_draws(
    one: Sequence[str], two: Sequence[str], banker: Sequence[str], tableau: Tableau
) -> Draw:
    """Bound where the tableaux that still play agree, free where they do not."""
    asked = {
        banker_draws(point(banker[:2]), worth(cards[2]) if len(cards) > 2 else STOOD, tableau)
        for cards in (one, two)
        if not is_natural(cards)
    }
    return asked.pop() if len(asked) == 1 else Draw.MAY


def _judged(*hands: tuple[Sequence[str], Draw]) -> Duty:
    broken, owed = "", ""
    for side, (cards, draw) in zip(("tableau 1", "tableau 2", "banker"), hands, strict=True):
        if draw is Draw.STANDS and len(cards) > 2:
            broken = broken or f"{side} must stand on {point(cards[:2])}"
        if draw is Draw.MUST and len(cards) == 2:
            owed = owed or f"{side} must draw on {point(cards[:2])}"
    (_, one), (_, two), (_, banker) = hands
    return Duty(one, two, banker, broken, owed)


def irregularity(
    one: Sequence[str],
    two: Sequence[str],
    banker: Sequence[str],
    tableau: Tableau = CHEMIN_DE_FER,
) -> str:
    """Which hand broke which rule in a finished deal; "" if it is as it should be."""
    judged = duty(one, two, banker, tableau)
    return judged.broken or judged.owed
