"""The commission worked out in SQL: by the rules of rounding, and as Python works it out."""

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.commission_due import COMMISSION_DUE, due_on
from tables.rules.commission import commission_on
from tables.rules.table import LARGEST_AMOUNT, CommissionRule
from tests.conftest import BANKER_WINS, COVERED, PONTE_WINS, SEATED, TIE

WINS = """
    SELECT * FROM (VALUES {rows}) wins (won, rate_bp, round_to, rounding, half, minimum)
"""


def due(*wins):
    """What SQL makes of (won, rate_bp, round_to, rounding, half, minimum), each its own row."""
    row = "(%s::numeric, %s::numeric, %s::numeric, %s, %s, %s::numeric)"
    query = due_on(WINS.format(rows=", ".join([row] * len(wins))))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT due FROM ({query}) coups", [part for win in wins for part in win])
        return [amount for (amount,) in cursor.fetchall()]


RIGHT = [
    ((290, 500, 10, "nearest", "up", 0), 10),  # 5 % of 2.90 to ten cents: 0.145
    ((300, 500, 10, "nearest", "up", 0), 20),  # 0.15, the half of ten
    ((500, 500, 10, "nearest", "even", 0), 20),  # 0.25: to 0.20, not 0.30
    ((1_010, 500, 1, "nearest", "up", 0), 51),  # L01: 0.505
    ((327_450, 500, 1, "nearest", "up", 0), 16_373),  # L07: 163.725
    ((327_450, 500, 1, "nearest", "even", 0), 16_372),
    ((109_150, 1_500, 1, "nearest", "up", 0), 16_373),
    ((12_345, 500, 1, "nearest", "up", 0), 617),  # L11: 0.61725 dinars
    ((1, 1, 1, "up", "up", 0), 1),
    ((9_999, 1, 1, "down", "up", 0), 0),
    ((70_000, 0, 1, "nearest", "up", 0), 0),  # L06
    ((1_000, 500, 10, "nearest", "up", 100), 100),  # K12: the minimum is 1.00
    ((60, 500, 10, "nearest", "up", 100), 60),  # … but never more than the win
    ((0, 500, 10, "up", "up", 100), 0),  # nothing won, nothing due
]


@pytest.mark.django_db
@pytest.mark.parametrize(("win", "right"), RIGHT)
def test_rounded_by_the_rule(win, right):
    assert due(win) == [right]


@pytest.mark.django_db
def test_no_rule_nothing_due():
    assert due((70_000, None, None, None, None, None)) == [0]


@pytest.mark.django_db
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, LARGEST_AMOUNT) | st.integers(0, 20_000),
            st.integers(0, 10_000),
            st.sampled_from([1, 5, 10, 100, 1_000, LARGEST_AMOUNT]),
            st.sampled_from(["nearest", "up", "down"]),
            st.sampled_from(["up", "even"]),
            st.sampled_from([0, 1, 100, LARGEST_AMOUNT]),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_sql_and_python_round_alike(wins):
    assert due(*wins) == [commission_on(won, CommissionRule(*rule)) for won, *rule in wins]


def coups_due():
    with connection.cursor() as cursor:
        cursor.execute(f"{COMMISSION_DUE} ORDER BY table_id, seq", {"day": "2026-11-30"})
        return [due for *_, due in cursor.fetchall()]


def test_only_a_banker_who_wins_owes(play):
    """700.00 covered: a tie, 35.00 for the banker's win, then the bank is lost."""
    again = ({"do": "stake", "seat": 2, "amount": 70_000}, {"do": "close_bets"})
    play(*COVERED, TIE, {"do": "continue"}, *again, BANKER_WINS, {"do": "continue"})
    play(*again, PONTE_WINS)
    assert coups_due() == [0, 3_500, 0]


def test_the_rule_in_force_when_the_coup_was_dealt(play):
    """On 102.00: 5 % to ten cents; other limits, same rule; 10 % to the cent; 5 % up to a euro."""
    stake = ({"do": "stake", "seat": 2, "amount": 10_200}, {"do": "close_bets"})
    house = {"rate_bp": 500, "round_to": 10, "rounding": "nearest", "half": "up"}
    play(*SEATED, *stake, BANKER_WINS)  # 5.10
    play({"do": "set_rules", "min_stake": 2_000}, {"do": "continue"}, *stake, BANKER_WINS)
    play({"do": "set_rules", "commission": {**house, "rate_bp": 1_000, "round_to": 1}})
    play({"do": "continue"}, *stake, BANKER_WINS)  # 10.20
    play({"do": "set_rules", "commission": {**house, "rounding": "up", "round_to": 100}})
    play({"do": "continue"}, *stake, BANKER_WINS)  # 5.10: up to 6.00
    assert coups_due() == [510, 510, 1_020, 600]


def test_coups_of_another_day_are_not_this_days(play):
    play(*COVERED, BANKER_WINS)
    with connection.cursor() as cursor:
        cursor.execute(COMMISSION_DUE, {"day": "2026-12-01"})
        assert cursor.fetchall() == []
