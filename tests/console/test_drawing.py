"""The drawn table: the croupier at the bottom, seat 1 at his right, then counter-clockwise."""

import math
from itertools import pairwise

import pytest

from tables.console.drawing import GEOMETRY, places
from tables.console.felt import felt_of
from tables.console.memory import bead
from tables.rules.events import EVENTS
from tables.telling.told import TELLINGS
from tests.console.test_preview import ANN_BANKS, DEALING, played

CHAIR = 41  # the widest ring round a seat


@pytest.mark.parametrize("seats", range(2, 13))
def test_seats_go_round_counter_clockwise_from_the_croupiers_right(seats: int) -> None:
    placed = places(seats)
    assert [place.number for place in placed] == list(range(1, seats + 1))
    # Seen from the croupier, who faces up the page, his right is the right half.
    assert placed[0].x > GEOMETRY.centre_x
    assert placed[-1].x < GEOMETRY.centre_x
    angles = [
        math.atan2(GEOMETRY.centre_y - place.y, place.x - GEOMETRY.centre_x) for place in placed
    ]
    turns = [(second - first) % (2 * math.pi) for first, second in pairwise(angles)]
    assert all(0 < turn < math.pi + 0.01 for turn in turns)


@pytest.mark.parametrize("seats", range(2, 13))
def test_everything_lies_within_the_drawing_and_no_two_seats_overlap(seats: int) -> None:
    placed = places(seats)
    for place in placed:
        assert CHAIR <= place.x <= GEOMETRY.width - CHAIR
        assert CHAIR <= place.y <= GEOMETRY.height - CHAIR
    for one in placed:
        for other in placed:
            if one is not other:
                assert math.hypot(one.x - other.x, one.y - other.y) >= 2 * 35


def test_roles_are_said_by_a_letter_as_well_as_by_a_colour() -> None:
    felt = felt_of(played(*DEALING))
    roles = {seat.place.number: (seat.role, seat.badge) for seat in felt.seats if seat.role}
    assert roles == {1: ("banker", "B"), 3: ("ponte", "P")}
    assert [bead(winner).letter for winner in ("banker", "ponte", "tie")] == ["B", "P", "="]


def test_the_drawing_shows_bank_cover_garage_and_stakes() -> None:
    felt = felt_of(played(*DEALING))
    assert (felt.label, felt.figure) == ("BANK", "900")
    assert felt.lines == ("covered 900 · garage 100",)
    stakes = {seat.place.number: seat.stake for seat in felt.seats if seat.stake}
    assert stakes == {2: "300", 3: "400", 7: "200"}
    assert "Seat 3 · Cleo, ponte, 400" in felt.description


def test_bystanders_and_bancos_are_drawn() -> None:
    calls = [
        {"do": "stake", "bystander": "Zoe", "amount": 5_050 - 50},
        {"do": "banco", "seat": 2, "kind": "avec"},
    ]
    felt = felt_of(played(*ANN_BANKS, *calls))
    assert felt.lines == ("standing: Zoe 50",)
    assert felt.seats[1].stake == "banco avec"


def test_whoever_is_asked_is_marked() -> None:
    felt = felt_of(played(*ANN_BANKS[:-1]))
    assert [seat.place.number for seat in felt.seats if seat.asked] == [1]


def test_every_event_can_be_told() -> None:
    assert set(TELLINGS) == set(EVENTS.values())
