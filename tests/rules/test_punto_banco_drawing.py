"""Punto banco's drawing rules, cell by cell, against a table of their own. D draws, S stands."""

from itertools import product

import pytest

from tables.rules import variants
from tables.rules.drawing import PUNTO_BANCO, Draw, banker_draws, duty, ponte_draws
from tables.rules.errors import IrregularDraw
from tests.rules.house import betting, deal
from tests.rules.playing import code, do, events, play

# Columns: the player's third card worth 0 to 9, then a player who stood (seed 004, spec).
BANKER = {
    0: "DDDDDDDDDD D",
    1: "DDDDDDDDDD D",
    2: "DDDDDDDDDD D",
    3: "DDDDDDDDSD D",
    4: "SSDDDDDDSS D",
    5: "SSSSDDDDSS D",
    6: "SSSSSSDDSS S",
    7: "SSSSSSSSSS S",
}
PLAYER = "DDDDDDSS"
CARD_WORTH = "KA23456789"
SAID = {"D": Draw.MUST, "S": Draw.STANDS}
TABLE = play(betting(1), do("close_bets"))

CELLS = [
    pytest.param(own, third, rule, id=f"banker-{own}-third-{third}")
    for own, row in BANKER.items()
    for third, rule in zip([*range(10), None], row.replace(" ", ""), strict=True)
]


def check(rule: str, drawing: dict[str, object], standing: dict[str, object]) -> None:
    right, wrong = (drawing, standing) if rule == "D" else (standing, drawing)
    assert code(TABLE, right) == ""
    assert code(TABLE, wrong) == "irregular_draw"


@pytest.mark.parametrize(("own", "third", "rule"), CELLS)
def test_every_cell_of_the_bankers_table(own: int, third: int | None, rule: str) -> None:
    player = "K6" if third is None else "K2" + CARD_WORTH[third]
    banker = "Q" + CARD_WORTH[own]
    check(rule, deal(player, banker + "A"), deal(player, banker))
    assert banker_draws(own, third, PUNTO_BANCO) is SAID[rule]
    assert duty(player, banker, PUNTO_BANCO).banker is SAID[rule]


@pytest.mark.parametrize(("own", "rule"), list(enumerate(PLAYER)))
def test_every_row_of_the_players_table(own: int, rule: str) -> None:
    hand = "K" + CARD_WORTH[own]
    check(rule, deal(hand + "A", "Q7"), deal(hand, "Q7"))
    assert ponte_draws(own, PUNTO_BANCO) is SAID[rule]
    assert duty(hand, "Q7", PUNTO_BANCO).ponte is SAID[rule]


@pytest.mark.parametrize(("natural", "other"), list(product((8, 9), range(10))))
def test_a_natural_on_either_side_ends_the_drawing(natural: int, other: int) -> None:
    strong, weak = "K" + CARD_WORTH[natural], "Q" + CARD_WORTH[other]
    for player, banker in ((strong, weak), (weak, strong)):
        assert code(TABLE, deal(player, banker)) == ""
        assert code(TABLE, deal(player + "A", banker)) == "irregular_draw"
        assert code(TABLE, deal(player, banker + "A")) == "irregular_draw"


def test_the_banker_waits_while_the_player_must_draw() -> None:
    waiting = duty("23", "K5", PUNTO_BANCO)
    assert (waiting.ponte, waiting.banker) == (Draw.MUST, Draw.WAITS)
    assert not waiting.may_be_settled


@pytest.mark.parametrize(
    ("player", "banker", "said"),
    [
        ("23", "K7", "player must draw on 5"),
        ("6K2", "J7", "player must stand on 6"),
        ("6K", "J5", "banker must draw on 5"),
        ("238", "K32", "banker must stand on 3"),
        ("TT", "TT", "player must draw on 0"),  # R17: 0 – 0 and nobody drew
    ],
)
def test_a_refused_draw_names_side_and_rule(player: str, banker: str, said: str) -> None:
    with pytest.raises(IrregularDraw, match=said):
        variants.decide(TABLE, deal(player, banker))


REFUSED = "irregular_draw"


def outcome(player: str, banker: str) -> tuple[str, int, int] | str:
    """(winner, player's point, banker's point), or the code of the refusal."""
    refused = code(TABLE, deal(player, banker))
    if refused:
        return refused
    settled = events(TABLE, deal(player, banker))[0]
    first, second = settled.hands
    return settled.winner, first.point, second.point


@pytest.mark.parametrize(
    ("player", "banker", "right"),
    [
        pytest.param("2KK", "4K3", REFUSED, id="R01-four-draws-against-a-king"),
        pytest.param("2KK", "4K", ("banker", 2, 4), id="R01-four-stands-against-a-king"),
        pytest.param("5K6", "6K", REFUSED, id="R02-six-against-six-must-draw"),
        pytest.param("5K6", "6K4", ("player", 1, 0), id="R02-six-against-six-drew"),
        pytest.param("A7", "24", ("player", 8, 6), id="R04-ace-and-seven-is-a-natural"),
        pytest.param("46", "7K", REFUSED, id="R05-ten-is-nought-and-must-draw"),
        pytest.param("2KT", "3K4", ("banker", 2, 7), id="R07-three-draws-against-a-ten"),
        pytest.param("2KT", "4K4", REFUSED, id="R07-four-stands-against-a-ten"),
        pytest.param("322", "6K", ("player", 7, 6), id="R08a-total-seven-third-two-stands"),
        pytest.param("5K6", "6KA", ("banker", 1, 7), id="R08b-total-one-third-six-draws"),
        pytest.param("5K", "7K", REFUSED, id="R09a-five-may-not-stand"),
        pytest.param("5K2", "7K", ("tie", 7, 7), id="R09b-five-draws"),
        pytest.param("2K9", "3K", REFUSED, id="R09c-three-may-not-stand-against-nine"),
        pytest.param("2K4", "5K", REFUSED, id="R09d-five-may-not-stand-against-four"),
        pytest.param("7K", "6KA", REFUSED, id="R10-six-against-a-standing-player"),
        pytest.param("K45", "K9", REFUSED, id="R13-card-after-the-bankers-natural"),
        pytest.param("K4", "K9", ("banker", 4, 9), id="R13-natural-nine"),
        pytest.param("8K", "23K", REFUSED, id="R14-banker-draws-against-a-natural"),
        pytest.param("8K", "23", ("player", 8, 5), id="R14-natural-eight"),
        pytest.param("29A", "5T", ("banker", 2, 5), id="R15-hands-not-interleaved"),
        pytest.param("A3A", "53J", REFUSED, id="R17-both-drew-against-a-natural"),
        pytest.param("7K", "5K", REFUSED, id="R29-five-draws-against-a-standing-player"),
        pytest.param("278", "K7", REFUSED, id="R30-card-of-an-earlier-coup"),
    ],
)
def test_deals_people_got_wrong(
    player: str, banker: str, right: tuple[str, int, int] | str
) -> None:
    assert outcome(player, banker) == right


def test_an_irregular_deal_is_judged_by_its_points_and_keeps_its_reason() -> None:
    reason = {"irregular": "banker drew on 3 against 8"}
    (settled,) = events(TABLE, deal("238", "K32") | reason)
    assert (settled.winner, settled.irregular) == ("banker", "banker drew on 3 against 8")
