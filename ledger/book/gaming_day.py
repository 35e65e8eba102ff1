"""The gaming day: from cut-off to cut-off on the casino's own clock, kept as instants.

A day is worked out once, when it is opened, and then stored; nothing derives it from a date later.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Interval:
    """`[opens_at, closes_at)` in UTC of the gaming day named `date`."""

    date: date
    opens_at: datetime
    closes_at: datetime


def interval_of(day: date, *, cut_off: time, zone: ZoneInfo) -> Interval:
    """The interval of a gaming day; 23 or 25 hours long when the clocks change in it."""
    return Interval(
        day, _cut_off_on(day, cut_off, zone), _cut_off_on(day + timedelta(days=1), cut_off, zone)
    )


def day_containing(instant: datetime, *, cut_off: time, zone: ZoneInfo) -> Interval:
    """The gaming day of an instant: after midnight it is still yesterday's until the cut-off."""
    local = instant.astimezone(zone)
    # Compared as instants, not as wall-clock readings: one hour of the night may happen twice.
    day = local.date()
    if instant < _cut_off_on(day, cut_off, zone):
        day -= timedelta(days=1)
    return interval_of(day, cut_off=cut_off, zone=zone)


def _cut_off_on(day: date, cut_off: time, zone: ZoneInfo) -> datetime:
    # fold=0: where the hour comes twice the day ends at its first coming. Where it never comes
    # (clocks go forward), zoneinfo reads it with the offset before the change: the same instant.
    return datetime.combine(day, cut_off, tzinfo=zone).astimezone(UTC)
