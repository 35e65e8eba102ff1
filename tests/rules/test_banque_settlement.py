"""What is held, what is paid and what the house takes, over two tableaux."""

from typing import Any

import pytest

from tests.rules.playing import code, do, events, play, state_view
from tests.rules.tableaux import banking, chips, coup, deal, go_bank, held, net, result, stake

EVERYBODY = (5, 1, 2, 3, 4, 6, 7, 8, 9, 10)
BANK = banking(*EVERYBODY)
"""Eve has left seat 5 and holds a bank of 500.00."""


def money(state: Any) -> tuple[int, int]:
    seen = state_view(state)
    assert chips(state) == 0
    return seen["bank"], seen["cagnotte"]


@pytest.mark.parametrize(
    ("stakes", "right"),
    [
        # 1 before 6 before 2, bystanders last and as they came
        (
            [("Zoe", 10_000, 1), (2, 20_000), (6, 30_000), (1, 15_000)],
            {(1, 1): 15_000, (6, 2): 30_000, (2, 1): 5_000, ("Zoe", 1): 0},
        ),
        (
            [("Zoe", 30_000, 2), ("Yan", 30_000, 1), (10, 10_000)],
            {(10, 2): 10_000, ("Zoe", 2): 30_000, ("Yan", 1): 10_000},
        ),
        # a changed stake keeps its place, a withdrawn one loses it
        (
            [("Zoe", 30_000, 2), ("Yan", 30_000, 1), ("Zoe", 40_000, 1)],
            {("Zoe", 1): 40_000, ("Yan", 1): 10_000},
        ),
        (
            [("Zoe", 30_000, 2), ("Yan", 30_000, 1), ("Zoe", 0), ("Zoe", 30_000, 2)],
            {("Yan", 1): 30_000, ("Zoe", 2): 20_000},
        ),
        # à cheval is two stakes, the first tableau's first
        ([(6, 80_000, "cheval")], {(6, 1): 40_000, (6, 2): 10_000}),
        (
            [(1, 90_000), (6, 2_000, "cheval")],
            {(1, 1): 50_000, (6, 1): 0, (6, 2): 0},
        ),
        ([(1, 50_000, 1), (1, 4_000, "cheval")], {(1, 1): 2_000, (1, 2): 2_000}),
    ],
)
def test_held_in_rotation_up_to_the_bank(stakes: list[Any], right: dict[Any, int]) -> None:
    closed = play(BANK, *(stake(*one) for one in stakes), do("close_bets"))
    assert list(held(closed).items()) == list(right.items())


def test_what_is_not_held_goes_back_won_or_lost() -> None:
    closed = play(BANK, stake(1, 30_000), stake(6, 40_000), stake(2, 10_000), do("close_bets"))
    assert net(closed, 1, 6, 2) == [-30_000, -40_000, -10_000]
    won = play(closed, result("ponte", "ponte"))
    assert net(won, 1, 6, 2) == [30_000, 20_000, 0]
    assert money(won) == (0, 0)
    lost = play(closed, result("banker", "banker"))
    assert net(lost, 1, 6, 2) == [-30_000, -20_000, 0]
    assert money(lost) == (97_500, 2_500)


@pytest.mark.parametrize(
    ("results", "nets", "bank"),
    [
        (("ponte", "ponte"), [1_001, 333], 50_000 - 501 - 500 - 333),
        (("ponte", "tie"), [501, 0], 50_000 - 501),
        (("tie", "ponte"), [500, 333], 50_000 - 500 - 333),
        (("tie", "tie"), [0, 0], 50_000),
        (("ponte", "banker"), [1, -333], 50_000 - 501 + 833 - 20),  # 5 % of 3.32 to ten cents
        (("banker", "ponte"), [-1, 333], 50_000 + 501 - 833),
        (("banker", "tie"), [-501, 0], 50_000 + 501 - 30),  # 0.2505
        (("tie", "banker"), [-500, -333], 50_000 + 833 - 40),  # 0.4165
        (("banker", "banker"), [-1_001, -333], 50_000 + 1_334 - 70),  # 0.667
    ],
)
def test_every_pair_of_results_with_an_odd_stake_a_cheval(
    results: tuple[str, str], nets: list[int], bank: int
) -> None:
    """501 of 1,001 lie on tableau 1, 500 on tableau 2, and 333 of Flo's beside them."""
    state = banking(*EVERYBODY, unit=1, min_stake=1)
    played = play(state, *coup(*results, stake(1, 1_001, "cheval"), stake(6, 333)))
    assert net(played, 1, 6) == nets
    assert money(played)[0] == bank
    assert state_view(played)["results"] == list(results)


def test_commission_is_on_the_net_gain_over_both_tableaux() -> None:
    """K11: 1,000.00 won on one and 600.00 lost on the other is a gain of 400.00."""
    state = banking(*EVERYBODY, bank=500_000)
    command = result("banker", "ponte")
    closed = play(state, stake(1, 100_000), stake(6, 60_000), do("close_bets"))
    (settled,) = events(closed, command)
    assert (settled.base, settled.commission) == (40_000, 2_000)
    assert money(play(closed, command)) == (538_000, 2_000)


@pytest.mark.parametrize("results", [("ponte", "banker"), ("tie", "tie"), ("ponte", "ponte")])
def test_no_gain_no_commission(results: tuple[str, str]) -> None:
    commission = {"rate_bp": 500, "round_to": 10, "rounding": "up", "half": "up", "minimum": 50}
    state = banking(*EVERYBODY, commission=commission)
    closed = play(state, stake(1, 6_000), stake(6, 6_000), do("close_bets"))
    (settled,) = events(closed, result(*results))
    assert (settled.base, settled.commission) == (0, 0)


def test_the_open_banks_rate() -> None:
    """French law: 1.25 % of the net gain."""
    rate = {"rate_bp": 125, "round_to": 1, "rounding": "nearest", "half": "up"}
    state = banking(*EVERYBODY, open_bank=True, commission=rate)
    played = play(state, *coup("banker", "ponte", stake(1, 80_000), stake(6, 20_000)))
    assert money(played) == (100_000 + 60_000 - 750, 750)


def test_a_tied_stake_withdrawn_before_the_deal() -> None:
    """K04: 76.00 and 5.00 on one tableau, the 5.00 taken back, a tie: 81.00 in all go back."""
    state = banking(*EVERYBODY, min_stake=500)
    bets = (stake(1, 7_600), stake(2, 500), stake(2, 0))
    closed = play(state, *bets, do("close_bets"))
    assert net(closed, 1, 2) == [-7_600, 0]
    tied = play(closed, result("tie", "tie"))
    assert net(tied, 1, 2) == [0, 0]
    assert money(tied) == (50_000, 0)


# All staked: every stake is at risk, and the bank pays as far as it goes.

ALL_STAKED = banking(*EVERYBODY, excess="all_staked")


def test_lost_stakes_are_collected_before_the_winners_are_paid() -> None:
    bets = (stake(1, 30_000), stake(6, 40_000), stake(2, 20_000))
    played = play(ALL_STAKED, *coup("ponte", "banker", *bets))
    assert net(played, 1, 6, 2) == [30_000, -40_000, 20_000]
    assert money(played) == (40_000, 0)


def test_winners_are_paid_in_rotation_and_beyond_the_bank_have_their_stake_back() -> None:
    bets = (stake("Zoe", 9_000, 2), stake(2, 20_000), stake(6, 30_000), stake(1, 15_000))
    played = play(ALL_STAKED, *coup("ponte", "ponte", *bets))
    assert net(played, 1, 6, 2) == [15_000, 30_000, 5_000]
    assert state_view(played)["net"]["Zoe"] == 0
    assert money(played) == (0, 0)
    assert state_view(played)["phase"] == "broken"


def test_a_cheval_is_paid_on_the_first_tableau_first() -> None:
    played = play(ALL_STAKED, *coup("ponte", "ponte", stake(6, 80_000, "cheval")))
    assert net(played, 6) == [50_000]
    lost_and_won = play(ALL_STAKED, *coup("banker", "ponte", stake(6, 180_000, "cheval")))
    assert net(lost_and_won, 6) == [0]  # 900.00 each way: the lost half pays the won one
    assert money(lost_and_won) == (50_000, 0)


def test_stakes_above_the_bank_are_lost_whole_where_all_are_at_risk() -> None:
    played = play(ALL_STAKED, *coup("banker", "banker", stake(1, 90_000), stake(6, 60_000)))
    assert net(played, 1, 6) == [-90_000, -60_000]
    assert money(played) == (50_000 + 150_000 - 7_500, 7_500)


def test_tied_stakes_pay_nobody() -> None:
    played = play(ALL_STAKED, *coup("tie", "ponte", stake(1, 90_000), stake(6, 60_000)))
    assert net(played, 1, 6) == [0, 50_000]
    assert money(played) == (0, 0)


# The open bank.


def test_the_banker_declares_the_stakes_accepted() -> None:
    closed = play(BANK, stake(1, 40_000), stake(6, 40_000), do("close_bets"), do("accept_all"))
    seen = state_view(closed)
    assert (seen["bank"], seen["open"], seen["held"]) == (80_000, True, 80_000)
    assert net(closed, 5) == [-80_000]
    assert net(play(closed, result("ponte", "banker")), 1, 6, 5) == [40_000, -40_000, -80_000]
    assert state_view(play(closed, result("ponte", "ponte")))["phase"] == "broken"


def test_nothing_need_be_lacking_for_the_bank_to_be_opened() -> None:
    closed = play(BANK, stake(1, 40_000), do("close_bets"))
    assert state_view(closed)["open"] is False
    opened = play(closed, do("accept_all"))
    assert state_view(opened)["open"] is True
    assert net(opened, 5) == [-50_000]


def test_open_he_puts_up_what_later_stakes_exceed_the_bank_by() -> None:
    state = banking(*EVERYBODY, max_bank=60_000)
    opened = play(state, do("add_to_bank", amount=10_000), stake(1, 2_000), do("close_bets"))
    opened = play(opened, do("accept_all"), result("tie", "tie"))
    closed = play(opened, stake(1, 70_000), stake(6, 5_000), do("close_bets"))
    assert (state_view(closed)["bank"], state_view(closed)["held"]) == (75_000, 75_000)
    assert net(closed, 5) == [-75_000]
    assert code(play(closed, result("tie", "tie")), do("add_to_bank", amount=100)) == (
        "above_max_bank"
    )


def test_stakes_accepted_stay_accepted_when_the_coup_is_void() -> None:
    closed = play(BANK, stake(1, 90_000), do("close_bets"), do("accept_all"))
    again = play(closed, do("void", reason="a card exposed"))
    seen = state_view(again)
    assert (seen["phase"], seen["bank"], seen["staked"]) == ("betting", 90_000, 0)
    assert seen["open"] is True
    assert net(again, 1, 5) == [0, -90_000]
    assert chips(again) == 0


def test_a_table_of_open_banks_holds_everything_from_the_first_coup() -> None:
    state = banking(*EVERYBODY, open_bank=True, excess="all_staked")
    closed = play(state, stake(1, 90_000), stake("Zoe", 30_000, "cheval"), do("close_bets"))
    assert held(closed) == {(1, 1): 90_000, ("Zoe", 1): 15_000, ("Zoe", 2): 15_000}
    assert net(closed, 5) == [-120_000]


def test_open_he_may_give_up_the_bank_with_stakes_placed() -> None:
    staked = (stake(1, 1_000), do("close_bets"), do("accept_all"), result("tie", "tie"))
    opened = play(BANK, *staked, stake(1, 900_000), go_bank(6))
    given_up = play(opened, do("retire"))
    seen = state_view(given_up)
    assert (seen["phase"], seen["bank"], seen["price"]) == ("suite", 0, 50_000)
    assert seen["open"] is False
    assert net(given_up, 1, 5) == [0, 0]
    # The stakes are gone, and with them what bound their owners.
    assert code(play(given_up, do("decline", seat=1)), do("leave", seat=1)) == ""
    limited = play(BANK, *coup("tie", "tie", stake(1, 1_000)), stake(1, 900_000))
    assert code(limited, do("retire")) == "in_play"


def test_all_stakes_together_are_not_more_than_can_be_counted() -> None:
    """Decision 10: no coup moves more than 10^16 minor units."""
    state = banking(*EVERYBODY, unit=1)
    full = play(state, stake(1, 10**16))
    assert code(full, do("close_bets")) == ""
    assert code(play(full, stake(6, 1_000)), do("close_bets")) == "above_max_stake"


def test_cards_and_results_settle_alike() -> None:
    closed = play(BANK, stake(1, 7_000), stake(6, 3_000), do("close_bets"))
    by_cards = play(closed, deal("K7", "K6", "K6"))
    by_result = play(closed, result("ponte", "tie"))
    assert state_view(by_cards) == state_view(by_result) | {"cards_left": 150}
    (settled,) = events(closed, deal("K7", "K6", "K6"))
    points = {hand.side: hand.point for hand in settled.hands}
    assert points == {"one": 7, "two": 6, "banker": 6}
    assert [(back.who, back.amount) for back in settled.returned] == [(1, 14_000), (6, 3_000)]
