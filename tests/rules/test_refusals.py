"""Every code chemin de fer can answer with: an accepted command, and what one change makes of it.

Both are tried on the same table, so that no refusal passes for another reason than its own.
"""

from typing import Any

import pytest

from tables.rules.errors import CATALOGUE
from tests.rules.playing import (
    TIE,
    betting,
    code,
    dealing,
    deciding,
    do,
    play,
    seated,
    suite,
    table,
)

NO = object()
"""The argument is left out."""

EMPTY = table()
OFFERED = play(seated(1, 2, max_bank=50_000), do("open_shoe"))
BANK = betting(1, 2, 3, 4, bank=20_000, max_bank=50_000)
STAKED = play(BANK, do("stake", seat=2, amount=2_000), do("stake", bystander="Zoe", amount=1_000))
CALLED = play(BANK, do("banco", seat=2, kind="deux", partner=3))
ASSOCIATED = play(BANK, do("associate", seat=2))
DEALT = dealing(1, 2, bank=10_000)
GARAGE = play(BANK, do("stake", seat=2, amount=5_000), do("close_bets"), TIE, do("continue"))
WON = deciding(1, 2, 3, bank=10_000)
SUITE = suite(1, 2, 3, bank=10_000)
EXACT = suite(1, 2, 3, bank=10_000, takeover="exact")
AUCTION = play(
    suite(1, 2, 3, bank=10_000, auction=True, max_bank=50_000),
    do("decline", seat=2),
    do("decline", seat=3),
)
BID = play(AUCTION, do("bid", seat=2, amount=15_000))
FOUR_LEFT = play(
    betting(1, 2, bank=10_000, decks=1, cut_card_before_last=0),
    *[do("banco", seat=2), do("close_bets"), TIE, do("continue")] * 12,
    do("banco", seat=2),
    do("close_bets"),
)

SIT = do("sit", seat=9, player="Zoe")
STAKE = do("stake", seat=2, amount=1_000)
STAND = do("stake", bystander="Yan", amount=1_000)
DEUX = do("banco", seat=2, kind="deux", partner=3)
POCKET = do("add_to_bank", amount=100, source="pocket")
REGULAR = do("deal", ponte=["7", "K"], banker=["7", "K"])
TAKE = do("take_bank", seat=1, amount=10_000)
OVER = do("take_over", seat=2, amount=19_500)

NO_SUMS: list[Any] = [0, -5, "1000", 1_000.0, True, None, [], {}]

Changes = dict[str, Any]

ONE_CHANGE: list[tuple[Any, dict[str, Any], dict[str, list[Changes]]]] = [
    (
        BANK,
        SIT,
        {
            "bad_command": [
                *({"player": name} for name in (NO, None, "", " \n", 7, "a\x00b", "\ud800")),
                *({"player": "x" * 501}, {"seat": NO}, {"seat": "9"}, {"seat": True}),
                *({"seat": 9.0}, {"chips": 5}, {"do": "stand"}, {"do": 7}, {"do": None}),
            ],
            "no_such_seat": [{"seat": 10}, {"seat": 0}, {"seat": -1}, {"seat": 10**30}],
            "seat_taken": [{"seat": 4}],
            "name_taken": [{"player": "Bob"}],
        },
    ),
    (STAKED, do("sit", seat=9, player="Yan"), {"name_taken": [{"player": "Zoe"}]}),
    (BANK, do("leave", seat=2), {"in_play": [{"seat": 1}], "not_seated": [{"seat": 9}]}),
    (STAKED, do("leave", seat=3), {"in_play": [{"seat": 2}]}),
    (CALLED, do("leave", seat=4), {"in_play": [{"seat": 2}, {"seat": 3}]}),
    (ASSOCIATED, do("leave", seat=3), {"in_play": [{"seat": 1}, {"seat": 2}]}),
    (OFFERED, do("leave", seat=2), {"in_play": [{"seat": 1}]}),
    (SUITE, do("leave", seat=1), {"in_play": [{"seat": 2}]}),
    (BID, do("leave", seat=3), {"in_play": [{"seat": 2}]}),
    (
        OFFERED,
        TAKE,
        {
            "bad_command": [{"seat": NO}, {"amount": NO}],
            "bad_amount": [{"amount": sum_} for sum_ in NO_SUMS],
            "not_a_multiple": [{"amount": 10_050}],
            "below_min_bank": [{"amount": 9_900}],
            "above_max_bank": [{"amount": 50_100}],
            "no_such_seat": [{"seat": 99}],
            "not_seated": [{"seat": 3}],
            "not_offered": [{"seat": 2}],
        },
    ),
    (OFFERED, do("decline", seat=1), {"not_offered": [{"seat": 2}], "not_seated": [{"seat": 3}]}),
    (
        BANK,
        STAKE,
        {
            "bad_command": [{"bystander": "Zoe"}, {"seat": NO}, {"seat": None}, {"amount": NO}],
            "bad_amount": [
                *({"amount": sum_} for sum_ in NO_SUMS if sum_ != 0),
                *({"amount": False}, {"amount": 10**16 + 100}),
            ],
            "not_a_multiple": [{"amount": 1_050}],
            "below_min_stake": [{"amount": 900}],
            "banker_cannot_stake": [{"seat": 1}],
            "not_seated": [{"seat": 9}],
        },
    ),
    (
        BANK,
        STAND,
        {
            "bad_command": [{"bystander": name} for name in (" ", "3", "42", 5)],
            "name_taken": [{"bystander": "Bob"}],
        },
    ),
    (ASSOCIATED, do("stake", seat=3, amount=1_000), {"banker_cannot_stake": [{"seat": 2}]}),
    (ASSOCIATED, do("banco", seat=3), {"banker_cannot_stake": [{"seat": 2}]}),
    (
        BANK,
        DEUX,
        {
            "bad_command": [{"kind": 3}, {"partner": "3"}],
            "bad_banco": [{"kind": "solo"}, {"kind": "all"}, {"partner": NO}, {"partner": 2}],
            "banker_cannot_stake": [{"partner": 1}, {"seat": 1}],
            "not_seated": [{"partner": 9}],
            "no_such_seat": [{"partner": 10}],
        },
    ),
    (BANK, do("banco", seat=2), {"bad_banco": [{"partner": 3}, {"kind": "deux"}]}),
    (
        BANK,
        POCKET,
        {
            "bad_command": [{"source": "bag"}, {"source": NO}, {"source": None}],
            "bad_amount": [{"amount": 0}],
            "not_a_multiple": [{"amount": 50}],
            "above_max_bank": [{"amount": 30_100}],
            "garage_short": [{"source": "garage"}],
        },
    ),
    (
        GARAGE,
        do("add_to_bank", amount=50, source="garage"),
        {"not_a_multiple": [{"source": "pocket"}], "garage_short": [{"amount": 15_001}]},
    ),
    (BANK, do("associate", seat=2), {"associated": [{"seat": 1}], "not_seated": [{"seat": 9}]}),
    (BANK, do("cut_card"), {"nothing_staked": [{"do": "close_bets"}]}),
    (BANK, do("cut_card"), {"bad_command": [{"now": 1}], "wrong_phase": [{"do": "continue"}]}),
    (STAKED, do("close_bets"), {"wrong_phase": [{"do": "associate", "seat": 3}, {"do": "retire"}]}),
    (CALLED, do("close_bets"), {"wrong_phase": [{"do": "associate", "seat": 4}, {"do": "retire"}]}),
    (GARAGE, do("cut_card"), {"wrong_phase": [{"do": "associate", "seat": 3}]}),
    (ASSOCIATED, do("cut_card"), {"associated": [{"do": "associate", "seat": 3}, POCKET]}),
    (
        betting(1, 2, bank=25_100, max_bank=50_000),
        STAKE,
        {"above_max_bank": [do("associate", seat=2)]},
    ),
    (DEALT, do("void", reason="misdeal"), {"bad_command": [{"reason": " "}, {"reason": NO}]}),
    (DEALT, do("cut_card"), {"in_play": [{"do": "leave", "seat": 2}]}),
    (
        DEALT,
        REGULAR,
        {
            "bad_command": [
                {"ponte": "7K"},
                {"ponte": [7, "K"]},
                {"banker": NO},
                {"irregular": ""},
            ],
            "bad_cards": [
                *({"ponte": cards} for cards in (["1", "5"], ["7"], ["7X", "K"], ["7h", "K"], [])),
                *({"banker": cards} for cards in ([*"7KKK"], ["10", "7"], ["", "7"], ["7S "])),
            ],
            "irregular_draw": [{"ponte": ["4", "K"]}, {"banker": ["5", "K"]}],
        },
    ),
    (
        DEALT,
        do("deal", ponte=["4", "K"], banker=["7", "K"], irregular="the ponte was not asked"),
        {"irregular_draw": [{"irregular": NO}, {"irregular": None}]},
    ),
    (FOUR_LEFT, REGULAR, {"shoe_short": [{"ponte": ["4", "K", "2"]}]}),
    (
        DEALT,
        do("result", winner="tie"),
        {"bad_result": [{"winner": "punto"}], "bad_command": [{"winner": None}, {"winner": 1}]},
    ),
    (WON, do("continue"), {"wrong_phase": [{"do": "close_bets"}, {"do": "open_shoe"}]}),
    (EMPTY, SIT, {"wrong_phase": [do("cut_card")]}),
    (EMPTY, SIT, {"nobody_seated": [do("open_shoe")]}),
    (play(BANK, do("cut_card")), STAKE, {"wrong_phase": [do("cut_card")]}),
    (
        SUITE,
        OVER,
        {
            "bad_amount": [{"amount": {}}, {"amount": 0}],
            "not_a_multiple": [{"amount": 19_550}],
            "takeover_too_low": [{"amount": 19_400}],
            "not_offered": [{"seat": 3}],
            "not_seated": [{"seat": 9}],
        },
    ),
    (EXACT, OVER, {"takeover_not_exact": [{"amount": 19_600}, {"amount": 19_400}]}),
    (
        BID,
        do("bid", seat=3, amount=15_100),
        {
            "bad_amount": [{"amount": "x"}],
            "below_min_bank": [{"amount": 9_900}],
            "bid_too_low": [{"amount": 15_000}],
            "above_max_bank": [{"amount": 50_100}],
            "not_a_multiple": [{"amount": 15_150}],
            "not_seated": [{"seat": 9}],
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
    kept = accepted if change.get("do") in (None, 7, "stand", accepted["do"]) else {}
    return {name: value for name, value in (kept | change).items() if value is not NO}


@pytest.mark.parametrize(("state", "accepted", "refusal", "changes"), CASES)
def test_accepted_and_with_one_change_refused(
    state: Any, accepted: dict[str, Any], refusal: str, changes: list[Changes]
) -> None:
    assert code(state, accepted) == ""
    for change in changes:
        assert code(state, changed(accepted, change)) == refusal, change


OTHER_GAMES = {
    *("above_max_stake", "nobody_bid", "wrong_tableau", "three_times", "one_coup_owed"),
    *("no_such_bet", "commission_owed", "nothing_owed"),
}


def test_every_code_of_chemin_de_fer_is_reached() -> None:
    reached = {refusal for _, _, refusals in ONE_CHANGE for refusal in refusals}
    assert reached == set(CATALOGUE) - OTHER_GAMES


def test_the_catalogue_has_a_sentence_for_every_code() -> None:
    assert len(CATALOGUE) == 34
    for name, refusal in CATALOGUE.items():
        assert refusal.code == name
        assert refusal.sentence.endswith(".")
        assert str(refusal()) == refusal.sentence
        assert str(refusal("why")) == "why"


@pytest.mark.parametrize("command", [None, 3, "cut_card", [], ["do"], {}, {"do": ["sit"]}])
def test_what_is_no_command_at_all(command: object) -> None:
    assert code(BANK, command) == "bad_command"


@pytest.mark.parametrize(
    ("state", "command", "first"),
    [
        # shape, before the phase
        (WON, do("stake", seat="x", amount=-1), "bad_command"),
        (WON, do("stake", seat=99, amount=-1), "wrong_phase"),
        # phase, before who
        (WON, do("take_bank", seat=99, amount=-1), "wrong_phase"),
        (GARAGE, do("associate", seat=1), "wrong_phase"),
        # who, before the amount
        (OFFERED, do("take_bank", seat=99, amount=-1), "no_such_seat"),
        (OFFERED, do("take_bank", seat=9, amount=-1), "not_seated"),
        (OFFERED, do("take_bank", seat=2, amount=-1), "not_offered"),
        (BANK, do("stake", seat=1, amount=-1), "banker_cannot_stake"),
        (BANK, do("stake", bystander="Bob", amount=-1), "name_taken"),
        (SUITE, do("take_over", seat=3, amount="?"), "not_offered"),
        (BANK, do("sit", seat=1, player="Bob"), "seat_taken"),
        (BANK, do("banco", seat=9, kind="all"), "not_seated"),
        (BANK, do("banco", seat=2, kind="all", partner=1), "banker_cannot_stake"),
        # the amount's type and sign, minimum, maximum, multiple
        (OFFERED, do("take_bank", seat=1, amount="50"), "bad_amount"),
        (OFFERED, do("take_bank", seat=1, amount=50), "below_min_bank"),
        (OFFERED, do("take_bank", seat=1, amount=50_050), "above_max_bank"),
        (BANK, do("stake", seat=2, amount=950), "below_min_stake"),
        (BID, do("bid", seat=3, amount=9_950), "below_min_bank"),
        (BID, do("bid", seat=3, amount=14_950), "bid_too_low"),
        (BID, do("bid", seat=3, amount=50_050), "above_max_bank"),
        # then the rest
        (BANK, do("add_to_bank", amount=30_001, source="garage"), "above_max_bank"),
        (ASSOCIATED, do("add_to_bank", amount=10_050, source="pocket"), "above_max_bank"),
        (ASSOCIATED, do("add_to_bank", amount=50, source="pocket"), "not_a_multiple"),
        (FOUR_LEFT, do("deal", ponte=["8", "K", "X"], banker=["7", "K"]), "bad_cards"),
        (FOUR_LEFT, do("deal", ponte=["8", "K", "2"], banker=["7", "K"]), "shoe_short"),
    ],
)
def test_checks_come_in_their_order(state: Any, command: dict[str, Any], first: str) -> None:
    assert code(state, command) == first
