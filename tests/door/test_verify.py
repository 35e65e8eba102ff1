"""`manage.py verify` names the first entry that was touched, also by somebody with every right."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tables.proofs import PROOFS, first_failures
from tests.conftest import BANKER_WINS, COVERED, PONTE_WINS

# What an administrator with all triggers off might do, and the proof that names him.
TAMPERING = {
    "a smaller commission in the books": (
        "UPDATE ledger_commission SET amount = 3_400 WHERE table_id = {t}",
        "commissions",
    ),
    "a line more to a friend": (
        "UPDATE ledger_line SET amount = amount - 1 WHERE table_id = {t} AND holder = 'Bob' "
        "AND seq = 9",
        "posted",
    ),
    "an amount in the text": (
        "UPDATE tables_logentry SET body = replace(body, '30000', '30001') "
        "WHERE table_id = {t} AND seq = 7",
        "chain",
    ),
    "an entry removed": ("DELETE FROM tables_logentry WHERE table_id = {t} AND seq = 7", "chain"),
    "the last entry removed": (
        "DELETE FROM tables_logentry WHERE table_id = {t} AND seq = 10",
        "head",
    ),
    "another actor": (
        "UPDATE tables_logentry SET actor = 'nobody' WHERE table_id = {t} AND seq = 7",
        "reading",
    ),
    "two entries swapped": (
        "UPDATE tables_logentry SET seq = CASE seq WHEN 7 THEN -8 ELSE -7 END "
        "WHERE table_id = {t} AND seq IN (7, 8); "
        "UPDATE tables_logentry SET seq = -seq WHERE seq < 0",
        "chain",
    ),
    "an entry of the books removed": (
        "DELETE FROM ledger_line WHERE table_id = {t} AND seq = 9",
        "posted",
    ),
    "the table shows another bank": (
        """UPDATE tables_table SET view = jsonb_set(view, '{{bank}}', '1') WHERE number = {t}""",
        "money",
    ),
}


def without_triggers(statement, table):
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE")  # whoever signed in: a superuser
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("ALTER TABLE tables_logentry DROP CONSTRAINT log_starts_at_one")
        cursor.execute(statement.format(t=table.number))
        cursor.execute("SET session_replication_role = origin")


def test_an_honest_night_verifies(play, table_4, capsys):
    play(*COVERED, BANKER_WINS, {"do": "continue"}, {"do": "banco", "seat": 2})
    play({"do": "close_bets"}, PONTE_WINS)
    call_command("verify")
    assert "The record verifies." in capsys.readouterr().out


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_named(play, table_4, what):
    play(*COVERED, BANKER_WINS)
    statement, proof = TAMPERING[what]
    without_triggers(statement, table_4)
    failing = {proof.name for proof in PROOFS if first_failures(proof, None)}
    assert proof in failing
    with pytest.raises(CommandError, match="does not verify"):
        call_command("verify", stdout=StringIO())


def test_the_first_bad_entry_is_named(play, table_4, capsys):
    play(*COVERED, BANKER_WINS)
    without_triggers(TAMPERING["an amount in the text"][0], table_4)
    with pytest.raises(CommandError):
        call_command("verify", table=4)
    assert "table 4, entry 7: its text is not the text that was hashed" in capsys.readouterr().out


def test_an_unknown_table_is_said(house):
    with pytest.raises(CommandError, match="There is no table 77"):
        call_command("verify", table=77)
