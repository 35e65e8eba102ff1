"""An entry of the books as a plain value: what moved, and between which accounts.

One signed amount per line, debit positive and credit negative, in whole minor units; the lines of
an entry add up to zero. An account is named by its kind and its holder within one sitting of one
table.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One movement. `kind` is one of `accounts.KINDS`; `amount` is never zero."""

    kind: str
    holder: str
    amount: int


@dataclass(frozen=True, slots=True)
class CommissionTaken:
    """The house's share of one win, with everything needed to work it out again.

    `base` and `amount` in minor units, the rate in basis points; `version` names the dated rule.
    """

    base: int
    rate_bp: int
    round_to: int
    rounding: str
    half: str
    minimum: int
    version: str
    amount: int
    player: str


@dataclass(frozen=True, slots=True)
class Entry:
    kind: str
    lines: tuple[Line, ...]
    commissions: tuple[CommissionTaken, ...] = ()

    def __post_init__(self) -> None:
        if not self.lines:
            raise ValueError(f"{self.kind}: an entry without lines moves nothing")
        if sum(line.amount for line in self.lines) != 0:
            raise ValueError(f"{self.kind}: the lines do not add up to zero")
        if any(line.amount == 0 for line in self.lines):
            raise ValueError(f"{self.kind}: a line of zero moves nothing")

    def as_json(self) -> dict[str, Any]:
        """As it stands in the hashed text of the table log."""
        return {
            "kind": self.kind,
            "lines": [
                {"kind": line.kind, "holder": line.holder, "amount": line.amount}
                for line in self.lines
            ],
            "commissions": [
                {
                    "base": taken.base,
                    "rate_bp": taken.rate_bp,
                    "round_to": taken.round_to,
                    "rounding": taken.rounding,
                    "half": taken.half,
                    "minimum": taken.minimum,
                    "version": taken.version,
                    "amount": taken.amount,
                    "player": taken.player,
                }
                for taken in self.commissions
            ],
        }
