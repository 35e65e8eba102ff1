"""Who holds the cards of each tableau, and how a shoe ends, in every phase."""

from typing import Any

import pytest

from tests.rules.playing import code, do, play, state_view
from tests.rules.tableaux import (
    TIED,
    auction,
    banking,
    banque,
    chips,
    coup,
    deal,
    net,
    result,
    seated,
    seen,
    stake,
    suite,
)

# Who holds the cards.


def test_the_first_occupied_seat_of_each_tableau() -> None:
    assert seen(banque(), "holders") == [[None, None]]
    assert seen(seated(3, 5, 9, 10), "holders") == [[3, 9]]


def test_kept_until_the_tableau_loses_then_passed_on_and_round() -> None:
    state = banking(5, 1, 3, 6, 9)
    held = []
    for results in (("ponte", "tie"), *[("banker", "banker")] * 2, ("tie", "ponte")):
        state = play(state, *coup(*results, stake("Zoe", 1_000, 1)))
        held.append(state_view(state)["holders"])
    # A tableau passes on although nobody staked there; after the last comes the first.
    assert held == [[1, 6], [3, 9], [1, 6], [1, 6]]


def test_when_the_holder_leaves_the_next_one_holds_them() -> None:
    state = play(banking(5, 1, 3, 4, 6), *coup("banker", "tie", stake("Zoe", 1_000, 1)))
    assert seen(state, "holders") == [[3, 6]]
    assert seen(play(state, do("leave", seat=3)), "holders") == [[4, 6]]
    assert seen(play(state, do("leave", seat=6)), "holders") == [[3, None]]
    last = play(state, do("leave", seat=3), do("leave", seat=4))
    assert seen(last, "holders") == [[1, 6]]


def test_who_sits_down_between_does_not_take_them_away() -> None:
    state = play(banking(5, 1, 4, 6), *coup("banker", "tie", stake("Zoe", 1_000, 1)))
    assert seen(play(state, do("sit", seat=2, player="Bob")), "holders") == [[4, 6]]


def test_a_tableau_of_one_and_an_empty_one_pass_nothing_on() -> None:
    state = play(banking(6, 1), *coup("banker", "banker", stake(1, 1_000)))
    assert seen(state, "holders") == [[1, None]]
    assert seen(play(state, do("sit", seat=7, player="Gus")), "holders") == [[1, 7]]


def test_a_new_shoe_begins_with_the_first_seats_again() -> None:
    state = play(banking(5, 1, 2, 6, 7), *coup("banker", "banker", stake(1, 1_000)))
    assert seen(state, "holders") == [[2, 7]]
    over = play(state, do("cut_card"), *TIED)
    assert seen(over, "holders") == [[2, 7]]
    assert seen(play(over, do("open_shoe")), "holders") == [[1, 6]]


# The end of the shoe.

SIX_CARDS = deal("K7", "Q7", "J7")
"""Everybody stands on seven: three ties, and six cards gone."""


def test_the_neutral_card_lies_before_the_tenth_last() -> None:
    state = banking(1, 2, 6, decks=1)
    for cards_left in (46, 40, 34, 28, 22, 16, 10):
        state = play(state, stake(2, 1_000), do("close_bets"), SIX_CARDS)
        assert seen(state, "phase", "cards_left") == ["betting", cards_left]
    over = play(state, stake(2, 1_000), do("close_bets"), SIX_CARDS)
    assert seen(over, "phase", "cards_left", "banker") == ["shoe_over", 4, None]
    assert net(over, 1, 2) == [0, 0]


def test_the_banker_has_what_the_last_coup_leaves_him() -> None:
    last = (do("cut_card"), stake(2, 10_000), do("close_bets"), result("banker", "tie"))
    over = play(banking(1, 2, 6), *last)
    assert net(over, 1, 2) == [9_500, -10_000]
    assert chips(over) == 0
    broken = play(banking(1, 2, 6), do("cut_card"), *coup("ponte", "tie", stake(2, 50_000)))
    assert seen(broken, "phase", "bank", "banker") == ["shoe_over", 0, None]
    assert net(broken, 1, 2) == [-50_000, 50_000]


IN_A_SHOE: dict[str, Any] = {
    "offering": auction(1, 2, 6, award="list"),
    "auction": auction(1, 2, 6),
    "betting": banking(1, 2, 6),
    "dealing": play(banking(1, 2, 6), stake(2, 1_000), do("close_bets")),
    "broken": play(banking(1, 2, 6), *coup("ponte", "tie", stake(2, 50_000))),
    "suite": suite(1, 2, 6),
}
ON_TO_BETTING: dict[str, tuple[dict[str, Any], ...]] = {
    "offering": (do("take_bank", seat=1, amount=50_000),),
    "auction": (do("bid", seat=1, amount=50_000), do("close_auction")),
    "broken": (do("add_to_bank", amount=50_000),),
    "suite": (do("take_over", seat=6, amount=50_000),),
}


@pytest.mark.parametrize("phase", IN_A_SHOE)
def test_the_cut_card_may_come_at_any_time_and_one_coup_is_played(phase: str) -> None:
    state = IN_A_SHOE[phase]
    assert seen(state, "phase") == [phase]
    shown = play(state, do("cut_card"), *ON_TO_BETTING.get(phase, ()))
    assert code(shown, do("cut_card")) == "wrong_phase"
    if phase != "dealing":
        shown = play(shown, stake(2, 1_000), do("close_bets"))
    over = play(shown, result("tie", "tie"))
    assert seen(over, "phase", "bank", "banker") == ["shoe_over", 0, None]
    assert chips(over) == 0


@pytest.mark.parametrize("phase", ["closed", "shoe_over"])
def test_there_is_no_cut_card_without_a_shoe(phase: str) -> None:
    states = {"closed": seated(1), "shoe_over": play(banking(1, 2), do("cut_card"), *TIED)}
    assert seen(states[phase], "phase") == [phase]
    assert code(states[phase], do("cut_card")) == "wrong_phase"
