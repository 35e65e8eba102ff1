"""From the first coup to the accountant's file: one evening, by the people who work it."""

import csv
import io
import re
from datetime import UTC, datetime
from pathlib import Path

import httpx
from django.core.management import call_command

from casino import tokens
from casino.models import Person
from ledger.models import Difference, Reconciliation
from tables.models import Assignment, Coup
from tests.journeys.conftest import PASSWORD, ROOT

SHOTS = ROOT / "test-results"


class Console:
    """The croupier at her keyboard: every line is typed key by key."""

    def __init__(self, page):
        self.page = page
        self.pressed = 0

    def write(self, line):
        self.page.keyboard.type(line)
        self.pressed += len(line)

    def enter(self):
        """Press Enter, and wait until the table has taken the line."""
        before = self.seq
        self.page.keyboard.press("Enter")
        self.pressed += 1
        self.page.wait_for_selector(f'#console[data-seq="{before + 1}"]')

    def type(self, line=""):
        self.write(line)
        self.enter()

    @property
    def seq(self):
        return int(self.page.get_attribute("#console", "data-seq"))

    def coup(self, cards, *stakes):
        """Stakes, the close, the cards; how many keys from the close to the next coup."""
        for stake in stakes:
            self.type(stake)
        self.pressed = 0
        self.type()
        self.type(cards)


def shot(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


def test_the_first_night(table_4, person, sign_in, worker, site, capsys):
    claire = person("claire", "croupier")
    Assignment.objects.create(table=table_4, croupier=claire)
    person("agnes", "accountant")
    person("paul", "pit_manager")
    august = person("august", "auditor")

    # ---- the croupier opens the table and plays three coups by keyboard
    page = sign_in("claire")
    page.get_by_role("link", name=re.compile("4")).first.click()
    page.wait_for_selector("#console")
    console = Console(page)
    console.type()
    for line in ("s 1 Ann", "s 2 Bob", "s 3 Cleo"):
        console.type(line)
    console.type()
    console.type("1000")

    console.coup("7skd 3h4c", "2 300", "3 400")
    shot(page, "console-tie")
    console.type()
    assert console.pressed <= 12, "from the close of the bets to the next coup, cards included"

    console.write("2 200")
    shot(page, "console-typing")
    console.enter()
    console.type()
    console.write("7skd 9hqc")
    page.locator("#panel").get_by_text("10.00", exact=True).wait_for()
    shot(page, "console-preview")
    console.enter()
    console.type()

    console.coup("8skd 3h4c", "3 390")
    assert list(Coup.objects.order_by("number").values_list("winner", "covered", "commission")) == [
        ("tie", 70_000, 0),
        ("banker", 20_000, 1_000),
        ("ponte", 39_000, 0),
    ]
    shot(page, "console-offered")

    # ---- the pit has seen it
    pit = sign_in("paul", "laptop")
    pit.goto("/pit/")
    pit.get_by_text("Chemin de fer").first.wait_for()
    shot(pit, "pit-floor")
    pit.goto("/pit/tables/4/sittings/1/banks/1/")
    pit.get_by_text("Ann").first.wait_for()
    pit.locator(".uplot").first.wait_for()
    shot(pit, "pit-bank")

    for line in ("-", "-", "-", "z"):
        console.type(line)
    shot(page, "console-closed")

    # ---- the accountant finds exactly that commission, takes it away, has it reconciled
    desk = sign_in("agnes", "laptop")
    desk.goto("/desk/")
    day = str(Coup.objects.earliest("settled_at").gaming_day)
    desk.goto(f"/desk/{day}/")
    assert desk.get_by_text("10.00").count() > 0
    with desk.expect_download() as download:
        desk.get_by_role("link", name=re.compile("CSV")).first.click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert "10.00" in rows[0].values()
    desk.get_by_role("button", name=re.compile("Reconcile")).click()
    desk.get_by_text(re.compile("agree")).wait_for()
    shot(desk, "desk-day")
    run = Reconciliation.objects.latest("id")
    assert (run.state, run.coups, run.expected, run.posted) == ("done", 3, 1_000, 1_000)
    assert not Difference.objects.exists()

    # ---- the auditor reads it over the API, and the record verifies
    key = tokens.make(name="audit", person=august, now=datetime.now(UTC))
    with httpx.Client(base_url=site, headers={"Authorization": f"Bearer {key}"}) as api:
        entries = api.get("/api/v1/log-entries/", params={"table": 4}).json()["results"]
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) == 22
        (commission,) = api.get("/api/v1/commissions/", params={"table": 4}).json()["results"]
        assert (commission["base"], commission["amount"]) == (20_000, 1_000)
    assert Person.objects.count() == 4
    call_command("verify")
    assert "The record verifies." in capsys.readouterr().out


def test_a_session_that_ended_says_so_and_keeps_the_line(table_4, person, sign_in):
    """She signs out in another tab; the console she types at knows nothing of it."""
    claire = person("claire", "croupier")
    Assignment.objects.create(table=table_4, croupier=claire)
    page = sign_in("claire", expects=[401])
    page.goto("/tables/4/")
    console = Console(page)
    console.type()
    other = page.context.new_page()
    other.goto("/tables/4/")
    other.get_by_role("button", name=re.compile("Sign out")).click()
    other.wait_for_url(re.compile("sign-in"))
    console.write("s 1 Ann")
    page.keyboard.press("Enter")
    page.get_by_text("You are signed out").wait_for()
    assert page.input_value("#line") == "s 1 Ann"
    shot(page, "console-signed-out")
    page.get_by_role("link", name="Sign in again").click()
    page.get_by_label("Name").fill("claire")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    page.wait_for_selector("#console")
    assert console.seq == 1
