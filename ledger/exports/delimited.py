"""Sheets as CSV, for machines and for a French Excel; written while they are read.

A spreadsheet runs text that begins like a formula, whatever its quotes. So text written by people
is made harmless; numbers never are, or a loss would no longer be a number.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from ledger.book.money import decimals_of, exponent_of, format_amount, format_exact
from ledger.exports.sheets import Column, Kind, Row, Sheet

CHUNK = 64 * 1024
BOM = "\N{BYTE ORDER MARK}"
GUARD = "'"
# The signs a formula can begin with, also as Japanese keyboards write them.
RUNS = tuple("=+-@\t\r\n＝＋－＠")


@dataclass(frozen=True, slots=True)
class Profile:
    """How a CSV is written: who is to read it decides."""

    begins_with: str
    delimiter: str
    decimal: str
    title: Callable[[Column], str]
    date: Callable[[date], str]
    time: Callable[[datetime], str]


MACHINE = Profile(
    begins_with="",
    delimiter=",",
    decimal=".",
    title=lambda column: column.name,
    date=date.isoformat,
    time=lambda moment: moment.isoformat(timespec="microseconds"),
)
EXCEL_FR = Profile(
    begins_with=BOM,  # without it Excel takes UTF-8 for Windows' own letters
    delimiter=";",
    decimal=",",
    title=lambda column: column.french,
    date=lambda day: f"{day:%d/%m/%Y}",
    time=lambda moment: f"{moment:%d/%m/%Y %H:%M:%S}",
)


def harmless(text: str) -> str:
    """Text that no spreadsheet runs."""
    return GUARD + text if text.startswith(RUNS) else text


def written(sheet: Sheet, day: date, profile: Profile, zone: ZoneInfo) -> Iterator[bytes]:
    """The file in pieces; the first is there before the last row has been read."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=profile.delimiter, lineterminator="\r\n")
    buffer.write(profile.begins_with)
    writer.writerow([profile.title(column) for column in sheet.columns])
    for row in sheet.rows(day):
        writer.writerow(_cells(sheet, row, profile, zone))
        if buffer.tell() >= CHUNK:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def _cells(sheet: Sheet, row: Row, profile: Profile, zone: ZoneInfo) -> list[str]:
    exponent = exponent_of(row[sheet.currency])
    return [
        _cell(column.kind, value, exponent, profile, zone)
        for column, value in zip(sheet.columns, row, strict=True)
    ]


def _cell(kind: Kind, value: Any, exponent: int, profile: Profile, zone: ZoneInfo) -> str:
    match kind:
        case Kind.DATE:
            return profile.date(value)
        case Kind.TIME:
            return profile.time(value.astimezone(zone))
        case Kind.AMOUNT:
            return format_amount(value, exponent, decimal=profile.decimal)
        case Kind.EXACT:
            return _exact(value, exponent, profile)
        case Kind.RATE:
            return format_amount(value, 2, decimal=profile.decimal)
        case Kind.TEXT:
            return harmless(value)
        case Kind.NUMBER | Kind.COUNT | Kind.CURRENCY:
            return str(value)


def _exact(value: Decimal, exponent: int, profile: Profile) -> str:
    return format_exact(value, exponent, decimals_of([value], exponent), decimal=profile.decimal)
