"""The files a report can be taken away as: each format, and the making of one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from ledger.days import house_zone
from ledger.exports import delimited, workbook
from ledger.exports.kept import keep
from ledger.exports.sheets import Sheet
from ledger.models import Export


@dataclass(frozen=True, slots=True)
class Format:
    """`written` gives the file in pieces."""

    name: str
    title: str
    extension: str
    media_type: str
    written: Callable[[Sheet, date, ZoneInfo, datetime], Iterator[bytes]]


def _delimited(
    profile: delimited.Profile, sheet: Sheet, day: date, zone: ZoneInfo, made_at: datetime
) -> Iterator[bytes]:
    return delimited.written(sheet, day, profile, zone)


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            "csv",
            "CSV",
            ".csv",
            "text/csv; charset=utf-8",
            partial(_delimited, delimited.MACHINE),
        ),
        Format(
            "csv-excel-fr",
            "CSV, French",
            "-excel-fr.csv",
            "text/csv; charset=utf-8",
            partial(_delimited, delimited.EXCEL_FR),
        ),
        Format(
            "xlsx",
            "XLSX",
            ".xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            workbook.written,
        ),
    )
}


def make(*, sheet: Sheet, day: date, form: Format, made_by: int, now: datetime) -> Export:
    """Write a report of a gaming day as a file, and keep it. Raises `workbook.TooLong`."""
    return keep(
        name=f"{stem(day)}-{sheet.name}{form.extension}",
        media_type=form.media_type,
        pieces=form.written(sheet, day, house_zone(), now),
        made_by=made_by,
        made_at=now,
    )


def stem(day: date) -> str:
    """What the names of all files of a gaming day begin with."""
    return f"commission-{day.isoformat()}"
