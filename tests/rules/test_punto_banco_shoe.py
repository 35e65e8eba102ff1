"""The shoe of a punto banco table, its sittings, and the table line."""

from typing import Any

import pytest

from tables.rules import variants
from tables.rules.errors import BadCommand
from tables.rules.table import BetRule, Table
from tests.rules.house import FREE_HAND, LINE, betting, deal, house, stake
from tests.rules.playing import LINE as CHEMIN_DE_FER
from tests.rules.playing import code, do, events, play, state_view, table

CUT = do("cut_card")
CLOSE = do("close_bets")
DEAL = FREE_HAND[1]


def phase(state: Any) -> str:
    return str(state_view(state)["phase"])


def announced(state: Any) -> bool:
    return bool(state.last_coup_announced)


def test_a_shoe_is_opened_also_for_an_empty_table_and_deals_a_free_hand() -> None:
    state = play(house(), do("open_shoe"), *FREE_HAND)
    assert (phase(state), state.coups, state.cards_left) == ("betting", 1, 412)


@pytest.mark.parametrize(("burned", "left"), [(11, 405), (2, 414)])
def test_r20_burned_cards_are_counted(burned: int, left: int) -> None:
    """A king and ten more; an ace and one more: how many is the croupier's to say."""
    assert play(betting(1), do("burn", count=burned)).cards_left == left


def test_no_more_cards_are_burned_than_are_left() -> None:
    state = betting(1)
    assert code(state, do("burn", count=417)) == "shoe_short"
    assert play(state, do("burn", count=416)).cards_left == 0


def test_one_more_coup_once_fewer_cards_are_left_than_lie_behind_the_neutral_card() -> None:
    before = play(betting(1), do("burn", count=416 - 18))
    fourteen = play(before, *FREE_HAND)
    assert (fourteen.cards_left, announced(fourteen)) == (14, False)
    ten = play(fourteen, *FREE_HAND)
    assert (ten.cards_left, announced(ten), phase(ten)) == (10, True, "betting")
    over = play(ten, *FREE_HAND)
    assert (over.cards_left, phase(over)) == (6, "shoe_over")


def test_r19a_a_neutral_card_during_a_coup_leaves_one_more() -> None:
    this = play(betting(1), CLOSE, CUT, DEAL)
    assert phase(this) == "betting"
    assert phase(play(this, *FREE_HAND)) == "shoe_over"


def test_r19b_a_neutral_card_instead_of_a_first_card_leaves_the_coup_it_came_before() -> None:
    assert phase(play(betting(1), CUT, *FREE_HAND)) == "shoe_over"


def test_the_croupier_is_told_when_the_next_coup_is_the_last() -> None:
    names = [type(event).__name__ for event in events(betting(1), CUT)]
    assert names == ["CutCardShown", "LastCoupAnnounced"]
    during = play(betting(1), CLOSE, CUT)
    assert [type(event).__name__ for event in events(during, DEAL)] == [
        "HouseCoupSettled",
        "LastCoupAnnounced",
    ]


def test_one_more_is_one_more_whatever_shows_the_neutral_card_first() -> None:
    counted = play(betting(1), do("burn", count=400), *FREE_HAND)
    assert announced(counted)
    for late in ((CUT, *FREE_HAND), (CLOSE, CUT, DEAL)):
        assert phase(play(counted, *late)) == "shoe_over"


def test_a_void_coup_is_not_the_one_more() -> None:
    voided = play(betting(1), CUT, CLOSE, do("void", reason="card exposed"))
    assert phase(voided) == "betting"
    assert phase(play(voided, *FREE_HAND)) == "shoe_over"
    during = play(betting(1), CLOSE, CUT, do("void", reason="misdeal"), *FREE_HAND)
    assert phase(during) == "betting"


def test_a_new_shoe_begins_anew() -> None:
    state = play(betting(1), CUT, *FREE_HAND, do("open_shoe"))
    assert (state.shoe, state.cards_left, state.coups) == (2, 416, 1)
    assert not state.cut_card_shown
    assert phase(play(state, *FREE_HAND)) == "betting"


def test_a_sitting_closes_between_coups_and_its_result_stays_to_be_read() -> None:
    sits = (do("sit", seat=1, player="Ann"), do("open_shoe"), stake(1, "banker", 1_000))
    state = play(house(), do("open_sitting"), *sits)
    assert code(state, do("close_sitting")) == "wrong_phase"
    state = play(state, CLOSE)
    assert code(state, do("close_sitting")) == "wrong_phase"
    seen = state_view(play(state, deal("K2", "Q8"), do("close_sitting")))
    assert (seen["house"], seen["cagnotte"], seen["net"]) == (-1_000, 50, {"Ann": 950})
    assert (seen["points"], seen["phase"], seen["owed"]) == ([2, 8], "closed", {})


def test_no_sitting_closes_over_commission_that_is_owed() -> None:
    state = play(
        house(commission_mode="owed"),
        do("open_sitting"),
        do("sit", seat=1, player="Ann"),
        do("open_shoe"),
        *(stake(1, "banker", 1_000), CLOSE, deal("K2", "Q8")),
    )
    assert code(state, do("close_sitting")) == "commission_owed"
    paid = play(state, do("collect_commission", seat=1))
    assert code(paid, do("close_sitting")) == ""


def test_limits_change_between_coups_all_bets_at_once() -> None:
    bets = {name: {"min": 5_000, "max": 10_000} for name in ("player", "banker")}
    changed = play(betting(1), do("set_rules", bets=bets))
    assert code(changed, stake(1, "banker", 4_900)) == "below_min_stake"
    assert code(changed, stake(1, "tie", 500)) == "no_such_bet"
    assert code(play(betting(1), stake(1, "tie", 500)), do("set_rules", bets=bets)) == "wrong_phase"
    assert code(betting(1), do("set_rules", min_stake=100)) == "bad_command"
    assert code(table(), do("set_rules", bets=bets)) == "bad_command"


def read(**changed: Any) -> Table:
    return variants.read_table(LINE | changed)


def test_the_usual_table() -> None:
    bets = {name: {"min": 100} for name in ("banker", "tie", "player", "either_pair")}
    raw = {"game": "punto_banco", "currency": "EUR", "unit": 100, "commission": {"rate_bp": 500}}
    line = variants.read_table(raw | {"bets": bets})
    assert (line.seats, line.decks, line.cut_card_before_last) == (7, 8, 14)
    assert line.bets == {
        "player": BetRule(100, None, 1),
        "banker": BetRule(100, None, 1),
        "tie": BetRule(100, None, 8),
        "either_pair": BetRule(100, None, 5),
    }
    assert line.options == {"commission_mode": "immediate", "no_commission": False}
    assert variants.read_table(line.as_json()) == line


LIMITS: dict[str, Any] = LINE["bets"]


@pytest.mark.parametrize(
    "changed",
    [
        {"bets": {}},
        {"bets": None},
        {"bets": [1]},
        {"bets": {"player": {"min": 100}}},
        {"bets": LIMITS | {"dragon": {"min": 100}}},
        {"bets": LIMITS | {"tie": 8}},
        {"bets": LIMITS | {"tie": {"min": 0}}},
        {"bets": LIMITS | {"tie": {"max": 100}}},
        {"bets": LIMITS | {"tie": {"min": 200, "max": 100}}},
        {"bets": LIMITS | {"tie": {"min": 100, "pays": 7}}},
        {"bets": LIMITS | {"banker": {"min": 100, "pays": 2}}},
        {"bets": LIMITS | {"either_pair": {"min": 100, "pays": 101}}},
        {"bets": LIMITS | {"either_pair": {"min": 100, "odds": 5}}},
        {"min_stake": 100},
        {"min_bank": 10_000, "min_stake": 0},
        {"max_bank": 10_000},
        {"options": {"auction": True}},
        {"options": {"commission_mode": "later"}},
        {"options": {"no_commission": 0}},
    ],
)
def test_what_is_no_punto_banco_table(changed: dict[str, Any]) -> None:
    assert read().game == "punto_banco"
    with pytest.raises(BadCommand):
        read(**changed)


def test_only_a_house_has_bets_with_limits_of_their_own() -> None:
    assert variants.read_table(CHEMIN_DE_FER).bets == {}
    assert "bets" not in variants.read_table(CHEMIN_DE_FER).as_json()
    with pytest.raises(BadCommand):
        variants.read_table(CHEMIN_DE_FER | {"bets": LIMITS})
