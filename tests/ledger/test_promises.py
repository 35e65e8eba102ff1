"""Each promise of the ledger, broken in raw SQL: as the web's role, and as the tables' owner."""

import psycopg
import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from tests.conftest import BANKER_WINS, COVERED

APPEND_ONLY = (
    ("ledger_entry", "kind = 'adjustment'"),
    ("ledger_line", "amount = amount + 1"),
    ("ledger_commission", "amount = 0"),
    ("tables_logentry", "body = '{}'"),
    ("tables_commandkey", "seq = 1"),
)

OURS = "WHERE table_id = 4"


def run(statement, *values):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def check_now():
    """Bring the checks of the commit forward: the tests' transaction never commits."""
    run("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.fixture
def coup(play):
    """One settled coup: 35.00 of commission on 700.00."""
    answer = play(*COVERED, BANKER_WINS)
    check_now()
    run("SET CONSTRAINTS ALL DEFERRED")
    return answer


@pytest.mark.parametrize(("table", "change"), APPEND_ONLY)
@pytest.mark.parametrize("statement", ["UPDATE {} SET {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_web_may_not_touch_what_is_written(coup, table, change, statement):
    with pytest.raises(ProgrammingError, match="permission denied"):
        run(statement.format(table, change))


@pytest.mark.parametrize(("table", "change"), APPEND_ONLY)
@pytest.mark.parametrize("statement", ["UPDATE {} SET {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_owner_is_refused_by_the_tables_themselves(coup, as_owner, table, change, statement):
    as_owner()
    with pytest.raises(IntegrityError, match="append-only"):
        run(statement.format(table, change))


@pytest.mark.parametrize(
    "table", ["ledger_entry", "ledger_line", "ledger_commission", "tables_logentry", "tables_coup"]
)
def test_the_web_may_not_write_beside_the_door(coup, table):
    with pytest.raises(ProgrammingError, match="permission denied"):
        run(f"INSERT INTO {table} (table_id) VALUES (1)")


def test_the_web_may_not_post_beside_the_door(coup):
    with pytest.raises(ProgrammingError, match="permission denied"):
        run("SELECT ledger_post(1, 99, 1, '2026-11-30', now(), '{}')")


def entry(cursor, *, seq=1, lines=2, day="2026-11-30"):
    cursor.execute(
        "INSERT INTO ledger_entry (table_id, seq, sitting, kind, currency, gaming_day, "
        "recorded_at, lines) SELECT number, %s, 1, 'adjustment', 'EUR', %s, now(), %s "
        "FROM tables_table WHERE number = 4",
        [seq, day, lines],
    )


def line(cursor, number, amount, *, seq=1, of=2, kind="bank"):
    cursor.execute(
        "INSERT INTO ledger_line (table_id, seq, line, of, sitting, kind, holder, amount) "
        "SELECT number, %s, %s, %s, 1, %s, '1', %s FROM tables_table WHERE number = 4",
        [seq, number, of, kind, amount],
    )


@pytest.fixture
def cursor(coup, as_owner):
    """As the owner, on a table whose entry 1 (the opening) has posted nothing."""
    as_owner()
    with connection.cursor() as cursor:
        yield cursor


def test_a_balanced_entry_is_taken(cursor):
    entry(cursor)
    line(cursor, 1, 500)
    line(cursor, 2, -500)
    check_now()


@pytest.mark.parametrize("amounts", [(500, -499), (500, 500)])
def test_an_entry_out_of_balance_does_not_commit(cursor, amounts):
    with pytest.raises(IntegrityError, match="does not balance"), transaction.atomic():
        entry(cursor)
        for number, amount in enumerate(amounts, 1):
            line(cursor, number, amount)
        check_now()


def test_an_entry_without_its_lines_does_not_commit(cursor):
    with pytest.raises(IntegrityError, match="0 of 2 lines"), transaction.atomic():
        entry(cursor)
        check_now()


@pytest.mark.parametrize("number", [1, 4])
def test_a_line_added_later_finds_no_place(cursor, number):
    """Also when a pair of them would balance: every number is taken, and there are no others."""
    cursor.execute(f"SELECT seq FROM ledger_entry {OURS} AND lines = 3 AND kind = 'coup_settled'")
    (seq,) = cursor.fetchone()
    with pytest.raises(IntegrityError), transaction.atomic():
        line(cursor, number, 1, seq=seq, of=3)
        check_now()


def test_a_line_needs_an_entry(cursor):
    with pytest.raises(IntegrityError, match="line_of_an_entry"), transaction.atomic():
        line(cursor, 1, 1)
        check_now()


def test_a_line_of_nothing_is_refused(cursor):
    entry(cursor)
    with pytest.raises(IntegrityError, match="line_moves_something"):
        line(cursor, 1, 0)


def test_an_unknown_account_is_refused(cursor):
    entry(cursor)
    with pytest.raises(IntegrityError, match="account_kind_is_known"):
        line(cursor, 1, 5, kind="slush_fund")


def test_a_log_entry_posts_at_most_one_entry(cursor):
    cursor.execute(f"SELECT max(seq) FROM ledger_entry {OURS}")
    (seq,) = cursor.fetchone()
    with pytest.raises(IntegrityError, match="duplicate key"):
        entry(cursor, seq=seq)


def test_a_closed_day_takes_no_entry(cursor):
    cursor.execute("UPDATE ledger_gamingday SET closed_at = now() WHERE date = '2026-11-30'")
    with pytest.raises(IntegrityError, match="is not open"):
        entry(cursor)


def test_a_closed_day_is_not_opened_again(cursor):
    cursor.execute("UPDATE ledger_gamingday SET closed_at = now() WHERE date = '2026-11-30'")
    with pytest.raises(IntegrityError, match="is closed"):
        cursor.execute("UPDATE ledger_gamingday SET closed_at = NULL WHERE date = '2026-11-30'")


def test_days_do_not_overlap(cursor):
    with pytest.raises(IntegrityError, match="gaming_days_do_not_overlap"):
        cursor.execute(
            "INSERT INTO ledger_gamingday (date, opens_at, closes_at) "
            "SELECT '2026-12-01', opens_at + interval '1 hour', closes_at + interval '1 hour' "
            "FROM ledger_gamingday WHERE date = '2026-11-30'"
        )


def test_an_unbalanced_entry_does_not_survive_a_real_commit(real_database, play):
    """The same promise where the commit is a commit: nothing of the entry is left."""
    play(*COVERED, BANKER_WINS)
    where = connection.settings_dict
    with psycopg.connect(host=where["HOST"], user=where["USER"], dbname=real_database) as server:
        before = server.execute("SELECT count(*) FROM ledger_entry").fetchone()
        with server.cursor() as cursor:
            entry(cursor)
            line(cursor, 1, 500)
            line(cursor, 2, -400)
        with pytest.raises(psycopg.errors.CheckViolation):
            server.commit()
        assert server.execute("SELECT count(*) FROM ledger_entry").fetchone() == before


def test_tables_belong_to_a_role_that_cannot_sign_in(coup):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT r.rolname, r.rolcanlogin, r.rolsuper FROM pg_class c "
            "JOIN pg_roles r ON r.oid = c.relowner "
            "WHERE c.relname = ANY(%s)",
            [[table for table, _ in APPEND_ONLY]],
        )
        assert cursor.fetchall() == [("cagnotte_owner", False, False)]
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("cagnotte_web",)
