"""Sheets as XLSX: real numbers and dates, a header that stays in sight, totals that are formulas.

Each row leaves for a temporary file as the next one comes (`constant_memory`). Text stays as it was
written: a cell of text is no formula, and is marked so that editing it makes it none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import xlsxwriter
from xlsxwriter.utility import xl_range

from ledger.book.money import FULL_RATE, exponent_of
from ledger.exports.sheets import TOTALLED, Kind, Row, Sheet

CHUNK = 1024 * 1024
HEADER = 0
MOST_ROWS = 1_000_000  # a worksheet holds 1,048,576
EXACT_DIGITS = 2  # beyond the minor unit, in sight; the cell holds all there are

PLAIN, STRONG = "plain", "strong"
TEXT = "@"

WIDTHS = {
    Kind.DATE: 12,
    Kind.TIME: 20,
    Kind.NUMBER: 10,
    Kind.COUNT: 16,
    Kind.AMOUNT: 16,
    Kind.EXACT: 20,
    Kind.RATE: 8,
    Kind.CURRENCY: 10,
    Kind.TEXT: 24,
}


class TooLong(Exception):  # noqa: N818 - nothing went wrong: there is another format
    """More rows than a worksheet holds."""


@dataclass(slots=True)
class _Totals:
    """What each column came to, by currency: a formula's value before anything calculates it."""

    by_currency: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, sheet: Sheet, row: Row) -> None:
        sums = self.by_currency.setdefault(row[sheet.currency], [0] * len(row))
        for index, column in enumerate(sheet.columns):
            if column.kind in TOTALLED:
                sums[index] += row[index]


class _Book:
    """One worksheet being written."""

    def __init__(self, path: Path, sheet: Sheet, day: date, zone: ZoneInfo, made: datetime) -> None:
        self.sheet, self.zone = sheet, zone
        self.book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
        self.book.set_properties({"title": f"{sheet.title}, {day}", "created": _plain(made, zone)})
        self.page = self.book.add_worksheet(f"{day}")
        self.formats: dict[tuple[Kind, str, str], Any] = {}

    def write(self, rows: Iterable[Row]) -> None:
        self._header()
        totals, last = _Totals(), HEADER
        for last, row in enumerate(rows, HEADER + 1):
            if last > MOST_ROWS:
                raise TooLong
            currency = row[self.sheet.currency]
            for index, (column, value) in enumerate(zip(self.sheet.columns, row, strict=True)):
                self._cell(last, index, column.kind, value, currency)
            totals.add(self.sheet, row)
        for below, (currency, sums) in enumerate(sorted(totals.by_currency.items()), 1):
            self._total(last, last + below, currency, sums)
        self.book.close()

    def _header(self) -> None:
        for index, column in enumerate(self.sheet.columns):
            self.page.set_column(index, index, max(WIDTHS[column.kind], len(column.title) + 2))
            self.page.write_string(HEADER, index, column.title, self._format(Kind.TEXT, "", STRONG))
        self.page.freeze_panes(HEADER + 1, 0)
        self.page.repeat_rows(HEADER)
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)

    def _cell(self, row: int, index: int, kind: Kind, value: Any, currency: str) -> None:
        look = self._format(kind, currency)
        match kind:
            case Kind.DATE:
                self.page.write_datetime(row, index, value, look)
            case Kind.TIME:
                self.page.write_datetime(row, index, _plain(value, self.zone), look)
            case Kind.TEXT | Kind.CURRENCY:
                self.page.write_string(row, index, value, look)
            case _:
                self.page.write_number(row, index, _number(kind, value, currency), look)

    def _total(self, last: int, row: int, currency: str, sums: list[Any]) -> None:
        """One line of totals, of the rows in one currency."""
        self.page.write_string(row, 0, "Total", self._format(Kind.TEXT, "", STRONG))
        units = xl_range(HEADER + 1, self.sheet.currency, last, self.sheet.currency)
        for index, column in enumerate(self.sheet.columns):
            if column.kind not in TOTALLED:
                continue
            cells = xl_range(HEADER + 1, index, last, index)
            formula = f'=SUMIF({units},"{currency}",{cells})'
            look = self._format(column.kind, currency, STRONG)
            value = _number(column.kind, sums[index], currency)
            self.page.write_formula(row, index, formula, look, value)
        self.page.write_string(
            row, self.sheet.currency, currency, self._format(Kind.TEXT, "", STRONG)
        )

    def _format(self, kind: Kind, currency: str, weight: str = PLAIN) -> Any:
        key = (kind, currency, weight)
        if key not in self.formats:
            look = _look(kind, currency)
            options = {"num_format": look, "bold": weight == STRONG, "quote_prefix": look == TEXT}
            self.formats[key] = self.book.add_format(options)
        return self.formats[key]


def written(
    sheet: Sheet, day: date, zone: ZoneInfo, made: datetime, chunk: int = CHUNK
) -> Iterator[bytes]:
    """The file in pieces, once it is whole."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.xlsx"
        _Book(path, sheet, day, zone, made).write(sheet.rows(day))
        with path.open("rb") as file:
            while piece := file.read(chunk):
                yield piece


def _look(kind: Kind, currency: str) -> str:
    match kind:
        case Kind.DATE:
            return "yyyy-mm-dd"
        case Kind.TIME:
            return "yyyy-mm-dd hh:mm:ss"
        case Kind.AMOUNT:
            return _decimals(exponent_of(currency))
        case Kind.EXACT:
            return _decimals(exponent_of(currency) + EXACT_DIGITS)
        case Kind.RATE:
            return "0.00%"
        case Kind.NUMBER | Kind.COUNT:
            return "0"
        case Kind.TEXT | Kind.CURRENCY:
            return TEXT


def _decimals(digits: int) -> str:
    return "#,##0" + ("." + "0" * digits if digits else "")


def _number(kind: Kind, value: Any, currency: str) -> float:
    match kind:
        case Kind.AMOUNT:
            return float(
                value / 10 ** exponent_of(currency)
            )  # whole by whole: the nearest there is
        case Kind.EXACT:
            return float(value.scaleb(-exponent_of(currency)))
        case Kind.RATE:
            return float(value / FULL_RATE)
        case _:
            return float(value)


def _plain(moment: datetime, zone: ZoneInfo) -> datetime:
    """As the casino's clocks showed it: a spreadsheet knows no zones."""
    return moment.astimezone(zone).replace(tzinfo=None)
