"""The exact chances of a coup of punto banco, from the cards a shoe holds.

Nothing here is a second copy of the rules: `drawing.duty` says who draws, `deal.winner_of` who has
won and `punto_banco.coup.settled_bet` what that pays. This module only counts in how many orders
six cards can leave the shoe for each end of a coup. The counts are whole numbers and chances are
fractions of them.

A coup that is over with four or five cards counts once for every order of the cards behind it, so
all ends are counted in the same unit and their sum is the number of ordered draws of six cards. In
which order the sides get their cards makes no difference to these counts.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tables.rules.cards import RANKS, WORTH, point, worth
from tables.rules.deal import BANKER, TIE, winner_of
from tables.rules.drawing import PUNTO_BANCO as TABLEAU
from tables.rules.drawing import Draw, duty
from tables.rules.events import Bet, Hand
from tables.rules.punto_banco.coup import HALVED, Hands, settled_bet
from tables.rules.punto_banco.state import PLAYER
from tables.rules.table import Table

Shoe = tuple[int, ...]
"""How many cards worth 0, 1, … 9 there are; tens and court cards are counted together."""

Points = tuple[int, int]
"""The player's point and the banker's."""

CARDS_IN_A_COUP = 6
"""As many as a coup may need."""

OF_A_RANK_IN_A_DECK = 4

CARD_WORTH = "KA23456789"
"""A card for each worth. Drawing, winner and payment look at worths alone; only pairs do not."""


def fresh(decks: int) -> Shoe:
    ranks = Counter(WORTH[rank] for rank in RANKS)
    return tuple(decks * OF_A_RANK_IN_A_DECK * ranks[value] for value in range(10))


def without(shoe: Shoe, seen: Iterable[str]) -> Shoe:
    """The shoe once these cards have been seen; `ValueError` if it never held them.

    Cards burned face down belong to the rest: nobody knows them any better than those to come.
    """
    out = Counter(worth(card) for card in seen)
    left = tuple(held - out[value] for value, held in enumerate(shoe))
    if min(left) < 0:
        raise ValueError("more cards of one worth have come out than the shoe held")
    return left


@dataclass(frozen=True, slots=True)
class Odds:
    """In how many orders of six cards a coup ends with which points."""

    orders: Mapping[Points, int]

    @property
    def total(self) -> int:
        return sum(self.orders.values())

    @property
    def player(self) -> int:
        return self.won_by(PLAYER)

    @property
    def banker(self) -> int:
        return self.won_by(BANKER)

    @property
    def tie(self) -> int:
        return self.won_by(TIE)

    @property
    def banker_with_six(self) -> int:
        """What pays one half where no commission is taken."""
        return sum(
            count
            for points, count in self.orders.items()
            if points[1] == HALVED and winner_of(_hands(points)) == BANKER
        )

    def won_by(self, winner: str) -> int:
        return sum(
            count for points, count in self.orders.items() if winner_of(_hands(points)) == winner
        )

    def chance(self, winner: str) -> Fraction:
        return Fraction(self.won_by(winner), self.total)


def odds(shoe: Shoe) -> Odds:
    """Every order of the next six cards; `ValueError` if the shoe may be too short for a coup."""
    if len(shoe) != len(CARD_WORTH) or min(shoe) < 0:
        raise ValueError("a shoe is ten counts, for the worths 0 to 9")
    if sum(shoe) < CARDS_IN_A_COUP:
        raise ValueError("a coup may need six cards")
    orders: Counter[Points] = Counter()
    for player_point, player_ways, others in _two_cards(shoe):
        for banker_point, banker_ways, left in _two_cards(others):
            ways = player_ways * banker_ways
            cards_left = sum(left)
            for thirds, points in _ends(player_point, banker_point):
                orders[points] += ways * _ways_of(thirds, left, cards_left)
    return Odds({points: count for points, count in orders.items() if count})


def house_edge(chances: Odds, bet: Bet, table: Table) -> Fraction:
    """What the house expects of this bet at this table, as a share of it, commission included.

    The commission is rounded as the table rounds it, so the answer is that of this very amount.
    """
    if bet.on not in (PLAYER, BANKER, TIE):
        raise ValueError("a pair is of ranks, and a shoe is counted by worths")
    gain = 0
    for points, count in chances.orders.items():
        settled = settled_bet(bet, _hands(points), table)
        gain += count * (settled.commission - settled.win)
    return Fraction(gain, chances.total * bet.amount)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far from expectation a number of results is.

    `z` is in standard deviations, negative below expectation. `tail` is the chance of a number as
    far out or farther on the same side. For ties in a single shoe trust `tail`: they are too few
    for `z` to be read on the bell curve.
    """

    coups: int
    seen: int
    expected: float
    z: float
    tail: float


def deviation(winner: str, seen: int, coups: Sequence[Odds]) -> Deviation:
    """`seen` wins of `winner` in coups that had these odds, one for each coup played.

    Odds are those of the shoe as it lay before each coup, or of a fresh one when what had come out
    is not known. Coups are taken as independent. Given the shoe before each of them that costs
    next to nothing: what one coup takes out hardly moves the next one's chances.
    """
    if not 0 <= seen <= len(coups):
        raise ValueError("there cannot be more results than coups")
    # The same odds come again and again where only the fresh shoe is known.
    by_odds = {id(each): float(each.chance(winner)) for each in coups}
    chances = [by_odds[id(each)] for each in coups]
    expected = math.fsum(chances)
    spread = math.sqrt(math.fsum(chance * (1 - chance) for chance in chances))
    above = seen - expected
    distribution = _distribution(chances)
    return Deviation(
        coups=len(coups),
        seen=seen,
        expected=expected,
        z=_in_spreads(above, spread),
        tail=math.fsum(distribution[seen:] if above > 0 else distribution[: seen + 1]),
    )


def _in_spreads(above: float, spread: float) -> float:
    if spread:
        return above / spread
    return math.copysign(math.inf, above) if above else 0.0  # what was certain, or impossible


def _distribution(chances: Iterable[float]) -> list[float]:
    """How likely 0, 1, 2 … of these things are to happen."""
    likely = [1.0]
    for chance in chances:
        fewer, more = [*likely, 0.0], [0.0, *likely]
        likely = [a * (1 - chance) + b * chance for a, b in zip(fewer, more, strict=True)]
    return likely


def _two_cards(shoe: Shoe) -> Iterator[tuple[int, int, Shoe]]:
    """Each two cards: their point, the orders in which they can be drawn, and what is left."""
    for first in range(10):
        for second in range(first, 10):
            left = list(shoe)
            left[first] -= 1
            ways = shoe[first] * left[second] * (1 if first == second else 2)
            left[second] -= 1
            if ways:
                yield (first + second) % 10, ways, tuple(left)


def _ways_of(thirds: tuple[int, ...], left: Shoe, cards_left: int) -> int:
    """The orders of two more cards that begin with these."""
    match thirds:
        case (first, second):
            return left[first] * (left[second] - (first == second))
        case (first,):
            return left[first] * (cards_left - 1)
        case _:
            return cards_left * (cards_left - 1)


@cache
def _ends(player_point: int, banker_point: int) -> tuple[tuple[tuple[int, ...], Points], ...]:
    """How a coup can go on from two cards each: the worths of what is drawn, and the points."""
    player, banker = (hand.cards for hand in _hands((player_point, banker_point)))
    return tuple(_drawn(player, banker, ()))


def _drawn(
    player: tuple[str, ...], banker: tuple[str, ...], thirds: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Points]]:
    judged = duty(player, banker, TABLEAU)
    if judged.may_be_settled:
        yield thirds, (point(player), point(banker))
        return
    player_is_due = judged.ponte is Draw.MUST and len(player) == 2
    for card in CARD_WORTH:
        drawn = (*thirds, worth(card))
        if player_is_due:
            yield from _drawn((*player, card), banker, drawn)
        else:
            yield from _drawn(player, (*banker, card), drawn)


@cache
def _hands(points: Points) -> Hands:
    """Two hands with these points, for the rules to judge."""
    player, banker = (("K", CARD_WORTH[value]) for value in points)
    return Hand(PLAYER, player, points[0]), Hand(BANKER, banker, points[1])
