"""The big road as the console draws it: its last columns, each of six places filled or empty."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tables.roads import ROWS, BigRoad, Cell, big_road, on_grid
from tables.telling.told import winner_wins

COLUMNS = 12  # what a laptop has room for beside the bead plate and the last acts
LETTERS = {"ponte": "P", "player": "P", "banker": "B", "tie": "="}


@dataclass(frozen=True, slots=True)
class Spot:
    """One place: a class for the colour, a letter, the ties counted there, and the words."""

    winner: str = ""
    letter: str = ""
    ties: int = 0
    title: str = ""


EMPTY = Spot()


def spots_of(winners: Sequence[str]) -> tuple[Spot, ...]:
    """The places of the columns in sight, each column from the top down."""
    road = big_road(winners)
    if not road.columns:
        return _without_a_winner(road)
    placed = on_grid(road.columns)
    at = {(place.column, place.row): _spot(place.cell) for place in placed}
    last = max(place.column for place in placed)
    first = max(0, last + 1 - COLUMNS)
    return tuple(
        at.get((column, row), EMPTY) for column in range(first, last + 1) for row in range(ROWS)
    )


def _spot(cell: Cell) -> Spot:
    title = winner_wins(cell.winner)
    if cell.ties:
        title = ngettext("%(result)s, %(count)s tie", "%(result)s, %(count)s ties", cell.ties) % {
            "result": title,
            "count": cell.ties,
        }
    return Spot(cell.winner, LETTERS[cell.winner], cell.ties, title)


def _without_a_winner(road: BigRoad) -> tuple[Spot, ...]:
    """A shoe that began with ties shows how many, where its first winner will be drawn."""
    if not road.waiting_ties:
        return ()
    return (Spot("tie", LETTERS["tie"], road.waiting_ties, winner_wins("tie")),)
