"""The drawing rules, cell by cell, against a table of their own. D draws, S stands, F is free."""

from itertools import product

import pytest

from tables.rules import variants
from tables.rules.cards import RANKS, is_natural, point
from tables.rules.drawing import Draw, banker_draws, duty, irregularity, ponte_draws
from tables.rules.errors import IrregularDraw
from tests.rules.playing import code, dealing, do, events, play, state_view

# Columns: the ponte's third card worth 0 to 9, then a ponte who stood (seed 003, spec).
BANKER = {
    0: "DDDDDDDDDD D",
    1: "DDDDDDDDDD D",
    2: "DDDDDDDDDD D",
    3: "DDDDDDDDSF D",
    4: "SSDDDDDDSS D",
    5: "SSSSFDDDSS D",
    6: "SSSSSSDDSS S",
    7: "SSSSSSSSSS S",
}
PONTE = "DDDDDFSS"

CARD_WORTH = ["K", "A", "2", "3", "4", "5", "6", "7", "8", "9"]
TABLE = dealing(1, 2, bank=10_000)

CELLS = [
    pytest.param(own, third, rule, id=f"banker-{own}-third-{third}")
    for own, row in BANKER.items()
    for third, rule in zip([*range(10), None], row.replace(" ", ""), strict=True)
]


def deal(ponte: list[str], banker: list[str]) -> dict[str, object]:
    return do("deal", ponte=ponte, banker=banker)


def check(rule: str, drawing: dict[str, object], standing: dict[str, object]) -> None:
    may_draw, may_stand = (code(TABLE, command) for command in (drawing, standing))
    assert may_draw == ("irregular_draw" if rule == "S" else "")
    assert may_stand == ("irregular_draw" if rule == "D" else "")


@pytest.mark.parametrize(("own", "third", "rule"), CELLS)
def test_every_cell_of_the_bankers_table(own: int, third: int | None, rule: str) -> None:
    ponte = ["K", "6"] if third is None else ["K", "2", CARD_WORTH[third]]
    banker = ["Q", CARD_WORTH[own]]
    check(rule, deal(ponte, [*banker, "A"]), deal(ponte, banker))
    said = {"D": Draw.MUST, "F": Draw.MAY, "S": Draw.STANDS}[rule]
    assert banker_draws(own, third) is said
    assert duty(ponte, banker).banker is said


@pytest.mark.parametrize(("own", "rule"), list(enumerate(PONTE)))
def test_every_row_of_the_pontes_table(own: int, rule: str) -> None:
    hand, banker = ["K", CARD_WORTH[own]], ["Q", "7"]
    check(rule, deal([*hand, "A"], banker), deal(hand, banker))
    said = {"D": Draw.MUST, "F": Draw.MAY, "S": Draw.STANDS}[rule]
    assert ponte_draws(own) is said
    assert duty(hand, banker).ponte is said


@pytest.mark.parametrize(("natural", "other"), list(product((8, 9), range(10))))
def test_a_natural_on_either_side_ends_the_drawing(natural: int, other: int) -> None:
    strong, weak = ["K", CARD_WORTH[natural]], ["Q", CARD_WORTH[other]]
    for ponte, banker in ((strong, weak), (weak, strong)):
        assert code(TABLE, deal(ponte, banker)) == ""
        assert code(TABLE, deal([*ponte, "A"], banker)) == "irregular_draw"
        assert code(TABLE, deal(ponte, [*banker, "A"])) == "irregular_draw"


def test_ten_and_court_cards_are_worth_nothing_and_the_ace_one() -> None:
    worth = {rank: point([rank]) for rank in RANKS}
    assert worth == {"A": 1} | {str(n): n for n in range(2, 10)} | dict.fromkeys("TJQK", 0)


def test_the_point_is_the_total_modulo_ten() -> None:
    assert (point(["4", "6"]), point(["9", "9", "9"]), point(["T", "J", "Q"])) == (0, 7, 0)


def test_only_two_cards_make_a_natural() -> None:
    assert is_natural(["4", "4"])
    assert is_natural(["9", "K", "5"])  # he had it before he drew
    assert not is_natural(["2", "3", "4"])


def test_u12_a_third_card_is_nobodys_until_both_hands_are_complete() -> None:
    for ponte, banker in (([], []), (["3", "2"], []), (["3", "2"], ["7"]), (["3"], ["7", "K"])):
        waiting = duty(ponte, banker)
        assert (waiting.ponte, waiting.banker) == (Draw.WAITS, Draw.WAITS)
        assert not waiting.may_be_settled
    assert duty(["3", "2"], ["7", "K"]).may_be_settled


def test_the_banker_waits_while_the_ponte_must_draw() -> None:
    waiting = duty(["2", "2"], ["K", "3"])
    assert (waiting.ponte, waiting.banker) == (Draw.MUST, Draw.WAITS)
    assert waiting.owed == "ponte must draw on 4"
    assert not waiting.may_be_settled


def test_a_free_ponte_leaves_the_banker_the_duty_against_a_ponte_who_stands() -> None:
    assert duty(["2", "3"], ["K", "5"]).banker is Draw.MUST
    assert duty(["2", "3", "4"], ["K", "5"]).banker is Draw.MAY


@pytest.mark.parametrize(
    ("ponte", "banker", "said"),
    [
        ("4K", "25", "ponte must draw on 4"),
        ("6K2", "J5", "ponte must stand on 6"),
        ("6K", "J5", "banker must draw on 5"),
        ("6K", "J62", "banker must stand on 6"),
        ("6K2", "J62", "ponte must stand on 6"),
        ("AK", "J32", "ponte must draw on 1"),
        ("6K", "J6", ""),
    ],
)
def test_a_refused_draw_names_side_and_rule(ponte: str, banker: str, said: str) -> None:
    assert irregularity(list(ponte), list(banker)) == said
    if said:
        with pytest.raises(IrregularDraw, match=said):
            variants.decide(TABLE, deal(list(ponte), list(banker)))


def test_an_irregular_deal_needs_its_reason_and_is_judged_by_its_points() -> None:
    wrong = deal(["8", "K"], ["J", "3", "6"])
    assert code(TABLE, wrong) == "irregular_draw"
    (settled, *_) = events(TABLE, wrong | {"irregular": "banker drew in error"})
    assert (settled.irregular, settled.winner) == ("banker drew in error", "banker")
    assert state_view(play(TABLE, wrong | {"irregular": "x"}))["winner"] == "banker"


def test_a_reason_is_kept_also_where_the_draw_was_right() -> None:
    right = deal(["8", "K"], ["J", "3"]) | {"irregular": "card fell off the table"}
    assert events(TABLE, right)[0].irregular == "card fell off the table"
