"""Money as whole minor units: rounding said aloud, and the way to text and back.

No float anywhere: 163.725 does not exist in binary, so one place would round it up, another down.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

Rounding = Literal["nearest", "up", "down"]
Half = Literal["up", "even"]

FULL_RATE = 10_000
"""Basis points in a whole."""

# ISO 4217: currencies whose minor unit is not a hundredth.
_BY_EXPONENT: dict[int, str] = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
EXPONENTS: dict[str, int] = {
    code: exponent for exponent, codes in _BY_EXPONENT.items() for code in codes.split()
}

LONGEST_AMOUNT = 60
"""Characters of a written amount; more is a slip or an attack."""


class NotAnAmount(ValueError):  # noqa: N818 - said to a person at a form, in his words
    """The text is no amount of this currency."""


def exponent_of(currency: str) -> int:
    """Decimal places of a currency's minor unit: EUR 2, JPY 0, KWD 3."""
    return EXPONENTS.get(currency, 2)


def round_share(base: int, rate_bp: int, round_to: int, rounding: Rounding, half: Half) -> int:
    """`rate_bp` basis points of `base`, rounded once to a multiple of `round_to` minor units.

    `half` decides only with `nearest`: up, or to the even multiple. Money is never negative here:
    a loss has no share.

    >>> round_share(1010, 500, 1, "nearest", "up")
    51
    """
    if base < 0 or rate_bp < 0 or round_to < 1:
        raise ValueError("a share is taken of money won, at a rate, to a unit")
    whole, rest = divmod(base * rate_bp, FULL_RATE * round_to)
    if rounding == "up":
        goes_up = rest > 0
    elif rounding == "down":
        goes_up = False
    elif 2 * rest == FULL_RATE * round_to:
        goes_up = half == "up" or whole % 2 == 1
    else:
        goes_up = 2 * rest > FULL_RATE * round_to
    return (whole + goes_up) * round_to


def format_amount(minor: int, exponent: int, *, decimal: str = ".", group: str = "") -> str:
    """The amount as text with exactly `exponent` decimals; zero never has a sign.

    >>> format_amount(-50, 2), format_amount(500000, 0, group=",")
    ('-0.50', '500,000')
    """
    sign = "-" if minor < 0 else ""
    major, rest = divmod(abs(minor), 10**exponent)
    text = sign + f"{major:,}".replace(",", group)
    return f"{text}{decimal}{rest:0{exponent}d}" if exponent else text


def decimals_of(amounts: Iterable[Decimal], exponent: int) -> int:
    """Decimals that write each of these exactly: `exponent`, or as many more as one of them needs.

    >>> decimals_of([Decimal("356.25"), Decimal(100)], 2)
    4
    """
    finest = (-int(amount.normalize().as_tuple().exponent) for amount in amounts)
    return exponent + max((digits for digits in finest if digits > 0), default=0)


def format_exact(
    minor: Decimal, exponent: int, decimals: int, *, decimal: str = ".", group: str = ""
) -> str:
    """An amount in minor units that may be finer than one, with enough `decimals` to be exact.

    >>> format_exact(Decimal("356.25"), 2, 4)
    '3.5625'
    """
    scaled = minor.scaleb(decimals - exponent)
    if scaled != int(scaled):
        raise NotAnAmount(f"{decimals} decimals would round {minor}")
    return format_amount(int(scaled), decimals, decimal=decimal, group=group)


def parse_amount(text: str, exponent: int, *, decimals: str = ".") -> int:
    """Minor units of a written amount; each character of `decimals` may be the decimal mark.

    Grouping is refused, so a mark can mean only one thing, and so are exponents (`1E+2`). Zeros
    beyond the minor unit say nothing and are dropped; anything else there is `NotAnAmount`.

    >>> parse_amount("12,34", 2, decimals=",."), parse_amount("-0.00", 2)
    (1234, 0)
    """
    written = text.strip()
    match = re.fullmatch(rf"(-?)([0-9]+)(?:[{re.escape(decimals)}]([0-9]+))?", written)
    if match is None or len(written) > LONGEST_AMOUNT:
        raise NotAnAmount("an amount is written in figures, with one decimal mark at most")
    sign, major, fraction = match[1], match[2], match[3] or ""
    if fraction[exponent:].strip("0"):
        raise NotAnAmount(f"this currency has {exponent} decimals")
    minor = int(major + fraction[:exponent].ljust(exponent, "0"))
    return -minor if sign else minor
