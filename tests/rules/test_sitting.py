"""What is the same at every table: sittings, croupiers, changed limits."""

from typing import Any

import pytest

from tables.rules import variants
from tables.rules.errors import BadCommand
from tables.rules.table import CommissionRule, Table
from tests.rules.playing import (
    BANKER_WINS,
    LINE,
    betting,
    code,
    dealing,
    deciding,
    do,
    play,
    seated,
    state_view,
    suite,
    table,
)

OPENED = play(table(), do("open_sitting"))


def evening() -> Any:
    """A sitting with one coup won by the house's commission, and the shoe over."""
    return play(
        OPENED,
        do("sit", seat=1, player="Ann"),
        do("sit", seat=2, player="Bob"),
        do("open_shoe"),
        do("take_bank", seat=1, amount=10_000),
        do("banco", seat=2),
        do("close_bets"),
        do("cut_card"),
        BANKER_WINS,
    )


def test_a_sitting_opens_with_the_table_as_it_is_and_is_numbered() -> None:
    assert (OPENED.sitting, OPENED.sitting_is_open, OPENED.phase) == (1, True, "closed")
    again = play(OPENED, do("close_sitting"), do("open_sitting"))
    assert (again.sitting, again.sitting_is_open) == (2, True)


def test_a_sitting_opens_with_another_line_of_the_same_game() -> None:
    line = LINE | {"min_bank": 50_000, "max_bank": 90_000}
    opened = play(table(), do("open_sitting", table=line))
    assert (opened.table.min_bank, opened.table.max_bank) == (50_000, 90_000)
    assert code(table(), do("open_sitting", table=LINE | {"game": "banque"})) == "bad_command"
    assert code(table(), do("open_sitting", table={"game": "chemin_de_fer"})) == "bad_command"
    assert code(table(), do("open_sitting", table=[])) == "bad_command"


def test_closing_leaves_the_sittings_result_and_nobody_seated() -> None:
    closed = play(evening(), do("close_sitting"))
    seen = state_view(closed)
    assert (seen["phase"], seen["coups"], seen["cagnotte"]) == ("closed", 1, 500)
    assert seen["net"] == {"Ann": 9_500, "Bob": -10_000}
    assert closed.seats == {}


def test_a_new_sitting_starts_from_nothing() -> None:
    opened = play(evening(), do("close_sitting"), do("open_sitting"))
    seen = state_view(opened)
    assert (seen["coups"], seen["cagnotte"], seen["net"]) == (0, 0, {})
    assert (opened.shoe, opened.bank_number, opened.sitting) == (0, 0, 2)
    assert "winner" not in seen


def test_banks_and_shoes_are_numbered_within_the_sitting() -> None:
    state = play(evening(), do("open_shoe"), do("take_bank", seat=1, amount=10_000))
    assert (state.shoe, state.bank_number) == (2, 2)


def test_between_sittings_nothing_is_played() -> None:
    rests = play(evening(), do("close_sitting"))
    assert code(rests, do("sit", seat=1, player="Ann")) == "wrong_phase"
    assert code(rests, do("open_shoe")) == "wrong_phase"
    assert code(rests, do("close_sitting")) == "wrong_phase"
    assert code(rests, do("relieve", croupier="Ria")) == "wrong_phase"
    assert code(rests, do("set_rules", unit=500)) == ""
    assert code(rests, do("open_sitting")) == ""


@pytest.mark.parametrize(
    ("before", "may_close"),
    [
        ([], True),
        ([do("open_shoe")], True),
        ([do("open_shoe"), do("decline", seat=1), do("decline", seat=2)], True),
        ([do("open_shoe"), do("take_bank", seat=1, amount=10_000)], False),
    ],
)
def test_a_sitting_closes_when_no_bank_stands(
    before: list[dict[str, Any]], may_close: bool
) -> None:
    people = [do("sit", seat=1, player="Ann"), do("sit", seat=2, player="Bob")]
    state = play(OPENED, *people, *before)
    assert code(state, do("close_sitting")) == ("" if may_close else "wrong_phase")
    assert code(state, do("open_sitting")) == "wrong_phase"
    bare = play(table(), *people, *before)
    assert code(bare, do("open_sitting")) == ("" if may_close else "wrong_phase")
    assert code(bare, do("close_sitting")) == "wrong_phase"


def test_a_croupier_is_relieved_at_any_time() -> None:
    assert play(dealing(1, 2, bank=10_000), do("relieve", croupier="Ria")).croupier == "Ria"
    assert code(OPENED, do("relieve", croupier="")) == "bad_command"


def test_limits_change_between_coups_and_hold_from_then_on() -> None:
    state = play(seated(1, 2), do("open_shoe"), do("set_rules", min_bank=20_000, max_bank=30_000))
    assert code(state, do("take_bank", seat=1, amount=10_000)) == "below_min_bank"
    assert code(state, do("take_bank", seat=1, amount=30_100)) == "above_max_bank"
    free = play(state, do("set_rules", max_bank=None))
    assert code(free, do("take_bank", seat=1, amount=30_100)) == ""


def test_a_new_rate_is_that_of_the_next_coup() -> None:
    rate = {"rate_bp": 125, "round_to": 10, "rounding": "nearest", "half": "up", "version": "2026"}
    state = play(deciding(1, 2, bank=10_000), do("continue"), do("set_rules", commission=rate))
    won = play(state, do("stake", seat=2, amount=10_000), do("close_bets"), BANKER_WINS)
    assert state_view(won)["commission"] == 130  # 1.25 % of 100.00, to ten cents
    assert won.table.commission.version == "2026"


def test_options_not_named_stay() -> None:
    state = play(table(takeover="exact"), do("set_rules", options={"auction": True}))
    assert state.table.options == {
        "takeover": "exact",
        "takeover_turn": "neighbour_counts",
        "auction": True,
    }


@pytest.mark.parametrize(
    ("state", "may"),
    [
        (betting(1, 2, bank=10_000), True),
        (play(betting(1, 2, bank=10_000), do("stake", seat=2, amount=1_000)), False),
        (play(betting(1, 2, bank=10_000), do("banco", seat=2)), False),
        (dealing(1, 2, bank=10_000), False),
        (deciding(1, 2, bank=10_000), True),
        (suite(1, 2, bank=10_000), True),
        (evening(), True),
    ],
)
def test_nothing_changes_while_something_is_placed(state: Any, may: bool) -> None:
    assert code(state, do("set_rules", min_stake=2_000)) == ("" if may else "wrong_phase")


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"game": "banque"},
        {"seats": 5},
        {"decks": 8},
        {"currency": "JPY"},
        {"min_bank": None},
        {"min_bank": 0},
        {"min_bank": True},
        {"max_bank": 9_900},
        {"max_bank": "none"},
        {"unit": 0},
        {"min_stake": -1},
        {"cut_card_before_last": 313},
        {"options": []},
        {"options": None},
        {"options": {"takeover": "any"}},
        {"options": {"auction": 1}},
        {"options": {"roulette": True}},
        {"commission": None},
        {"commission": {"round_to": 10}},
    ],
)
def test_what_cannot_be_set(changed: dict[str, Any]) -> None:
    assert code(OPENED, do("set_rules", min_stake=2_000)) == ""
    assert code(OPENED, do("set_rules", **changed)) == "bad_command"


RULE = LINE["commission"]


@pytest.mark.parametrize(
    "changed",
    [
        {"game": None},
        {"game": "poker"},
        {"game": ["chemin_de_fer"]},
        {"seats": 1},
        {"seats": 13},
        {"decks": 0},
        {"decks": 9},
        {"currency": "eur"},
        {"currency": "EURO"},
        {"currency": None},
        {"unit": 1.0},
        {"min_bank": "10000"},
        {"min_bank": 10**16 + 1},
        {"max_bank": 0},
        {"min_stake": 0},
        {"options": None},
        {"options": "auction"},
        {"options": {"auction": "yes"}},
        {"commission": 500},
        {"commission": RULE | {"rate_bp": 10_001}},
        {"commission": RULE | {"round_to": 0}},
        {"commission": RULE | {"rounding": "nearly"}},
        {"commission": RULE | {"half": ["up"]}},
        {"commission": RULE | {"minimum": -1}},
        {"commission": RULE | {"version": 7}},
        {"commission": RULE | {"rate": 5}},
        {"cut_card_before_last": -1},
        {"felt": "green"},
    ],
)
def test_a_table_that_cannot_be_played(changed: dict[str, Any]) -> None:
    variants.new(variants.read_table(LINE))
    with pytest.raises(BadCommand):
        variants.new(variants.read_table(LINE | changed))


def test_a_line_that_is_no_object() -> None:
    lines: list[object] = [None, [], "table", 3]
    for line in lines:
        with pytest.raises(BadCommand):
            variants.read_table(line)
        with pytest.raises(BadCommand):
            Table.from_json(line)
    with pytest.raises(BadCommand):
        Table.from_json(LINE | {"game": 5})


def test_what_a_line_may_leave_out() -> None:
    left_out = {"seats", "decks", "min_stake", "max_bank", "cut_card_before_last", "options"}
    short = {name: value for name, value in LINE.items() if name not in left_out}
    read = variants.read_table(short | {"min_bank": 10_050})
    assert (read.seats, read.decks, read.cut_card_before_last) == (9, 6, 7)
    assert read.min_stake == 1_005
    assert variants.read_table(short | {"min_bank": 10_001}).min_stake == 1_001
    assert read.max_bank is None
    assert read.options == LINE["options"]


def test_a_rate_alone_is_rounded_to_the_nearest_unit() -> None:
    read = variants.read_table(LINE | {"commission": {"rate_bp": 125}})
    assert read.commission == CommissionRule(125, 1, "nearest", "up", 0, "")


def test_a_table_is_written_and_read_back() -> None:
    read = variants.read_table(LINE | {"max_bank": 50_000})
    assert Table.from_json(read.as_json()) == read
    assert read.as_json() == LINE | {
        "max_bank": 50_000,
        "commission": RULE | {"minimum": 0, "version": ""},
    }
