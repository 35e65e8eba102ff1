"""The casino's clock: which gaming day an instant belongs to, opened when it is first needed."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from ledger.book.gaming_day import Interval, day_containing
from ledger.models import Casino, GamingDay


def furnish_casino() -> Casino:
    """The one casino, set up as it is shipped where nobody has set it up yet."""
    casino, _ = Casino.objects.get_or_create(
        id=1, defaults={"name": "Casino", "cut_off": time(12, 0)}
    )
    return casino


def open_day(now: datetime) -> GamingDay:
    """The gaming day that contains `now`; the first to ask opens it, together or not."""
    # A stored day holds: the casino may have changed its cut-off since.
    day = GamingDay.objects.filter(opens_at__lte=now, closes_at__gt=now).first()
    if day is not None:
        return day
    return _stored(_interval_at(now))


def day_before(now: datetime) -> GamingDay:
    """The gaming day before the one that contains `now`."""
    return open_day(open_day(now).opens_at - timedelta(microseconds=1))


def house_zone() -> ZoneInfo:
    """The zone of the casino's clocks, in which screens show times of day."""
    return ZoneInfo(Casino.objects.get(id=1).time_zone)


def _interval_at(now: datetime) -> Interval:
    casino = Casino.objects.get(id=1)
    return day_containing(now, cut_off=casino.cut_off, zone=ZoneInfo(casino.time_zone))


def _stored(interval: Interval) -> GamingDay:
    # `ON CONFLICT DO NOTHING`: of two that open the same day one waits, and both find one row.
    GamingDay.objects.bulk_create(
        [GamingDay(date=interval.date, opens_at=interval.opens_at, closes_at=interval.closes_at)],
        ignore_conflicts=True,
    )
    return GamingDay.objects.get(date=interval.date)
