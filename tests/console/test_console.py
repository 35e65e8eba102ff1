"""The console over HTTP: a line ends in one coup or in one sentence, whatever is pressed twice."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tables.rules.errors import CATALOGUE
from tests.conftest import COVERED, SEATED, add_table
from tests.console.conftest import Console, with_permissions

Play = Callable[..., Any]
Entries = Callable[[], int]


def test_a_night_by_keyboard_alone(console: Console) -> None:
    for line in ("", "s 1 Ann", "s 2 Bob", "s 3 Cleo", "", "1000", "2 300", "3 400", ""):
        assert console.send(line).status_code == 200, line
    assert "covered 700 · garage 300" in console.text
    # 700 covered: the banker wins, 35.00 to the cagnotte, the bank is 1,365.00.
    console.send("k7 k9")
    for words in ("Banker wins 9 – 7", "35.00", "1,365.00", "Next coup"):
        assert words in console.text
    console.send("")
    console.send("3 500")
    console.send("")
    console.send("k7 k7")
    assert "Tie 7 – 7" in console.text
    for line in ("", "3 500", "", "k9 22"):
        console.send(line)
    # The garage held 300 of the first coup and 1,365 − 500 of the second.
    for words in ("Pay seat 3 · Cleo", "500.00", "Garage to seat 1 · Ann", "1,165.00"):
        assert words in console.text
    assert "Offer the bank to seat 2 · Bob." in console.text


def test_without_script_the_form_leads_back_to_the_page(console: Console) -> None:
    answer = console.post("", script="")
    assert (answer.status_code, answer["Location"]) == (302, "/tables/4/")
    refused = console.open().post("1 50", script="")
    assert refused.status_code == 422
    assert "<html" in refused.content.decode()
    assert 'value="1 50"' in refused.content.decode()


def test_without_script_a_line_can_be_looked_at_first(console: Console, play: Play) -> None:
    play(*COVERED)
    page = console.client.get("/tables/4/?line=k7+k9").content.decode()
    assert "Banker wins 9 – 7" in page
    assert 'value="k7 k9"' in page


# ---- once, and only once ---------------------------------------------------------------------


@pytest.mark.parametrize("script", ["true", ""])
def test_four_posts_of_one_form_make_one_coup(
    console: Console, play: Play, entries: Entries, script: str
) -> None:
    play(*COVERED)
    console.open()
    before = entries()
    answers = [console.post("k7 k9", script=script) for _ in range(4)]
    assert {answer.status_code for answer in answers} == {200 if script else 302}
    assert entries() == before + 1
    if script:
        assert "recorded already" in answers[-1].content.decode()
        assert "Coup 1 — Banker wins 9 – 7" in answers[-1].content.decode()


def test_two_pages_with_the_same_coup_make_one(
    console: Console, play: Play, entries: Entries
) -> None:
    play(*COVERED)
    console.open()
    other = Console(console.client).open()
    assert console.form["key"] != other.form["key"]
    before = entries()
    assert console.post("k7 k9").status_code == 200
    late = other.post("k7 k9")
    assert late.status_code == 412
    assert "The table has moved on" in late.content.decode()
    assert 'value="k7 k9"' in late.content.decode()
    assert "Next coup" not in late.content.decode() or entries() == before + 1
    assert entries() == before + 1


def test_a_used_page_brought_back_says_so_and_keeps_the_line(
    console: Console, entries: Entries
) -> None:
    console.post("")
    before = entries()
    again = console.post("s 1 Ann")
    assert again.status_code == 409
    assert "used already" in again.content.decode()
    assert 'value="s 1 Ann"' in again.content.decode()
    assert entries() == before


def test_a_table_closed_in_another_window_is_said_and_leaves_nothing_behind(
    console: Console, play: Play, entries: Entries
) -> None:
    play(*SEATED[:4])
    console.open()
    play({"do": "close_sitting"})
    before = entries()
    late = console.send("s 5 Eve")
    assert late.status_code == 412
    assert "The table is closed." in console.text or "has moved on" in console.text
    assert 'value="s 5 Eve"' in console.text
    assert entries() == before


def test_a_stale_page_is_drawn_anew_while_typing(console: Console, play: Play) -> None:
    play(*SEATED)
    answer = console.preview("2 300")
    assert answer["HX-Retarget"] == "#console"
    assert "The table has moved on" in answer.content.decode()
    assert 'value="2 300"' in answer.content.decode()


@pytest.mark.parametrize(
    "form",
    [
        {"key": ""},
        {"key": "k" * 65},
        {"seq": ""},
        {"seq": "-1"},
        {"seq": "9" * 30},
        {"seq": "²"},
        {"line": "x" * 601},
    ],
)
def test_a_form_that_was_tampered_with_is_answered_calmly(
    console: Console, entries: Entries, form: dict[str, str]
) -> None:
    line = form.pop("line", "")
    assert console.post(line, **form).status_code == 422
    assert entries() == 0


def test_a_place_in_the_log_that_does_not_exist_yet_is_stale(
    console: Console, entries: Entries
) -> None:
    assert console.post("", seq="99").status_code == 412
    assert entries() == 0


# ---- every refusal is a sentence -------------------------------------------------------------

SHORT_SHOE = {"decks": 1, "cut_card_before_last": 0}
OFFERED = SEATED[:5]
WON = (*COVERED, {"do": "result", "winner": "banker"})
SUITE = (*WON, {"do": "retire"})

REFUSALS: dict[str, tuple[tuple[dict[str, Any], ...], str, dict[str, Any]]] = {
    "bad_command": (SEATED, "@7 50", {}),
    "bad_amount": (OFFERED, "0", {}),
    "not_a_multiple": (SEATED, "2 10,50", {}),
    "wrong_phase": (SEATED, "x a card fell", {}),
    "no_such_seat": (SEATED, "10 50", {}),
    "seat_taken": (SEATED, "s 2 Dan", {}),
    "name_taken": (SEATED, "s 4 Bob", {}),
    "not_seated": (SEATED, "5 50", {}),
    "nobody_seated": (SEATED[:1], "", {}),
    "in_play": (SEATED, "l 1", {}),
    "not_offered": (OFFERED, "2 1000", {}),
    "below_min_bank": (OFFERED, "99", {}),
    "above_max_bank": (OFFERED, "5001", {"max_bank": 500_000}),
    "below_min_stake": (SEATED, "2 9", {}),
    "banker_cannot_stake": (SEATED, "1 50", {}),
    "nothing_staked": (SEATED, "", {}),
    "bad_banco": (SEATED, "b 2 deux", {}),
    "garage_short": (SEATED, "g 10", {}),
    "associated": (SEATED, "a 1", {}),
    "bad_cards": (COVERED, "2345 k5", {}),
    "irregular_draw": (COVERED, "22 k9 4 2", {}),
    "shoe_short": (COVERED, "k7 k9", SHORT_SHOE),
    "takeover_too_low": (SUITE, "1000", {}),
    "takeover_not_exact": (SUITE, "2000", {"options": {"takeover": "exact"}}),
    "bid_too_low": (
        (
            *SUITE,
            {"do": "decline", "seat": 2},
            {"do": "decline", "seat": 3},
            {"do": "bid", "seat": 2, "amount": 20_000},
        ),
        "3 200",
        {"options": {"auction": True}},
    ),
}
# No result but three can be typed; a stake has no maximum here; an auction may end without a bid.
NOT_TYPABLE = {"bad_result", "above_max_stake", "nobody_bid"}
OF_OTHER_GAMES = {
    *("wrong_tableau", "three_times", "one_coup_owed", "no_such_bet"),
    *("commission_owed", "nothing_owed"),
}


def test_the_refusals_tried_here_are_all_there_are() -> None:
    assert set(REFUSALS) | NOT_TYPABLE | OF_OTHER_GAMES == set(CATALOGUE)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    code: str, croupier: Any, client: Client, play: Play, entries: Entries
) -> None:
    commands, line, changes = REFUSALS[code]
    if changes:
        change_rules(play, changes)
    if code == "shoe_short":
        # Thirteen coups of four cards empty a single deck.
        play(*SEATED)
        for _ in range(13):
            play({"do": "banco", "seat": 2}, {"do": "close_bets"}, TIE_OF_FOUR, {"do": "continue"})
        play({"do": "banco", "seat": 2}, {"do": "close_bets"})
    else:
        play(*commands)
    client.force_login(croupier)
    console = Console(client).open()
    before = entries()
    answer = console.send(line)
    assert answer.status_code == 422
    assert CATALOGUE[code].sentence in answer.content.decode().replace("&#x27;", "'")
    assert f'name="line" value="{line}"' in answer.content.decode()
    assert entries() == before
    # The same, said while it is still being typed.
    if line:
        preview = console.preview(line)
        assert preview.status_code == 200


TIE_OF_FOUR = {"do": "deal", "ponte": ["7", "K"], "banker": ["7", "Q"]}


def change_rules(play: Play, changes: dict[str, Any]) -> None:
    """Before the sitting: the table line the sitting is opened with."""
    from django.db import connection

    from tables.models import Table

    with connection.cursor() as cursor:
        cursor.execute("SET ROLE cagnotte_owner")
        table = Table.objects.get(number=4)
        options = {**table.rules["options"], **changes.get("options", {})}
        table.rules = {**table.rules, **changes, "options": options}
        table.save()
        cursor.execute("SET ROLE cagnotte_web")


@pytest.mark.parametrize(
    "line", ["rx", "r", "b", "3", "zoe", "3 1,234", "??", "'; drop table", "<b>"]
)
def test_a_line_that_is_no_command_is_given_back(
    console: Console, play: Play, entries: Entries, line: str
) -> None:
    play(*SEATED)
    console.open()
    before = entries()
    answer = console.send(line)
    assert answer.status_code == 422
    assert "notice duty" in answer.content.decode()
    assert "<b>" not in answer.content.decode().replace("<b>Ponte</b>", "")
    assert entries() == before


# ---- who may ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "keys/", "preview/"])
def test_somebody_elses_table_and_no_table_are_both_404(console: Console, page: str) -> None:
    add_table(5)
    there = console.client.get(f"/tables/5/{page}")
    nowhere = console.client.get(f"/tables/77/{page}")
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert without_token(there) == without_token(nowhere)


def without_token(page: Any) -> str:
    """The page without what differs on any two pages."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", str(page.content.decode()))


def test_nobody_logs_at_somebody_elses_table(console: Console) -> None:
    from tables.models import LogEntry

    add_table(5)
    posted = console.client.post("/tables/5/act/", {**console.form, "line": ""})
    assert posted.status_code == 404
    assert not LogEntry.objects.exists()


def test_a_role_that_logs_no_commands_is_told_so(table_4: Any, client: Client) -> None:
    client.force_login(with_permissions("ada", "see_every_table"))
    assert client.get("/tables/4/").status_code == 403
    assert client.post("/tables/4/act/", {"line": ""}).status_code == 403


def test_limits_are_the_pit_managers(table_4: Any, console: Console, entries: Entries) -> None:
    refused = console.send("m min_bank 200")
    assert refused.status_code == 403
    assert "Limits are changed by the pit manager." in console.text
    assert entries() == 0
    pit = with_permissions("pia", "log_command", "see_every_table", "change_limits")
    console.client.force_login(pit)
    assert console.open().send("m min_bank 200").status_code == 200
    assert "bank 200 to no maximum" in console.text
    for line in ("m max_bank 100", "m min_stake 0"):
        assert console.open().send(line).status_code == 422
        assert "These limits do not go together" in console.text
    assert entries() == 1


def test_a_stranger_signs_in_first_and_his_line_is_kept_by_the_browser(
    table_4: Any, client: Client
) -> None:
    page = client.get("/tables/4/")
    assert page.status_code == 302
    assert page["Location"].endswith("?next=/tables/4/")
    sent = client.post("/tables/4/act/", {"line": ""}, headers={"HX-Request": "true"})
    assert sent.status_code == 401


def test_commands_are_posted_and_pages_are_read(console: Console) -> None:
    """Where a line is sent to, there is nothing to read: whoever looks there is shown the table."""
    looked = console.client.get("/tables/4/act/")
    assert (looked.status_code, looked["Location"]) == (302, "/tables/4/")
    assert console.client.put("/tables/4/act/").status_code == 405
    assert console.client.post("/tables/4/").status_code == 405


def test_the_page_has_no_inline_script_or_style(console: Console, play: Play) -> None:
    play(*COVERED)
    text = console.open().text
    assert " style=" not in text
    assert "<style" not in text
    assert " onclick=" not in text
    assert "hx-on" not in text
    assert text.count("<script") == text.count("<script src=") + text.count(
        '<script type="module" src='
    )


def test_home_lists_the_croupiers_own_tables(console: Console) -> None:
    add_table(5)
    page = console.client.get("/").content.decode()
    assert "/tables/4/" in page
    assert "/tables/5/" not in page
