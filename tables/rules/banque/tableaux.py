"""The two tableaux: who sits on which, in which order they come, and who holds their cards.

Tableau 1 is at the banker's right, tableau 2 at his left, each counted outward from him.
"""

from collections.abc import Iterable, Mapping

from tables.rules.events import On
from tables.rules.seats import to_the_right

TABLEAUX = (1, 2)
ON: tuple[On, ...] = (1, 2, "cheval")


def tableau_of(seat: int, seats: int) -> int:
    """The tableau of a seat at a table of so many."""
    return 1 if seat <= seats // 2 else 2


def rotation(seats: int) -> list[int]:
    """Right and left by turns, from the banker outward: who is paid, held and asked first.

    >>> rotation(10)
    [1, 6, 2, 7, 3, 8, 4, 9, 5, 10]
    """
    half = seats // 2
    return [seat for right in range(1, half + 1) for seat in (right, right + half)]


def halves(amount: int) -> tuple[int, int]:
    """The odd unit belongs to the first.

    >>> halves(1001)
    (501, 500)
    """
    return amount - amount // 2, amount // 2


def by_tableau(amount: int, on: On) -> Iterable[tuple[int, int]]:
    """Tableau and sum of each part of a stake, which à cheval has two."""
    if on == "cheval":
        return zip(TABLEAUX, halves(amount), strict=True)
    return ((on, amount),)


def holder(turn: int, tableau: int, seats: int, occupied: Iterable[int]) -> int:
    """Who holds a tableau's cards: the first occupied seat from `turn` on; 0 if it is empty.

    >>> holder(2, 1, 10, [1, 3, 6])
    3
    """
    return _from(turn - 1, tableau, seats, occupied)


def passed_on(turn: int, tableau: int, seats: int, occupied: Mapping[int, str]) -> int:
    """Whose turn it is once the tableau has lost: the next occupied seat, wrapping round."""
    now = holder(turn, tableau, seats, occupied)
    return _from(now, tableau, seats, occupied) or turn


def _from(before: int, tableau: int, seats: int, occupied: Iterable[int]) -> int:
    own = [seat for seat in occupied if tableau_of(seat, seats) == tableau]
    return to_the_right(before, own)[0] if own else 0
