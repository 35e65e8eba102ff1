"""How fast the rules alone play: no database, no log, one core."""

from time import perf_counter
from typing import Any

from tables.rules import variants
from tables.simulation.tables import SHIPPED

COUP: tuple[dict[str, Any], ...] = (
    {"do": "stake", "seat": 2, "amount": 3_000},
    {"do": "stake", "seat": 3, "amount": 4_000},
    {"do": "stake", "seat": 4, "amount": 3_000},
    {"do": "banco", "seat": 3, "kind": "avec"},
    {"do": "close_bets"},
    {"do": "deal", "ponte": ["7S", "KD"], "banker": ["3H", "4C"]},
    {"do": "continue"},
)
"""Seven commands; a tie, so that the next coup finds the same table."""

BEGIN: tuple[dict[str, Any], ...] = (
    *({"do": "sit", "seat": seat, "player": f"Player {seat}"} for seat in range(1, 6)),
    {"do": "open_shoe"},
    {"do": "take_bank", "seat": 1, "amount": 10_000},
)
COUPS_IN_A_SHOE = 70


def coups_a_second(coups: int = 4_000) -> float:
    """Coups of seven commands each, decided and evolved, in one second."""
    table = variants.read_table(SHIPPED)
    begun = perf_counter()
    for _ in range(coups // COUPS_IN_A_SHOE):
        state = variants.new(table)
        for command in (*BEGIN, *COUP * COUPS_IN_A_SHOE):
            for event in variants.decide(state, command):
                state = variants.evolve(state, event)
    return coups // COUPS_IN_A_SHOE * COUPS_IN_A_SHOE / (perf_counter() - begun)
