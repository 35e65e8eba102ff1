"""Faults people met in software of this kind, as chemin de fer coups; each with its right value."""

import pytest

from tests.rules.playing import (
    BANKER_WINS,
    PONTE_WINS,
    TIE,
    accepted,
    betting,
    code,
    dealing,
    deciding,
    do,
    events,
    play,
    state_view,
)

TABLE = dealing(1, 2, bank=10_000)
REFUSED = "irregular_draw"


def outcome(ponte: str, banker: str) -> tuple[str, int, int] | str:
    """(winner, ponte's point, banker's point), or the code of the refusal."""
    command = do("deal", ponte=list(ponte), banker=list(banker))
    refused = code(TABLE, command)
    if refused:
        return refused
    settled = events(TABLE, command)[0]
    ponte_hand, banker_hand = settled.hands
    return settled.winner, ponte_hand.point, banker_hand.point


@pytest.mark.parametrize(
    ("ponte", "banker", "right"),
    [
        pytest.param("2KK", "4K3", REFUSED, id="R01-four-draws-against-a-king"),
        pytest.param("2KK", "4K", ("banker", 2, 4), id="R01-four-stands-against-a-king"),
        pytest.param("K46", "6K", REFUSED, id="R02-six-against-six-must-draw"),
        pytest.param("K46", "6K4", ("tie", 0, 0), id="R02-six-against-six-drew"),
        pytest.param("A7", "24", ("ponte", 8, 6), id="R04-ace-and-seven-is-a-natural"),
        pytest.param("A72", "24", REFUSED, id="R04-nobody-draws"),
        pytest.param("46", "7K", REFUSED, id="R05-ten-is-zero-and-must-draw"),
        pytest.param("469", "7K", ("ponte", 9, 7), id="R05-drew"),
        pytest.param("2KT", "3K4", ("banker", 2, 7), id="R07-three-draws-against-a-ten"),
        pytest.param("2KT", "3K", REFUSED, id="R07-three-must-draw-against-a-ten"),
        pytest.param("2KT", "4K4", REFUSED, id="R07-four-stands-against-a-ten"),
        pytest.param("322", "6K", ("ponte", 7, 6), id="R08a-total-seven-third-two-stands"),
        pytest.param("322", "6KA", REFUSED, id="R08a-total-seven-third-two-drew"),
        pytest.param("4K6", "6K", REFUSED, id="R08b-third-six-must-draw"),
        pytest.param("5K6", "6KA", ("banker", 1, 7), id="R08b-total-one-third-six-drew"),
        pytest.param("5K", "7K", ("banker", 5, 7), id="R09a-five-stands"),
        pytest.param("5K2", "7K", ("tie", 7, 7), id="R09b-five-draws"),
        pytest.param("2K9", "3K", ("banker", 1, 3), id="R09c-three-stands-against-nine"),
        pytest.param("2K4", "5K", ("ponte", 6, 5), id="R09d-five-stands-against-four"),
        pytest.param("7K", "6KA", REFUSED, id="R10-six-against-a-standing-ponte"),
        pytest.param("6K", "6K", ("tie", 6, 6), id="R12-six-stands-by-the-pontes-rule"),
        pytest.param("6K3", "6K", REFUSED, id="R12-six-may-not-draw"),
        pytest.param("K45", "K9", REFUSED, id="R13-card-after-the-bankers-natural"),
        pytest.param("K4", "K9", ("banker", 4, 9), id="R13-natural-nine"),
        pytest.param("8K", "23A", REFUSED, id="R14-draw-against-a-natural"),
        pytest.param("8K", "23", ("ponte", 8, 5), id="R14-natural-eight"),
        pytest.param("TT", "TT", REFUSED, id="R17-nobody-drew-on-zero"),
        pytest.param("A3A", "53J", REFUSED, id="R17-drew-against-a-natural"),
        pytest.param("7K", "5K", REFUSED, id="R29-five-draws-when-the-ponte-stood"),
        pytest.param("278", "K7", REFUSED, id="R30-left-over-third-card"),
    ],
)
def test_rules_case(ponte: str, banker: str, right: tuple[str, int, int] | str) -> None:
    assert outcome(ponte, banker) == right


def test_r17_a_refused_coup_moves_nothing() -> None:
    before = state_view(TABLE)
    assert code(TABLE, do("deal", ponte=["T", "T"], banker=["T", "T"])) == REFUSED
    assert state_view(TABLE) == before


def test_k01_stakes_above_the_bank_go_back_before_the_deal() -> None:
    state = play(
        betting(1, 2, 3, 4, bank=100_000),
        do("stake", seat=2, amount=60_000),
        do("stake", seat=3, amount=30_000),
        do("stake", seat=4, amount=30_000),
        do("close_bets"),
    )
    assert accepted(state) == {"2": 60_000, "3": 30_000, "4": 10_000}
    assert state_view(state)["covered"] == 100_000
    assert state_view(state)["net"]["Dan"] == -10_000


def test_k03_what_nobody_covers_is_set_aside_for_the_banker() -> None:
    state = play(betting(1, 2, bank=100_000), do("stake", seat=2, amount=70_000), do("close_bets"))
    assert state_view(state)["garage"] == 30_000
    lost = play(state, PONTE_WINS)
    assert state_view(lost)["net"] == {"Ann": -70_000, "Bob": 70_000}
    assert (state_view(lost)["commission"], state_view(lost)["cagnotte"]) == (0, 0)


def test_k06_who_retired_or_lost_is_not_banker_of_the_next_coup() -> None:
    won = deciding(1, 2, 3, bank=10_000)
    assert code(won, do("continue")) == ""
    retired = play(won, do("retire"))
    assert state_view(retired)["banker"] is None
    assert code(retired, do("stake", seat=2, amount=10_000)) == "wrong_phase"
    lost = play(TABLE, PONTE_WINS)
    assert state_view(lost)["banker"] is None
    assert code(lost, do("continue")) == "wrong_phase"
    assert state_view(play(TABLE, TIE))["banker"] == 1


def test_k07_a_tie_leaves_stakes_and_bank_as_they_were() -> None:
    (event,) = events(TABLE, TIE)
    assert (event.base, event.commission) == (0, 0)
    tied = play(TABLE, TIE)
    assert state_view(tied)["bank"] == 10_000
    assert state_view(tied)["net"] == {"Ann": -10_000, "Bob": 0}


@pytest.mark.parametrize(
    ("minimum", "stake", "winner", "due"),
    [(100, 1_000, BANKER_WINS, 100), (0, 1_000, BANKER_WINS, 50), (100, 1_000, TIE, 0)],
)
def test_k12_a_minimum_commission_is_due_on_a_win_only(
    minimum: int, stake: int, winner: dict[str, object], due: int
) -> None:
    rule = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up", "minimum": minimum}
    state = play(
        betting(1, 2, bank=10_000, commission=rule),
        do("stake", seat=2, amount=stake),
        do("close_bets"),
        winner,
    )
    assert state_view(state)["commission"] == due


def test_l01_the_bank_gets_what_the_commission_leaves() -> None:
    rule = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
    won = deciding(1, 2, bank=1_010, unit=10, min_bank=10, commission=rule)
    assert state_view(won)["commission"] == 51
    assert state_view(won)["bank"] == 1_010 + 959


def test_l06_no_commission_on_a_promotional_table() -> None:
    free = {"rate_bp": 0, "round_to": 10, "rounding": "nearest", "half": "up"}
    won = deciding(1, 2, bank=10_000, commission=free)
    assert (state_view(won)["bank"], state_view(won)["cagnotte"]) == (20_000, 0)


def test_l07_half_a_cent_goes_the_same_way_everywhere() -> None:
    for half, due in (("up", 16_373), ("even", 16_372)):
        rule = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": half}
        won = deciding(1, 2, bank=327_450, unit=10, commission=rule)
        assert state_view(won)["commission"] == due


def test_l11_dinars_have_three_decimals() -> None:
    rule = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
    won = deciding(1, 2, bank=12_345, unit=5, currency="KWD", commission=rule)
    assert state_view(won)["commission"] == 617


def test_a_minimum_is_never_more_than_the_win() -> None:
    rule = {"rate_bp": 500, "round_to": 1, "rounding": "up", "half": "up", "minimum": 5_000}
    won = deciding(1, 2, bank=1_000, min_bank=1_000, commission=rule)
    assert (state_view(won)["commission"], state_view(won)["bank"]) == (1_000, 1_000)
