"""The casino's clock: which gaming day an instant belongs to, opened when it is first needed."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from ledger.book.gaming_day import Interval, day_containing, interval_of
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
    containing = GamingDay.objects.filter(opens_at__lte=now, closes_at__gt=now)
    day = containing.first()
    if day is not None:
        return day
    _store(_interval_at(now))
    return containing.get()


def day_before(now: datetime) -> GamingDay:
    """The gaming day before the one that contains `now`."""
    return open_day(open_day(now).opens_at - timedelta(microseconds=1))


def house_zone() -> ZoneInfo:
    """The zone of the casino's clocks, in which screens show times of day."""
    return ZoneInfo(Casino.objects.get(id=1).time_zone)


def _interval_at(now: datetime) -> Interval:
    casino = Casino.objects.get(id=1)
    zone = ZoneInfo(casino.time_zone)
    planned = day_containing(now, cut_off=casino.cut_off, zone=zone)
    last = GamingDay.objects.filter(closes_at__lte=now).order_by("-closes_at").first()
    if last is None or (last.date < planned.date and last.closes_at <= planned.opens_at):
        return planned
    # The cut-off was moved: the first day by the new one begins where the last by the old ended.
    following = max(planned.date, last.date + timedelta(days=1))
    ends = interval_of(following, cut_off=casino.cut_off, zone=zone).closes_at
    return Interval(following, last.closes_at, ends)


def _store(interval: Interval) -> None:
    # `ON CONFLICT DO NOTHING`: of two that open the same day one waits, and both find one row.
    GamingDay.objects.bulk_create(
        [GamingDay(date=interval.date, opens_at=interval.opens_at, closes_at=interval.closes_at)],
        ignore_conflicts=True,
    )
