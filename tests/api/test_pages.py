"""Pages by key: nothing skipped, nothing twice, and the last page costs what the first does."""

import base64
import json
from datetime import timedelta

import pytest

from tables.log import record
from tests.conftest import NOW, add_table


def walk(ask, route, **query):
    """The ids on each page, and the addresses back."""
    pages, answer = [], ask(route, "auditor", **query).json()
    while True:
        pages.append([row["id"] for row in answer["results"]])
        if answer["next"] is None:
            return pages, answer
        cursor = answer["next"].split("cursor=")[1].split("&")[0]
        answer = ask(route, "auditor", **{**query, "cursor": cursor}).json()


@pytest.fixture
def one_moment(house):
    """Seven log entries of one and the same time, at two tables."""
    for number in (7, 8):
        add_table(number)
    for place in range(7):
        do = (
            {"do": "open_sitting"}
            if place < 2
            else {"do": "sit", "seat": place, "player": f"Player {place}"}
        )
        record(table_id=7 + place % 2, command=do, actor="a", device="", key=f"k{place}", now=NOW)


def test_equal_times_lose_nothing(one_moment, ask):
    """A01: three, three, one; and all the way back."""
    pages, last = walk(ask, "/log-entries/", page_size=3, actor="a")
    assert [len(page) for page in pages] == [3, 3, 1]
    assert len({row for page in pages for row in page}) == 7
    back = []
    while last["previous"]:
        cursor = last["previous"].split("cursor=")[1].split("&")[0]
        last = ask("/log-entries/", "auditor", page_size=3, actor="a", cursor=cursor).json()
        back.append([row["id"] for row in last["results"]])
    assert back == [pages[1], pages[0]]


def test_no_row_stands_on_two_pages(ask):
    """A03."""
    pages, _ = walk(ask, "/log-entries/", page_size=3, table=4)
    assert [row for page in pages for row in page] == [f"4-{seq}" for seq in range(1, 15)]


def test_rows_added_meanwhile_are_found_at_the_end(ask, play):
    first = ask("/log-entries/", "auditor", page_size=10, table=4).json()
    play({"do": "decline", "seat": 2})
    cursor = first["next"].split("cursor=")[1].split("&")[0]
    rest = ask("/log-entries/", "auditor", page_size=10, table=4, cursor=cursor).json()
    assert [row["seq"] for row in rest["results"]] == [11, 12, 13, 14, 15]


def test_at_one_table_the_numbers_rule_whatever_the_clocks_said(ask, play):
    """An entry that waited for the table was asked for before the one that overtook it."""
    record(
        table_id=4,
        command={"do": "sit", "seat": 7, "player": "Late"},
        actor="a",
        device="",
        key="late",
        now=NOW + timedelta(minutes=2, seconds=30),
    )
    pages, _ = walk(ask, "/log-entries/", table=4, page_size=2)
    assert [row for page in pages for row in page] == [f"4-{seq}" for seq in range(1, 16)]
    by_time, _ = walk(ask, "/log-entries/", gaming_day="2026-11-30", page_size=2)
    everything = [row for page in by_time for row in page]
    assert everything[3] == "4-15"
    assert len(everything) == len(set(everything)) == 15


def test_a_cursor_belongs_to_its_order(ask):
    cursor = encoded({"after": [NOW.isoformat(), 4, 1]})
    answer = ask("/log-entries/", "auditor", cursor=cursor, table=4)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_lists_known_by_one_number_have_pages_too(ask):
    pages, last = walk(ask, "/tables/", page_size=1)
    assert pages == [["4"], ["5"]]
    cursor = last["previous"].split("cursor=")[1].split("&")[0]
    back = ask("/tables/", "auditor", page_size=1, cursor=cursor).json()
    assert [row["id"] for row in back["results"]] == ["4"]
    assert back["previous"] is None


def test_a_cursor_keeps_what_was_asked_for(ask):
    first = ask("/log-entries/", "auditor", page_size=2, do="stake").json()
    assert "do=stake" in first["next"]
    assert "page_size=2" in first["next"]


def test_a_full_last_page_has_no_next(ask):
    answer = ask("/log-entries/", "auditor", page_size=14, table=4).json()
    assert len(answer["results"]) == 14
    assert answer["next"] is None
    assert answer["previous"] is None


def test_an_empty_list_has_no_pages(ask):
    answer = ask("/log-entries/", "auditor", actor="nobody").json()
    assert answer == {"next": None, "previous": None, "results": []}


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "%%%",
        encoded([]),
        encoded({"after": []}),
        encoded({"after": ["2026-11-30T20:00:00Z", 4]}),
        encoded({"after": ["never", 4, 1]}),
        encoded({"after": ["2026-11-30T20:00:00", 4, 1]}),
        encoded({"after": [None, 4, 1]}),
        encoded({"after": ["2026-11-30T20:00:00Z", "4; DROP TABLE", 1]}),
        encoded({"beside": ["2026-11-30T20:00:00Z", 4, 1]}),
        encoded({"after": ["2026-11-30T20:00:00Z", 10**30, 1]}),
    ],
)
def test_a_made_up_cursor_is_refused(ask, cursor):
    answer = ask("/log-entries/", "auditor", cursor=cursor)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


@pytest.mark.parametrize("size", ["0", "501", "-1", "ten", "1.5", "", "0" * 8 + "1999", "٥"])
def test_a_page_has_from_one_to_five_hundred_rows(ask, size):
    answer = ask("/log-entries/", "auditor", page_size=size)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_page_size")
