"""Every code banque can answer with: an accepted command, and what one change makes of it.

Both are tried on the same table, so that no refusal passes for another reason than its own.
"""

from typing import Any

import pytest

from tables.rules.errors import CATALOGUE
from tests.rules.playing import code, do, play
from tests.rules.tableaux import (
    TIED,
    auction,
    banking,
    banque,
    coup,
    deal,
    go_bank,
    result,
    seated,
    stake,
    suite,
)

NO = object()
"""The argument is left out."""

Changes = dict[str, Any]

EMPTY = banque()
SEATED = seated(1, 2, 6)
LISTED = auction(1, 2, 6, award="list", max_bank=90_000)
AUCTION = auction(1, 2, 6, max_bank=90_000)
BID = play(AUCTION, do("bid", seat=2, amount=60_000))
BANK = banking(1, 2, 3, 6, 7, max_bank=90_000)
STAKED = play(BANK, stake(2, 2_000), stake("Zoe", 1_000, 1))
CALLED = play(BANK, go_bank(6))
FULL = play(banking(1, 2, 6, unit=1), stake(2, 10**16 - 1_000))
DEALT = play(STAKED, do("close_bets"))
PLAYED = play(BANK, *TIED)
THRICE = play(BANK, *[step for _ in range(3) for step in coup("banker", "tie", go_bank(2))])
BROKEN = play(BANK, *coup("ponte", "tie", stake(2, 50_000)))
SUITE = suite(1, 2, 6)
SHORT = play(
    banking(1, 2, 6, decks=1, cut_card_before_last=0),
    *[stake(2, 1_000), do("close_bets"), deal("K7", "Q7", "J7")] * 8,
    *(stake(2, 1_000), do("close_bets")),
)
"""Four cards are left."""

SIT = do("sit", seat=9, player="Yan")
STAKE = do("stake", seat=2, amount=1_000)
STAND = do("stake", bystander="Yan", amount=1_000, on=1)
TAKE = do("take_bank", seat=1, amount=50_000)
OVER = do("take_over", seat=6, amount=50_000)
REGULAR = deal("7K", "7K", "7K")
RESULT = result("ponte", "tie")

NO_SUMS: list[Any] = [-5, "1000", 1_000.0, True, False, None, [], {}, 10**16 + 100]
NO_TABLEAUX: list[Any] = [0, 3, "1", True, 1.0, "both", [], {}]

ONE_CHANGE: list[tuple[Any, dict[str, Any], dict[str, list[Changes]]]] = [
    (
        BANK,
        SIT,
        {
            "bad_command": [{"player": NO}, {"seat": "9"}, {"chips": 5}, {"do": "stand"}],
            "no_such_seat": [{"seat": 11}, {"seat": 0}],
            "seat_taken": [{"seat": 7}],
            "name_taken": [{"player": "Bob"}, {"player": "Ann"}],  # Ann is the banker
        },
    ),
    (STAKED, SIT, {"name_taken": [{"player": "Zoe"}]}),
    (BANK, do("leave", seat=2), {"not_seated": [{"seat": 1}], "no_such_seat": [{"seat": 99}]}),
    (STAKED, do("leave", seat=3), {"in_play": [{"seat": 2}]}),
    (CALLED, do("leave", seat=3), {"in_play": [{"seat": 6}]}),
    (DEALT, do("leave", seat=3), {"in_play": [{"seat": 2}]}),
    (LISTED, do("leave", seat=2), {"in_play": [{"seat": 1}]}),
    (SUITE, do("leave", seat=2), {"in_play": [{"seat": 6}]}),
    (BID, do("leave", seat=1), {"in_play": [{"seat": 2}]}),
    (SEATED, do("open_shoe"), {"wrong_phase": [do("cut_card"), do("close_auction"), STAKE]}),
    (EMPTY, SIT, {"nobody_seated": [do("open_shoe")]}),
    (
        LISTED,
        TAKE,
        {
            "bad_command": [{"seat": NO}, {"amount": NO}],
            "bad_amount": [{"amount": sum_} for sum_ in (0, *NO_SUMS)],
            "not_a_multiple": [{"amount": 50_050}],
            "below_min_bank": [{"amount": 49_900}],
            "above_max_bank": [{"amount": 90_100}],
            "no_such_seat": [{"seat": 99}],
            "not_seated": [{"seat": 3}],
            "not_offered": [{"seat": 2}],
            "wrong_phase": [do("bid", seat=1, amount=50_000)],
        },
    ),
    (LISTED, do("decline", seat=1), {"not_offered": [{"seat": 2}], "not_seated": [{"seat": 3}]}),
    (
        BID,
        do("bid", seat=6, amount=60_100),
        {
            "bad_amount": [{"amount": sum_} for sum_ in (0, *NO_SUMS)],
            "below_min_bank": [{"amount": 49_900}],
            "bid_too_low": [{"amount": 60_000}],
            "above_max_bank": [{"amount": 90_100}],
            "not_a_multiple": [{"amount": 60_150}],
            "not_seated": [{"seat": 9}],
        },
    ),
    (AUCTION, do("bid", seat=1, amount=50_000), {"nobody_bid": [do("close_auction")]}),
    (
        BANK,
        STAKE,
        {
            "bad_command": [
                *({"on": on} for on in NO_TABLEAUX),
                *({"bystander": "Yan"}, {"seat": NO}, {"amount": NO}, {"kind": "solo"}),
            ],
            "bad_amount": [{"amount": sum_} for sum_ in NO_SUMS],
            "not_a_multiple": [{"amount": 1_050}],
            "below_min_stake": [{"amount": 900}],
            "not_seated": [{"seat": 1}, {"seat": 9}],
            "no_such_seat": [{"seat": 11}],
            "wrong_tableau": [{"on": 2}, {"seat": 6, "on": 1}],
        },
    ),
    (
        BANK,
        STAND,
        {
            "bad_command": [{"bystander": "7"}, {"on": 3}],
            "name_taken": [{"bystander": "Bob"}, {"bystander": "Ann"}],
            "wrong_tableau": [{"on": NO}],
        },
    ),
    (FULL, do("close_bets"), {"wrong_phase": [do("open_shoe")]}),
    (
        BANK,
        go_bank(2),
        {
            "bad_command": [{"on": on} for on in NO_TABLEAUX],
            "not_seated": [{"seat": 1}],
            "wrong_tableau": [{"on": 2}],
            "nothing_staked": [do("close_bets")],
        },
    ),
    (THRICE, go_bank(3), {"three_times": [{"seat": 2}, {"seat": 2, "on": "cheval"}]}),
    (
        BANK,
        do("add_to_bank", amount=40_000),
        {
            "bad_amount": [{"amount": sum_} for sum_ in (0, *NO_SUMS)],
            "above_max_bank": [{"amount": 40_100}],
            "not_a_multiple": [{"amount": 50}],
            "bad_command": [{"source": "pocket"}],
            "one_coup_owed": [do("retire")],
        },
    ),
    (BROKEN, do("add_to_bank", amount=50_000), {"below_min_bank": [{"amount": 49_900}]}),
    (BROKEN, do("retire"), {"wrong_phase": [STAKE, go_bank(2), do("close_bets")]}),
    (PLAYED, do("retire"), {"wrong_phase": [TAKE, OVER, do("accept_all"), REGULAR]}),
    (play(PLAYED, stake(2, 1_000)), do("close_bets"), {"in_play": [do("retire")]}),
    (play(PLAYED, go_bank(2)), do("close_bets"), {"in_play": [do("retire")]}),
    (play(BANK, do("cut_card")), STAKE, {"wrong_phase": [do("cut_card")]}),
    (DEALT, do("accept_all"), {"wrong_phase": [do("retire"), do("add_to_bank", amount=100)]}),
    (DEALT, do("void", reason="misdeal"), {"bad_command": [{"reason": " "}, {"reason": NO}]}),
    (
        DEALT,
        REGULAR,
        {
            "bad_command": [{"one": "7K"}, {"two": NO}, {"banker": [7, "K"]}, {"irregular": ""}],
            "bad_cards": [
                *({"one": cards} for cards in (["1", "5"], ["7"], ["7X", "K"], [])),
                *({"two": ["7", "K", "2", "3"]}, {"banker": ["7", "h"]}),
            ],
            "irregular_draw": [
                *({"one": ["2", "K"]}, {"two": ["7", "K", "2"]}, {"banker": ["7", "K", "2"]}),
            ],
        },
    ),
    (
        DEALT,
        RESULT,
        {
            "bad_result": [{"one": "player"}, {"two": ""}],
            "bad_command": [{"one": NO}, {"two": None}, {"two": 1}, {"winner": "tie"}],
        },
    ),
    (SHORT, RESULT, {"shoe_short": [REGULAR]}),
    (
        SUITE,
        OVER,
        {
            "bad_amount": [{"amount": sum_} for sum_ in (0, *NO_SUMS)],
            "takeover_not_exact": [{"amount": 50_100}, {"amount": 49_900}, {"amount": 1}],
            "not_offered": [{"seat": 2}],
            "not_seated": [{"seat": 1}],
        },
    ),
]

CASES = [
    pytest.param(state, accepted, refusal, changes, id=f"{accepted['do']}-{refusal}-{number}")
    for number, (state, accepted, refusals) in enumerate(ONE_CHANGE)
    for refusal, changes in refusals.items()
]


def changed(accepted: dict[str, Any], change: Changes) -> dict[str, Any]:
    """The command with that change; a known command under another name brings its own arguments."""
    kept = accepted if change.get("do") in (None, "stand", accepted["do"]) else {}
    return {name: value for name, value in (kept | change).items() if value is not NO}


@pytest.mark.parametrize(("state", "accepted", "refusal", "changes"), CASES)
def test_accepted_and_with_one_change_refused(
    state: Any, accepted: dict[str, Any], refusal: str, changes: list[Changes]
) -> None:
    assert code(state, accepted) == ""
    for change in changes:
        assert code(state, changed(accepted, change)) == refusal, change


def test_all_stakes_together_may_be_too_much() -> None:
    """The same close, with one unit more on the table."""
    most = play(FULL, stake(6, 1_000))
    assert code(most, do("close_bets")) == ""
    assert code(play(most, stake(6, 1_001)), do("close_bets")) == "above_max_stake"


OTHER_GAMES = {
    *("banker_cannot_stake", "bad_banco", "garage_short", "associated", "takeover_too_low"),
    *("no_such_bet", "commission_owed", "nothing_owed"),
}


def test_every_code_of_banque_is_reached() -> None:
    reached = {refusal for _, _, refusals in ONE_CHANGE for refusal in refusals}
    assert reached | {"above_max_stake"} == set(CATALOGUE) - OTHER_GAMES


@pytest.mark.parametrize("command", [None, 3, "retire", [], ["do"], {}, {"do": ["sit"]}])
def test_what_is_no_command_at_all(command: object) -> None:
    assert code(BANK, command) == "bad_command"


@pytest.mark.parametrize("game", ["banco", "associate", "continue", "place", "collect"])
def test_a_command_of_another_game(game: str) -> None:
    assert code(BANK, do(game, seat=2)) == "bad_command"


@pytest.mark.parametrize("who", [{"seat": 2}, {"bystander": "Zoe"}])
def test_a_stake_is_withdrawn_without_naming_its_tableau(who: dict[str, Any]) -> None:
    left = play(STAKED, do("stake", amount=0, **who))
    assert code(left, do("close_bets")) == ""
    both = play(left, do("stake", seat=2, amount=0), do("stake", bystander="Zoe", amount=0))
    assert code(both, do("close_bets")) == "nothing_staked"


def test_the_whole_bank_may_be_staked_whatever_the_unit() -> None:
    """As at chemin de fer: a bank of 509.50 is no multiple of 1.00."""
    state = play(BANK, *coup("banker", "tie", stake(2, 1_000)))
    assert code(state, stake(2, 50_950)) == ""
    assert code(state, stake(2, 50_960)) == "not_a_multiple"


@pytest.mark.parametrize(
    ("state", "command", "first"),
    [
        # shape, before the phase
        (BROKEN, do("stake", seat="x", amount=-1), "bad_command"),
        (BROKEN, do("stake", seat=99, amount=-1, on=3), "bad_command"),
        (BROKEN, do("stake", seat=99, amount=-1), "wrong_phase"),
        # phase, before who
        (BANK, do("take_over", seat=99, amount=-1), "wrong_phase"),
        # who, before the amount
        (LISTED, do("take_bank", seat=9, amount=-1), "not_seated"),
        (LISTED, do("take_bank", seat=2, amount=-1), "not_offered"),
        (SUITE, do("take_over", seat=2, amount="?"), "not_offered"),
        (BANK, do("stake", bystander="Ann", amount=-1), "name_taken"),
        (THRICE, go_bank(9, 1), "not_seated"),
        (THRICE, go_bank(2, 2), "three_times"),
        # the amount's type and sign, minimum, maximum, multiple
        (LISTED, do("take_bank", seat=1, amount="50"), "bad_amount"),
        (LISTED, do("take_bank", seat=1, amount=50), "below_min_bank"),
        (LISTED, do("take_bank", seat=1, amount=90_150), "above_max_bank"),
        (BID, do("bid", seat=6, amount=49_950), "below_min_bank"),
        (BID, do("bid", seat=6, amount=59_950), "bid_too_low"),
        (BID, do("bid", seat=6, amount=90_150), "above_max_bank"),
        (BROKEN, do("add_to_bank", amount=50), "below_min_bank"),
        (BROKEN, do("add_to_bank", amount=90_150), "above_max_bank"),
        (BANK, do("stake", seat=2, amount=950, on=2), "below_min_stake"),
        (BANK, do("stake", seat=2, amount=1_050, on=2), "not_a_multiple"),
        # then the rest
        (BANK, do("stake", bystander="Yan", amount=1_000), "wrong_tableau"),
        (play(BANK, stake(2, 1_000)), do("retire"), "one_coup_owed"),
        (SHORT, do("deal", one=["7"], two=["7", "K"], banker=["7", "K"]), "bad_cards"),
        (SHORT, deal("2K", "7K", "7K"), "shoe_short"),
    ],
)
def test_checks_come_in_their_order(state: Any, command: dict[str, Any], first: str) -> None:
    assert code(state, command) == first
