"""Real services in folders of their own, away from those the rest of the suite runs on."""

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.services import postgres, redis
from casino.services.account import Account, unprivileged
from casino.services.data_folder import DataFolder

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = Path("/nonexistent")


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a fresh machine: no service named, no folder named."""
    for name in ("DATABASE_URL", "REDIS_URL", "CAGNOTTE_DATA", "SECRET_KEY", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    handler = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, handler)


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """An empty folder that any account can enter; pytest's own is closed to all but us."""
    path = Path(tempfile.mkdtemp(prefix="cagnotte-t-", dir="/tmp")).resolve()
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def place() -> Iterator[Path]:
    with open_folder() as path:
        yield path


@pytest.fixture
def folder(place: Path) -> DataFolder:
    return DataFolder(place)


@pytest.fixture(scope="session")
def account() -> Account:
    """Who the services run as here: ourselves, or, when root runs the tests, a borrowed one."""
    return unprivileged(NOWHERE)


@pytest.fixture(scope="module")
def cluster(account: Account) -> Iterator[postgres.Cluster]:
    """A cluster to look at; tests that stop or break one start their own."""
    with open_folder() as path:
        running = postgres.start(DataFolder(path), account, postgres.THROW_AWAY)
        yield running
        running.stop()


@pytest.fixture(scope="module")
def server(account: Account) -> Iterator[redis.Server]:
    with open_folder() as path:
        running = redis.start(DataFolder(path), account)
        yield running
        running.stop()


@pytest.fixture
def as_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root drops to another account")
