"""The embedded PostgreSQL: begun, stopped, killed, begun again; and nobody else harmed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import environ
import psycopg
import pytest

from casino.services import postgres
from casino.services.account import Account
from casino.services.data_folder import DataFolder
from casino.services.processes import command_line, wait_until
from casino.trouble import Unable


def ask(url: str, question: str) -> Any:
    """The one value that answers `question`, found the way the settings find the database."""
    found = environ.Env.db_url_config(url)
    with psycopg.connect(
        host=found["HOST"], user=found["USER"], dbname=found["NAME"], autocommit=True
    ) as line:
        answer = line.execute(question)
        row = answer.fetchone() if answer.description else None
        return row[0] if row else None


@pytest.fixture
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    """A process that is none of ours."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield process
    process.kill()
    process.wait()


def test_the_address_names_the_socket_folder_as_the_settings_read_it(
    cluster: postgres.Cluster,
) -> None:
    found = environ.Env.db_url_config(cluster.url)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["HOST"], found["PORT"]) == (str(cluster.socket_folder), "")
    assert (found["USER"], found["NAME"], found["PASSWORD"]) == ("cagnotte", "cagnotte", "")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("SHOW listen_addresses", ""),
        ("SHOW server_encoding", "UTF8"),
        ("SHOW timezone", "UTC"),
        ("SELECT current_setting('server_version_num')::int / 10000", 18),
        ("SELECT lower('ÉVIAN')", "évian"),  # letters beyond ASCII, though sorted by bytes
        ("SELECT 'Z' < 'a'", True),
    ],
)
def test_what_the_cluster_is(cluster: postgres.Cluster, question: str, answer: object) -> None:
    assert ask(cluster.url, question) == answer


def test_only_its_account_may_enter_the_socket_folder_and_the_data(
    cluster: postgres.Cluster, account: Account
) -> None:
    for path in (cluster.socket_folder, cluster.data):
        found = path.stat()
        assert (found.st_mode & 0o777, found.st_uid) == (0o700, account.uid)


def test_committed_data_is_on_the_disk_but_for_the_tests() -> None:
    assert (postgres.LASTING["fsync"], postgres.THROW_AWAY["fsync"]) == ("on", "off")
    assert postgres.LASTING["synchronous_commit"] == "on"


def test_data_outlives_a_stop_and_a_start(folder: DataFolder, account: Account) -> None:
    first = postgres.start(folder, account, postgres.LASTING)
    ask(first.url, "CREATE TABLE kept AS SELECT 3600 AS amount")
    assert ask(first.url, "SHOW fsync") == "on"
    first.stop()
    assert not first.program.runs
    assert not (folder.postgres / "postmaster.pid").exists()

    second = postgres.start(folder, account, postgres.LASTING)
    try:
        assert ask(second.url, "SELECT amount FROM kept") == 3600
    finally:
        second.stop()


def test_a_start_after_kill_9_recovers(folder: DataFolder, account: Account) -> None:
    first = postgres.start(folder, account, postgres.LASTING)
    ask(first.url, "CREATE TABLE kept AS SELECT 3600 AS amount")
    first.program.process.send_signal(signal.SIGKILL)
    first.program.process.wait()
    assert (folder.postgres / "postmaster.pid").exists()

    second = postgres.start(folder, account, postgres.LASTING)
    try:
        assert ask(second.url, "SELECT amount FROM kept") == 3600
    finally:
        second.stop()
        first.stop()


def test_a_server_left_by_an_earlier_run_is_ended_first(
    folder: DataFolder, account: Account
) -> None:
    left = postgres.start(folder, account, postgres.THROW_AWAY)
    second = postgres.start(folder, account, postgres.THROW_AWAY)
    try:
        assert left.program.process.wait(1) == 0
        assert ask(second.url, "SELECT 1") == 1
    finally:
        second.stop()


def test_a_foreign_process_with_the_old_number_is_never_signalled(
    folder: DataFolder, account: Account, bystander: subprocess.Popen[bytes]
) -> None:
    postgres.start(folder, account, postgres.THROW_AWAY).stop()
    pid_file = folder.postgres / "postmaster.pid"
    pid_file.write_text(f"{bystander.pid}\n{folder.postgres}\n")

    running = postgres.start(folder, account, postgres.THROW_AWAY)
    try:
        assert bystander.poll() is None
        assert ask(running.url, "SELECT 1") == 1
    finally:
        running.stop()


def test_a_server_of_another_cluster_is_foreign(cluster: postgres.Cluster) -> None:
    pid = cluster.program.process.pid
    assert postgres.serves(pid, cluster.data)
    assert not postgres.serves(pid, cluster.data.parent / "post")
    assert not postgres.serves(os.getpid(), cluster.data)


def test_a_broken_cluster_is_told_with_the_end_of_its_log(
    folder: DataFolder, account: Account
) -> None:
    account.own_folder(folder.postgres)
    with pytest.raises(Unable, match="PostgreSQL did not start"):
        postgres.start(folder, account, postgres.THROW_AWAY)


def test_an_interrupted_creation_is_begun_anew(folder: DataFolder, account: Account) -> None:
    account.own_folder(folder.path / "postgres.new")
    (folder.path / "postgres.new" / "PG_VERSION").write_text("half of it")
    running = postgres.start(folder, account, postgres.THROW_AWAY)
    running.stop()
    assert not (folder.path / "postgres.new").exists()


@pytest.mark.usefixtures("as_root")
def test_root_runs_it_as_another_account(cluster: postgres.Cluster) -> None:
    status = command_line(cluster.program.process.pid)
    assert "postgres" in status
    uid = os.stat(f"/proc/{cluster.program.process.pid}").st_uid
    assert uid == cluster.data.stat().st_uid != 0


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a child of its parent's death"
)
def test_it_dies_with_whoever_started_it(folder: DataFolder) -> None:
    script = (
        "import sys, time; from pathlib import Path\n"
        "from casino.services import postgres; from casino.services.account import unprivileged\n"
        "from casino.services.data_folder import DataFolder\n"
        f"folder = DataFolder(Path({str(folder.path)!r}))\n"
        "running = postgres.start(folder, unprivileged(folder.postgres), postgres.THROW_AWAY)\n"
        "print(running.program.process.pid, flush=True); time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert postgres.serves(pid, folder.postgres)
    parent.kill()
    parent.wait()
    assert wait_until(lambda: not postgres.serves(pid, folder.postgres), 10)
