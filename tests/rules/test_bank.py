"""Who holds the bank, and how it passes on."""

from typing import Any

import pytest

from tests.rules.playing import (
    BANKER_WINS,
    PONTE_WINS,
    TIE,
    betting,
    chips,
    code,
    deciding,
    do,
    events,
    play,
    seated,
    state_view,
    suite,
)

GERMAN = {"takeover": "exact", "takeover_turn": "original_right", "auction": True}


def offered(state: Any) -> tuple[str, int | None]:
    seen = state_view(state)
    return seen["phase"], seen["offered_to"]


def price_of(state: Any) -> int:
    return int(state_view(state)["price"])


def take(state: Any, seat: int) -> Any:
    return play(state, do("take_over", seat=seat, amount=price_of(state)))


def banker_wins(state: Any, ponte: int) -> Any:
    return play(state, do("banco", seat=ponte), do("close_bets"), BANKER_WINS)


def banker_loses(state: Any, ponte: int) -> Any:
    return play(state, do("banco", seat=ponte), do("close_bets"), PONTE_WINS)


def test_a_shoe_is_offered_from_the_croupiers_right_round_to_an_idle_table() -> None:
    state = play(seated(2, 5, 9), do("open_shoe"))
    for seat, then in ((2, 5), (5, 9), (9, None)):
        assert offered(state) == ("offering", seat)
        state = play(state, do("decline", seat=seat))
        assert state_view(state)["offered_to"] == then
    assert offered(state) == ("idle", None)
    assert state_view(play(state, do("take_bank", seat=9, amount=10_000)))["banker"] == 9


def test_who_sits_down_late_is_asked_before_the_table_falls_idle() -> None:
    state = play(seated(2, 5), do("open_shoe"), do("decline", seat=2))
    late = play(state, do("sit", seat=1, player="Zed"), do("decline", seat=5))
    assert offered(late) == ("offering", 1)
    # And a newcomer on a chair that was asked already is asked himself.
    swapped = play(state, do("leave", seat=2), do("sit", seat=2, player="Zed"))
    assert offered(play(swapped, do("decline", seat=5))) == ("offering", 2)


def test_whoever_takes_the_bank_from_idle_has_his_own_turn() -> None:
    idle = play(seated(1, 2, 3), do("open_shoe"), *(do("decline", seat=s) for s in (1, 2, 3)))
    lost = banker_loses(play(idle, do("take_bank", seat=2, amount=10_000)), 1)
    assert offered(lost) == ("offering", 3)


def test_a_lost_bank_goes_round_past_the_highest_seat() -> None:
    lost = banker_loses(betting(9, 1, 4, bank=10_000), 4)
    assert offered(lost) == ("offering", 1)


def test_the_loser_is_asked_last() -> None:
    lost = banker_loses(betting(1, 2, bank=10_000), 2)
    assert offered(play(lost, do("decline", seat=2))) == ("offering", 1)


def test_a_suite_is_offered_to_the_right_and_never_to_who_retired() -> None:
    state = suite(1, 2, 3, bank=10_000)
    assert price_of(state) == 19_500
    assert offered(state) == ("suite", 2)
    state = play(state, do("decline", seat=2))
    assert offered(state) == ("suite", 3)
    assert offered(play(state, do("decline", seat=3))) == ("offering", 2)


def test_a_newcomer_on_the_retired_bankers_chair_is_asked() -> None:
    state = play(suite(1, 2, bank=10_000), do("leave", seat=1), do("sit", seat=1, player="Zed"))
    assert offered(play(state, do("decline", seat=2))) == ("suite", 1)


def test_with_nobody_to_pass_it_to_the_suite_is_over_at_once() -> None:
    won = play(
        betting(1, bank=10_000),
        do("stake", bystander="Zoe", amount=10_000),
        do("close_bets"),
        BANKER_WINS,
        do("retire"),
    )
    assert offered(won) == ("offering", 1)
    auctioned = play(
        betting(1, bank=10_000, auction=True),
        do("stake", bystander="Zoe", amount=10_000),
        do("close_bets"),
        BANKER_WINS,
        do("retire"),
    )
    assert offered(auctioned) == ("auction", None)


def test_a_suite_the_neighbour_took_is_his_own_turn() -> None:
    lost = banker_loses(take(suite(1, 2, 3, 4, bank=10_000), 2), 4)
    assert offered(lost) == ("offering", 3)


def test_a_suite_another_took_uses_up_no_turn() -> None:
    state = play(suite(1, 2, 3, 4, bank=10_000), do("decline", seat=2))
    assert offered(banker_loses(take(state, 3), 4)) == ("offering", 2)


def test_at_an_original_right_table_the_neighbour_too_plays_anothers_turn() -> None:
    state = suite(1, 2, 3, 4, bank=10_000, takeover_turn="original_right")
    assert offered(banker_loses(take(state, 2), 4)) == ("offering", 2)


def test_in_a_chain_of_suites_everything_is_measured_from_the_turn() -> None:
    first = play(suite(1, 2, 3, 4, 5, bank=10_000), do("decline", seat=2), do("decline", seat=3))
    second = play(banker_wins(take(first, 4), 5), do("retire"))
    assert offered(second) == ("suite", 2)
    declined = play(second, do("decline", seat=2), do("decline", seat=3))
    assert offered(declined) == ("suite", 5)  # seat 4 retired
    declined = play(declined, do("decline", seat=5))
    assert offered(declined) == ("suite", 1)  # whose turn it is may take it back
    assert offered(banker_loses(take(declined, 1), 5)) == ("offering", 2)


def test_a_neighbours_chain_moves_the_turn_on_each_time() -> None:
    second = play(banker_wins(take(suite(1, 2, 3, 4, bank=10_000), 2), 4), do("retire"))
    assert offered(second) == ("suite", 3)
    assert offered(banker_loses(take(second, 3), 1)) == ("offering", 4)


def test_a_tie_too_lets_the_banker_retire_with_what_he_has() -> None:
    state = play(betting(1, 2, 3, bank=10_000), do("stake", seat=2, amount=4_000))
    state = play(state, do("close_bets"), TIE, do("retire"))
    assert price_of(state) == 4_000
    assert state_view(state)["net"]["Ann"] == 0
    # Below the minimum bank, and yet the price is what may always be paid.
    assert state_view(take(state, 2))["bank"] == 4_000


@pytest.mark.parametrize(
    ("amount", "at_least", "exact"),
    [
        (19_500, "", ""),
        (19_400, "takeover_too_low", "takeover_not_exact"),
        (19_600, "", "takeover_not_exact"),
        (19_550, "not_a_multiple", "takeover_not_exact"),
        (25_000, "", "takeover_not_exact"),
        (25_100, "above_max_bank", "takeover_not_exact"),
        (0, "bad_amount", "bad_amount"),
    ],
)
def test_what_a_suite_is_taken_for(amount: int, at_least: str, exact: str) -> None:
    command = do("take_over", seat=2, amount=amount)
    assert code(suite(1, 2, 3, bank=10_000, max_bank=25_000), command) == at_least
    german = suite(1, 2, 3, bank=10_000, max_bank=25_000, takeover="exact")
    assert code(german, command) == exact


def test_the_price_may_be_above_the_maximum_and_off_the_unit() -> None:
    state = suite(1, 2, 3, bank=10_100, max_bank=15_000)
    assert price_of(state) == 19_690  # 20,200 less 5 % of 10,100, 505, a half of ten rounded up
    assert code(state, do("take_over", seat=2, amount=19_690)) == ""
    assert code(state, do("take_over", seat=2, amount=19_700)) == "above_max_bank"


def auction() -> Any:
    state = suite(1, 2, 3, 4, bank=10_000, **GERMAN)
    return play(state, *(do("decline", seat=seat) for seat in (2, 3, 4)))


def test_an_auction_goes_to_the_highest_bid() -> None:
    state = auction()
    assert offered(state) == ("auction", None)
    state = play(
        state,
        do("bid", seat=3, amount=10_000),
        do("bid", seat=1, amount=12_000),
        do("close_auction"),
    )
    seen = state_view(state)
    assert (seen["banker"], seen["bank"], seen["net"]["Ann"]) == (1, 12_000, 9_500 - 12_000)
    assert offered(banker_loses(state, 3)) == ("offering", 2)


def test_an_auctioned_bank_is_a_suite_and_the_neighbour_counts() -> None:
    state = suite(1, 2, 3, 4, bank=10_000, auction=True)
    state = play(state, *(do("decline", seat=seat) for seat in (2, 3, 4)))
    by_the_neighbour = play(state, do("bid", seat=2, amount=10_000), do("close_auction"))
    assert offered(banker_loses(by_the_neighbour, 4)) == ("offering", 3)
    by_another = play(state, do("bid", seat=3, amount=10_000), do("close_auction"))
    assert offered(banker_loses(by_another, 4)) == ("offering", 2)


def test_an_auction_without_a_bid_leaves_the_bank_to_the_next_turn() -> None:
    state = play(auction(), do("close_auction"))
    assert offered(state) == ("offering", 2)
    assert state_view(play(state, do("take_bank", seat=2, amount=10_000)))["bank"] == 10_000


def test_an_associate_doubles_the_bank_and_halves_what_is_paid_out() -> None:
    state = play(betting(1, 2, 3, bank=10_000), do("associate", seat=2))
    seen = state_view(state)
    assert (seen["associate"], seen["bank"], seen["net"]["Bob"]) == (2, 20_000, -10_000)
    won = play(state, do("stake", seat=3, amount=5_000), do("close_bets"), BANKER_WINS)
    retired = play(won, do("retire"))  # bank 9,750 and garage 15,000
    assert state_view(retired)["net"] == {"Ann": 2_375, "Bob": 2_375, "Cleo": -5_000}
    lost = play(state, do("stake", seat=3, amount=5_000), do("close_bets"), PONTE_WINS)
    assert state_view(lost)["net"] == {"Ann": -2_500, "Bob": -2_500, "Cleo": 5_000}
    assert state_view(lost)["associate"] is None


def test_the_odd_unit_of_bank_and_garage_together_is_the_bankers() -> None:
    rule = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
    state = play(
        betting(1, 2, 3, bank=10_000, unit=1, commission=rule),
        do("associate", seat=2),
        do("stake", seat=3, amount=5_001),
        do("close_bets"),
        BANKER_WINS,  # 250.05 is 250: bank 9,752, garage 14,999
    )
    assert (state_view(state)["bank"], state_view(state)["garage"]) == (9_752, 14_999)
    passed = events(state, do("retire"))[0]
    assert [share.amount for share in passed.shares] == [12_376, 12_375]
    assert chips(play(state, do("retire"))) == 0


def test_an_associate_with_nothing_left_gets_no_share() -> None:
    state = play(betting(1, 2, 3, bank=10_000), do("associate", seat=2))
    settled, passed, _ = events(
        play(state, do("banco", seat=3), do("close_bets")), do("result", winner="ponte")
    )
    assert settled.winner == "ponte"
    assert passed.shares == ()


def test_who_had_money_in_the_bank_may_leave_when_it_is_over() -> None:
    state = play(betting(1, 2, 3, bank=10_000), do("associate", seat=2))
    assert [code(state, do("leave", seat=seat)) for seat in (1, 2, 3)] == ["in_play", "in_play", ""]
    lost = banker_loses(state, 3)
    assert code(lost, do("leave", seat=1)) == ""


def test_the_garage_goes_back_into_the_bank_or_to_the_banker() -> None:
    state = play(
        betting(1, 2, bank=10_000), do("stake", seat=2, amount=4_000), do("close_bets"), TIE
    )
    more = play(state, do("continue"), do("add_to_bank", amount=5, source="garage"))
    assert (state_view(more)["bank"], state_view(more)["garage"]) == (4_005, 5_995)
    assert state_view(more)["net"]["Ann"] == -10_000
    pocket = play(more, do("add_to_bank", amount=100, source="pocket"))
    assert (state_view(pocket)["bank"], state_view(pocket)["net"]["Ann"]) == (4_105, -10_100)


def test_with_an_associate_the_garage_may_be_added_but_no_pocket() -> None:
    state = play(
        betting(1, 2, 3, bank=10_000),
        do("associate", seat=2),
        do("stake", seat=3, amount=5_000),
        do("close_bets"),
        TIE,
        do("continue"),
    )
    assert code(state, do("add_to_bank", amount=100, source="pocket")) == "associated"
    assert code(state, do("add_to_bank", amount=100, source="garage")) == ""


def short_shoe(**changed: Any) -> Any:
    """One deck, and after one more coup of four cards no more than the neutral card allows."""
    return betting(1, 2, bank=10_000, decks=1, **changed)


@pytest.mark.parametrize(
    ("neutral", "phase"), [(48, "deciding"), (49, "shoe_over"), (52, "shoe_over")]
)
def test_the_coup_that_leaves_fewer_cards_than_the_neutral_card_is_the_last(
    neutral: int, phase: str
) -> None:
    state = banker_wins(short_shoe(cut_card_before_last=neutral), 2)
    assert state_view(state)["phase"] == phase
    assert state_view(state)["cards_left"] == 48


@pytest.mark.parametrize(
    ("coup", "ann"),
    [(BANKER_WINS, 950), (TIE, 0), (PONTE_WINS, -1_000)],
    ids=["won", "tied", "lost"],
)
@pytest.mark.parametrize("moment", ["between coups", "in the coup"])
def test_the_cut_card_makes_the_coup_in_hand_or_the_next_the_last(
    moment: str, coup: dict[str, Any], ann: int
) -> None:
    state = play(betting(1, 2, bank=10_000), do("stake", seat=2, amount=1_000))
    cut, close = do("cut_card"), do("close_bets")
    order = [cut, close] if moment == "between coups" else [close, cut]
    over = play(state, *order, coup)
    seen = state_view(over)
    assert (seen["phase"], seen["banker"], seen["bank"], seen["garage"]) == (
        "shoe_over",
        None,
        0,
        0,
    )
    assert seen["net"]["Ann"] == ann
    assert offered(play(over, do("open_shoe"))) == ("offering", 1)


def test_a_new_shoe_is_whole_and_has_its_neutral_card_before_it() -> None:
    over = play(betting(2, 4, bank=10_000), do("banco", seat=4), do("close_bets"), do("cut_card"))
    again = play(over, TIE, do("open_shoe"))
    assert state_view(again)["cards_left"] == 312
    assert offered(again) == ("offering", 2)
    assert code(again, do("cut_card")) == ""


def test_a_bank_survives_the_void_of_its_last_coup() -> None:
    state = play(betting(1, 2, bank=10_000), do("banco", seat=2), do("close_bets"), do("cut_card"))
    voided = play(state, do("void", reason="misdeal"))
    assert state_view(voided)["phase"] == "betting"
    assert state_view(banker_wins(voided, 2))["phase"] == "shoe_over"


def test_the_banker_takes_nothing_out_but_may_go_on() -> None:
    won = deciding(1, 2, bank=10_000)
    assert state_view(won)["bank"] == 19_500
    assert state_view(won)["net"]["Ann"] == -10_000
    assert state_view(play(won, do("continue")))["bank"] == 19_500


def test_nobody_stakes_and_the_banker_may_retire() -> None:
    """Decision 0020: also with the bank just taken, and with what the garage still holds."""
    fresh = betting(1, 2, 3, bank=20_000)
    assert offered(play(fresh, do("retire"))) == ("suite", 2)
    assert state_view(play(fresh, do("retire")))["price"] == 20_000
    won = play(fresh, do("stake", seat=2, amount=5_000), do("close_bets"), BANKER_WINS)
    won = play(won, do("continue"))  # bank 9,750, garage 15,000
    retired = play(won, do("retire"))
    assert state_view(retired)["net"]["Ann"] == 4_750
    assert (state_view(retired)["price"], chips(retired)) == (9_750, 0)
