"""The database of the tests: real, and entered as the web's role, as the product does.

`db` (pytest-django's) rolls back after each test. `real_database` is a database of its own, copied
from a prepared one, for tests that need commits and several connections.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from casino import privileges
from casino.management.commands.prepare import act_as

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

TABLE = {
    "game": "chemin_de_fer",
    "seats": 9,
    "decks": 6,
    "currency": "EUR",
    "unit": 100,
    "min_bank": 10_000,
    "max_bank": None,
    "min_stake": 1_000,
    "commission": {
        "rate_bp": 500,
        "round_to": 10,
        "rounding": "nearest",
        "half": "up",
        "version": "house-5/2007-05-24",
    },
    "cut_card_before_last": 7,
    "options": {"takeover": "at_least", "takeover_turn": "neighbour_counts", "auction": False},
}


def _sign_in() -> psycopg.Connection[Any]:
    """A connection of its own, as the role that signs in, outside any test's transaction."""
    where = connection.settings_dict
    return psycopg.connect(
        host=where["HOST"],
        user=where["USER"],
        dbname="postgres",
        password=where["PASSWORD"] or None,
        port=where["PORT"] or None,
        autocommit=True,
    )


def _create(name: str, template: str = "template0") -> None:
    with _sign_in() as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')


def _drop(name: str) -> None:
    with _sign_in() as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _use(name: str, role: str | None = privileges.WEB) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    act_as(role)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: Any, worker_id: str
) -> Iterator[None]:
    """One prepared database for this worker, and a copy to make real ones from."""
    first = connection.settings_dict["NAME"]
    name = f"test_{first}_{worker_id}"
    with django_db_blocker.unblock():
        _create(name)
        _use(name, None)
        call_command("prepare", verbosity=0)
        connection.close()
        _create(f"{name}_template", template=name)
        _use(name)
    yield
    with django_db_blocker.unblock():
        connection.close()
        _drop(name)
        _drop(f"{name}_template")
        connection.settings_dict["NAME"] = first


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> None:
    """A good hash is slow on purpose; here a hundred people sign in every second."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def real_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A database in which commits are commits; its name, for connections of one's own."""
    ours = connection.settings_dict["NAME"]
    name = f"{ours}_real"
    with django_db_blocker.unblock():
        connection.close()
        _create(name, template=f"{ours}_template")
        _use(name)
        yield name
        connection.close()
        _drop(name)
        _use(ours)


@pytest.fixture
def as_owner() -> Callable[[], None]:
    """Go on as the owner of the tables, within the test's transaction."""

    def become() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET ROLE {privileges.OWNER}")

    return become


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Any:
    """The casino: noon to noon in Paris, euros."""
    _needs_a_database(request)
    from ledger.models import Casino

    return Casino.objects.create(
        name="Casino", time_zone="Europe/Paris", cut_off=time(12, 0), currency="EUR"
    )


@pytest.fixture
def table_4(house: Any) -> Any:
    """Table 4, chemin de fer, not yet open."""
    return add_table(4)


def add_table(number: int, **changes: Any) -> Any:
    """A table as an administrator sets it up: the web's role may not."""
    from tables import standing
    from tables.models import Table

    # Another test's table of that number may have had other rules, and no entry tells them apart.
    standing._remembered.pop(number, None)
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE cagnotte_owner")
        table = Table.objects.create(number=number, rules={**TABLE, **changes})
        cursor.execute("SET ROLE cagnotte_web")
    return table


@pytest.fixture
def play(table_4: Any) -> Callable[..., Any]:
    """Record commands at table 4 one after another, a minute apart; returns the last answer."""
    keys = (f"key-{n}" for n in itertools.count(1))
    clock = (NOW + timedelta(minutes=n) for n in itertools.count())

    def record_all(*commands: Mapping[str, Any], table_id: int = table_4.number) -> Any:
        from tables.log import record

        answer = None
        for command in commands:
            answer = record(
                table_id=table_id,
                command=command,
                actor="croupier",
                device="console-1",
                key=next(keys),
                now=next(clock),
            )
        return answer

    return record_all


def _needs_a_database(request: pytest.FixtureRequest) -> None:
    real = "real_database" in request.fixturenames
    request.getfixturevalue("real_database" if real else "db")


SEATED = (
    {"do": "open_sitting"},
    {"do": "sit", "seat": 1, "player": "Ann"},
    {"do": "sit", "seat": 2, "player": "Bob"},
    {"do": "sit", "seat": 3, "player": "Cleo"},
    {"do": "open_shoe"},
    {"do": "take_bank", "seat": 1, "amount": 100_000},
)
"""Ann holds a bank of 1,000.00 against Bob and Cleo."""

COVERED = (
    *SEATED,
    {"do": "stake", "seat": 2, "amount": 30_000},
    {"do": "stake", "seat": 3, "amount": 40_000},
    {"do": "close_bets"},
)
"""700.00 of it is covered, 300.00 in the garage."""

BANKER_WINS = {"do": "deal", "ponte": ["7S", "KD"], "banker": ["9H", "QC"]}
TIE = {"do": "deal", "ponte": ["7S", "KD"], "banker": ["3H", "4C"]}
PONTE_WINS = {"do": "deal", "ponte": ["8S", "KD"], "banker": ["3H", "4C"]}
