"""The checks of an amount that are the same everywhere, in the order in which they are made."""

from tables.rules.errors import AboveMaxBank, BadAmount, NotAMultiple
from tables.rules.table import LARGEST_AMOUNT, Table
from tables.rules.words import is_whole


def positive(amount: object) -> int:
    """The amount, if it is a whole number of minor units above zero that money can be."""
    if not is_whole(amount) or not 0 < amount <= LARGEST_AMOUNT:
        raise BadAmount
    return amount


def positive_or_none(amount: object) -> int:
    """As `positive`, but 0 is an answer too: a withdrawal."""
    return 0 if is_whole(amount) and amount == 0 else positive(amount)


def check_max_bank(bank: int, table: Table) -> None:
    """A maximum limits what is put into a bank, never what it has won."""
    if bank > (LARGEST_AMOUNT if table.max_bank is None else table.max_bank):
        raise AboveMaxBank


def check_unit(amount: int, table: Table) -> None:
    if amount % table.unit:
        raise NotAMultiple
