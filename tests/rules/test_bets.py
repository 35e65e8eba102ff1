"""What is in play when the bets are closed: ranking of stakes, and bancos by right and kind."""

from itertools import product
from typing import Any

import pytest

from tests.rules.playing import (
    BANKER_WINS,
    PONTE_WINS,
    TIE,
    betting,
    code,
    dealing,
    do,
    held_after,
    play,
    state_view,
)

BANK = 40_000
OPEN = betting(1, 2, 3, 4, 5, bank=BANK)


def call(seat: int, kind: str) -> dict[str, Any]:
    """A banco of that kind; the partner of a deux is seat 5."""
    return do("banco", seat=seat, kind=kind, **({"partner": 5} if kind == "deux" else {}))


def holder(*commands: dict[str, Any]) -> Any:
    return state_view(play(OPEN, *commands, do("close_bets")))["ponte"]


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("solo", {"3": 40_000}),
        ("deux", {"3": 20_000, "5": 20_000}),
        ("avec", {"3": 20_000, "2": 5_000, "4": 15_000}),
        ("marche", {"3": 20_000, "2": 5_000, "4": 15_000}),
    ],
)
def test_what_each_kind_covers_of_a_bank_the_table_would_cover(
    kind: str, held: dict[str, int]
) -> None:
    stakes = [do("stake", seat=2, amount=5_000), do("stake", seat=4, amount=30_000)]
    assert held_after(OPEN, *stakes, call(3, kind)) == held


@pytest.mark.parametrize(
    ("kind", "held", "garage"),
    [
        ("solo", {"3": 40_000}, 0),
        ("deux", {"3": 20_000, "5": 20_000}, 0),
        ("avec", {"3": 20_000, "2": 5_000}, 15_000),
        ("marche", {"3": 35_000, "2": 5_000}, 0),
    ],
)
def test_what_each_kind_covers_of_a_bank_the_table_leaves(
    kind: str, held: dict[str, int], garage: int
) -> None:
    closed = play(OPEN, do("stake", seat=2, amount=5_000), call(3, kind), do("close_bets"))
    assert state_view(closed)["accepted"] == held
    assert state_view(closed)["garage"] == garage
    assert state_view(closed)["ponte"] == 3


@pytest.mark.parametrize("kind", ["avec", "marche"])
def test_the_callers_own_plain_stake_never_ranks(kind: str) -> None:
    own = do("stake", seat=3, amount=20_000)
    assert held_after(OPEN, own, call(3, kind)) == held_after(OPEN, call(3, kind))


RANK = {"solo": 0, "deux": 1, "avec": 2, "marche": 2}


@pytest.mark.parametrize(("near", "far"), list(product(RANK, RANK)))
def test_kind_goes_before_prime_and_prime_decides_between_equals(near: str, far: str) -> None:
    right = 4 if RANK[far] < RANK[near] else 2
    assert holder(call(2, near), call(4, far)) == right
    assert holder(call(4, far), call(2, near)) == right


@pytest.mark.parametrize(("kind", "other"), list(product(RANK, RANK)))
def test_suivi_goes_before_kind(kind: str, other: str) -> None:
    lost = play(OPEN, call(4, "solo"), do("close_bets"), BANKER_WINS, do("continue"))
    state = play(lost, call(2, other), call(4, kind), do("close_bets"))
    assert state_view(state)["ponte"] == 4


def has_suivi(state: Any, seat: int) -> bool:
    """Whether that seat's weakest call beats seat 2's strongest."""
    called = play(state, do("banco", seat=2), do("banco", seat=seat, kind="avec"), do("close_bets"))
    return bool(state_view(called)["ponte"] == seat)


def test_suivi_is_the_partners_too() -> None:
    deux = do("banco", seat=3, kind="deux", partner=5)
    lost = play(OPEN, deux, do("close_bets"), BANKER_WINS, do("continue"))
    assert [has_suivi(lost, seat) for seat in (3, 4, 5)] == [True, False, True]


def test_a_tie_keeps_the_right_that_stood_and_gives_none() -> None:
    lost = play(OPEN, do("banco", seat=4), do("close_bets"), BANKER_WINS, do("continue"))
    tied = play(lost, do("banco", seat=3), do("close_bets"), TIE, do("continue"))
    assert has_suivi(tied, 4)
    assert not has_suivi(tied, 3)


def test_a_void_changes_no_right() -> None:
    lost = play(OPEN, do("banco", seat=4), do("close_bets"), BANKER_WINS, do("continue"))
    voided = play(lost, do("banco", seat=3), do("close_bets"), do("void", reason="exposed"))
    assert has_suivi(voided, 4)
    assert not has_suivi(voided, 3)


def test_a_coup_won_against_plain_stakes_ends_the_right() -> None:
    lost = play(OPEN, do("banco", seat=4), do("close_bets"), BANKER_WINS, do("continue"))
    plain = do("stake", seat=3, amount=1_000)
    again = play(lost, plain, do("close_bets"), BANKER_WINS, do("continue"))
    assert not has_suivi(again, 4)


def test_the_right_ends_with_the_bank_whoever_takes_it() -> None:
    lost = play(OPEN, do("banco", seat=4), do("close_bets"), BANKER_WINS, do("retire"))
    taken = play(
        lost,
        do("decline", seat=2),
        do("take_over", seat=3, amount=state_view(lost)["price"]),
    )
    assert not has_suivi(taken, 4)


def test_the_right_is_the_persons_not_the_chairs() -> None:
    lost = play(OPEN, do("banco", seat=4), do("close_bets"), BANKER_WINS, do("continue"))
    swapped = play(lost, do("leave", seat=4), do("sit", seat=4, player="Zed"))
    assert has_suivi(lost, 4)
    assert not has_suivi(swapped, 4)


def test_prime_is_measured_from_the_seat_whose_turn_it_is() -> None:
    """Seat 1's turn, the bank at seat 4: seat 2 is nearer to the right of 1 than 5 is."""
    retired = play(OPEN, do("banco", seat=5), do("close_bets"), BANKER_WINS, do("retire"))
    declined = play(retired, do("decline", seat=2), do("decline", seat=3))
    taken = play(declined, do("take_over", seat=4, amount=state_view(declined)["price"]))
    both = play(taken, do("banco", seat=5), do("banco", seat=2), do("close_bets"))
    assert state_view(both)["ponte"] == 2
    last = play(taken, do("banco", seat=1), do("banco", seat=5), do("close_bets"))
    assert state_view(last)["ponte"] == 5


def test_stakes_rank_from_the_banker_also_during_a_suite() -> None:
    retired = play(OPEN, do("banco", seat=5), do("close_bets"), BANKER_WINS, do("retire"))
    declined = play(retired, do("decline", seat=2), do("decline", seat=3))
    price = state_view(declined)["price"]
    taken = play(declined, do("take_over", seat=4, amount=price))
    stakes = [do("stake", seat=seat, amount=50_000) for seat in (2, 5)]
    assert held_after(taken, *stakes) == {"5": 50_000, "2": price - 50_000}


def test_odd_units_of_a_deux_and_an_avec_are_the_callers() -> None:
    odd = betting(1, 2, 3, bank=10_001, unit=1)
    deux = do("banco", seat=3, kind="deux", partner=2)
    assert held_after(odd, deux) == {"3": 5_001, "2": 5_000}
    avec = do("banco", seat=3, kind="avec")
    assert held_after(odd, avec, do("stake", seat=2, amount=9_000)) == {"3": 5_001, "2": 5_000}


def test_a_bank_of_one_has_no_other_half() -> None:
    one = betting(1, 2, 3, bank=1, unit=1, min_bank=1, min_stake=1)
    assert held_after(one, do("banco", seat=3, kind="deux", partner=2)) == {"3": 1}
    assert held_after(one, do("stake", seat=2, amount=1), do("banco", seat=3, kind="avec")) == {
        "3": 1
    }


def test_a_banco_covers_the_bank_as_it_stands_when_the_bets_are_closed() -> None:
    raised = do("add_to_bank", amount=5_000, source="pocket")
    assert held_after(OPEN, do("banco", seat=2), raised) == {"2": 45_000}


def test_a_later_call_of_a_seat_replaces_its_earlier_one() -> None:
    assert held_after(OPEN, do("banco", seat=2), do("banco", seat=2, kind="avec")) == {"2": 20_000}


def test_stakes_are_held_from_the_bankers_right_and_the_last_one_is_cut() -> None:
    stakes = [do("stake", seat=seat, amount=15_000) for seat in (5, 4, 3, 2)]
    assert held_after(OPEN, *stakes) == {"2": 15_000, "3": 15_000, "4": 10_000}


def test_a_stake_may_exceed_the_bank() -> None:
    assert held_after(OPEN, do("stake", seat=2, amount=99_900)) == {"2": BANK}


def test_bystanders_come_last_in_the_order_they_staked() -> None:
    stakes = [
        do("stake", bystander="Zoe", amount=15_000),
        do("stake", bystander="Yan", amount=15_000),
        do("stake", seat=5, amount=20_000),
    ]
    assert held_after(OPEN, *stakes) == {"5": 20_000, "Zoe": 15_000, "Yan": 5_000}
    # A changed stake keeps its place, a withdrawn one loses it.
    changed = [*stakes, do("stake", bystander="Zoe", amount=12_000)]
    assert held_after(OPEN, *changed) == {"5": 20_000, "Zoe": 12_000, "Yan": 8_000}
    again = [do("stake", bystander="Zoe", amount=sum_) for sum_ in (0, 15_000)]
    assert held_after(OPEN, *stakes, *again) == {"5": 20_000, "Yan": 15_000, "Zoe": 5_000}


@pytest.mark.parametrize(
    ("stakes", "ponte"),
    [
        ({2: 1_000, 4: 3_000, 3: 2_000}, 4),
        ({4: 3_000, 3: 3_000}, 3),
        ({"Zoe": 3_000, 4: 3_000}, 4),
        ({4: 3_000, "Zoe": 3_100}, "Zoe"),
        ({"Zoe": 3_000, "Yan": 3_000}, "Zoe"),
        # What counts is what is covered: of 30,000 only 10,000 are in play.
        ({2: 15_000, 3: 15_000, 4: 30_000}, 2),
    ],
)
def test_the_cards_are_held_by_the_highest_stake_nearest_to_the_bankers_right(
    stakes: dict[int | str, int], ponte: int | str
) -> None:
    commands = [
        do("stake", amount=sum_, **({"seat": who} if isinstance(who, int) else {"bystander": who}))
        for who, sum_ in stakes.items()
    ]
    assert holder(*commands) == ponte


def test_the_whole_bank_may_always_be_staked() -> None:
    small = play(
        betting(1, 2, 3, bank=10_000),
        do("stake", seat=2, amount=1_000),
        do("close_bets"),
        TIE,
        do("continue"),
        do("add_to_bank", amount=550 - 500, source="garage"),
    )
    assert state_view(small)["bank"] == 1_050
    assert code(small, do("stake", seat=2, amount=1_050)) == ""
    assert code(small, do("stake", seat=2, amount=1_150)) == "not_a_multiple"
    assert held_after(small, do("stake", seat=2, amount=1_050)) == {"2": 1_050}


def test_a_void_coup_gives_everything_back_with_nothing_staked() -> None:
    voided = play(
        OPEN,
        do("stake", seat=2, amount=5_000),
        do("stake", bystander="Zoe", amount=1_000),
        do("close_bets"),
        do("void", reason="a card was exposed"),
    )
    seen = state_view(voided)
    assert (seen["phase"], seen["bank"], seen["garage"], seen["coups"]) == ("betting", BANK, 0, 0)
    assert seen["net"] == {"Ann": -BANK, "Bob": 0, "Cleo": 0, "Dan": 0, "Eve": 0, "Zoe": 0}
    assert code(voided, do("close_bets")) == "nothing_staked"
    assert "winner" not in seen


def test_a_void_leaves_in_the_garage_what_earlier_coups_put_there() -> None:
    state = play(OPEN, do("stake", seat=2, amount=10_000), do("close_bets"), TIE, do("continue"))
    assert state_view(state)["garage"] == 30_000
    voided = play(
        state, do("stake", seat=2, amount=4_000), do("close_bets"), do("void", reason="misdeal")
    )
    assert (state_view(voided)["bank"], state_view(voided)["garage"]) == (10_000, 30_000)


def test_a_bystander_is_paid_under_his_name_and_may_sit_down_later() -> None:
    state = play(OPEN, do("stake", bystander="Zoe", amount=BANK), do("close_bets"))
    assert state_view(state)["ponte"] == "Zoe"
    assert code(state, do("sit", seat=9, player="Zoe")) == "name_taken"
    paid = play(state, PONTE_WINS, do("sit", seat=9, player="Zoe"))
    assert state_view(paid)["net"]["Zoe"] == BANK


def test_a_result_without_cards_settles_and_counts_no_cards() -> None:
    for winner, net in (("ponte", 10_000), ("banker", -10_000), ("tie", 0)):
        settled = play(dealing(1, 2, bank=10_000), do("result", winner=winner))
        assert state_view(settled)["net"]["Bob"] == net
        assert state_view(settled)["cards_left"] == 312
        assert state_view(settled)["winner"] == winner


def test_no_more_is_in_play_than_an_amount_can_be() -> None:
    """A bank doubled again and again stays within what a database can count (decision 0010)."""
    most = 10**16
    state = betting(
        1, 2, bank=most, commission={"rate_bp": 0, "round_to": 1, "rounding": "down", "half": "up"}
    )
    state = play(state, do("banco", seat=2), do("close_bets"), BANKER_WINS, do("continue"))
    assert state_view(state)["bank"] == 2 * most
    closed = play(state, do("banco", seat=2), do("close_bets"))
    assert (state_view(closed)["bank"], state_view(closed)["garage"]) == (most, most)
    assert code(state, do("stake", seat=2, amount=2 * most)) == "bad_amount"


def test_a_stake_of_nothing_takes_back_a_banco_too() -> None:
    """Decision 0020: called by mistake, it is not played; the other seat's call is."""
    state = play(betting(1, 2, 3, bank=20_000), do("banco", seat=2), do("banco", seat=3))
    closed = play(state, do("stake", seat=2, amount=0), do("close_bets"))
    assert state_view(closed)["accepted"] == {"3": 20_000}
    alone = play(betting(1, 2, bank=20_000), do("banco", seat=2), do("stake", seat=2, amount=0))
    assert code(alone, do("close_bets")) == "nothing_staked"
    assert code(alone, do("leave", seat=2)) == ""
