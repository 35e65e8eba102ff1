"""The roads, against drawings made by hand and against what must hold for any shoe.

A golden file is written in letters. A coup: `P` ponte or player, `B` banker, `T` tie. A cell of the
big road: the side, and one `=` for each tie counted on it. A colour: `R` red, `B` blue.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.roads import (
    ROWS,
    BigRoad,
    Cell,
    Placed,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_road,
    colour_columns,
    on_grid,
    small_road,
)

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
SIDES = pytest.mark.parametrize("side", ["ponte", "player"])
DERIVED = {"big_eye_boy": big_eye_boy, "small_road": small_road, "cockroach_road": cockroach_road}

shoes = st.lists(st.sampled_from(["player", "banker", "tie"]), max_size=90)
streaky = st.lists(st.integers(1, 14), max_size=14).map(
    lambda runs: [
        result
        for turn, length in enumerate(runs)
        for result in length * [("banker", "ponte")[turn % 2]]
    ]
)


def results_in(letters: str, side: str) -> list[str]:
    return [{"P": side, "B": "banker", "T": "tie"}[letter] for letter in letters]


def letter(winner: str) -> str:
    return {"ponte": "P", "player": "P", "banker": "B", "tie": "T"}[winner]


def columns_in_letters(road: BigRoad) -> list[str]:
    return ["".join(letter(c.winner) + "=" * c.ties for c in column) for column in road.columns]


def drawn(placed: Sequence[Placed[Cell]]) -> list[str]:
    width = max((place.column + 1 for place in placed), default=0)
    at = {(place.column, place.row): letter(place.cell.winner) for place in placed}
    return ["".join(at.get((column, row), ".") for column in range(width)) for row in range(ROWS)]


def colours_in_letters(colours: Iterable[str]) -> str:
    return "".join({"red": "R", "blue": "B"}[colour] for colour in colours)


@SIDES
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_shoe_is_drawn_as_by_hand(path: Path, side: str) -> None:
    golden: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    results = results_in(golden["results"], side)
    road = big_road(results)
    plate = ["".join(map(letter, column)) for column in bead_plate(results)]
    assert plate == golden["bead_plate"]
    assert columns_in_letters(road) == golden["big_road"]
    assert {cell.winner for column in road.columns for cell in column} <= {side, "banker"}
    assert (road.waiting_ties, road.coups) == (golden["waiting_ties"], golden["coups"])
    assert drawn(on_grid(road.columns)) == golden["grid"]
    for name, derived in DERIVED.items():
        assert colours_in_letters(derived(road)) == golden[name], name


def test_a_coup_set_right_or_made_void_is_another_list() -> None:
    played = ["banker", "ponte", "tie", "banker"]
    assert columns_in_letters(big_road(played)) == ["B", "P=", "B"]
    set_right = ["banker", "banker", "tie", "banker"]
    assert columns_in_letters(big_road(set_right)) == ["BB=B"]
    void = ["banker", "tie", "banker"]
    assert columns_in_letters(big_road(void)) == ["B=B"]


def test_a_derived_road_is_drawn_by_the_same_hand() -> None:
    """Big eye boy of a shoe of two columns: seven of the banker, then all the ponte's are red."""
    colours = big_eye_boy(big_road(["banker"] * 9 + ["ponte"] * 8 + ["banker"]))
    # Rows 2 to 8 beside nine: red. Then eight against nine: blue.
    assert colour_columns(colours) == (("red",) * 7, ("blue",))
    assert on_grid(colour_columns(colours)) == (
        *(Placed(0, row, "red") for row in range(6)),
        Placed(1, 5, "red"),
        Placed(1, 0, "blue"),
    )


@pytest.mark.parametrize(
    ("results", "colours"),
    [
        ("BP", ""),  # the second column has one coup: nothing yet
        ("BPP", "B"),  # the place beside the second is the first empty one
        ("BPPP", "BR"),  # one further down both places are empty
        ("BBPP", "R"),  # both filled
        ("BPB", "R"),  # the third column begins after two of the same length
        ("BBPB", "B"),  # after two of different lengths
        ("BPPB", "BB"),
    ],
)
def test_where_big_eye_boy_begins(results: str, colours: str) -> None:
    road = big_road(results_in(results, "player"))
    assert colours_in_letters(big_eye_boy(road)) == colours


def test_a_road_cannot_be_altered() -> None:
    road = big_road(["banker"])
    with pytest.raises(FrozenInstanceError):
        road.columns[0][0].ties = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        road.columns = ()  # type: ignore[misc]


@given(shoes)
def test_ties_never_shift_a_column(results: list[str]) -> None:
    without = big_road([result for result in results if result != "tie"])
    road = big_road(results)
    sides = [[cell.winner for cell in column] for column in road.columns]
    assert sides == [[cell.winner for cell in column] for column in without.columns]
    for derived in DERIVED.values():
        assert derived(road) == derived(without)


@given(shoes)
def test_every_coup_is_on_the_road_once(results: list[str]) -> None:
    road = big_road(results)
    cells = [cell for column in road.columns for cell in column]
    assert [cell.winner for cell in cells] == [result for result in results if result != "tie"]
    assert sum(cell.ties for cell in cells) + road.waiting_ties == results.count("tie")
    assert road.coups == len(results)
    assert not (cells and road.waiting_ties)


@given(shoes)
def test_a_column_is_of_one_side_and_the_next_of_the_other(results: list[str]) -> None:
    columns = big_road(results).columns
    assert all(len({cell.winner for cell in column}) == 1 for column in columns)
    assert all(one[0].winner != other[0].winner for one, other in pairwise(columns))


@given(shoes)
def test_the_bead_plate_holds_every_coup_in_order(results: list[str]) -> None:
    plate = bead_plate(results)
    assert [result for column in plate for result in column] == results
    assert all(len(column) == ROWS for column in plate[:-1])
    assert all(1 <= len(column) <= ROWS for column in plate[-1:])


@given(st.one_of(shoes, streaky))
def test_the_next_coup_moves_nothing_that_is_drawn(results: list[str]) -> None:
    """A road grows at its end: what the players have seen stays where it is."""
    places = [(p.column, p.row) for p in on_grid(big_road(results).columns)]
    for shorter in range(len(results)):
        before = on_grid(big_road(results[:shorter]).columns)
        assert [(p.column, p.row) for p in before] == places[: len(before)]
    for derived in DERIVED.values():
        colours = derived(big_road(results))
        earlier = derived(big_road(results[:-1]))
        assert colours[: len(earlier)] == earlier


@given(st.one_of(shoes, streaky))
def test_no_two_cells_share_a_place_and_none_lies_outside(results: list[str]) -> None:
    road = big_road(results)
    placed = on_grid(road.columns)
    assert [p.cell for p in placed] == [cell for column in road.columns for cell in column]
    assert len({(p.column, p.row) for p in placed}) == len(placed)
    assert all(0 <= p.row < ROWS and p.column >= 0 for p in placed)


@given(st.one_of(shoes, streaky))
def test_a_column_begins_in_the_top_row_goes_down_and_turns_once(results: list[str]) -> None:
    columns = big_road(results).columns
    placed = iter(on_grid(columns))
    starts = []
    for column in columns:
        places = [next(placed) for _ in column]
        starts.append(places[0].column)
        assert places[0].row == 0
        steps = [(two.column - one.column, two.row - one.row) for one, two in pairwise(places)]
        assert steps == [(0, 1)] * steps.count((0, 1)) + [(1, 0)] * steps.count((1, 0))
    assert starts == sorted(set(starts))


@given(shoes)
def test_a_derived_road_has_a_colour_for_each_coup_after_its_beginning(results: list[str]) -> None:
    road = big_road(results)
    lengths = [len(column) for column in road.columns]
    for back, derived in enumerate((big_eye_boy, small_road, cockroach_road), start=1):
        assert len(derived(road)) == max(0, sum(lengths[back:]) - 1)
