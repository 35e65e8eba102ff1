"""The roads: how the coups of a shoe are drawn on the boards of a table.

Pure. A road is worked out from the winners of the coups, oldest first; a corrected coup or a void
one is another list, and gives another road. Nothing is ever patched.

    bead plate    every coup in order, in columns of six
    big road      a column for each run of one side; ties are counted on a coup and take no room
    derived roads each coup of the big road compared with the columns before it, red or blue
    on a grid     where the cells of any road are drawn: six rows, long columns turn to the right

A winner is the word of the game's own log: `banker`, `tie`, and `ponte` or `player`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Generic, Literal, TypeVar

from tables.rules.deal import TIE

Colour = Literal["red", "blue"]
T = TypeVar("T")

ROWS = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """A coup that was won, and how many ties came with it: after it, or before a shoe's first."""

    winner: str
    ties: int = 0


@dataclass(frozen=True, slots=True)
class BigRoad:
    """The runs of the shoe, each a column of cells, and the ties that have no cell yet."""

    columns: tuple[tuple[Cell, ...], ...] = ()
    waiting_ties: int = 0

    @property
    def coups(self) -> int:
        """Every coup of the shoe, the ties included."""
        return self.waiting_ties + sum(1 + cell.ties for column in self.columns for cell in column)


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """One cell of a road on the grid; columns and rows begin at 0, in the upper left corner."""

    column: int
    row: int
    cell: T


def bead_plate(results: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every coup in the order it was played, six to a column."""
    return tuple(tuple(results[first : first + ROWS]) for first in range(0, len(results), ROWS))


def big_road(results: Sequence[str]) -> BigRoad:
    """A new column whenever the other side wins; a tie is counted on the coup before it.

    The ties a shoe begins with wait for its first winner, and are counted there.
    """
    won: list[Cell] = []
    waiting = 0
    for result in results:
        if result != TIE:
            won.append(Cell(result, ties=waiting))
            waiting = 0
        elif won:
            won[-1] = replace(won[-1], ties=won[-1].ties + 1)
        else:
            waiting += 1
    runs = groupby(won, key=lambda cell: cell.winner)
    return BigRoad(tuple(tuple(run) for _, run in runs), waiting)


def big_eye_boy(road: BigRoad) -> tuple[Colour, ...]:
    """Each coup compared with the column before its own."""
    return _compared(road, columns_back=1)


def small_road(road: BigRoad) -> tuple[Colour, ...]:
    """Each coup compared with the second column before its own."""
    return _compared(road, columns_back=2)


def cockroach_road(road: BigRoad) -> tuple[Colour, ...]:
    """Each coup compared with the third column before its own."""
    return _compared(road, columns_back=3)


def colour_columns(colours: Sequence[Colour]) -> tuple[tuple[Colour, ...], ...]:
    """A derived road as it is drawn: a column for each run of one colour."""
    return tuple(tuple(run) for _, run in groupby(colours))


def on_grid(columns: Sequence[Sequence[T]]) -> tuple[Placed[T], ...]:
    """Where the cells are drawn, in the order they came.

    A column goes down from the top row. Where the sixth row or a cell already drawn stops it, it
    turns to the right and stays in that row: the dragon's tail. The next column begins at the
    first free place of the top row after this one's beginning.
    """
    placed: list[Placed[T]] = []
    taken: set[tuple[int, int]] = set()
    start = -1
    for column in columns:
        start += 1
        while (start, 0) in taken:
            start += 1
        for place, cell in zip(_places(start, len(column), taken), column, strict=True):
            placed.append(Placed(*place, cell))
            taken.add(place)
    return tuple(placed)


def _places(start: int, length: int, taken: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places of one column. No tail meets another: each turns above the ones before it."""
    depth = 1
    while depth < ROWS and (start, depth) not in taken:
        depth += 1
    down = [(start, row) for row in range(min(length, depth))]
    tail = [(start + step, depth - 1) for step in range(1, length - depth + 1)]
    return down + tail


def _compared(road: BigRoad, *, columns_back: int) -> tuple[Colour, ...]:
    """Red where the shoe repeats itself, blue where it does not, with ties left aside.

    At the top of a column, the column just ended is held against the one `columns_back` before it:
    equally long is red. Further down, the place at the same height `columns_back` before is held
    against the place above it: both filled or both empty is red, so only the first empty place
    under a column is blue. Whatever has nothing to be compared with is left out.
    """
    lengths = [len(column) for column in road.columns]
    colours: list[Colour] = []
    for column, length in enumerate(lengths):
        ended, other = column - 1, column - 1 - columns_back
        if other >= 0:
            colours.append("red" if lengths[ended] == lengths[other] else "blue")
        compared = column - columns_back
        if compared >= 0:
            colours.extend(
                "blue" if row == lengths[compared] else "red" for row in range(1, length)
            )
    return tuple(colours)
