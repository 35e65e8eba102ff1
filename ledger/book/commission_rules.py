"""The rates of the house, dated, with what they rest on. A change is a new row, never an edit.

A table names the family of its rule; the version in force on a gaming day is put into the table
line when a sitting opens, so old coups keep their rule and a log says for itself what it was.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class DatedRule:
    """`rate_bp` in basis points of the win, rounded to `round_to` minor units."""

    family: str
    since: date
    rate_bp: int
    round_to: int
    rounding: str
    half: str
    minimum: int
    reference: str

    @property
    def version(self) -> str:
        return f"{self.family}/{self.since.isoformat()}"

    def as_json(self) -> dict[str, Any]:
        """The `commission` object of a table line."""
        return {
            "rate_bp": self.rate_bp,
            "round_to": self.round_to,
            "rounding": self.rounding,
            "half": self.half,
            "minimum": self.minimum,
            "version": self.version,
        }


RULES: tuple[DatedRule, ...] = (
    DatedRule(
        family="house-5",
        since=date(2007, 5, 24),
        rate_bp=500,
        round_to=10,
        rounding="nearest",
        half="up",
        minimum=0,
        reference="The house's rate: 5 % of the banker's win, to the nearest ten cents",
    ),
    DatedRule(
        family="fr-open-bank",
        since=date(2007, 5, 24),
        rate_bp=125,
        round_to=10,
        rounding="nearest",
        half="up",
        minimum=0,
        reference="Arrêté du 14 mai 2007, art. 62: 1.25 % at the open bank, nearest ten cents",
    ),
)


def in_force(family: str, day: date) -> DatedRule | None:
    """The version of a family in force on a gaming day, or None where the family is not known."""
    dated = [rule for rule in RULES if rule.family == family and rule.since <= day]
    return max(dated, key=lambda rule: rule.since, default=None)
