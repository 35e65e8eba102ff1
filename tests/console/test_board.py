"""The big road on the console: letters beside colours, ties as figures, its newest columns."""

from tables.console.board import COLUMNS, EMPTY, Spot, spots_of
from tables.roads import ROWS


def test_a_spot_says_side_and_ties_in_a_letter_a_figure_and_words() -> None:
    spots = spots_of(["tie", "ponte", "ponte", "banker", "tie", "tie"])
    assert spots == (
        Spot("ponte", "P", 1, "Ponte wins, 1 tie"),
        Spot("ponte", "P", 0, "Ponte wins"),
        *[EMPTY] * 4,
        Spot("banker", "B", 2, "Banker wins, 2 ties"),
        *[EMPTY] * 5,
    )


def test_a_shoe_that_began_with_ties_shows_how_many() -> None:
    assert spots_of([]) == ()
    assert spots_of(["tie", "tie"]) == (Spot("tie", "=", 2, "Tie"),)


def test_the_newest_columns_are_in_sight() -> None:
    spots = spots_of(["banker", "ponte"] * COLUMNS + ["banker"])
    assert len(spots) == COLUMNS * ROWS
    assert (spots[0].winner, spots[-ROWS].winner) == ("ponte", "banker")
