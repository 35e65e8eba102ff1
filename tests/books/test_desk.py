"""The accountant's pages: what they say, who may do what there, and when the worker is told."""

import hashlib
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection, transaction
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext

from casino.celery import app
from ledger import reconciliation
from ledger.desk import asking, shown
from ledger.models import Export, GamingDay, Reconciliation
from tables.commission_due import COMMISSION_DUE
from tests.books.conftest import DAY
from tests.books.test_workers import in_a_thread
from tests.conftest import BANKER_WINS, COVERED, NOW, PONTE_WINS, SEATED, TIE, add_table

DAY_PAGE = "/desk/2026-11-30/"
RECONCILIATION = f"{DAY_PAGE}reconciliation/"
CSV = f"{DAY_PAGE}files/by-table/csv/"

HTMX = {"HX-Request": "true"}


def words(answer):
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


@pytest.fixture
def as_role(client, people):
    def sign_in(role):
        client.force_login(people[role])
        return client

    return sign_in


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the workers, and never reached one."""
    messages = []
    monkeypatch.setattr(
        app,
        "send_task",
        lambda name, arguments, **how: messages.append((name, *arguments)),
    )
    return messages


def reconcile():
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    return reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW)


class TestWhoMay:
    @pytest.mark.parametrize(
        ("method", "address", "allowed"),
        [
            ("get", "/desk/", {"accountant", "auditor"}),
            ("get", DAY_PAGE, {"accountant", "auditor"}),
            ("get", RECONCILIATION, {"accountant", "auditor"}),
            ("post", RECONCILIATION, {"accountant"}),
            ("get", CSV, {"accountant"}),
            ("get", "/desk/exports/00000000-0000-0000-0000-000000000000/", {"accountant"}),
        ],
    )
    @pytest.mark.parametrize("role", ["accountant", "auditor", "croupier", "administrator"])
    def test_each_address(self, coup, as_role, sent, method, address, allowed, role):
        answer = getattr(as_role(role), method)(address)
        assert (answer.status_code == 403) == (role not in allowed)

    def test_nothing_is_done_for_who_may_not(self, coup, as_role):
        as_role("auditor").post(RECONCILIATION)
        as_role("auditor").get(CSV)
        assert not Reconciliation.objects.exists()
        assert not Export.objects.exists()

    def test_the_auditor_is_offered_nothing_he_may_not_do(self, coup, as_role):
        page = words(as_role("auditor").get(DAY_PAGE))
        assert "Reconcile now" not in page
        assert "Take away" not in page

    def test_nobody_is_asked_to_sign_in(self, client, coup):
        assert client.get(DAY_PAGE)["Location"] == f"/sign-in/?next={DAY_PAGE}"


class TestDays:
    def test_the_days_with_their_totals(self, as_role, coup):
        page = words(as_role("accountant").get("/desk/"))
        assert "Monday 30 November 2026" in page
        assert "35.00 EUR" in page
        assert "not compared yet" in page

    def test_before_the_first(self, as_role):
        assert "No gaming day yet" in words(as_role("accountant").get("/desk/"))

    def test_a_day_on_which_nothing_was_posted(self, as_role, play):
        play(*SEATED[:3])
        page = words(as_role("accountant").get("/desk/"))
        assert "nothing posted" in page
        assert "Nothing was posted" in words(as_role("accountant").get(DAY_PAGE))

    @pytest.mark.parametrize("address", ["/desk/?before=yesterday", "/desk/2026-02-30/"])
    def test_no_such_day(self, as_role, coup, address):
        assert as_role("accountant").get(address).status_code == 404

    def test_a_day_nobody_played_on(self, as_role, coup):
        assert as_role("accountant").get("/desk/2026-11-29/").status_code == 404
        assert as_role("accountant").get("/desk/2026-11-29/reconciliation/").status_code == 404

    def test_further_back(self, as_role, coup):
        page = words(as_role("accountant").get("/desk/?before=2026-11-30"))
        assert "30 November" not in page


class TestDay:
    def test_commission_by_table_and_sitting(self, as_role, play):
        """5 % of 2.90 to ten cents is 0.10, in theory 0.145; and of 100.00 it is 5.00."""
        add_table(5, unit=10, min_stake=10)
        play(*COVERED, BANKER_WINS, {"do": "continue"})
        stake = {"do": "stake", "seat": 2, "amount": 290}
        play(*SEATED, stake, {"do": "close_bets"}, BANKER_WINS, table_id=5)
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "4 1 1 1 700.00 35.000 35.00 0.000" in page
        assert "5 1 1 1 2.90 0.145 0.10 −0.045" in page
        assert "Total 2 2 702.90 35.145 35.10 −0.045" in page

    def test_the_accounts_on_their_normal_side(self, as_role, play):
        """L08, L13: the bank was 1,000.00, won 665.00 and was lost; nothing is left of it."""
        play(*COVERED, BANKER_WINS, {"do": "continue"})
        play({"do": "stake", "seat": 2, "amount": 136_500}, {"do": "close_bets"}, PONTE_WINS)
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "bank the banker&#x27;s money at risk 1,665.00 1,665.00 0.00" in page
        assert "cagnotte commission earned 0.00 35.00 35.00" in page
        assert "−0.00" not in page
        assert "-0.00" not in page
        ((debit, credit),) = re.findall(r"Both sides ([\d,.]+) ([\d,.]+)", page)
        assert debit == credit

    def test_currencies_are_not_added(self, as_role, play):
        cent = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
        add_table(7, currency="JPY", unit=1, min_stake=1, commission=cent)
        play(*COVERED, BANKER_WINS)
        seated = (*SEATED[:-1], {"do": "take_bank", "seat": 1, "amount": 500_000})
        stake = {"do": "stake", "seat": 2, "amount": 500_000}
        play(*seated, stake, {"do": "close_bets"}, BANKER_WINS, table_id=7)
        reconcile()
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "Commission by table and sitting, EUR" in page
        assert "7 1 1 1 500,000 25,000 25,000 0" in page
        assert "The coups and the books agree: 2 coups " in page

    def test_times_are_the_casinos(self, as_role, coup):
        """From noon to noon in Paris, where it is an hour later than in UTC."""
        assert "from 12:00 to 12:00, 1 December" in words(as_role("accountant").get(DAY_PAGE))

    def test_a_day_is_over_and_then_closed(self, as_role, coup, people):
        assert "over, not closed" in self._a_year_ago(as_role)
        GamingDay.objects.filter(date="2025-11-30").update(
            closed_at=NOW, closed_by=people["accountant"]
        )
        page = words(as_role("accountant").get("/desk/2025-11-30/"))
        assert "closed by accountant at 21:00, 30 November" in page

    def _a_year_ago(self, as_role):
        GamingDay.objects.create(
            date="2025-11-30",
            opens_at=NOW.replace(year=2025, hour=11),
            closes_at=NOW.replace(year=2025, hour=12),
        )
        return words(as_role("accountant").get("/desk/2025-11-30/"))


class TestReconciliation:
    def test_before_the_first(self, as_role, coup):
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "have not been held against the books yet" in page
        assert "Reconcile now" in page

    def test_asked_for_it_waits_and_looks_again(self, as_role, coup, sent):
        answer = as_role("accountant").post(RECONCILIATION, headers=HTMX)
        assert "Asked for by accountant at" in words(answer)
        assert 'hx-trigger="every 1s"' in answer.content.decode()
        assert "Reconcile now" not in words(answer)

    def test_without_a_script_it_is_the_page_again(self, as_role, coup, sent):
        answer = as_role("accountant").post(RECONCILIATION)
        assert (answer.status_code, answer["Location"]) == (302, DAY_PAGE)

    def test_they_agree(self, as_role, play):
        """700.00 in a tie, then 700.00 won by the banker: 35.00."""
        again = ({"do": "stake", "seat": 2, "amount": 70_000}, {"do": "close_bets"})
        play(*COVERED, TIE, {"do": "continue"}, *again, BANKER_WINS)
        reconcile()
        answer = as_role("accountant").get(RECONCILIATION, headers=HTMX)
        assert "The coups and the books agree: 2 coups, 35.00" in words(answer)
        assert "hx-trigger" not in answer.content.decode()
        assert "agree" in words(as_role("accountant").get("/desk/"))

    def test_they_do_not_and_later_they_do(self, as_role, coup, tamper):
        tamper("UPDATE ledger_commission SET amount = 3_400 WHERE table_id = 4")
        reconcile()
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "1 difference between the coups and the books" in page
        assert "4 · 10 another amount posted 35.00 34.00" in page
        assert "agree" not in page
        assert "1 difference" in words(as_role("accountant").get("/desk/"))
        tamper("UPDATE ledger_commission SET amount = 3_500 WHERE table_id = 4")
        reconcile()
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "The coups and the books agree: 1 coup, 35.00" in page
        assert "1 earlier difference is settled" in page

    def test_of_very_many_the_first_are_shown(self, as_role, coup, tamper, monkeypatch):
        """A rule gone wrong makes one difference a coup."""
        coups = "FROM tables_coup, generate_series(2, 60) n WHERE table_id = 4 AND number = 1"
        tamper(
            "INSERT INTO tables_coup (table_id, sitting, number, shoe, bank, seq, gaming_day, "
            "settled_at, winner, hands, irregular, covered, base, commission, bank_after, "
            "garage_after) SELECT table_id, sitting, n, shoe, bank, seq + n, gaming_day, "
            "settled_at, winner, hands, irregular, covered, base, commission, bank_after, "
            f"garage_after {coups}"
        )
        reconcile()
        accountant = as_role("accountant")
        with CaptureQueriesContext(connection) as all_of_them:
            page = words(accountant.get(DAY_PAGE))
        assert page.count("commission missing 35.00 0.00") == 59
        assert "more" not in page
        monkeypatch.setattr(shown, "MOST_DIFFERENCES", 10)
        with CaptureQueriesContext(connection) as ten:
            page = words(accountant.get(DAY_PAGE))
        assert "59 differences between the coups and the books" in page
        assert page.count("commission missing 35.00 0.00") == 10
        assert "and 49 more" in page
        assert len(ten) == len(all_of_them)

    def test_a_failed_run_says_so(self, as_role, coup):
        reconcile()
        Reconciliation.objects.update(state="failed", failure="OSError: the disk is full")
        page = words(as_role("accountant").get(DAY_PAGE))
        assert "could not be finished" in page
        assert "the disk is full" in page
        assert "Reconcile now" in page

    def test_a_worker_is_told_once_the_row_is_there(
        self, as_role, coup, sent, django_capture_on_commit_callbacks
    ):
        """C06."""
        with django_capture_on_commit_callbacks() as callbacks:
            as_role("accountant").post(RECONCILIATION)
            assert Reconciliation.objects.get().state == "asked"
            assert sent == []
        for callback in callbacks:
            callback()
        assert sent == [("reconcile", "2026-11-30")]

    def test_nobody_is_told_of_what_was_rolled_back(self, real_database, coup, sent):
        with pytest.raises(RuntimeError), transaction.atomic():
            asking.ask(day=DAY, asked_by="agnes", now=NOW)
            raise RuntimeError
        assert sent == []
        asking.ask(day=DAY, asked_by="agnes", now=NOW)
        assert sent == [("reconcile", "2026-11-30")]

    def test_without_a_broker_it_waits_in_the_database(
        self, as_role, coup, monkeypatch, caplog, django_capture_on_commit_callbacks
    ):
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            address = f"redis://127.0.0.1:{nobody.getsockname()[1]}/0"
            send = app.send_task

            def to_nobody(name, arguments, retry):
                with app.connection(address) as line:
                    send(name, arguments, retry=retry, connection=line)

            monkeypatch.setattr(app, "send_task", to_nobody)
            with django_capture_on_commit_callbacks(execute=True):
                assert as_role("accountant").post(RECONCILIATION).status_code == 302
        assert "waits in the database" in caplog.text
        assert reconciliation.waiting_days() == [DAY]
        assert "Asked for by accountant" in words(as_role("accountant").get(DAY_PAGE))


class TestFiles:
    @pytest.mark.parametrize("sheet", ["by-table", "each-commission"])
    @pytest.mark.parametrize(
        ("form", "ending"),
        [("csv", ".csv"), ("csv-excel-fr", "-excel-fr.csv"), ("xlsx", ".xlsx")],
    )
    def test_made_kept_and_fetched_again(self, as_role, coup, sheet, form, ending):
        client = as_role("accountant")
        made = client.get(f"{DAY_PAGE}files/{sheet}/{form}/")
        file = Export.objects.get()
        assert made["Location"] == f"/desk/exports/{file.id}/"
        first, second = client.get(made["Location"]), client.get(made["Location"])
        content = first.getvalue()
        assert content == second.getvalue()
        assert hashlib.sha256(content).digest() == bytes(file.sha256)
        assert int(first["Content-Length"]) == len(content)
        name = f"commission-2026-11-30-{sheet}{ending}"
        assert first["Content-Disposition"] == f'attachment; filename="{name}"'
        assert Export.objects.count() == 1
        assert name in words(client.get(DAY_PAGE))

    def test_the_page_and_the_file_have_one_total(self, as_role, play):
        """P13: three times 1.1875, of which 1.19 was taken."""
        cent = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
        play({"do": "set_rules", "unit": 5, "min_stake": 5, "commission": cent}, *SEATED)
        coup = ({"do": "stake", "seat": 2, "amount": 2_375}, {"do": "close_bets"}, BANKER_WINS)
        play(*coup, {"do": "continue"}, *coup, {"do": "continue"}, *coup)
        client = as_role("accountant")
        assert "Total 3 3 71.25 3.5625 3.57 +0.0075" in words(client.get(DAY_PAGE))
        assert b",71.25,3.5625,3.57,0.0075,EUR" in client.get(CSV, follow=True).getvalue()

    @pytest.mark.parametrize("path", ["by-table/pdf", "everything/csv"])
    def test_no_such_file(self, as_role, coup, path):
        assert as_role("accountant").get(f"{DAY_PAGE}files/{path}/").status_code == 404

    def test_too_long_for_a_worksheet(self, as_role, coup, monkeypatch):
        monkeypatch.setattr("ledger.exports.workbook.MOST_ROWS", 0)
        answer = as_role("accountant").get(f"{DAY_PAGE}files/by-table/xlsx/", follow=True)
        assert "more rows than a worksheet holds" in words(answer)
        assert not Export.objects.exists()

    def test_an_asynchronous_server_sends_it_piece_by_piece(
        self, real_database, coup, people, client
    ):
        client.force_login(people["accountant"])
        where = client.get(CSV)["Location"]
        expected = client.get(where).getvalue()

        async def fetch():
            web = AsyncClient()
            web.cookies = client.cookies
            answer: Any = await web.get(where)
            assert answer.is_async
            return b"".join([piece async for piece in answer.streaming_content])

        # In a thread of its own: where a browser has been at work this one has a loop already.
        with ThreadPoolExecutor(1) as server:
            assert server.submit(in_a_thread(async_to_sync(fetch))).result() == expected
