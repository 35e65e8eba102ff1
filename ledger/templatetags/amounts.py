"""Amounts as the pages of the books write them.

Thousands are separated, the currency's own decimals are always there, zero has no sign, and what is
below zero has a real minus. Files write theirs themselves (`ledger.exports`).
"""

from decimal import Decimal
from typing import Protocol

from django import template

from ledger.book.money import exponent_of, format_amount, format_exact

register = template.Library()

MINUS = "\N{MINUS SIGN}"


class Scale(Protocol):
    """A currency, and how many decimals write every figure of a column exactly."""

    @property
    def currency(self) -> str: ...
    @property
    def decimals(self) -> int: ...


@register.filter
def counted(number: int) -> str:
    """1,234 of something."""
    return f"{number:,}"


@register.filter
def amount(minor: int, currency: str) -> str:
    """1,234.50 of a currency."""
    return _minus(format_amount(minor, exponent_of(currency), group=","))


@register.filter
def exact(minor: Decimal, scale: Scale) -> str:
    """An amount finer than the minor unit: 1,234.5025."""
    return _minus(_exact(minor, scale))


@register.filter
def signed(minor: Decimal, scale: Scale) -> str:
    """The same with its sign said aloud: +0.0075."""
    text = _minus(_exact(minor, scale))
    return f"+{text}" if minor > 0 else text


def _exact(minor: Decimal, scale: Scale) -> str:
    return format_exact(minor, exponent_of(scale.currency), scale.decimals, group=",")


def _minus(text: str) -> str:
    return text.replace("-", MINUS)
