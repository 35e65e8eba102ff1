"""Who becomes banker, how long he stays, and who comes after him (seed 002)."""

from typing import Any

import pytest

from tables.rules import variants
from tables.rules.errors import BadCommand
from tests.rules.playing import code, do, events, play, state_view
from tests.rules.tableaux import (
    LINE,
    NAMES,
    TIED,
    auction,
    banking,
    banque,
    chips,
    coup,
    go_bank,
    net,
    seated,
    seen,
    stake,
    suite,
)

# Awarding the bank.


def test_the_highest_bidder_leaves_his_seat_for_the_bankers_place() -> None:
    state = auction(1, 2, 6)
    bids = (do("bid", seat=6, amount=60_000), do("bid", seat=2, amount=75_000))
    taken = play(state, *bids, do("close_auction"))
    assert seen(taken, "banker", "bank", "phase") == ["Bob", 75_000, "betting"]
    assert dict(taken.seats) == {1: "Ann", 6: "Flo"}
    assert net(taken, 2) == [-75_000]
    # He is at the table all the same: nobody else goes by his name.
    assert code(taken, do("sit", seat=2, player="Bob")) == "name_taken"
    assert code(taken, stake("Bob", 1_000, 1)) == "name_taken"


def test_an_auction_goes_on_until_somebody_bids() -> None:
    state = auction(1, 6)
    assert code(state, do("close_auction")) == "nobody_bid"
    assert seen(play(state, do("sit", seat=2, player="Bob")), "phase") == ["auction"]


def test_the_list_is_the_order_in_which_they_sat_down() -> None:
    state = auction(6, 2, 1, award="list")
    asked = []
    for _ in range(3):
        (offered,) = seen(state, "offered_to")
        asked.append(offered)
        state = play(state, do("decline", seat=offered))
    assert asked == [6, 2, 1]
    assert seen(state, "phase", "offered_to") == ["auction", None]


def test_who_sits_down_again_is_last_on_the_list() -> None:
    moved = (do("leave", seat=6), do("sit", seat=7, player="Flo"), do("open_shoe"))
    state = play(seated(6, 2, 1, award="list"), *moved)
    assert seen(state, "offered_to") == [2]
    state = play(state, do("decline", seat=2), do("decline", seat=1))
    assert seen(state, "offered_to") == [7]
    taken = play(state, do("take_bank", seat=7, amount=50_000))
    assert seen(taken, "banker", "bank") == ["Flo", 50_000]


# The banker stays.


def test_one_coup_is_owed_and_a_void_one_is_none() -> None:
    state = banking(1, 2, 6)
    assert code(state, do("retire")) == "one_coup_owed"
    void = (stake(2, 1_000), do("close_bets"), do("void", reason="a card exposed"))
    assert code(play(state, *void), do("retire")) == "one_coup_owed"
    assert code(play(state, *TIED), do("retire")) == ""


def test_a_take_over_counts_anew_and_a_replenishment_does_not() -> None:
    taken = play(suite(1, 2, 6), do("take_over", seat=6, amount=50_000))
    assert code(taken, do("retire")) == "one_coup_owed"
    broken = play(banking(1, 2, 6), *coup("ponte", "tie", stake(2, 50_000)))
    assert code(play(broken, do("add_to_bank", amount=50_000)), do("retire")) == ""


def test_he_adds_from_his_pocket() -> None:
    state = play(banking(1, 2, 6, max_bank=90_000), do("add_to_bank", amount=40_000))
    assert seen(state, "bank") == [90_000]
    assert net(state, 1) == [-90_000]
    assert code(state, do("add_to_bank", amount=100)) == "above_max_bank"


def test_a_broken_bank_goes_on_from_the_minimum() -> None:
    broken = play(banking(1, 2, 6, max_bank=70_000), *coup("ponte", "tie", stake(2, 50_000)))
    assert seen(broken, "phase", "bank", "banker") == ["broken", 0, "Ann"]
    refused = {40_000: "below_min_bank", 70_100: "above_max_bank", 50_050: "not_a_multiple"}
    for amount, refusal in refused.items():
        assert code(broken, do("add_to_bank", amount=amount)) == refusal
    for command in (stake(2, 1_000), go_bank(2), do("close_bets")):
        assert code(broken, command) == "wrong_phase"
    again = play(broken, do("add_to_bank", amount=60_000))
    assert seen(again, "phase", "bank", "banker") == ["betting", 60_000, "Ann"]
    assert again.bank_number == broken.bank_number == 1


@pytest.mark.parametrize(
    ("award", "phase", "asked"), [("auction", "auction", None), ("list", "offering", 2)]
)
def test_who_gives_up_a_broken_bank_leaves_it_to_be_awarded_anew(
    award: str, phase: str, asked: int | None
) -> None:
    broken = play(auction(1, 2, 6, award=award))
    if award == "list":
        broken = play(broken, do("take_bank", seat=1, amount=50_000))
    else:
        broken = play(broken, do("bid", seat=1, amount=50_000), do("close_auction"))
    broken = play(broken, *coup("ponte", "tie", stake(2, 50_000)))
    passed, _ = events(broken, do("retire"))
    assert (passed.reason, passed.bank, passed.shares) == ("lost", 0, ())
    retired = play(broken, do("retire"))
    assert seen(retired, "phase", "offered_to", "banker") == [phase, asked, None]
    assert chips(retired) == 0


# Retiring with money in the bank.


def test_his_money_is_his_at_once_and_the_bank_costs_exactly_as_much() -> None:
    won = play(banking(1, 2, 6, 7), *coup("banker", "tie", stake(2, 1_000)), do("retire"))
    assert net(won, 1) == [950]
    assert seen(won, "phase", "price", "bank", "banker") == ["suite", 50_950, 0, None]
    # Exactly: neither the unit nor the limits are held against it.
    asked = play(won, do("decline", seat=6))
    for amount in (50_900, 51_000):
        assert code(asked, do("take_over", seat=2, amount=amount)) == "takeover_not_exact"
    taken = play(asked, do("take_over", seat=2, amount=50_950))
    assert seen(taken, "banker", "bank", "offered_to") == ["Bob", 50_950, None]


def test_offered_in_rotation_until_all_have_declined() -> None:
    state = suite(5, 10, 2, 7, 1)
    asked = []
    while seen(state, "phase") == ["suite"]:
        (offered,) = seen(state, "offered_to")
        asked.append(offered)
        state = play(state, do("decline", seat=offered))
    assert asked == [1, 2, 7, 10]
    assert seen(state, "phase", "offered_to") == ["auction", None]
    assert "price" not in state_view(state)


def test_also_where_banks_go_by_the_list_a_suite_ends_in_an_auction() -> None:
    state = play(auction(1, 6, award="list"), do("take_bank", seat=1, amount=50_000))
    state = play(state, *TIED, do("retire"))
    assert seen(play(state, do("decline", seat=6)), "phase") == ["auction"]


def test_who_comes_during_the_suite_is_asked_too_and_who_retired_is_not() -> None:
    state = suite(2, 6)
    state = play(state, do("sit", seat=1, player="Ann"), do("sit", seat=2, player="Bob"))
    state = play(state, do("decline", seat=6))
    assert seen(state, "offered_to") == [1]
    assert seen(play(state, do("decline", seat=1)), "phase") == ["auction"]


def test_with_nobody_left_to_ask_it_is_an_auction() -> None:
    state = play(banking(1, 6), *TIED, do("leave", seat=6), do("retire"))
    assert seen(state, "phase", "offered_to") == ["auction", None]
    back = play(state, do("sit", seat=3, player="Ann"), do("bid", seat=3, amount=50_000))
    assert seen(play(back, do("close_auction")), "banker") == ["Ann"]


# The outgoing banker.


def test_he_takes_the_seat_his_successor_leaves() -> None:
    taken = play(suite(1, 2, 6), do("take_over", seat=6, amount=50_000))
    assert dict(taken.seats) == {2: "Bob", 6: "Ann"}
    assert seen(taken, "banker", "holders") == ["Flo", [2, 6]]
    assert code(taken, stake(6, 1_000)) == ""


def test_also_when_the_successor_bought_the_bank() -> None:
    state = play(suite(1, 2, 6), do("decline", seat=6), do("decline", seat=2))
    sold = play(state, do("bid", seat=2, amount=90_000), do("close_auction"))
    assert dict(sold.seats) == {6: "Flo", 2: "Ann"}


def test_not_if_he_has_sat_down_meanwhile() -> None:
    state = play(suite(1, 2, 6), do("sit", seat=9, player="Ann"))
    taken = play(state, do("take_over", seat=6, amount=50_000))
    assert dict(taken.seats) == {2: "Bob", 9: "Ann"}


def test_not_if_he_has_sat_down_and_left() -> None:
    gone = (do("sit", seat=9, player="Ann"), do("leave", seat=9))
    taken = play(suite(1, 2, 6), *gone, do("take_over", seat=6, amount=50_000))
    assert dict(taken.seats) == {2: "Bob"}


def test_also_in_the_next_shoe() -> None:
    over = play(banking(1, 2, 6), do("cut_card"), *TIED)
    assert seen(over, "phase", "banker", "bank") == ["shoe_over", None, 0]
    next_one = play(over, do("open_shoe"), do("bid", seat=2, amount=50_000), do("close_auction"))
    assert dict(next_one.seats) == {6: "Flo", 2: "Ann"}


# The table line, sittings and limits.


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": 9},
        {"seats": 3},
        {"min_bank": 0},
        {"min_stake": 0},
        {"options": {"excess": "some"}},
        {"options": {"award": "lottery"}},
        {"options": {"open_bank": 1}},
        {"options": {"takeover": "exact"}},
        {"bets": {"player": {"min": 1_000}}},
    ],
)
def test_a_table_that_cannot_be_played(changed: dict[str, Any]) -> None:
    with pytest.raises(BadCommand):
        variants.read_table(LINE | changed)


def test_what_a_table_line_may_leave_out() -> None:
    given = ("game", "currency", "unit", "min_bank", "min_stake", "commission")
    assert variants.read_table({name: LINE[name] for name in given}) == variants.read_table(LINE)


@pytest.mark.parametrize(("seats", "rotation"), [(2, [1, 2]), (6, [1, 4, 2, 5, 3, 6])])
def test_smaller_tables_have_their_own_rotation(seats: int, rotation: list[int]) -> None:
    state = play(banque(seats=seats), *(do("sit", seat=n, player=NAMES[n]) for n in rotation))
    last = rotation[-1]
    state = play(state, do("open_shoe"), do("bid", seat=last, amount=50_000), do("close_auction"))
    (closed,) = events(play(state, *(stake(n, 1_000) for n in range(1, seats))), do("close_bets"))
    assert [placed.who for placed in closed.stakes] == rotation[:-1]
    assert [placed.tableau for placed in closed.stakes] == [1, 2, 1, 2, 1][: seats - 1]


def test_a_sitting_may_be_closed_while_nobody_holds_a_bank() -> None:
    opened = play(banque(), do("open_sitting"), do("sit", seat=1, player="Ann"))
    opened = play(opened, do("sit", seat=2, player="Bob"), do("open_shoe"))
    assert code(opened, do("close_sitting")) == ""
    taken = play(opened, do("bid", seat=1, amount=50_000), do("close_auction"))
    assert code(taken, do("close_sitting")) == "wrong_phase"
    won = play(taken, *coup("banker", "tie", stake(2, 1_000)))
    assert code(play(won, do("retire")), do("close_sitting")) == "wrong_phase"
    over = play(won, do("cut_card"), *TIED, do("close_sitting"))
    kept = ("results", "commission", "cagnotte")
    assert seen(over, *kept) == [["tie", "tie"], 0, 50]
    assert net(over, 1, 2) == [950, -1_000]


def test_new_rules_hold_from_the_next_bank_or_coup_on() -> None:
    state = play(banking(1, 2, 6), do("set_rules", options={"open_bank": True}))
    assert seen(state, "open") == [False]
    retired = play(state, *TIED, do("retire"), do("take_over", seat=6, amount=50_000))
    assert seen(retired, "open") == [True]
    assert code(play(state, stake(2, 1_000)), do("set_rules", min_stake=2_000)) == "wrong_phase"
    assert code(play(state, go_bank(2)), do("set_rules", min_stake=2_000)) == "wrong_phase"
