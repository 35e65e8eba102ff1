"""How the pages write amounts: one sign rule, the currency's decimals, never -0.00."""

from dataclasses import dataclass
from decimal import Decimal

import pytest

from ledger.book.money import NotAnAmount, decimals_of, format_exact
from ledger.templatetags.amounts import amount, counted, exact, signed


@dataclass(frozen=True)
class Scale:
    currency: str
    decimals: int


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (123_450, "EUR", "1,234.50"),
        (0, "EUR", "0.00"),  # L08
        (-50, "EUR", "−0.50"),
        (500_000, "JPY", "500,000"),  # L09
        (617, "KWD", "0.617"),  # L11
        (-1_234_567, "KWD", "−1,234.567"),
    ],
)
def test_amounts(minor, currency, text):
    assert amount(minor, currency) == text


def test_counts():
    assert [counted(number) for number in (0, 999, 1_008_900)] == ["0", "999", "1,008,900"]


@pytest.mark.parametrize(
    ("minor", "scale", "plain", "with_sign"),
    [
        ("356.25", Scale("EUR", 4), "3.5625", "+3.5625"),
        ("-0.75", Scale("EUR", 4), "−0.0075", "−0.0075"),
        ("0", Scale("EUR", 4), "0.0000", "0.0000"),
        ("-0.0000", Scale("EUR", 2), "0.00", "0.00"),
        ("123456.7", Scale("JPY", 1), "123,456.7", "+123,456.7"),
    ],
)
def test_exact_amounts(minor, scale, plain, with_sign):
    assert exact(Decimal(minor), scale) == plain
    assert signed(Decimal(minor), scale) == with_sign


@pytest.mark.parametrize(
    ("amounts", "exponent", "decimals"),
    [([], 2, 2), (["100", "1000"], 2, 2), (["356.25", "0.5"], 2, 4), (["0.0000"], 0, 0)],
)
def test_as_many_decimals_as_the_finest_needs(amounts, exponent, decimals):
    assert decimals_of([Decimal(text) for text in amounts], exponent) == decimals


def test_nothing_is_rounded_on_the_way_to_text():
    with pytest.raises(NotAnAmount, match="would round"):
        format_exact(Decimal("356.25"), 2, 3)
