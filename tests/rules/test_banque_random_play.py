"""Whole evenings of banque of whatever a croupier might enter, with what holds after every step."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tables import settlement
from tables.rules import variants
from tables.rules.cards import RANKS
from tables.rules.errors import Refused
from tables.rules.events import as_json, from_json
from tests.rules.playing import do, state_view
from tests.rules.tableaux import LINE, chips, held

SEATS = st.integers(1, 6)
AMOUNTS = st.integers(1, 400) | st.sampled_from([0, 60, 120, 240])
NAMES = st.sampled_from(["Ann", "Bob", "Cleo", "Dan", "Zoe"])
CARDS = st.lists(st.sampled_from(RANKS), min_size=2, max_size=3)
RESULTS = st.sampled_from(["ponte", "banker", "banker", "tie"])
ON = st.sampled_from([1, 2, "cheval", None])

TABLES = st.fixed_dictionaries(
    {
        "seats": st.just(6),
        "decks": st.just(1),
        "unit": st.sampled_from([1, 3, 10]),
        "min_bank": st.just(30),
        "min_stake": st.just(3),
        "max_bank": st.sampled_from([None, 90, 300]),
        "cut_card_before_last": st.sampled_from([0, 10, 40]),
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
                "open_bank": st.booleans(),
                "excess": st.sampled_from(["held_only", "all_staked"]),
                "award": st.sampled_from(["auction", "list"]),
            }
        ),
    }
)

# Commands by phase, so that most of them are sensible; anything else is tried too.
BY_PHASE: dict[str, list[str]] = {
    "closed": ["sit", "sit", "open_shoe", "open_sitting"],
    "shoe_over": ["open_shoe", "close_sitting"],
    "offering": ["take_bank", "take_bank", "decline"],
    "auction": ["bid", "bid", "close_auction"],
    "betting": [*["stake"] * 3, "go_bank", "close_bets", "close_bets", "add_to_bank", "retire"],
    "dealing": ["deal", "result", "result", "void", "accept_all"],
    "broken": ["add_to_bank", "add_to_bank", "retire"],
    "suite": ["take_over", "decline", "decline"],
}
ANYWHERE = ["sit", "leave", "cut_card", "close_sitting", "open_sitting", "set_rules"]


def command(draw: Any, seen: dict[str, Any]) -> dict[str, Any]:
    name = draw(st.sampled_from(BY_PHASE[seen["phase"]] * 4 + ANYWHERE))
    offered = seen["offered_to"] or draw(SEATS)
    amount = draw(st.sampled_from([seen["bank"], seen.get("price", 60), 60, 90]) | AMOUNTS)
    match name:
        case "sit":
            return do(name, seat=draw(SEATS), player=draw(NAMES))
        case "leave":
            return do(name, seat=draw(SEATS))
        case "decline":
            return do(name, seat=offered)
        case "take_bank" | "take_over" | "bid":
            return do(name, seat=draw(SEATS) if name == "bid" else offered, amount=amount)
        case "stake" if draw(st.booleans()):
            return do(name, bystander=draw(NAMES), amount=amount, on=draw(ON))
        case "stake":
            return do(name, seat=draw(SEATS), amount=amount, on=draw(ON))
        case "go_bank":
            return do(name, seat=draw(SEATS), on=draw(ON))
        case "add_to_bank":
            return do(name, amount=amount)
        case "deal":
            hands = {side: draw(CARDS) for side in ("one", "two", "banker")}
            return do(name, **hands, irregular="as it fell")
        case "result":
            return do(name, one=draw(RESULTS), two=draw(RESULTS))
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
    for seat, name in ((1, "Ann"), (2, "Bob"), (4, "Cleo")):
        for event in variants.decide(state, do("sit", seat=seat, player=name)):
            state = variants.evolve(state, event)
    books: dict[str, int] = {}
    for _ in range(60):
        given_now = command(data.draw, state_view(state))
        before, was = state_view(state), state
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
        books = posted(books, was, events, state)


def posted(books: dict[str, int], was: Any, events: Any, state: Any) -> dict[str, int]:
    """The books after the command, which say what the table says."""
    if given_anew := state.sitting != was.sitting:
        books = {}
    entry = settlement.entry_for(was, events)
    for line in entry.lines if entry else ():
        account = "bank" if line.kind == "bank" else f"{line.kind} {line.holder}".strip()
        books = {**books, account: books.get(account, 0) + line.amount}
    seen = state_view(state)
    right = {f"player {name}": -amount for name, amount in seen["net"].items()}
    right |= {"bank": -seen["bank"], "stakes": -seen["staked"], "cagnotte": -seen["cagnotte"]}
    assert not (given_anew and books)
    assert {a: sum_ for a, sum_ in books.items() if sum_} == {a: s for a, s in right.items() if s}
    return books


def check(state: Any, before: dict[str, Any]) -> None:
    """What holds whatever happened."""
    seen = state_view(state)
    assert chips(state) == 0
    assert json.loads(json.dumps(seen)) == seen
    assert min(seen["bank"], seen["staked"], seen["cagnotte"], seen["cards_left"]) >= 0
    has_banker = seen["banker"] is not None
    assert has_banker == (seen["phase"] in {"betting", "dealing", "broken"})
    assert (seen["bank"] > 0) == (seen["phase"] in {"betting", "dealing"})
    assert (seen["staked"] > 0) == (seen["phase"] == "dealing")
    assert (seen["offered_to"] is not None) == (seen["phase"] in {"offering", "suite"})
    assert seen["offered_to"] is None or seen["offered_to"] in state.seats
    assert not seen["open"] or has_banker
    check_the_table(state, seen)
    if seen["coups"] == before["coups"] + 1:
        assert seen["commission"] == 0 or "banker" in seen["results"]


def check_the_table(state: Any, seen: dict[str, Any]) -> None:
    """Who sits where, and what the bank holds of what lies there."""
    people = [*state.seats.values(), *([seen["banker"]] if seen["banker"] else [])]
    assert len(set(people)) == len(people)
    for tableau, seats in ((1, range(1, 4)), (2, range(4, 7))):
        occupied = [seat for seat in seats if seat in state.seats]
        holder = seen["holders"][tableau - 1]
        assert holder in occupied if occupied else holder is None
    if seen["open"]:
        assert seen["held"] == seen["staked"] <= seen["bank"] or seen["phase"] != "dealing"
    elif state.table.options["excess"] == "held_only":
        assert seen["held"] == min(seen["staked"], seen["bank"])
    assert all(amount >= 0 for amount in held(state).values())
    assert max(state.lost_running.values(), default=0) <= 3
