"""Cards as they are logged, and what they are worth."""

from collections.abc import Sequence

RANKS = "A23456789TJQK"
SUITS = "SHDC"

# Tens and court cards count nothing, the ace one (every game of the family).
WORTH: dict[str, int] = dict(zip("A23456789", range(1, 10), strict=True)) | dict.fromkeys("TJQK", 0)

CARDS: frozenset[str] = frozenset(RANKS) | {rank + suit for rank in RANKS for suit in SUITS}
"""Every way to log a card: a rank, or a rank and a suit."""


def worth(card: str) -> int:
    """0 to 9. A ten is worth 0 and is a card all the same: never the same as no card."""
    return WORTH[card[0]]


def point(cards: Sequence[str]) -> int:
    """The point of a hand: the total modulo ten."""
    return sum(WORTH[card[0]] for card in cards) % 10


def is_natural(cards: Sequence[str]) -> bool:
    """Eight or nine in the first two cards."""
    return point(cards[:2]) >= 8
