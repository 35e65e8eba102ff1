"""The chart of accounts: every kind of account, its type and its normal side."""

from dataclasses import dataclass
from typing import Literal

Side = Literal["debit", "credit"]


@dataclass(frozen=True, slots=True)
class Kind:
    """`side` is where the account stands when it means something: a bank of 1,000 is a credit."""

    name: str
    type: Literal["liability", "income", "receivable", "cash", "expense"]
    side: Side
    means: str


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("player", "liability", "credit", "chips in front of a player since he sat down"),
        Kind("stakes", "liability", "credit", "covered stakes from the close to the settlement"),
        Kind("bank", "liability", "credit", "the banker's money at risk"),
        Kind("garage", "liability", "credit", "the banker's money the croupier holds aside"),
        Kind("cagnotte", "income", "credit", "commission earned"),
        Kind("commission_owed", "receivable", "debit", "commission earned and not yet collected"),
        Kind("table_win", "income", "credit", "the house's result by coups, before commission"),
        Kind("drop", "cash", "debit", "notes bought in at the table"),
        Kind("over_short", "expense", "debit", "what a count found missing"),
        Kind("written_off", "expense", "debit", "commission that will not be collected"),
        Kind("unplaced_chips", "liability", "credit", "the other side of a count's difference"),
    )
}

ENTRY_KINDS: tuple[str, ...] = (
    "bank_taken",
    "bets_closed",
    "coup_voided",
    "coup_settled",
    "bank_passed",
    "bank_raised",
    "commission_owed",
    "commission_collected",
    "house_coup_settled",
    "cagnotte_counted",
    "commission_written_off",
    "cash_bought_in",
    "correction",
    "adjustment",
)


def on_normal_side(kind: str, balance: int) -> int:
    """A signed balance (debit positive) as people read it: positive on the account's normal side.

    >>> on_normal_side("bank", -100_000)
    100000
    """
    if balance == 0:
        return 0
    return balance if KINDS[kind].side == "debit" else -balance
