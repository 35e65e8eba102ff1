"""Setting up a punto banco table and betting at it, for the tests of the rules."""

from typing import Any

from tables.rules import variants
from tables.rules.state import State
from tests.rules.playing import NAMES, do, play, state_view

LINE: dict[str, Any] = {
    "game": "punto_banco",
    "seats": 7,
    "decks": 8,
    "currency": "EUR",
    "unit": 100,
    "commission": {"rate_bp": 500, "round_to": 25, "rounding": "nearest", "half": "up"},
    "cut_card_before_last": 14,
    "bets": {
        "player": {"min": 1_000, "max": 500_000},
        "banker": {"min": 1_000, "max": 500_000},
        "tie": {"min": 500, "max": 50_000, "pays": 8},
        "player_pair": {"min": 500, "max": 20_000, "pays": 11},
        "banker_pair": {"min": 500, "max": 20_000, "pays": 11},
        "either_pair": {"min": 500, "max": 20_000, "pays": 5},
    },
    "options": {"commission_mode": "immediate", "no_commission": False},
}

FREE_HAND = (do("close_bets"), do("deal", player=["7", "K"], banker=["7", "K"]))
"""A coup of four cards with no money; a tie."""


def house(**changed: Any) -> State:
    """A table nobody sits at; options are given by name like any other part of the line."""
    options = {name: changed.pop(name) for name in LINE["options"] if name in changed}
    line = LINE | changed | {"options": LINE["options"] | options}
    return variants.new(variants.read_table(line))


def betting(*seats: int, **changed: Any) -> State:
    people = (do("sit", seat=seat, player=NAMES[seat]) for seat in seats)
    return play(house(**changed), *people, do("open_shoe"))


def stake(seat: int, on: str, amount: int) -> dict[str, Any]:
    return do("stake", seat=seat, on=on, amount=amount)


def deal(player: str, banker: str) -> dict[str, Any]:
    """Cards by their ranks: `deal("K2", "44")`."""
    return do("deal", player=list(player), banker=list(banker))


def after(player: str, banker: str, *bets: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """What is seen once seat 1 and seat 2 have bet so and the coup was dealt so."""
    return state_view(play(betting(1, 2, **changed), *bets, do("close_bets"), deal(player, banker)))


def money(state: State) -> int:
    """Everything that ever moved at the table: always zero."""
    seen = state_view(state)
    return int(sum(seen["net"].values()) + seen["covered"] + seen["house"] + seen["cagnotte"])
