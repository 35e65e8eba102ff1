"""Setting up a table and playing at it, for the tests of the rules."""

from typing import Any

from tables.rules import variants
from tables.rules.errors import Refused
from tables.rules.state import State

LINE: dict[str, Any] = {
    "game": "chemin_de_fer",
    "seats": 9,
    "decks": 6,
    "currency": "EUR",
    "unit": 100,
    "min_bank": 10_000,
    "max_bank": None,
    "min_stake": 1_000,
    "commission": {"rate_bp": 500, "round_to": 10, "rounding": "nearest", "half": "up"},
    "cut_card_before_last": 7,
    "options": {"takeover": "at_least", "takeover_turn": "neighbour_counts", "auction": False},
}

NAMES = dict(enumerate("Ann Bob Cleo Dan Eve Finn Gil Hana Ida".split(), start=1))  # noqa: SIM905

BANKER_WINS = {"do": "deal", "ponte": ["7S", "KD"], "banker": ["9H", "QC"]}
PONTE_WINS = {"do": "deal", "ponte": ["8S", "KD"], "banker": ["3H", "4C"]}
TIE = {"do": "deal", "ponte": ["7S", "KD"], "banker": ["3H", "4C"]}


def do(name: str, **arguments: Any) -> dict[str, Any]:
    return {"do": name, **arguments}


def table(**changed: Any) -> State:
    """A table nobody sits at; options are given by name like any other part of the line."""
    options = {name: changed.pop(name) for name in LINE["options"] if name in changed}
    line = LINE | changed | {"options": LINE["options"] | options}
    return variants.new(variants.read_table(line))


def play(state: State, *commands: dict[str, Any]) -> State:
    for command in commands:
        for event in variants.decide(state, command):
            state = variants.evolve(state, event)
    return state


def events(state: State, command: dict[str, Any]) -> tuple[Any, ...]:
    """What the command does, each event with the fields of its own kind."""
    return variants.decide(state, command)


def code(state: State, command: Any) -> str:
    """The code the command is refused with; "" if it is not."""
    try:
        variants.decide(state, command)
    except Refused as refusal:
        return refusal.code
    return ""


def seated(*seats: int, **changed: Any) -> State:
    people = (do("sit", seat=seat, player=NAMES[seat]) for seat in seats)
    return play(table(**changed), *people)


def betting(*seats: int, bank: int, **changed: Any) -> State:
    """The first of `seats` holds the bank, taken in the first round of offers."""
    state = play(seated(*seats, **changed), do("open_shoe"))
    while state_view(state)["offered_to"] != seats[0]:
        state = play(state, do("decline", seat=state_view(state)["offered_to"]))
    return play(state, do("take_bank", seat=seats[0], amount=bank))


def dealing(*seats: int, bank: int, **changed: Any) -> State:
    """As `betting`, and the second of `seats` has called banco."""
    return play(betting(*seats, bank=bank, **changed), do("banco", seat=seats[1]), do("close_bets"))


def deciding(*seats: int, bank: int, **changed: Any) -> State:
    """As `dealing`, and the banker has won the coup."""
    return play(dealing(*seats, bank=bank, **changed), BANKER_WINS)


def suite(*seats: int, bank: int, **changed: Any) -> State:
    """As `deciding`, and the banker has retired."""
    return play(deciding(*seats, bank=bank, **changed), do("retire"))


def state_view(state: State) -> dict[str, Any]:
    return variants.view(state)


def accepted(state: State) -> dict[str, int]:
    held: dict[str, int] = state_view(state)["accepted"]
    return held


def held_after(state: State, *commands: dict[str, Any]) -> dict[str, int]:
    """What is covered once these commands were given and the bets closed."""
    return accepted(play(state, *commands, do("close_bets")))


def chips(state: State) -> int:
    """Everything that ever moved at the table: always zero."""
    seen = state_view(state)
    return int(
        sum(seen["net"].values())
        + seen["bank"]
        + seen["garage"]
        + sum(seen["accepted"].values())
        + seen["cagnotte"]
    )
