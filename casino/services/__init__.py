"""The PostgreSQL and the Redis a command works with: given ones, another command's, or its own.

`DATABASE_URL` and `REDIS_URL`, when set, are used as they are. Otherwise the data folder has one
owner at a time (data_folder); whoever becomes it starts both services and stops them at the end,
and a command that comes meanwhile joins them. No Django here: it has not been set up yet.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from casino.services import postgres, redis
from casino.services.account import Account
from casino.services.data_folder import DataFolder, Owner, choose
from casino.trouble import Unable

DATABASE, BROKER = "DATABASE_URL", "REDIS_URL"
PATIENCE = 30.0  # seconds for another command's services to come up


@contextlib.contextmanager
def available(root: Path, command: str) -> Iterator[bool]:
    """Name both services in the environment while the block runs.

    Yields whether the database is this command's own: then nobody else has prepared it.
    """
    unprepared = not os.environ.get(DATABASE)
    if given():
        yield False
        return
    folder, account = choose(root)
    with ended_by_sigterm():
        owner = _own_or_join(folder, command)
        if owner is None:
            with folder.joined():
                yield False
            return
        with owner, running(folder, account, postgres.LASTING):
            owner.announce(addresses())
            try:
                yield unprepared
            finally:
                owner.wait_for_guests()


@contextlib.contextmanager
def running(
    folder: DataFolder, account: Account, settings: postgres.Settings
) -> Iterator[list["postgres.Cluster | redis.Server"]]:
    """Start what the environment does not name, PostgreSQL first, and stop it in reverse.

    What it yields is watched by the supervisor: each knows its name, its log and if it runs.
    """
    started: list[postgres.Cluster | redis.Server] = []
    before = {name: os.environ.get(name) for name in (DATABASE, BROKER)}
    try:
        if not before[DATABASE]:
            cluster = postgres.start(folder, account, settings)
            started.append(cluster)
            os.environ[DATABASE] = cluster.url
        if not before[BROKER]:
            server = redis.start(folder, account)
            started.append(server)
            os.environ[BROKER] = server.url
        yield started
    finally:
        for service in reversed(started):
            service.stop()
        for name, value in before.items():
            if value:
                os.environ[name] = value
            else:
                os.environ.pop(name, None)


def given() -> bool:
    """Whether both services are somebody else's."""
    return bool(os.environ.get(DATABASE) and os.environ.get(BROKER))


def addresses() -> dict[str, str]:
    return {name: os.environ[name] for name in (DATABASE, BROKER)}


def _own_or_join(folder: DataFolder, command: str) -> Owner | None:
    """Become the owner of the data folder (returned), or take the addresses its owner announces."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        owner = folder.own(command)
        if owner is not None:
            return owner
        announced = folder.announced()
        if announced.addresses:
            for name, value in announced.addresses.items():
                os.environ.setdefault(name, value)
            return None
        time.sleep(0.1)
    raise Unable(
        f"The data folder {folder.path} is held by {folder.announced().words()}, whose database "
        f"has not come up within {PATIENCE:.0f} s. See {folder.logs}."
    )


@contextlib.contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM unwind the stack, so that the services are stopped in order."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
