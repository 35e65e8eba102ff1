"""The gaming day on the casino's own clock, also on the nights the clocks are changed."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.gaming_day import day_containing, interval_of
from ledger.days import open_day
from ledger.models import Casino, GamingDay
from tests.books.test_workers import in_a_thread

PARIS = ZoneInfo("Europe/Paris")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
HONG_KONG = ZoneInfo("Asia/Hong_Kong")
LOS_ANGELES = ZoneInfo("America/Los_Angeles")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "cut_off", "zone", "opens", "closes", "length"),
    [
        # Noon to noon: the night of 25 October has an hour twice, that of 28 March misses one.
        ("2026-10-24", time(12), PARIS, "2026-10-24T10:00", "2026-10-25T11:00", 25),
        ("2026-03-28", time(12), PARIS, "2026-03-28T11:00", "2026-03-29T10:00", 23),
        ("2026-11-30", time(12), PARIS, "2026-11-30T11:00", "2026-12-01T11:00", 24),
        # Half an hour is all Lord Howe changes: +11:00 to +10:30 on 5 April, back on 4 October.
        ("2026-04-04", time(12), LORD_HOWE, "2026-04-04T01:00", "2026-04-05T01:30", 24.5),
        ("2026-10-03", time(12), LORD_HOWE, "2026-10-03T01:30", "2026-10-04T01:00", 23.5),
        # The cut-off in the hour that comes twice: the day ends at its first coming …
        ("2026-10-24", time(2, 30), PARIS, "2026-10-24T00:30", "2026-10-25T00:30", 24),
        ("2026-10-25", time(2, 30), PARIS, "2026-10-25T00:30", "2026-10-26T01:30", 25),
        # … and in the hour that never comes: at the instant it would have been.
        ("2026-03-28", time(2, 30), PARIS, "2026-03-28T01:30", "2026-03-29T01:30", 24),
        ("2026-03-29", time(2, 30), PARIS, "2026-03-29T01:30", "2026-03-30T00:30", 23),
    ],
)
def test_an_interval(day, cut_off, zone, opens, closes, length):
    interval = interval_of(date.fromisoformat(day), cut_off=cut_off, zone=zone)
    assert (interval.opens_at, interval.closes_at) == (utc(opens), utc(closes))
    assert interval.closes_at - interval.opens_at == timedelta(hours=length)


@pytest.mark.parametrize(
    ("instant", "cut_off", "zone", "day"),
    [
        # P08: 06:46:19 on the 14th in Hong Kong is the 13th in UTC.
        ("2026-12-13T22:46:19", time(0), HONG_KONG, "2026-12-14"),
        ("2026-12-13T22:46:19", time(12), HONG_KONG, "2026-12-13"),
        # After midnight it is still yesterday's day, until the cut-off to the second.
        ("2026-12-01T02:00:00", time(12), PARIS, "2026-11-30"),
        ("2026-12-01T10:59:59", time(12), PARIS, "2026-11-30"),
        ("2026-12-01T11:00:00", time(12), PARIS, "2026-12-01"),
        # 02:15 and 02:45, first and second coming, with the cut-off at 02:30 between them.
        ("2026-10-25T00:15:00", time(2, 30), PARIS, "2026-10-24"),
        ("2026-10-25T00:45:00", time(2, 30), PARIS, "2026-10-25"),
        ("2026-10-25T01:15:00", time(2, 30), PARIS, "2026-10-25"),
        ("2026-10-25T01:45:00", time(2, 30), PARIS, "2026-10-25"),
        # C04: both comings of one o'clock on 1 November on the Pacific coast.
        ("2026-11-01T08:00:00", time(12), LOS_ANGELES, "2026-10-31"),
        ("2026-11-01T09:00:00", time(12), LOS_ANGELES, "2026-10-31"),
    ],
)
def test_the_day_of_an_instant(instant, cut_off, zone, day):
    found = day_containing(utc(instant), cut_off=cut_off, zone=zone)
    assert found.date.isoformat() == day
    assert found.opens_at <= utc(instant) < found.closes_at


@given(
    instant=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001 - see below
    cut_off=st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    zone=st.sampled_from([PARIS, LORD_HOWE, HONG_KONG, LOS_ANGELES]),
)
def test_days_follow_one_another_without_gap_or_overlap(instant, cut_off, zone):
    moment = instant.replace(tzinfo=UTC)
    day = day_containing(moment, cut_off=cut_off, zone=zone)
    assert day.opens_at <= moment < day.closes_at
    after = interval_of(day.date + timedelta(days=1), cut_off=cut_off, zone=zone)
    assert after.opens_at == day.closes_at
    assert day_containing(day.closes_at, cut_off=cut_off, zone=zone) == after


class TestStored:
    @pytest.mark.parametrize("zone", ["Asia/Karachi", "America/Los_Angeles"])
    def test_a_day_is_asked_for_by_its_own_date(self, house, zone):
        """P09: filtered by one date there is that day and no other, east or west of Greenwich."""
        Casino.objects.update(time_zone=zone)
        first = utc("2026-10-23T20:00")
        for days in range(4):
            open_day(first + timedelta(days=days))
        found = GamingDay.objects.filter(date__range=("2026-10-24", "2026-10-24"))
        assert [day.date.isoformat() for day in found] == ["2026-10-24"]

    def test_each_hour_of_the_night_that_has_one_twice_is_the_same_day(self, house):
        """C04: looked for at any rhythm, it is one day from opening to close."""
        opens = utc("2026-10-24T10:00")
        dates = {open_day(opens + timedelta(hours=hours)).date for hours in range(25)}
        assert dates == {date(2026, 10, 24)}
        assert open_day(opens + timedelta(hours=25)).date == date(2026, 10, 25)

    @pytest.mark.parametrize(
        ("cut_off", "begins", "ends"),
        [
            # The day of the 30th was noon to noon; the first of December is what is left, or more.
            (time(6), "2026-12-01T11:00", "2026-12-02T05:00"),
            (time(18), "2026-12-01T11:00", "2026-12-02T17:00"),
        ],
    )
    def test_after_the_cut_off_is_moved_days_still_follow_one_another(
        self, house, cut_off, begins, ends
    ):
        old = open_day(utc("2026-11-30T20:00"))
        Casino.objects.update(cut_off=cut_off)
        assert open_day(utc("2026-12-01T10:59")) == old
        first = open_day(utc("2026-12-01T12:00"))
        assert (first.date, first.opens_at, first.closes_at) == (
            date(2026, 12, 1),
            utc(begins),
            utc(ends),
        )
        second = open_day(utc(ends))
        assert (second.date, second.opens_at) == (date(2026, 12, 2), utc(ends))

    def test_of_many_who_open_a_day_together_all_get_the_same(self, real_database, house):
        together = threading.Barrier(4)

        def croupier():
            together.wait()
            return open_day(utc("2026-11-30T20:00")).date

        with ThreadPoolExecutor(4) as croupiers:
            days = [
                one.result() for one in [croupiers.submit(in_a_thread(croupier)) for _ in "1234"]
            ]
        assert days == [date(2026, 11, 30)] * 4
        assert GamingDay.objects.count() == 1
