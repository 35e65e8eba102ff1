"""The tableaux de tirage: who must, may or may not draw a third card.

`duty` is the only reading of these tables: what the croupier is told, what a deal is judged by and
what a preview shows are the same answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tables.rules.cards import is_natural, point, worth

STOOD = None
"""The ponte took no third card. Not the same as a third card worth 0."""

Third = int | None

ANYTHING: frozenset[Third] = frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, STOOD})
NOTHING: frozenset[Third] = frozenset()


class Draw(StrEnum):
    WAITS = "waits"  # cards are missing before this can be said
    MUST = "must"
    MAY = "may"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Tableau:
    """On what a hand draws. Whatever is neither a must nor a may is a stand.

    The ponte looks at his own point; the banker at his own and at the worth of the ponte's third
    card, or at the ponte's having stood. `against` is what the game calls the side of the ponte.
    """

    ponte_must: frozenset[int]
    ponte_may: frozenset[int]
    banker_must: Mapping[int, frozenset[Third]]
    banker_may: Mapping[int, frozenset[Third]]
    against: str = "ponte"


CHEMIN_DE_FER = Tableau(
    ponte_must=frozenset({0, 1, 2, 3, 4}),
    ponte_may=frozenset({5}),
    banker_must={
        0: ANYTHING,
        1: ANYTHING,
        2: ANYTHING,
        3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, STOOD}),
        4: frozenset({2, 3, 4, 5, 6, 7, STOOD}),
        5: frozenset({5, 6, 7, STOOD}),
        6: frozenset({6, 7}),
    },
    banker_may={3: frozenset({9}), 5: frozenset({4})},
)

# Nobody chooses: what chemin de fer leaves free is settled one way or the other (seed 004).
PUNTO_BANCO = Tableau(
    ponte_must=frozenset({0, 1, 2, 3, 4, 5}),
    ponte_may=frozenset(),
    banker_must={
        0: ANYTHING,
        1: ANYTHING,
        2: ANYTHING,
        3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9, STOOD}),
        4: frozenset({2, 3, 4, 5, 6, 7, STOOD}),
        5: frozenset({4, 5, 6, 7, STOOD}),
        6: frozenset({6, 7}),
    },
    banker_may={},
    against="player",
)


def ponte_draws(own_point: int, tableau: Tableau = CHEMIN_DE_FER) -> Draw:
    if own_point in tableau.ponte_must:
        return Draw.MUST
    return Draw.MAY if own_point in tableau.ponte_may else Draw.STANDS


def banker_draws(own_point: int, ponte_third: Third, tableau: Tableau = CHEMIN_DE_FER) -> Draw:
    if ponte_third in tableau.banker_must.get(own_point, NOTHING):
        return Draw.MUST
    if ponte_third in tableau.banker_may.get(own_point, NOTHING):
        return Draw.MAY
    return Draw.STANDS


@dataclass(frozen=True, slots=True)
class Duty:
    """What the cards on the table ask of each side, whether it has drawn already or not.

    `broken` says which rule the cards break and `owed` which card is still due ("" if none).
    While the ponte may still draw, the banker's duty is that against a ponte who stands.
    """

    ponte: Draw
    banker: Draw
    broken: str = ""
    owed: str = ""

    @property
    def may_be_settled(self) -> bool:
        """Whether the coup can be over as it lies."""
        return self.ponte is not Draw.WAITS and not self.broken and not self.owed


def duty(ponte: Sequence[str], banker: Sequence[str], tableau: Tableau = CHEMIN_DE_FER) -> Duty:
    """The duty of both sides; `ponte` and `banker` are the cards dealt so far, none to three."""
    if len(ponte) < 2 or len(banker) < 2:
        return Duty(Draw.WAITS, Draw.WAITS)
    if is_natural(ponte) or is_natural(banker):
        return _judged(tableau, ponte, Draw.STANDS, banker, Draw.STANDS)
    ponte_duty = ponte_draws(point(ponte[:2]), tableau)
    if ponte_duty is Draw.MUST and len(ponte) == 2:
        return _judged(tableau, ponte, ponte_duty, banker, Draw.WAITS)
    third = worth(ponte[2]) if len(ponte) > 2 else STOOD
    banker_duty = banker_draws(point(banker[:2]), third, tableau)
    return _judged(tableau, ponte, ponte_duty, banker, banker_duty)


def _judged(
    tableau: Tableau,
    ponte: Sequence[str],
    ponte_duty: Draw,
    banker: Sequence[str],
    banker_duty: Draw,
) -> Duty:
    broken, owed = "", ""
    sides = (("banker", banker, banker_duty), (tableau.against, ponte, ponte_duty))
    for side, cards, draw in sides:
        if draw is Draw.STANDS and len(cards) > 2:
            broken = f"{side} must stand on {point(cards[:2])}"
        if draw is Draw.MUST and len(cards) == 2:
            owed = f"{side} must draw on {point(cards[:2])}"
    return Duty(ponte_duty, banker_duty, broken, owed)


def irregularity(
    ponte: Sequence[str], banker: Sequence[str], tableau: Tableau = CHEMIN_DE_FER
) -> str:
    """Which side broke which rule in a finished deal; "" if it is as it should be."""
    judged = duty(ponte, banker, tableau)
    return judged.broken or judged.owed
