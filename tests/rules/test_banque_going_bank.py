"""Going bank: who comes first, who shares, à cheval, and not a fourth time (seed 002)."""

from typing import Any

import pytest

from tests.rules.playing import code, do, play, state_view
from tests.rules.tableaux import banking, coup, go_bank, held, net, result, stake

EVERYBODY = (5, 1, 2, 3, 4, 6, 7, 8, 9, 10)
BANK = banking(*EVERYBODY, bank=60_000)
"""Eve has left seat 5 and holds a bank of 600.00."""


@pytest.mark.parametrize(
    ("calls", "right"),
    [
        ([3], {(3, 1): 60_000}),
        ([8], {(8, 2): 60_000}),
        ([2, 1], {(1, 1): 60_000}),  # both on one side: nobody to share with
        ([9, 10, 8], {(8, 2): 60_000}),
        ([6, 1], {(1, 1): 30_000, (6, 2): 30_000}),
        ([7, 6, 3, 2], {(6, 2): 30_000, (2, 1): 30_000}),  # 6 comes before 2 in rotation
        ([10, 4], {(4, 1): 30_000, (10, 2): 30_000}),
    ],
)
def test_the_first_claim_by_rotation_and_half_to_the_opposite_side(
    calls: list[int], right: dict[Any, int]
) -> None:
    closed = play(BANK, *(go_bank(seat) for seat in calls), do("close_bets"))
    assert held(closed) == right
    assert list(held(closed)) == list(right)


@pytest.mark.parametrize(
    ("bank", "calls", "right"),
    [
        (60_001, [(1, None), (6, None)], {(1, 1): 30_001, (6, 2): 30_000}),
        (60_001, [(6, None), (2, None)], {(6, 2): 30_001, (2, 1): 30_000}),
        (60_001, [(1, "cheval")], {(1, 1): 30_001, (1, 2): 30_000}),
        (60_001, [(6, "cheval")], {(6, 1): 30_001, (6, 2): 30_000}),
        # halves of 60,003: 30,002 and 30,001; of the second: 15,001 and 15,000
        (
            60_003,
            [(1, None), (6, "cheval")],
            {(1, 1): 30_002, (6, 1): 15_001, (6, 2): 15_000},
        ),
        (
            60_003,
            [(1, "cheval"), (6, "cheval")],
            {(1, 1): 15_001, (1, 2): 15_001, (6, 1): 15_001, (6, 2): 15_000},
        ),
    ],
)
def test_odd_units_to_the_first_and_to_tableau_1(
    bank: int, calls: list[tuple[int, Any]], right: dict[Any, int]
) -> None:
    state = banking(*EVERYBODY, bank=bank, unit=1)
    closed = play(state, *(go_bank(seat, on) for seat, on in calls), do("close_bets"))
    assert held(closed) == right


def test_plain_stakes_go_back_his_own_too() -> None:
    bets = (stake(1, 5_000), stake(2, 7_000), stake("Zoe", 9_000, 2), go_bank(2))
    closed = play(BANK, *bets, do("close_bets"))
    assert held(closed) == {(2, 1): 60_000}
    assert net(closed, 1, 2) == [0, -60_000]
    assert state_view(closed)["net"].get("Zoe", 0) == 0
    # Until the coup is over nobody who was in it goes.
    assert [code(closed, do("leave", seat=seat)) for seat in (1, 2, 3)] == [
        "in_play",
        "in_play",
        "",
    ]
    won = play(closed, result("ponte", "tie"))
    assert net(won, 1, 2) == [0, 60_000]
    assert code(won, do("leave", seat=1)) == ""


def test_a_later_claim_replaces_an_earlier_one() -> None:
    assert held(play(BANK, go_bank(1, "cheval"), go_bank(1), do("close_bets"))) == {(1, 1): 60_000}
    assert held(play(BANK, go_bank(1), go_bank(1, "cheval"), do("close_bets"))) == {
        (1, 1): 30_000,
        (1, 2): 30_000,
    }


def test_at_an_open_bank_he_covers_what_is_in_it() -> None:
    state = banking(*EVERYBODY, bank=60_000, open_bank=True)
    closed = play(state, stake(1, 90_000), go_bank(2), do("close_bets"))
    assert held(closed) == {(2, 1): 60_000}
    assert state_view(closed)["bank"] == 60_000


def test_of_a_bank_of_one_the_second_has_nothing() -> None:
    """49.99 of 50.00 is lost, so that one minor unit is left in the bank."""
    state = banking(5, 1, 6, bank=5_000, unit=1, min_bank=5_000, min_stake=1)
    state = play(state, *coup("ponte", "tie", stake(1, 4_999)))
    closed = play(state, go_bank(6, "cheval"), go_bank(1), do("close_bets"))
    assert held(closed) == {(1, 1): 1}


def lost_running(*results: tuple[str, str], on: Any = None) -> str:
    """What is said to seat 1 when he goes bank once more after these coups of his own."""
    state = BANK
    for one, two in results:
        state = play(state, *coup(one, two, go_bank(1, on)))
    return code(state, go_bank(1))


LOST = ("banker", "tie")


def test_three_times_running_and_not_further() -> None:
    assert lost_running(LOST, LOST) == ""
    assert lost_running(LOST, LOST, LOST) == "three_times"


@pytest.mark.parametrize("not_lost", [("tie", "banker"), ("tie", "tie")])
def test_not_losing_starts_the_count_anew(not_lost: tuple[str, str]) -> None:
    """Alone on tableau 1, what happens on tableau 2 is nothing to him."""
    assert lost_running(LOST, LOST, not_lost) == ""
    assert lost_running(LOST, LOST, not_lost, LOST, LOST) == ""
    assert lost_running(not_lost, LOST, LOST, LOST) == "three_times"


@pytest.mark.parametrize(
    ("results", "is_lost"),
    [
        (("banker", "banker"), True),
        (("banker", "tie"), True),
        (("tie", "banker"), True),
        (("banker", "ponte"), False),
        (("ponte", "banker"), False),
        (("tie", "tie"), False),
    ],
)
def test_a_cheval_lost_is_beaten_on_one_and_winner_on_none(
    results: tuple[str, str], is_lost: bool
) -> None:
    state = BANK
    for one, two in (results, ("banker", "banker"), ("banker", "banker")):
        state = play(state, *coup(one, two, go_bank(1, "cheval")))
    assert code(state, go_bank(1)) == ("three_times" if is_lost else "")


def test_a_coup_without_him_starts_the_count_anew() -> None:
    thrice = play(BANK, *[step for _ in range(3) for step in coup(*LOST, go_bank(2))])
    assert code(thrice, go_bank(2)) == "three_times"
    plain = play(thrice, *coup("banker", "banker", stake(3, 1_000)))
    assert code(plain, go_bank(2)) == ""
    another = play(thrice, *coup("tie", "tie", go_bank(3)))
    assert code(another, go_bank(2)) == ""


def test_a_claim_that_is_not_played_is_a_coup_without_him() -> None:
    twice = play(BANK, *[step for _ in range(2) for step in coup(*LOST, go_bank(2))])
    passed_over = play(twice, *coup(*LOST, go_bank(2), go_bank(1)))
    again = play(passed_over, *coup(*LOST, go_bank(2)))
    assert code(again, go_bank(2)) == ""


def test_who_shares_counts_by_his_own_tableau() -> None:
    twice = play(BANK, *[step for _ in range(2) for step in coup(*LOST, go_bank(1))])
    shared = play(twice, *coup("banker", "tie", go_bank(1), go_bank(6)))
    assert code(shared, go_bank(1)) == "three_times"
    assert code(shared, go_bank(6)) == ""


def test_a_void_coup_counts_for_nothing() -> None:
    thrice = play(BANK, *[step for _ in range(3) for step in coup(*LOST, go_bank(1))])
    void = (stake(2, 1_000), do("close_bets"), do("void", reason="a card exposed"))
    assert code(play(thrice, *void), go_bank(1)) == "three_times"
    twice = play(BANK, *[step for _ in range(2) for step in coup(*LOST, go_bank(1))])
    assert code(play(twice, go_bank(1), *void[1:]), go_bank(1)) == ""


def test_the_count_is_the_persons_not_the_chairs() -> None:
    thrice = play(BANK, *[step for _ in range(3) for step in coup(*LOST, go_bank(1))])
    another = play(thrice, do("leave", seat=1), do("sit", seat=1, player="Zoe"))
    assert code(another, go_bank(1)) == ""


def test_a_new_banker_does_not_end_the_count() -> None:
    thrice = play(BANK, *[step for _ in range(3) for step in coup(*LOST, go_bank(2))])
    price = state_view(thrice)["bank"]
    after = play(thrice, do("retire"), do("take_over", seat=1, amount=price))
    assert code(after, go_bank(2)) == "three_times"
    assert code(after, go_bank(1)) == ""  # Eve, who sits there now


def test_going_bank_passes_the_cards_of_neither_tableau_on() -> None:
    for calls in ([go_bank(2)], [go_bank(2), go_bank(7)], [go_bank(2, "cheval")]):
        played = play(BANK, *coup("banker", "banker", *calls))
        assert state_view(played)["holders"] == [1, 6]
    assert state_view(play(BANK, *coup("banker", "banker", stake(2, 1_000))))["holders"] == [2, 7]
