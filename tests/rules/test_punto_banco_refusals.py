"""Every code punto banco can answer with: an accepted command, and what one change makes of it.

Both are tried on the same table, so that no refusal passes for another reason than its own.
"""

from typing import Any

import pytest

from tests.rules.house import betting, deal, house, stake
from tests.rules.playing import code, do, play

NO = object()
"""The argument is left out."""

Changes = dict[str, Any]

FEW_BETS = {name: {"min": 1_000, "max": 5_000} for name in ("player", "banker")}

EMPTY = house()
OPEN = betting(1, 2)
SHORT = play(betting(1), do("burn", count=412), do("close_bets"))
STAKED = play(OPEN, stake(2, "tie", 500))
DEALING = play(OPEN, stake(2, "banker", 1_000), do("close_bets"))
CUT = play(OPEN, do("cut_card"))
OVER = play(CUT, do("close_bets"), deal("K7", "25"))
OWING = play(
    betting(1, 2, commission_mode="owed"),
    *(stake(2, "banker", 1_000), do("close_bets"), deal("K2", "Q8")),
)
OFFERS_TWO = betting(1, 2, bets=FEW_BETS)

DEAL = do("deal", player=["K", "7"], banker=["2", "5"])
BURN = do("burn", count=1)

NO_SUMS: list[Any] = [-5, "1000", 1_000.0, True, False, None, [], {}, 10**16 + 100]
NO_COUNTS: list[Any] = [NO, None, 0, -1, "1", 1.0, True, []]

ONE_CHANGE: list[tuple[Any, dict[str, Any], dict[str, list[Changes]]]] = [
    (
        EMPTY,
        do("sit", seat=1, player="Zoe"),
        {
            "bad_command": [{"player": NO}, {"seat": "1"}, {"bystander": "Zoe"}],
            "no_such_seat": [{"seat": 0}, {"seat": 8}],
        },
    ),
    (
        OPEN,
        do("sit", seat=3, player="Zoe"),
        {"seat_taken": [{"seat": 1}], "name_taken": [{"player": "Bob"}]},
    ),
    (
        EMPTY,
        do("open_shoe"),
        {"wrong_phase": [stake(1, "tie", 500), do("burn", count=1), do("close_bets"), DEAL]},
    ),
    (OPEN, do("close_bets"), {"wrong_phase": [do("open_shoe"), do("void", reason="x"), DEAL]}),
    (
        OPEN,
        stake(2, "banker", 1_000),
        {
            "bad_command": [
                *({"seat": NO}, {"seat": "2"}, {"on": NO}, {"on": 3}, {"amount": NO}),
                {"bystander": "Zoe"},
            ],
            "no_such_seat": [{"seat": 8}],
            "not_seated": [{"seat": 3}, {"seat": 3, "on": "dragon"}],
            "no_such_bet": [
                *({"on": bet} for bet in ("dragon", "", "Banker", "ponte")),
                {"on": "dragon", "amount": -5},
            ],
            "bad_amount": [{"amount": sum_} for sum_ in NO_SUMS],
            "below_min_stake": [{"amount": 900}, {"amount": 1}, {"on": "tie", "amount": 400}],
            "above_max_stake": [{"amount": 500_100}, {"amount": 500_001}],
            "not_a_multiple": [{"amount": 1_050}],
        },
    ),
    (OFFERS_TWO, stake(2, "player", 1_000), {"no_such_bet": [{"on": "tie"}]}),
    (
        DEALING,
        DEAL,
        {
            "bad_command": [
                *({"player": NO}, {"player": "K7"}, {"banker": [2, 5]}, {"irregular": ""}),
                {"ponte": ["K", "7"]},
            ],
            "bad_cards": [
                *({"player": hand} for hand in (["K"], ["K", "7", "2", "A"], [], ["10", "7"])),
                *({"banker": hand} for hand in (["1", "6"], ["2X", "5"], ["k", "7"])),
            ],
            "irregular_draw": [{"player": ["K", "7", "A"]}, {"banker": ["2", "4", "A"]}],
            "wrong_phase": [do("close_bets"), stake(1, "tie", 500), BURN, do("open_shoe")],
        },
    ),
    (SHORT, DEAL, {"shoe_short": [{"player": ["K", "5", "2"]}]}),
    (
        OPEN,
        BURN,
        {"bad_command": [{"count": n} for n in NO_COUNTS], "shoe_short": [{"count": 417}]},
    ),
    (DEALING, do("void", reason="misdeal"), {"bad_command": [{"reason": NO}, {"reason": " "}]}),
    (OPEN, do("cut_card"), {"bad_command": [{"seat": 1}, {"do": "result"}]}),
    (CUT, do("close_bets"), {"wrong_phase": [do("cut_card")]}),
    (OVER, do("open_shoe"), {"wrong_phase": [do("cut_card"), do("close_bets"), BURN]}),
    (STAKED, do("leave", seat=1), {"in_play": [{"seat": 2}], "not_seated": [{"seat": 3}]}),
    (DEALING, do("leave", seat=1), {"in_play": [{"seat": 2}], "no_such_seat": [{"seat": 9}]}),
    (OWING, do("leave", seat=1), {"commission_owed": [{"seat": 2}]}),
    (
        OWING,
        do("collect_commission", seat=2),
        {
            "bad_command": [{"seat": NO}, {"amount": 50}],
            "nothing_owed": [{"seat": 1}],
            "not_seated": [{"seat": 3}],
            "no_such_seat": [{"seat": 0}],
        },
    ),
    (
        OPEN,
        do("set_rules", bets=FEW_BETS),
        {"bad_command": [{"bets": {}}, {"bets": {"tie": {"min": 1}}}, {"min_bank": 100}]},
    ),
]

CASES = [
    pytest.param(state, accepted, refusal, changes, id=f"{accepted['do']}-{refusal}-{number}")
    for number, (state, accepted, refusals) in enumerate(ONE_CHANGE)
    for refusal, changes in refusals.items()
]


def changed(command: dict[str, Any], change: Changes) -> dict[str, Any]:
    """The command with the change made; a change that says what to do is another command."""
    if "do" in change:
        return change
    return {name: value for name, value in (command | change).items() if value is not NO}


@pytest.mark.parametrize(("state", "accepted", "refusal", "changes"), CASES)
def test_accepted_and_with_one_change_refused(
    state: Any, accepted: dict[str, Any], refusal: str, changes: list[Changes]
) -> None:
    assert code(state, accepted) == ""
    for change in changes:
        assert code(state, changed(accepted, change)) == refusal, change


def test_every_code_of_punto_banco_is_reached() -> None:
    assert {refusal for _, _, refusals in ONE_CHANGE for refusal in refusals} == {
        *("bad_command", "bad_amount", "not_a_multiple", "wrong_phase", "no_such_seat"),
        *("seat_taken", "name_taken", "not_seated", "in_play", "below_min_stake"),
        *("above_max_stake", "no_such_bet", "bad_cards", "irregular_draw", "shoe_short"),
        *("commission_owed", "nothing_owed"),
    }


def test_the_order_of_the_checks_of_a_stake() -> None:
    """One fault after the other put right: each time the next one is named."""
    bets = FEW_BETS | {"player": {"min": 1_000, "max": 5_050}}
    state = betting(1, bets=bets)
    closed = play(state, do("close_bets"))
    assert code(closed, stake(9, "dragon", -1) | {"on": 3}) == "bad_command"
    assert code(closed, stake(9, "dragon", -1)) == "wrong_phase"
    assert code(state, stake(9, "dragon", -1)) == "no_such_seat"
    assert code(state, stake(2, "dragon", -1)) == "not_seated"
    assert code(state, stake(1, "dragon", -1)) == "no_such_bet"
    assert code(state, stake(1, "player", -1)) == "bad_amount"
    assert code(state, stake(1, "player", 950)) == "below_min_stake"
    assert code(state, stake(1, "player", 5_150)) == "above_max_stake"
    assert code(state, stake(1, "player", 5_050)) == "not_a_multiple"
    assert code(state, stake(1, "player", 5_000)) == ""


def test_withdrawing_a_stake_that_does_not_stand_changes_nothing() -> None:
    assert code(OPEN, stake(1, "tie", 0)) == ""
    assert play(OPEN, stake(1, "tie", 0)) == OPEN
