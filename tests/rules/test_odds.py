"""The mathematics of punto banco as a check of its rules.

The counts of a fresh shoe are those the literature gives for 8 and for 6 decks;
the small shoes are dealt out card by card in every order, through the table's own door.
"""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from tables.rules import variants
from tables.rules.errors import IrregularDraw
from tables.rules.events import Bet, HouseCoupSettled
from tables.rules.odds import Odds, deviation, fresh, house_edge, odds, without
from tests.rules.house import LINE, betting, deal, house
from tests.rules.playing import do, play

BANKER, PLAYER, TIE = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
WITH_SIX, TOTAL = 269_232_304_455_680, 4_998_398_275_503_360

EIGHT_DECKS = odds(fresh(8))
EVEN = Odds({(9, 0): 1, (0, 9): 1})
ONE_IN_FOUR = Odds({(9, 0): 1, (0, 9): 3})

TO_THE_UNIT: dict[str, Any] = {"unit": 1, "commission": LINE["commission"] | {"round_to": 1}}
TIE_AT_NINE = {"bets": LINE["bets"] | {"tie": {"min": 500, "max": 50_000, "pays": 9}}}


def edge(on: str, amount: int = 10_000, **changed: Any) -> Fraction:
    return house_edge(EIGHT_DECKS, Bet(1, "Aldo", on, amount), house(**changed).table)


def in_percent(share: Fraction) -> str:
    return f"{float(100 * share):.4f}"


def test_every_order_of_a_fresh_shoe_of_eight_decks() -> None:
    assert fresh(8) == (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    assert EIGHT_DECKS.banker == BANKER
    assert EIGHT_DECKS.player == PLAYER
    assert EIGHT_DECKS.tie == TIE
    assert EIGHT_DECKS.banker_with_six == WITH_SIX
    assert EIGHT_DECKS.total == TOTAL == math.perm(416, 6)


def test_every_order_of_a_fresh_shoe_of_six_decks() -> None:
    six_decks = odds(fresh(6))
    assert six_decks.banker == 403_095_751_234_560
    assert six_decks.player == 392_220_492_728_832
    assert six_decks.tie == 83_552_962_932_288
    assert six_decks.banker_with_six == 47_322_230_031_360
    assert six_decks.total == math.perm(312, 6)


@pytest.mark.parametrize(
    ("on", "changed", "exactly", "percent"),
    [
        ("banker", TO_THE_UNIT, Fraction(20 * PLAYER - 19 * BANKER, 20 * TOTAL), "1.0579"),
        ("player", {}, Fraction(BANKER - PLAYER, TOTAL), "1.2351"),
        ("tie", {}, Fraction(TOTAL - 9 * TIE, TOTAL), "14.3596"),
        ("tie", TIE_AT_NINE, Fraction(TOTAL - 10 * TIE, TOTAL), "4.8440"),
        (
            "banker",
            {"no_commission": True},
            Fraction(2 * PLAYER - 2 * BANKER + WITH_SIX, 2 * TOTAL),
            "1.4581",
        ),
    ],
)
def test_what_the_house_expects(
    on: str, changed: dict[str, Any], exactly: Fraction, percent: str
) -> None:
    assert edge(on, **changed) == exactly
    assert in_percent(exactly) == percent


def test_rounding_the_commission_moves_the_edge() -> None:
    # 5 % of 11.00 is 0.55; to the nearest 0.25 that is 0.50.
    given_away = Fraction(5, 1_100) * Fraction(BANKER, TOTAL)
    assert edge("banker", 1_100) == edge("banker", 1_100, **TO_THE_UNIT) - given_away


def test_pairs_are_not_counted_by_worths() -> None:
    with pytest.raises(ValueError, match="pair"):
        edge("player_pair")


DEALING = play(betting(), do("close_bets"))


@cache
def dealt_out(cards: tuple[str, ...]) -> HouseCoupSettled:
    """The only way in which the table takes these six cards, the player's first, as a coup."""
    (player, banker), rest = (cards[0] + cards[2], cards[1] + cards[3]), cards[4:]
    accepted = []
    for player_draws, banker_draws in product((0, 1), repeat=2):
        players_third = "".join(rest[:player_draws])
        bankers_third = "".join(rest[player_draws : player_draws + banker_draws])
        try:
            command = deal(player + players_third, banker + bankers_third)
            settled, *_ = variants.decide(DEALING, command)
        except IrregularDraw:
            continue
        accepted.append(settled)
    (only,) = accepted
    assert isinstance(only, HouseCoupSettled)
    return only


@pytest.mark.parametrize(
    "cards", ["A23456", "334499", "KKKKK2", "TJQA68", "K225567", "A355778", "KAA4466", "34QK8999"]
)
def test_a_small_shoe_dealt_out_in_every_order(cards: str) -> None:
    seen = [dealt_out(order) for order in permutations(cards, 6)]
    points = Counter((player.point, banker.point) for player, banker in (c.hands for c in seen))
    winners = Counter(coup.winner for coup in seen)
    sixes = sum(coup.winner == "banker" and coup.hands[1].point == 6 for coup in seen)

    held = Counter(cards)
    counts = [sum(held[rank] for rank in "TJQK"), held["A"], *(held[r] for r in "23456789")]
    found = odds(tuple(counts))
    assert found.orders == points
    assert (found.player, found.banker, found.tie) == tuple(
        winners[name] for name in ("player", "banker", "tie")
    )
    assert found.banker_with_six == sixes
    assert found.total == len(seen) == math.perm(len(cards), 6)


def test_only_tens_left_always_tie() -> None:
    assert odds((6, *[0] * 9)).orders == {(0, 0): 720}


def test_the_shoe_in_play_is_what_has_not_been_seen() -> None:
    left = without(fresh(1), ["K", "TS", "9H", "A"])
    assert left == (14, 3, 4, 4, 4, 4, 4, 4, 4, 3)
    assert odds(left).total == math.perm(48, 6)


def test_more_cards_of_a_worth_than_the_shoe_held() -> None:
    with pytest.raises(ValueError, match="more cards"):
        without(fresh(1), "99999")


@pytest.mark.parametrize("shoe", [(5, *[0] * 9), (6,) * 9, (-1, *[6] * 9)])
def test_what_is_no_shoe_for_a_coup(shoe: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"a shoe is|six cards"):
        odds(shoe)


def test_ten_out_of_ten_where_five_were_expected() -> None:
    found = deviation("player", 10, [EVEN] * 10)
    assert (found.coups, found.seen, found.expected) == (10, 10, 5.0)
    assert found.z == pytest.approx(5 / math.sqrt(2.5))
    assert found.tail == pytest.approx(1 / 1024)


def test_none_is_as_far_out_as_all_but_below() -> None:
    found = deviation("player", 0, [EVEN] * 10)
    assert found.z == pytest.approx(-5 / math.sqrt(2.5))
    assert found.tail == pytest.approx(1 / 1024)


def test_each_coup_counts_with_the_odds_of_its_own_shoe() -> None:
    found = deviation("player", 2, [EVEN, ONE_IN_FOUR])
    assert found.expected == 0.75
    assert found.z == pytest.approx(1.25 / math.sqrt(1 / 4 + 3 / 16))
    assert found.tail == pytest.approx(1 / 8)


def test_a_single_surprise_in_three_coups() -> None:
    # One or none of three even chances: 1/8 + 3/8.
    assert deviation("banker", 1, [EVEN] * 3).tail == pytest.approx(1 / 2)


@pytest.mark.parametrize(("seen", "z", "tail"), [(0, 0.0, 1.0), (1, math.inf, 0.0)])
def test_what_cannot_happen(seen: int, z: float, tail: float) -> None:
    found = deviation("tie", seen, [EVEN] * 3)
    assert (found.z, found.tail) == (z, tail)


def test_nothing_played_is_nothing_far_out() -> None:
    found = deviation("tie", 0, [])
    assert (found.expected, found.z, found.tail) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("seen", [-1, 4])
def test_more_results_than_coups(seen: int) -> None:
    with pytest.raises(ValueError, match="more results"):
        deviation("tie", seen, [EVEN] * 3)
