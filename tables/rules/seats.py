"""Going round the table.

Seat 1 is at the croupier's right and numbers rise counter-clockwise, so the right of a seat is the
next higher one, wrapping round.
"""

from collections.abc import Container, Iterable

from tables.rules.errors import NoSuchSeat, NotSeated
from tables.rules.state import State


def to_the_right(seat: int, occupied: Iterable[int]) -> list[int]:
    """The occupied seats from the right of `seat` onward; the seat itself, if occupied, last.

    >>> to_the_right(3, [1, 2, 3, 5])
    [5, 1, 2, 3]
    """
    return sorted(occupied, key=lambda other: (other <= seat, other))


def check_exists(state: State, seat: int) -> None:
    if not 1 <= seat <= state.table.seats:
        raise NoSuchSeat


def player_at(state: State, seat: int) -> str:
    """The name of who sits there; `NoSuchSeat` or `NotSeated` otherwise."""
    check_exists(state, seat)
    player = state.seats.get(seat)
    if player is None:
        raise NotSeated
    return player


def first_not_in(order: Iterable[int], passed_over: Container[int]) -> int:
    """The first seat of `order` that is not passed over; 0 if there is none."""
    return next((seat for seat in order if seat not in passed_over), 0)
