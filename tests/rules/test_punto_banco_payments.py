"""What the house pays and keeps: every bet on every result, and the commission on each win."""

from typing import Any

import pytest

from tests.rules.house import after, betting, deal, money, stake
from tests.rules.playing import code, do, events, play, state_view

# A coup of each result, without and with pairs; the hands are legal deals of two cards.
PLAYER_8_7, BANKER_2_8, TIE_7_7 = ("K8", "T7"), ("K2", "Q8"), ("K7", "25")

PAYMENTS = [
    # bet, staked, coup, what comes back beside the stake
    ("player", 1_000, PLAYER_8_7, 1_000),
    ("player", 1_000, BANKER_2_8, -1_000),
    ("player", 1_000, TIE_7_7, 0),
    ("banker", 1_000, PLAYER_8_7, -1_000),
    ("banker", 1_000, BANKER_2_8, 950),
    ("banker", 1_000, TIE_7_7, 0),
    ("tie", 500, PLAYER_8_7, -500),
    ("tie", 500, BANKER_2_8, -500),
    ("tie", 500, TIE_7_7, 4_000),
    ("player_pair", 500, ("99", "T7"), 5_500),
    ("player_pair", 500, ("K8", "77"), -500),
    ("banker_pair", 700, ("K2", "44"), 7_700),
    ("banker_pair", 700, ("99", "T7"), -700),
    ("either_pair", 500, ("99", "T7"), 2_500),
    ("either_pair", 500, ("K2", "44"), 2_500),
    ("either_pair", 500, ("99", "44"), 2_500),  # one pair or two: it pays once
    ("either_pair", 500, PLAYER_8_7, -500),
]


@pytest.mark.parametrize(("bet", "staked", "coup", "won"), PAYMENTS)
def test_every_bet_on_every_result(bet: str, staked: int, coup: Any, won: int) -> None:
    seen = after(*coup, stake(1, bet, staked))
    assert seen["net"] == {"Ann": won, "Bob": 0}
    assert seen["house"] + seen["cagnotte"] == -won


def test_a_tie_pays_nine_where_the_table_says_so() -> None:
    bets = {name: {"min": 100, "max": None} for name in ("player", "banker")}
    bets["tie"] = {"min": 100, "max": None, "pays": 9}
    assert after(*TIE_7_7, stake(1, "tie", 500), bets=bets)["net"]["Ann"] == 4_500


@pytest.mark.parametrize(
    ("player", "banker", "won"),
    [
        pytest.param("99", "T7", 5_500, id="equal"),
        pytest.param("TK9", "7K", -500, id="worth-the-same-is-no-pair"),
        pytest.param("287", "7K", -500, id="ten-points-are-no-pair"),
        pytest.param("2K2", "7K", -500, id="a-third-card-makes-no-pair"),
        pytest.param("882", "7K", 5_500, id="in-an-irregular-deal-too"),
        pytest.param("44", "44", 5_500, id="on-a-tie-too"),
    ],
)
def test_a_pair_is_the_first_two_cards_of_equal_rank(player: str, banker: str, won: int) -> None:
    state = play(betting(1), stake(1, "player_pair", 500), do("close_bets"))
    state = play(state, deal(player, banker) | {"irregular": "shown"})
    assert state_view(state)["net"]["Ann"] == won


def test_suits_do_not_matter_to_a_pair() -> None:
    state = play(betting(1), stake(1, "player_pair", 500), do("close_bets"))
    state = play(state, do("deal", player=["9S", "9D"], banker=["KH", "7C"]))
    assert state_view(state)["net"]["Ann"] == 5_500


def test_k09_commission_is_on_the_bankers_win_alone() -> None:
    bets = (stake(1, "player", 10_000), stake(2, "banker", 10_000))
    lost = after(*PLAYER_8_7, *bets)
    assert (lost["commission"], lost["net"]) == (0, {"Ann": 10_000, "Bob": -10_000})
    won = after(*BANKER_2_8, *bets)
    assert (won["commission"], won["net"]) == (500, {"Ann": -10_000, "Bob": 9_500})
    assert (won["house"], won["cagnotte"]) == (0, 500)


@pytest.mark.parametrize(("minimum", "taken"), [(0, 50), (100, 100)])
def test_k12_the_minimum_of_a_commission(minimum: int, taken: int) -> None:
    rule = {"rate_bp": 500, "round_to": 1, "minimum": minimum}
    won = after(*BANKER_2_8, stake(1, "banker", 1_000), commission=rule)
    assert (won["commission"], won["net"]["Ann"]) == (taken, 1_000 - taken)
    for coup in (PLAYER_8_7, TIE_7_7):
        assert after(*coup, stake(1, "banker", 1_000), commission=rule)["commission"] == 0


ROUNDED = [
    # 5 % of the stake to 25 minor units; the boundaries lie at 12.50 and 37.50
    ("nearest", "up", {240: 0, 250: 25, 260: 25, 740: 25, 750: 50, 760: 50, 1_250: 75}),
    ("nearest", "even", {240: 0, 250: 0, 260: 25, 740: 25, 750: 50, 760: 50, 1_250: 50}),
    ("up", "up", {10: 10, 490: 25, 500: 25, 510: 50}),  # never more than the win
    ("down", "up", {490: 0, 500: 25, 510: 25, 990: 25, 1_000: 50}),
]
SMALL = {name: {"min": 10, "max": None} for name in ("player", "banker")}


@pytest.mark.parametrize(("rounding", "half", "boundaries"), ROUNDED)
def test_rounding_on_every_boundary(rounding: str, half: str, boundaries: dict[int, int]) -> None:
    rule = {"rate_bp": 500, "round_to": 25, "rounding": rounding, "half": half}
    for staked, taken in boundaries.items():
        won = after(*BANKER_2_8, stake(1, "banker", staked), unit=10, bets=SMALL, commission=rule)
        assert (won["commission"], won["net"]["Ann"]) == (taken, staked - taken), staked


def test_each_winning_stake_is_rounded_by_itself() -> None:
    """2.40 and 2.40: 0.12 each, which is nothing; together they would have owed 0.25."""
    bets = (stake(1, "banker", 240), stake(2, "banker", 240))
    won = after(*BANKER_2_8, *bets, unit=10, bets=SMALL)
    assert (won["commission"], won["net"]) == (0, {"Ann": 240, "Bob": 240})
    bets = (stake(1, "banker", 250), stake(2, "banker", 250))
    won = after(*BANKER_2_8, *bets, unit=10, bets=SMALL)
    assert (won["commission"], won["net"]) == (50, {"Ann": 225, "Bob": 225})


@pytest.mark.parametrize(
    ("banker", "staked", "won"),
    [
        pytest.param("24", 10_100, 5_050, id="six-pays-half"),
        pytest.param("24", 10_001, 5_000, id="half-is-rounded-down"),
        pytest.param("24", 1, 0, id="half-of-the-least"),
        pytest.param("34", 10_100, 10_100, id="seven-pays-all"),
        pytest.param("KK6", 10_100, 5_050, id="six-in-three-cards"),
    ],
)
def test_without_commission_a_banker_six_pays_half(banker: str, staked: int, won: int) -> None:
    bets = {name: {"min": 1} for name in ("player", "banker")}
    seen = after("K5K", banker, stake(1, "banker", staked), unit=1, bets=bets, no_commission=True)
    assert seen["net"]["Ann"] == won
    assert (seen["commission"], seen["cagnotte"], seen["house"]) == (0, 0, -won)


def test_without_commission_a_six_that_does_not_win_is_as_ever() -> None:
    bets = (stake(1, "banker", 1_000), stake(2, "player", 1_000))
    tie = after("K6", "24", *bets, no_commission=True)
    assert tie["net"] == {"Ann": 0, "Bob": 0}
    lost = after("K7", "24", *bets, no_commission=True)
    assert lost["net"] == {"Ann": -1_000, "Bob": 1_000}


OWING = play(
    betting(1, 2, commission_mode="owed"),
    stake(1, "banker", 10_000),
    do("close_bets"),
    deal(*BANKER_2_8),
)


def test_owed_commission_is_marked_and_the_win_paid_in_full() -> None:
    seen = state_view(OWING)
    assert (seen["net"]["Ann"], seen["house"], seen["cagnotte"]) == (10_000, -10_000, 0)
    assert (seen["owed"], seen["commission"]) == ({"Ann": 500}, 500)


def test_owed_commission_adds_up_until_it_is_collected() -> None:
    twice = play(OWING, stake(1, "banker", 12_300), do("close_bets"), deal(*BANKER_2_8))
    assert state_view(twice)["owed"] == {"Ann": 1_125}
    paid = play(twice, do("collect_commission", seat=1))
    seen = state_view(paid)
    assert (seen["owed"], seen["cagnotte"], seen["net"]["Ann"]) == ({}, 1_125, 21_175)
    assert code(paid, do("leave", seat=1)) == ""


def test_commission_may_be_collected_at_any_moment_of_the_shoe() -> None:
    closed = play(OWING, do("close_bets"))
    over = play(OWING, do("cut_card"), do("close_bets"), deal(*TIE_7_7))
    for state, phase in ((OWING, "betting"), (closed, "dealing"), (over, "shoe_over")):
        paid = state_view(play(state, do("collect_commission", seat=1)))
        assert (paid["phase"], paid["owed"], paid["cagnotte"]) == (phase, {}, 500)


def test_what_is_owed_stays_owed_when_the_house_changes_its_way() -> None:
    now = play(OWING, do("set_rules", options={"commission_mode": "immediate"}))
    seen = state_view(play(now, stake(2, "banker", 1_000), do("close_bets"), deal(*BANKER_2_8)))
    assert (seen["owed"], seen["cagnotte"]) == ({"Ann": 500}, 50)


def test_a_void_coup_gives_every_stake_back() -> None:
    bets = (stake(1, "banker", 1_000), stake(1, "tie", 500), stake(2, "player", 2_000))
    dealt = play(betting(1, 2), *bets, do("close_bets"))
    assert state_view(dealt)["net"] == {"Ann": -1_500, "Bob": -2_000}
    assert (state_view(dealt)["covered"], money(dealt)) == (3_500, 0)
    seen = state_view(play(dealt, do("void", reason="card exposed")))
    assert (seen["net"], seen["covered"], seen["coups"]) == ({"Ann": 0, "Bob": 0}, 0, 0)
    assert (seen["phase"], seen["cards_left"]) == ("betting", 416)


def test_a_free_hand_is_a_coup_with_no_money() -> None:
    seen = after(*PLAYER_8_7)
    assert (seen["coups"], seen["winner"], seen["points"]) == (1, "player", [8, 7])
    assert (seen["house"], seen["net"], seen["cards_left"]) == (0, {"Ann": 0, "Bob": 0}, 412)


def test_a_stake_may_be_changed_and_withdrawn() -> None:
    changed = play(betting(1), stake(1, "banker", 1_000), stake(1, "banker", 3_000))
    assert state_view(play(changed, do("close_bets")))["net"]["Ann"] == -3_000
    withdrawn = play(changed, stake(1, "tie", 500), stake(1, "banker", 0), do("close_bets"))
    assert state_view(withdrawn)["net"]["Ann"] == -500


def test_the_settled_bets_in_the_order_of_seats_and_of_the_cloth() -> None:
    bets = (stake(2, "tie", 500), stake(1, "tie", 500), stake(1, "banker", 1_000))
    state = play(betting(1, 2), *bets, do("close_bets"))
    settled = events(state, deal(*BANKER_2_8))[0]
    assert [(bet.seat, bet.on, bet.win, bet.base, bet.commission) for bet in settled.bets] == [
        (1, "banker", 1_000, 1_000, 50),
        (1, "tie", -500, 0, 0),
        (2, "tie", -500, 0, 0),
    ]
