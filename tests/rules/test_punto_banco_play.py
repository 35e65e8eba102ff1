"""Whole evenings at a house's table, judged by a much simpler model, and what is offered there."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules import variants
from tables.rules.cards import RANKS
from tables.rules.errors import Refused
from tables.rules.events import HouseCoupSettled, as_json, from_json
from tables.rules.legal import Amounts, Seats, Words
from tables.settlement import entry_for
from tests.rules.house import LINE, betting, deal, house, money, stake
from tests.rules.playing import code, do, play, state_view
from tests.rules.test_legal import is_offered, offer

BETS = tuple(LINE["bets"])
SEATS = st.integers(1, 4)
AMOUNTS = st.integers(1, 400) | st.sampled_from([0, 60, 120, 240])
CARDS = st.lists(st.sampled_from(RANKS), min_size=2, max_size=3)
NAMES = st.sampled_from(["Ann", "Bob", "Cleo", "Dan"])

TABLES = st.fixed_dictionaries(
    {
        "seats": st.just(4),
        "decks": st.just(1),
        "unit": st.sampled_from([1, 3, 10]),
        "cut_card_before_last": st.sampled_from([0, 7, 40]),
        "bets": st.fixed_dictionaries(
            {
                "player": st.just({"min": 3, "max": 300}),
                "banker": st.just({"min": 3, "max": None}),
                "tie": st.sampled_from([{"min": 3, "pays": 8}, {"min": 3, "pays": 9}]),
                "either_pair": st.just({"min": 3, "max": 60}),
            }
        ),
        "commission": st.fixed_dictionaries(
            {
                "rate_bp": st.sampled_from([0, 125, 500, 10_000]),
                "round_to": st.sampled_from([1, 10, 25]),
                "rounding": st.sampled_from(["nearest", "up", "down"]),
                "half": st.sampled_from(["up", "even"]),
                "minimum": st.sampled_from([0, 5]),
            }
        ),
        "options": st.fixed_dictionaries(
            {
                "commission_mode": st.sampled_from(["immediate", "owed"]),
                "no_commission": st.booleans(),
            }
        ),
    }
)

BY_PHASE: dict[str, list[str]] = {
    "closed": ["sit", "open_shoe", "open_sitting"],
    "betting": ["stake", "stake", "stake", "close_bets", "burn"],
    "dealing": ["deal", "deal", "deal", "void"],
    "shoe_over": ["open_shoe", "collect_commission", "close_sitting"],
}
ANYWHERE = ["sit", "leave", "cut_card", "collect_commission", "close_sitting", "set_rules"]


def command(draw: Any, phase: str) -> dict[str, Any]:
    name = draw(st.sampled_from(BY_PHASE[phase] * 4 + ANYWHERE))
    match name:
        case "sit":
            return do(name, seat=draw(SEATS), player=draw(NAMES))
        case "leave" | "collect_commission":
            return do(name, seat=draw(SEATS))
        case "stake":
            return stake(draw(SEATS), draw(st.sampled_from(BETS)), draw(AMOUNTS))
        case "burn":
            return do(name, count=draw(st.integers(1, 5)))
        case "deal":
            return do(name, player=draw(CARDS), banker=draw(CARDS), irregular="as it fell")
        case "void":
            return do(name, reason="misdeal")
        case "set_rules":
            mode = draw(st.sampled_from(["immediate", "owed"]))
            return do(name, options={"commission_mode": mode})
        case _:
            return do(name)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), line=TABLES)
def test_an_evening(data: st.DataObject, line: dict[str, Any]) -> None:
    state = variants.new(variants.read_table(LINE | line))
    for number, name in enumerate(["Ann", "Bob", "Cleo"], start=1):
        state = play(state, do("sit", seat=number, player=name))
    books: dict[tuple[str, str], int] = {}
    for _ in range(60):
        before = state_view(state)
        given_now = command(data.draw, before["phase"])
        try:
            events = variants.decide(state, given_now)
        except Refused:
            assert state_view(state) == before
            continue
        if given_now["do"] == "open_sitting":
            books = {}
        post(books, entry_for(state, events))
        for event in events:
            assert from_json(json.loads(json.dumps(as_json(event)))) == event
            if isinstance(event, HouseCoupSettled):
                judge(event, state)
            state = variants.evolve(state, event)
        check(state, books)


def post(books: dict[tuple[str, str], int], entry: Any) -> None:
    for line in entry.lines if entry else ():
        account = (line.kind, line.holder)
        books[account] = books.get(account, 0) + line.amount


def check(state: Any, books: dict[tuple[str, str], int]) -> None:
    """What holds whatever happened, and that the books say the same."""
    seen = state_view(state)
    assert money(state) == 0
    assert json.loads(json.dumps(seen)) == seen
    assert min([seen["cagnotte"], seen["cards_left"], *seen["owed"].values(), 1]) >= 0
    assert seen["covered"] == 0 or seen["phase"] == "dealing"
    seated = set(state.seats.values())
    assert set(seen["owed"]) <= seated
    held = {account: -amount for account, amount in books.items() if amount}
    said = {("player", name): net for name, net in seen["net"].items()}
    said |= {("commission_owed", name): -owed for name, owed in seen["owed"].items()}
    said |= {("table_win", ""): seen["house"], ("stakes", ""): seen["covered"]}
    said |= {("cagnotte", ""): seen["cagnotte"] + sum(seen["owed"].values())}
    assert held == {account: amount for account, amount in said.items() if amount}


def judge(event: HouseCoupSettled, state: Any) -> None:
    """Each bet by itself, in fractions and without a rule of the program."""
    worth = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))
    player, banker = (sum(worth[card] for card in hand.cards) % 10 for hand in event.hands)
    pair = any(hand.cards[0] == hand.cards[1] for hand in event.hands)
    tie_pays = state.table.bets["tie"].pays
    free = state.table.options["no_commission"]
    banker_pays = Fraction(1, 2) if free and banker == 6 else Fraction(1)
    odds = {
        "player": 1 if player > banker else 0 if player == banker else -1,
        "banker": banker_pays if banker > player else 0 if player == banker else -1,
        "tie": tie_pays if player == banker else -1,
        "either_pair": 5 if pair else -1,
    }
    for bet in event.bets:
        assert bet.win == int(Fraction(odds[bet.on]) * bet.amount // 1)
        taxed = bet.on == "banker" and banker > player and not free
        assert bet.base == (bet.win if taxed else 0)
        assert 0 <= bet.commission <= bet.base


SMALL: dict[str, Any] = {
    "seats": 2,
    "unit": 4,
    "decks": 1,
    "bets": {
        "player": {"min": 4, "max": 20},
        "banker": {"min": 8, "max": None},
        "tie": {"min": 6, "max": 18},
    },
}


def every_command() -> Iterator[dict[str, Any]]:
    """All there is to say at a small table, right and wrong."""
    for name in ("open_shoe", "cut_card", "close_bets", "open_sitting", "close_sitting"):
        yield do(name)
    yield from (do("void", reason="misdeal"), deal("7K", "7K"), do("relieve", croupier="Ria"))
    yield do("set_rules", unit=4)
    yield from (do("burn", count=count) for count in range(-1, 55))
    for seat in range(4):
        yield from (do(name, seat=seat) for name in ("leave", "collect_commission"))
        yield do("sit", seat=seat, player="Guest")
        for bet in BETS:
            yield from (stake(seat, bet, amount) for amount in range(-1, 45))


WAYS: dict[str, tuple[dict[str, Any], ...]] = {
    "betting": (),
    "staked": (stake(1, "banker", 8),),
    "dealing": (stake(1, "banker", 8), do("close_bets")),
    "few cards": (do("burn", count=50),),
    "no cards": (do("burn", count=52),),
    "cut card shown": (do("cut_card"),),
    "owing": (stake(1, "banker", 400), do("close_bets"), deal("K2", "Q8")),
    "shoe over": (do("cut_card"), do("close_bets"), deal("7K", "7K")),
}


@pytest.mark.parametrize("way", WAYS)
def test_offered_is_accepted_and_not_offered_is_refused(way: str) -> None:
    state = play(betting(1, commission_mode="owed", **SMALL), *WAYS[way])
    offers = variants.legal(state)
    for given_now in every_command():
        assert is_offered(offers, given_now) == (code(state, given_now) == ""), given_now


@pytest.mark.parametrize("state", [house(**SMALL), play(house(**SMALL), do("open_sitting"))])
def test_offered_before_the_first_shoe(state: Any) -> None:
    offers = variants.legal(state)
    for given_now in every_command():
        assert is_offered(offers, given_now) == (code(state, given_now) == ""), given_now


def test_the_limits_of_each_bet_are_offered() -> None:
    stakes = [found for found in variants.legal(betting(1, 2)) if found.do == "stake"]
    assert [(found.arguments["on"], found.arguments["amount"]) for found in stakes] == [
        (Words(("player", "banker")), Amounts(1_000, 500_000, 100, (0,))),
        (Words(("tie",)), Amounts(500, 50_000, 100, (0,))),
        (Words(("player_pair", "banker_pair", "either_pair")), Amounts(500, 20_000, 100, (0,))),
    ]
    assert stakes[0].arguments["seat"] == Seats((1, 2))
    assert offer(betting(1), "burn").arguments == {"count": Amounts(1, 416, 1, ())}
