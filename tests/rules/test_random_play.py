"""Whole evenings of whatever a croupier might enter, with what must hold after every step."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules import variants
from tables.rules.cards import RANKS
from tables.rules.errors import Refused
from tables.rules.events import as_json, from_json
from tests.rules.playing import LINE, chips, do, state_view

SEATS = st.integers(1, 4)
AMOUNTS = st.integers(1, 400) | st.sampled_from([0, 60, 120, 240])
NAMES = st.sampled_from(["Ann", "Bob", "Cleo", "Dan", "Zoe"])
CARDS = st.lists(st.sampled_from(RANKS), min_size=2, max_size=3)

TABLES = st.fixed_dictionaries(
    {
        "seats": st.just(4),
        "decks": st.just(1),
        "unit": st.sampled_from([1, 3, 10]),
        "min_bank": st.just(30),
        "min_stake": st.just(3),
        "max_bank": st.sampled_from([None, 90, 300]),
        "cut_card_before_last": st.sampled_from([0, 7, 40]),
        "commission": st.fixed_dictionaries(
            {
                "rate_bp": st.sampled_from([0, 125, 500, 10_000]),
                "round_to": st.sampled_from([1, 10]),
                "rounding": st.sampled_from(["nearest", "up", "down"]),
                "half": st.sampled_from(["up", "even"]),
                "minimum": st.sampled_from([0, 5]),
            }
        ),
        "options": st.fixed_dictionaries(
            {
                "takeover": st.sampled_from(["at_least", "exact"]),
                "takeover_turn": st.sampled_from(["neighbour_counts", "original_right"]),
                "auction": st.booleans(),
            }
        ),
    }
)

# Commands by phase, so that most of them are sensible; anything else is tried too.
BY_PHASE: dict[str, list[str]] = {
    "closed": ["sit", "sit", "open_shoe", "open_sitting"],
    "shoe_over": ["open_shoe", "close_sitting"],
    "offering": ["take_bank", "take_bank", "decline"],
    "idle": ["take_bank"],
    "betting": ["stake", "stake", "banco", "close_bets", "add_to_bank", "associate"],
    "dealing": ["deal", "result", "result", "void"],
    "deciding": ["continue", "continue", "retire"],
    "suite": ["take_over", "decline", "decline"],
    "auction": ["bid", "close_auction"],
}
ANYWHERE = ["sit", "leave", "cut_card", "close_sitting", "open_sitting", "set_rules"]


def command(draw: Any, seen: dict[str, Any]) -> dict[str, Any]:
    name = draw(st.sampled_from(BY_PHASE[seen["phase"]] * 4 + ANYWHERE))
    offered = seen["offered_to"] or draw(SEATS)
    right_sums = st.sampled_from([seen["bank"], seen.get("price", 60), seen["garage"], 60, 90])
    amount = draw(right_sums | AMOUNTS)
    match name:
        case "sit":
            return do(name, seat=draw(SEATS), player=draw(NAMES))
        case "leave" | "associate":
            return do(name, seat=draw(SEATS))
        case "decline":
            return do(name, seat=offered)
        case "take_bank" | "take_over" | "bid":
            return do(name, seat=draw(SEATS) if name == "bid" else offered, amount=amount)
        case "stake" if draw(st.booleans()):
            return do(name, bystander=draw(NAMES), amount=amount)
        case "stake":
            return do(name, seat=draw(SEATS), amount=amount)
        case "banco":
            kind = draw(st.sampled_from(["solo", "deux", "avec", "marche"]))
            return do(name, seat=draw(SEATS), kind=kind, partner=draw(SEATS | st.none()))
        case "add_to_bank":
            return do(name, amount=amount, source=draw(st.sampled_from(["garage", "pocket"])))
        case "deal":
            return do(name, ponte=draw(CARDS), banker=draw(CARDS), irregular="as it fell")
        case "result":
            return do(name, winner=draw(st.sampled_from(["ponte", "banker", "banker", "tie"])))
        case "void":
            return do(name, reason="misdeal")
        case "set_rules":
            return do(name, min_stake=draw(st.integers(1, 20)))
        case _:
            return do(name)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), line=TABLES)
def test_an_evening(data: st.DataObject, line: dict[str, Any]) -> None:
    state = variants.new(variants.read_table(LINE | line))
    for number, name in enumerate(["Ann", "Bob", "Cleo"], start=1):
        for event in variants.decide(state, do("sit", seat=number, player=name)):
            state = variants.evolve(state, event)
    for _ in range(60):
        given_now = command(data.draw, state_view(state))
        before = state_view(state)
        try:
            events = variants.decide(state, given_now)
        except Refused:
            assert state_view(state) == before
            continue
        assert events
        for event in events:
            assert from_json(json.loads(json.dumps(as_json(event)))) == event
            state = variants.evolve(state, event)
        check(state, before)


def check(state: Any, before: dict[str, Any]) -> None:
    """What holds whatever happened."""
    seen = state_view(state)
    assert chips(state) == 0
    assert json.loads(json.dumps(seen)) == seen
    assert min(seen["bank"], seen["garage"], seen["cagnotte"], seen["cards_left"]) >= 0
    assert (seen["banker"] is not None) == (seen["phase"] in {"betting", "dealing", "deciding"})
    assert (seen["bank"] > 0) == (seen["banker"] is not None)
    assert (seen["covered"] > 0) == (seen["phase"] == "dealing")
    assert (seen["ponte"] is not None) == (seen["phase"] == "dealing")
    assert (seen["offered_to"] is not None) == (seen["phase"] in {"offering", "suite"})
    assert seen["covered"] in (0, seen["bank"])
    for seat in (seen["banker"], seen["associate"], seen["offered_to"]):
        assert seat is None or seat in state.seats
    assert seen["associate"] is None or seen["associate"] != seen["banker"]
    assert len(set(state.seats.values())) == len(state.seats)
    assert state.turn != 0 or seen["banker"] is None
    if seen["coups"] == before["coups"] + 1 and seen["winner"] != "banker":
        assert seen["commission"] == 0
