"""Tables to play at, and the books they need, where a database has none yet."""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.days import furnish_casino
from tables.models import Table

SHIPPED: Mapping[str, Any] = {
    "game": "chemin_de_fer",
    "seats": 9,
    "decks": 6,
    "currency": "EUR",
    "unit": 100,
    "min_bank": 10_000,
    "max_bank": None,
    "min_stake": 1_000,
    "commission": {
        "rate_bp": 500,
        "round_to": 10,
        "rounding": "nearest",
        "half": "up",
        "minimum": 0,
        "version": "house-5/2007-05-24",
    },
    "cut_card_before_last": 7,
    "options": {"takeover": "at_least", "takeover_turn": "neighbour_counts", "auction": False},
}


def furnish(numbers: Iterable[int], rules: Mapping[str, Any]) -> list[Table]:
    """The tables of these numbers, set up by these rules where they are missing."""
    furnish_casino()
    return [
        Table.objects.get_or_create(number=number, defaults={"rules": dict(rules)})[0]
        for number in numbers
    ]
