"""What the console says before anything is recorded, worked out by hand from the rule book."""

from typing import Any, cast

import pytest

from tables.console.panel import Panel
from tables.console.phases import standing_panel
from tables.console.preview import preview_panel
from tables.rules import variants
from tables.rules.chemin_de_fer.state import ChemindeFer
from tests.rules.playing import LINE, play

ANN_BANKS: list[dict[str, Any]] = [
    {"do": "open_sitting"},
    *(
        {"do": "sit", "seat": seat, "player": player}
        for seat, player in ((1, "Ann"), (2, "Bob"), (3, "Cleo"), (7, "Flo"))
    ),
    {"do": "open_shoe"},
    {"do": "take_bank", "seat": 1, "amount": 100_000},
]
NINE_HUNDRED: list[dict[str, Any]] = [
    {"do": "stake", "seat": 2, "amount": 30_000},
    {"do": "stake", "seat": 3, "amount": 40_000},
    {"do": "stake", "seat": 7, "amount": 20_000},
]
DEALING: list[dict[str, Any]] = [*ANN_BANKS, *NINE_HUNDRED, {"do": "close_bets"}]


def played(*commands: dict[str, Any], **changed: Any) -> ChemindeFer:
    return cast(ChemindeFer, play(variants.new(variants.read_table(LINE | changed)), *commands))


def rows(panel: Panel) -> list[tuple[str, str]]:
    return [(row.words, row.figure) for row in panel.rows]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("2", "Ponte’s two cards."),
        ("23", "Now the banker’s two cards."),
        ("234", "A third card comes only after two cards each for both hands."),
        ("22 k5", "Ponte must draw."),  # 4
        ("kq k5", "Ponte must draw."),  # 0
        ("23 k5", "Ponte is free on 5. Card, or - to stand."),  # banker must draw on 5 if he stands
        ("23 k6", "Ponte is free on 5. Card, or Enter to stand."),
        ("24 k5", "Banker must draw: 5, and ponte stood."),
        ("24 k6", "Banker stands on 6. Enter settles."),
        ("23 k5 - ", "Banker must draw: 5, and ponte stood."),
        ("23 k5 4", "Banker is free: 5 against a 4. Card, or Enter to stand."),
        ("22 k3 9", "Banker is free: 3 against a 9. Card, or Enter to stand."),
        ("22 k3 k", "Banker must draw: 3 against a 0."),
        ("22 k4 k", "Banker stands on 4. Enter settles."),  # R01
        ("k5 k6 6", "Banker must draw: 6 against a 6."),  # R02
        ("23 k6 2", "Banker stands on 6. Enter settles."),  # R08 (a)
        ("k9 22", "Natural: nobody draws. Enter settles."),
        ("22 k8", "Natural: nobody draws. Enter settles."),
        ("23 k5 4 6", "Enter settles."),
        ("k9 22 3", "Against the drawing rules: ponte must stand on 9."),
        ("22 k7 4 2", "Against the drawing rules: banker must stand on 7."),
        ("22 k5 7 -", "Against the drawing rules: banker must draw on 5."),
        ("22 k5 -", "Against the drawing rules: ponte must draw on 4."),
        ("22 k7 4 2 i", "Type the reason after i: why does this deal stand?"),
        ("22 k7 4 2 i shown", "Irregular: it stands with your reason, and the pit sees it."),
    ],
)
def test_the_cards_say_what_must_happen(line: str, sentence: str) -> None:
    assert preview_panel(played(*DEALING), line).duty.startswith(sentence)


def test_ponte_wins_says_whom_to_pay_and_who_is_offered_the_bank() -> None:
    panel = preview_panel(played(*DEALING), "23 k5 4")
    assert panel.title == "If he stands — Ponte wins 9 – 5"
    assert panel.main == "Stand, and settle"
    assert rows(panel) == [
        ("Pay seat 2 · Bob", "300.00"),
        ("Pay seat 3 · Cleo", "400.00"),
        ("Pay seat 7 · Flo", "200.00"),
        ("Garage to seat 1 · Ann", "100.00"),
        ("Bank offered to", "seat 2 · Bob"),
    ]


def test_banker_wins_says_the_cagnotte_and_the_bank_after() -> None:
    # 900 covered at 5 % is 45.00; the bank is twice 900 less 45; the 100 of the garage stays.
    panel = preview_panel(played(*DEALING), "k7 k9")
    assert panel.title == "Banker wins 9 – 7"
    assert rows(panel) == [
        ("Stakes to the bank", "900.00"),
        ("To the cagnotte", "45.00"),
        ("Garage", "100.00"),
        ("Bank", "1,755.00"),
    ]


def test_a_tie_gives_the_stakes_back_and_takes_nothing() -> None:
    panel = preview_panel(played(*DEALING), "k7 k7")
    assert panel.title == "Tie 7 – 7"
    assert rows(panel) == [
        ("Back to seat 2 · Bob", "300.00"),
        ("Back to seat 3 · Cleo", "400.00"),
        ("Back to seat 7 · Flo", "200.00"),
        ("Garage", "100.00"),
        ("Bank", "900.00"),
    ]


def test_a_lost_bank_with_an_associate_pays_both() -> None:
    # 2,000 against 1,000: the other 1,000 lies in the garage and is halved.
    commands: list[dict[str, Any]] = [
        *ANN_BANKS,
        {"do": "associate", "seat": 7},
        {"do": "stake", "seat": 3, "amount": 100_000},
        {"do": "close_bets"},
    ]
    assert rows(preview_panel(played(*commands), "rp"))[:3] == [
        ("Pay seat 3 · Cleo", "1,000.00"),
        ("Garage to seat 1 · Ann", "500.00"),
        ("Garage to seat 7 · Flo", "500.00"),
    ]


def test_an_irregular_deal_is_offered_with_a_reason_and_settles_with_it() -> None:
    table = played(*DEALING)
    broken = preview_panel(table, "22 k7 4 2")
    assert [(button.do, button.begins) for button in broken.buttons] == [("deal", "22 k7 4 2 i ")]
    assert broken.main == ""
    reasoned = preview_panel(table, "22 k7 4 2 i shown")
    assert (reasoned.title, reasoned.main) == ("Banker wins 9 – 8", "Settle")


def test_while_taking_stakes_the_panel_says_what_closing_would_cover() -> None:
    panel = standing_panel(played(*ANN_BANKS, *NINE_HUNDRED))
    assert panel.main == "Close the bets"
    assert rows(panel) == [
        ("Seat 2 · Bob", "300.00"),
        ("Seat 3 · Cleo", "400.00"),
        ("Seat 7 · Flo", "200.00"),
        ("To the garage", "100.00"),
        ("Cards to", "seat 3 · Cleo"),
    ]


def test_a_refused_line_says_why_and_offers_no_enter() -> None:
    panel = preview_panel(played(*ANN_BANKS), "1 50")
    assert panel.main == ""
    assert panel.notice is not None
    assert panel.notice.tone == "bad"
    assert "against their own bank" in panel.notice.words


def test_the_range_of_a_bank_is_the_tables_own() -> None:
    panel = standing_panel(played(*ANN_BANKS[:-1], max_bank=500_000))
    assert panel.duty == "Offer the bank to seat 1 · Ann."
    assert panel.more == "From 100 to 5,000, in steps of 1."


@pytest.mark.parametrize(
    ("commands", "changed", "duty", "main"),
    [
        ([], {}, "The table is closed.", "Open the sitting"),
        (ANN_BANKS[:1], {}, "Seat the players, then open a shoe.", ""),
        (ANN_BANKS[:5], {}, "Shuffle and cut. Enter opens the shoe.", "Open a shoe"),
        (ANN_BANKS[:6], {}, "Offer the bank to seat 1 · Ann.", ""),
        (
            [*ANN_BANKS[:6], *({"do": "decline", "seat": seat} for seat in (1, 2, 3, 7))],
            {},
            "Everybody has declined. Any seat may take the bank.",
            "",
        ),
        (ANN_BANKS, {}, "Take the stakes: seat, sum, Enter.", ""),
        (DEALING, {}, "Deal. Two cards each, ponte first.", ""),
        (
            [*DEALING, {"do": "result", "winner": "banker"}],
            {},
            "Enter for the next coup, or W if Ann retires.",
            "Next coup",
        ),
        (
            [*DEALING, {"do": "result", "winner": "banker"}, {"do": "retire"}],
            {},
            "Offer the suite to seat 2 · Bob at 1,755.00.",
            "",
        ),
        (
            [
                *DEALING,
                {"do": "result", "winner": "banker"},
                {"do": "retire"},
                *({"do": "decline", "seat": seat} for seat in (2, 3, 7)),
            ],
            {"options": {"auction": True}},
            "The bank is auctioned: seat and sum.",
            "Nobody bids",
        ),
        (
            [*DEALING, {"do": "cut_card"}, {"do": "result", "winner": "ponte"}],
            {},
            "The shoe is over. Shuffle and cut; Enter opens the next.",
            "Open the next shoe",
        ),
        (
            [*ANN_BANKS[:5], {"do": "close_sitting"}],
            {},
            "The table is closed.",
            "Open the sitting",
        ),
    ],
)
def test_every_phase_says_what_to_do_next(
    commands: list[dict[str, Any]], changed: dict[str, Any], duty: str, main: str
) -> None:
    panel = standing_panel(played(*commands, **changed))
    assert (panel.duty, panel.main) == (duty, main)
    assert panel.main or panel.waits


def test_only_legal_acts_have_a_button() -> None:
    betting = {button.do for button in standing_panel(played(*ANN_BANKS)).buttons}
    assert betting == {"banco", "associate", "add_to_bank"}
    staked = standing_panel(played(*ANN_BANKS, *NINE_HUNDRED)).buttons
    assert {button.do for button in staked} == {"banco", "add_to_bank"}
