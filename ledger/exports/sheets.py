"""What stands in a file: its columns, and the rows of a gaming day under them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Any

from ledger import reports


class Kind(Enum):
    """What a column's values are, and so how each format writes them."""

    DATE = auto()
    TIME = auto()  # an instant, shown by the casino's clocks
    NUMBER = auto()  # names something: never added up
    COUNT = auto()
    AMOUNT = auto()  # minor units of the row's currency
    EXACT = auto()  # the same, and finer
    RATE = auto()  # basis points
    CURRENCY = auto()
    TEXT = auto()  # written by people


TOTALLED = (Kind.COUNT, Kind.AMOUNT, Kind.EXACT)


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is for machines; the titles are for people, in English and French."""

    name: str
    title: str
    french: str
    kind: Kind


Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows` are read as they are asked for; each has a value for each column."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Callable[[date], Iterable[Row]]

    @property
    def currency(self) -> int:
        """Which column says what its amounts are in."""
        kinds = [column.kind for column in self.columns]
        return kinds.index(Kind.CURRENCY)


DAY = Column("gaming_day", "Gaming day", "Journée de jeu", Kind.DATE)
TABLE = Column("table", "Table", "Table", Kind.NUMBER)
SITTING = Column("sitting", "Sitting", "Séance", Kind.NUMBER)
BASE = Column("base", "Base", "Assiette", Kind.AMOUNT)
EXACT = Column("exact", "Exact", "Montant exact", Kind.EXACT)
COMMISSION = Column("commission", "Commission", "Cagnotte", Kind.AMOUNT)
ROUNDING = Column("rounding", "Rounding difference", "Écart d’arrondi", Kind.EXACT)
CURRENCY = Column("currency", "Currency", "Devise", Kind.CURRENCY)


def _by_table(day: date) -> Iterable[Row]:
    for line in reports.commission_by_sitting(day):
        taken = line.taken
        yield (
            *(line.gaming_day, line.table, line.sitting, taken.coups, taken.wins),
            *(taken.base, taken.exact, taken.amount, taken.rounding, line.currency),
        )


def _each_commission(day: date) -> Iterable[Row]:
    for line in reports.commissions(day):
        yield (
            *(line.gaming_day, line.recorded_at, line.table, line.sitting, line.entry),
            *(line.player, line.base, line.rate_bp, line.exact, line.amount),
            *(line.amount - line.exact, line.currency, line.version),
        )


BY_TABLE = Sheet(
    "by-table",
    "Commission by table and sitting",
    (
        *(DAY, TABLE, SITTING),
        Column("coups", "Coups", "Coups", Kind.COUNT),
        Column("wins", "With commission", "Avec cagnotte", Kind.COUNT),
        *(BASE, EXACT, COMMISSION, ROUNDING, CURRENCY),
    ),
    _by_table,
)

EACH_COMMISSION = Sheet(
    "each-commission",
    "Every commission",
    (
        DAY,
        Column("recorded_at", "Time", "Heure", Kind.TIME),
        *(TABLE, SITTING),
        Column("entry", "Log entry", "Entrée du journal", Kind.NUMBER),
        Column("player", "Banker", "Banquier", Kind.TEXT),
        BASE,
        Column("rate_percent", "Rate", "Taux", Kind.RATE),
        *(EXACT, COMMISSION, ROUNDING, CURRENCY),
        Column("rule", "Rule", "Règle", Kind.TEXT),
    ),
    _each_commission,
)

SHEETS: dict[str, Sheet] = {sheet.name: sheet for sheet in (BY_TABLE, EACH_COMMISSION)}
