"""Rounding, and amounts as text: boundaries, and what floats get wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.money import (
    Half,
    NotAnAmount,
    Rounding,
    exponent_of,
    format_amount,
    parse_amount,
    round_share,
)


@pytest.mark.parametrize(
    ("base", "rate", "to", "rounding", "half", "right"),
    [
        (1_010, 500, 1, "nearest", "up", 51),  # L01: 0.505
        (327_450, 500, 1, "nearest", "up", 16_373),  # L07: 163.725
        (327_450, 500, 1, "nearest", "even", 16_372),
        (109_150, 1_500, 1, "nearest", "up", 16_373),
        (12_345, 500, 1, "nearest", "up", 617),  # L11: 0.61725 dinars
        (290, 500, 10, "nearest", "up", 10),  # 14.5
        (300, 500, 10, "nearest", "up", 20),  # 15, the half of ten
        (300, 500, 10, "nearest", "even", 20),
        (500, 500, 10, "nearest", "even", 20),  # 25: to twenty, not thirty
        (500, 500, 10, "nearest", "up", 30),
        (310, 500, 10, "nearest", "up", 20),  # 15.5
        (1, 1, 1, "up", "up", 1),
        (9_999, 1, 1, "down", "up", 0),
        (10_000, 1, 1, "up", "up", 1),
        (10_000, 1, 1, "down", "up", 1),
        (1_000_000_000_180, 500, 10, "nearest", "up", 50_000_000_010),
        (2**53 + 1, 10_000, 1, "nearest", "up", 2**53 + 1),
        (0, 500, 10, "up", "up", 0),
        (700, 0, 1, "up", "up", 0),  # L06
    ],
)
def test_a_share_is_rounded_once(
    base: int, rate: int, to: int, rounding: Rounding, half: Half, right: int
) -> None:
    assert round_share(base, rate, to, rounding, half) == right


@given(
    base=st.integers(0, 10**18),
    rate=st.integers(0, 10_000),
    to=st.integers(1, 1_000),
    half=st.sampled_from(["up", "even"]),
)
def test_the_nearest_is_one_of_the_neighbours_and_no_further_than_half(
    base: int, rate: int, to: int, half: Half
) -> None:
    low = round_share(base, rate, to, "down", half)
    high = round_share(base, rate, to, "up", half)
    near = round_share(base, rate, to, "nearest", half)
    assert low * 10_000 <= base * rate <= high * 10_000
    assert high - low in (0, to)
    assert near in (low, high)
    assert 2 * abs(near * 10_000 - base * rate) <= to * 10_000


@pytest.mark.parametrize(("base", "rate", "to"), [(-1, 500, 1), (1, -500, 1), (1, 500, 0)])
def test_there_is_no_share_of_a_loss(base: int, rate: int, to: int) -> None:
    with pytest.raises(ValueError, match="share"):
        round_share(base, rate, to, "nearest", "up")


@pytest.mark.parametrize(
    ("currency", "exponent"), [("EUR", 2), ("CHF", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)]
)
def test_exponents(currency: str, exponent: int) -> None:
    assert exponent_of(currency) == exponent


@pytest.mark.parametrize(
    ("minor", "exponent", "marks", "text"),
    [
        (0, 2, {}, "0.00"),
        (-0, 2, {}, "0.00"),  # L08
        (0, 0, {}, "0"),
        (-5, 2, {}, "-0.05"),
        (5, 3, {}, "0.005"),
        (500_000, 0, {"group": ","}, "500,000"),  # L09: yen have no decimals
        (123_456_789, 2, {"decimal": ",", "group": "."}, "1.234.567,89"),
        (-123_456, 2, {"decimal": ".", "group": "'"}, "-1'234.56"),
        (100_000_000_000_000_001, 2, {}, "1000000000000000.01"),
    ],
)
def test_an_amount_as_text(minor: int, exponent: int, marks: dict[str, str], text: str) -> None:
    assert format_amount(minor, exponent, **marks) == text


@pytest.mark.parametrize(
    ("text", "exponent", "decimals", "minor"),
    [
        ("12.34", 2, ".", 1_234),
        ("12,34", 2, ",", 1_234),  # U05
        ("12,34", 2, ",.", 1_234),
        ("12.34", 2, ",.", 1_234),
        ("12", 2, ".", 1_200),
        ("12.3", 2, ".", 1_230),
        (" 7 ", 0, ".", 7),
        ("0.617", 3, ".", 617),
        ("10.00000000000000000000000000000", 2, ".", 1_000),  # L23
        ("-10.00", 2, ".", -1_000),
        ("-0.00", 2, ".", 0),
        ("90071992547409.93", 2, ".", 9_007_199_254_740_993),
    ],
)
def test_a_written_amount(text: str, exponent: int, decimals: str, minor: int) -> None:
    assert parse_amount(text, exponent, decimals=decimals) == minor


@pytest.mark.parametrize(
    ("text", "exponent", "decimals"),
    [
        ("10.001", 2, "."),  # L23
        ("12,34", 2, "."),  # U05: neither a grouping nor ignored
        ("1.234,50", 2, ",."),
        ("1,234.50", 2, "."),
        ("1.234", 2, ",."),
        ("1.5", 0, "."),
        ("1E+2", 2, "."),  # A10
        ("0E+1", 2, "."),
        ("1e-3", 2, "."),
        ("", 2, "."),
        (".5", 2, "."),
        ("5.", 2, "."),
        ("+5", 2, "."),
        ("--5", 2, "."),
        ("0x10", 2, "."),
        ("1_000", 2, "."),
        ("١٢", 2, "."),
        ("1 000", 2, "."),
        ("NaN", 2, "."),
        ("9" * 5_000, 2, "."),
        ("5\n5", 2, "."),
    ],
)
def test_not_an_amount(text: str, exponent: int, decimals: str) -> None:
    with pytest.raises(NotAnAmount):
        parse_amount(text, exponent, decimals=decimals)


@given(minor=st.integers(-(10**18), 10**18), exponent=st.sampled_from([0, 2, 3, 4]))
def test_written_and_read_back(minor: int, exponent: int) -> None:
    assert parse_amount(format_amount(minor, exponent), exponent) == minor
