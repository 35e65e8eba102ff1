"""A database for one run of the bench, and the environment of the processes that share it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.core.management import call_command
from django.db import connection

from casino import privileges
from casino.management.commands.prepare import act_as


def sign_in(database: str) -> psycopg.Connection[Any]:
    """A bare connection, as the role that signs in."""
    where = connection.settings_dict
    return psycopg.connect(
        host=where["HOST"] or None,
        port=where["PORT"] or None,
        user=where["USER"] or None,
        password=where["PASSWORD"] or None,
        dbname=database,
        autocommit=True,
    )


@contextmanager
def database() -> Iterator[str]:
    """A fresh prepared database, entered as the web's role; gone afterwards."""
    first = connection.settings_dict["NAME"]
    name = f"bench_{os.getpid()}"
    with sign_in(first) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    use(name)
    call_command("prepare", verbosity=0)
    act_as(privileges.WEB)
    try:
        yield name
    finally:
        use(first)
        with sign_in(first) as server:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def use(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
