"""Three hands: each ponte by his own rules, the banker by what both tableaux ask of him."""

from itertools import product

import pytest

from tables.rules import variants
from tables.rules.banque.drawing import duty, irregularity
from tables.rules.cards import RANKS
from tables.rules.drawing import Draw
from tables.rules.drawing import irregularity as against_one
from tables.rules.errors import IrregularDraw
from tests.rules.playing import code, do, play, state_view
from tests.rules.tableaux import banking, deal, stake

DEALT = play(banking(5, 1, 6), stake(1, 1_000), stake(6, 1_000), do("close_bets"))
IRREGULAR = "irregular_draw"

# Columns: the ponte's third card worth 0 to 9, then a ponte who stood (spec, chemin de fer).
BANKER = {
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDSFD",
    4: "SSDDDDDDSSD",
    5: "SSSSFDDDSSD",
    6: "SSSSSSDDSSS",
    7: "SSSSSSSSSSS",
}
WORTH = "KA23456789"
# A ponte whose third card is worth so much, and one who stood on six.
PONTES = [*(["K", "2", WORTH[third]] for third in range(10)), ["K", "6"]]
SAID = {"D": Draw.MUST, "F": Draw.MAY, "S": Draw.STANDS}


@pytest.mark.parametrize("own", BANKER)
def test_the_banker_is_bound_where_both_tableaux_agree_and_free_where_not(own: int) -> None:
    banker = ["Q", WORTH[own]]
    for (one, first), (two, second) in product(zip(PONTES, BANKER[own], strict=True), repeat=2):
        rule = first if first == second else "F"
        assert duty(one, two, banker).banker is SAID[rule]
        drawing, standing = (
            code(DEALT, do("deal", one=one, two=two, banker=cards))
            for cards in ([*banker, "A"], banker)
        )
        assert drawing == (IRREGULAR if rule == "S" else ""), (one, two)
        assert standing == (IRREGULAR if rule == "D" else ""), (one, two)


@pytest.mark.parametrize("own", BANKER)
@pytest.mark.parametrize("natural", ["K9", "44"])
def test_beside_a_natural_only_the_other_tableau_is_asked(own: int, natural: str) -> None:
    banker = "Q" + WORTH[own]
    for ponte, rule in zip(PONTES, BANKER[own], strict=True):
        cards = "".join(ponte)
        for one, two in ((natural, cards), (cards, natural)):
            assert duty(one, two, banker).banker is SAID[rule]
            assert code(DEALT, deal(one, two, banker + "A")) == (IRREGULAR if rule == "S" else "")
            assert code(DEALT, deal(one, two, banker)) == (IRREGULAR if rule == "D" else "")


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("own", "rule"), list(enumerate("DDDDDFSS")))
def test_each_ponte_draws_by_his_own_hand(side: int, own: int, rule: str) -> None:
    other = "K7"
    for third, refused in (("A", rule == "S"), ("", rule == "D")):
        own_hand = "K" + WORTH[own] + third
        one, two = (own_hand, other) if side == 0 else (other, own_hand)
        assert code(DEALT, deal(one, two, "Q7")) == (IRREGULAR if refused else "")
        asked = duty(one, two, "Q7")
        assert (asked.one, asked.two)[side] is SAID[rule]


@pytest.mark.parametrize(
    ("one", "two", "banker", "right"),
    [
        ("K2", "K3", "K9", ""),  # a natural of the banker ends the drawing for all
        ("K23", "K3", "K9", "tableau 1 must stand on 2"),
        ("K2", "K3A", "K8", "tableau 2 must stand on 3"),
        ("K9", "K8", "K2", ""),  # so do naturals of both pontes
        ("K9", "K8", "K2A", "banker must stand on 2"),
        ("K9A", "K8", "K2", "tableau 1 must stand on 9"),
        ("K9", "K2", "K7", "tableau 2 must draw on 2"),  # one ponte's ends that hand only
        ("K9", "K2A", "K7", ""),
        ("K9", "K2A", "K7A", "banker must stand on 7"),
        ("K9", "K2A", "K2", "banker must draw on 2"),
        ("K2", "K2", "K2", "tableau 1 must draw on 2"),  # the first hand that lacks a card
        ("K6", "K6", "K6", ""),  # R12: tableau 2 is a ponte too and stands on six
        ("K6", "K62", "K6", "tableau 2 must stand on 6"),
    ],
)
def test_which_hand_broke_which_rule(one: str, two: str, banker: str, right: str) -> None:
    assert irregularity(one, two, banker) == right
    command = deal(one, two, banker)
    if not right:
        assert code(DEALT, command) == ""
        return
    with pytest.raises(IrregularDraw) as refused:
        variants.decide(DEALT, command)
    assert str(refused.value) == right
    assert code(DEALT, command | {"irregular": "the croupier's slip"}) == ""


def test_tableaux_that_agree_are_judged_as_one() -> None:
    hands = ["K" + rank + third for rank in "A23456789" for third in ("", "K", "4", "9")]
    for ponte, own, third in product(hands, RANKS, ("", "A", "5")):
        banker = "K" + own + third
        assert bool(irregularity(ponte, ponte, banker)) == bool(against_one(ponte, banker))


def test_while_cards_are_missing_the_banker_waits() -> None:
    assert duty("K", "K2", "K3").one is Draw.WAITS
    assert not duty("K", "K2", "K3").may_be_settled
    waiting = duty("K2", "K7", "K3")
    assert (waiting.one, waiting.two, waiting.banker) == (Draw.MUST, Draw.STANDS, Draw.WAITS)
    assert not waiting.may_be_settled
    assert duty("K2", "K9", "K8").may_be_settled
    assert duty("K24", "K7", "K3").banker is Draw.MUST
    assert duty("K24", "K7", "K34").may_be_settled


@pytest.mark.parametrize(
    ("one", "two", "banker", "results", "cards"),
    [
        ("K9", "K2A", "K7", ["ponte", "banker"], 7),
        ("226", "K24", "K36", ["banker", "banker"], 9),
        ("K7", "K6", "K6", ["ponte", "tie"], 6),
        ("K8", "K27", "K36", ["banker", "tie"], 8),  # nine in three cards beats a natural eight
    ],
)
def test_points_alone_decide(
    one: str, two: str, banker: str, results: list[str], cards: int
) -> None:
    seen = state_view(play(DEALT, deal(one, two, banker)))
    assert seen["results"] == results
    assert seen["cards_left"] == 156 - cards
