"""The floor and a bank's page: the figures of a night that was worked out by hand."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.conftest import BANKER_WINS, COVERED, NOW, PONTE_WINS, SEATED, TIE, add_table
from tests.console.conftest import with_permissions

Play = Callable[..., Any]
BANK = "/pit/tables/4/sittings/1/banks/1/"

# Ann takes the bank with 1,000.00. Coup 1: 700 covered (Bob 300, Cleo 400), 300 to the garage; the
# banker wins, 5 % is 35.00, the bank 1,365.00. She adds 100 from her pocket: 1,465.00.
# Coup 2: Cleo's 500 covered, 965 to the garage; a tie.
# Coup 3: Cleo's 500 again; ponte wins. The garage, 300 + 965, is hers.
NIGHT: tuple[dict[str, Any], ...] = (
    *COVERED,
    BANKER_WINS,
    {"do": "continue"},
    {"do": "add_to_bank", "source": "pocket", "amount": 10_000},
    {"do": "stake", "seat": 3, "amount": 50_000},
    {"do": "close_bets"},
    TIE,
    {"do": "continue"},
    {"do": "stake", "seat": 3, "amount": 50_000},
    {"do": "close_bets"},
    PONTE_WINS,
)


@pytest.fixture
def pit(table_4: Any, client: Client) -> Client:
    client.force_login(with_permissions("pia", "see_every_table", "see_floor"))
    return client


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_floor_shows_each_table_with_banker_bank_and_cagnotte(pit: Client, play: Play) -> None:
    add_table(5)
    play(*COVERED, BANKER_WINS)
    floor = page(pit, "/pit/")
    for words in ("Ann", "1,365", "cagnotte 35.00", f'href="{BANK}"', "closed"):
        assert words in floor
    assert floor.count('class="tile ') == 2


def test_a_table_without_a_bank_says_what_it_waits_for(pit: Client, play: Play) -> None:
    play(*SEATED[:-1])
    assert "offered to seat 1" in page(pit, "/pit/")
    play({"do": "decline", "seat": 1}, {"do": "decline", "seat": 2}, {"do": "decline", "seat": 3})
    assert "nobody banks" in page(pit, "/pit/tiles/")


def test_an_empty_floor_says_so(house: Any, client: Client) -> None:
    client.force_login(with_permissions("pia", "see_every_table", "see_floor"))
    assert "No tables yet" in page(client, "/pit/")


def test_the_floor_costs_the_same_however_many_tables_there_are(pit: Client, play: Play) -> None:
    play(*COVERED)
    page(pit, "/pit/tiles/")
    with CaptureQueriesContext(
        connection,
    ) as few:
        page(pit, "/pit/tiles/")
    for number in range(5, 15):
        add_table(number)
    with CaptureQueriesContext(connection) as many:
        page(pit, "/pit/tiles/")
    assert len(many) == len(few)


def test_a_bank_is_told_coup_by_coup(pit: Client, play: Play) -> None:
    play(*NIGHT)
    told = page(pit, BANK)
    for words in ("Ann’s bank", "1,000.00", "3 coups", "lost, 1,265.00 paid out"):
        assert words in told
    for words in ("Banker 9 – 7", "Tie 7 – 7", "Ponte 8 – 7", "1,365.00", "Bob, Cleo"):
        assert words in told
    # The side panel tells the last moment: 1,000 + 100 put in, and who played how.
    for words in ("After coup 3", "1,100.00", "35.00", "+100.00", "−300.00"):
        assert words in told


def test_a_picked_coup_is_the_moment_in_the_side_panel(pit: Client, play: Play) -> None:
    play(*NIGHT)
    told = page(pit, f"{BANK}?coup=1")
    moment = told[told.index('id="moment"') : told.index('id="coups"')]
    for words in ("After coup 1", "1,365.00", "300.00", "1,000.00", "35.00", "−400.00", "−300.00"):
        assert words in moment
    assert "1,100.00" not in moment
    assert told.count('<tr aria-current="true">') == 1


def test_the_log_beside_it_names_command_and_actor(pit: Client, play: Play) -> None:
    play(*NIGHT)
    told = page(pit, BANK)
    log = told[told.index('id="log"') :]
    for words in ("croupier", "<code>take_bank</code>", "<code>close_bets</code>", "the garage"):
        assert words in log
    # From taking the bank to losing it: entries 6 to 19, nothing before and nothing after.
    assert log.count("<li") == 14


def test_times_are_those_of_the_house(pit: Client, play: Play) -> None:
    play(*SEATED)
    # The bank is taken by the sixth command, five minutes after eight in London: nine in Paris.
    assert (NOW + timedelta(minutes=5)).strftime("%H:%M") == "20:05"
    assert "taken 21:05" in page(pit, BANK)


def test_the_chart_draws_what_the_table_says(pit: Client, play: Play) -> None:
    play(*NIGHT)
    chart = pit.get(BANK).context["story"].chart
    assert chart["coups"] == [0, 1, 2, 3]
    assert chart["heights"] == [1000, 1365, 500, 0]
    assert chart["garages"] == [0, 300, 1265, 1265]
    assert chart["letters"] == ["", "B", "=", "P"]


def test_a_bank_nobody_has_played_against_yet_has_a_page(pit: Client, play: Play) -> None:
    play(*SEATED)
    told = page(pit, BANK)
    assert "No coup has been played against this bank yet." in told
    assert "Before the first coup" in told


def test_an_irregular_deal_is_marked(pit: Client, play: Play) -> None:
    shown = {"do": "deal", "ponte": ["7S", "KD", "2C"], "banker": ["9H", "QC"], "irregular": "slip"}
    play(*COVERED, shown)
    assert "irregular : slip" in page(pit, BANK).replace("irregular: slip", "irregular : slip")


@pytest.mark.parametrize(
    "address",
    [
        "/pit/tables/77/sittings/1/banks/1/",
        "/pit/tables/4/sittings/1/banks/2/",
        "/pit/tables/4/sittings/9/banks/1/",
        f"{BANK}?coup=x",
        f"{BANK}?coup=-1",
        f"{BANK}?coup={'9' * 30}",
    ],
)
def test_what_does_not_exist_is_404(pit: Client, play: Play, address: str) -> None:
    play(*SEATED)
    assert pit.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/pit/", "/pit/tiles/", BANK])
def test_the_pit_is_not_for_every_role(play: Play, client: Client, address: str) -> None:
    play(*SEATED)
    assert client.get(address).status_code == 302
    client.force_login(with_permissions("marc", "log_command"))
    assert client.get(address).status_code == 403
