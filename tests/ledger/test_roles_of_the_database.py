"""The roles the promises rest on, made by whoever prepares a database first."""

from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import psycopg
from django.db import connection

from casino.management.commands.prepare import act_as
from casino.privileges import make_role

ROLE = "cagnotte_of_a_test"


def test_two_databases_prepared_at_once_make_a_role_once(real_database):
    """The second one waits for the first, and finds the role there."""
    where = connection.settings_dict
    with psycopg.connect(host=where["HOST"], user=where["USER"], dbname=real_database) as first:
        first.execute(f"CREATE ROLE {ROLE} NOLOGIN")
        try:
            with ThreadPoolExecutor(1) as pool:
                second = pool.submit(_make_it)
                until = monotonic() + 10
                while not _somebody_waits(first) and monotonic() < until:
                    sleep(0.02)
                first.commit()
                second.result(10)
        finally:
            first.execute(f"DROP ROLE IF EXISTS {ROLE}")


def _make_it():
    try:
        act_as(None)
        make_role(ROLE)
    finally:
        connection.close()


def _somebody_waits(server):
    waiting = server.execute(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
    ).fetchone()
    return waiting[0] > 0
