"""Where the data is, who owns it, and what is said when it cannot be."""

import os
import pwd
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from casino import services
from casino.services import account as accounts
from casino.services import data_folder
from casino.services.account import Account, unprivileged
from casino.services.data_folder import LONGEST_SOCKET, SOCKET, DataFolder, choose
from casino.trouble import Unable

from .conftest import NOWHERE, ROOT


def test_the_data_is_beside_manage_py_unless_named(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert choose(place)[0].path == place / "data"
    monkeypatch.setenv("CAGNOTTE_DATA", str(place / "elsewhere" / "deep"))
    assert choose(place)[0].path == place / "elsewhere" / "deep"


def test_a_folder_that_exists_keeps_its_permissions(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.chmod(0o751)
    monkeypatch.setenv("CAGNOTTE_DATA", str(place))
    choose(ROOT)
    assert place.stat().st_mode & 0o777 == 0o751


def test_a_data_folder_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAGNOTTE_DATA", "/dev/null/data")
    with pytest.raises(Unable, match=r"data folder /dev/null/data cannot be written \(Not a dir"):
        choose(ROOT)


@pytest.mark.usefixtures("as_root")
def test_a_data_folder_of_somebody_else_is_refused_in_one_sentence(place: Path) -> None:
    """As nobody, in a folder that root owns."""
    script = (
        "import os, sys; from pathlib import Path\n"
        "from casino.services.data_folder import choose; from casino.trouble import Unable\n"
        f"os.setgroups([]); os.setuid({pwd.getpwnam('nobody').pw_uid})\n"
        f"try: choose(Path({str(place)!r}))\n"
        "except Unable as trouble: print(trouble)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == (
        f"The data folder {place}/data cannot be written (Permission denied). Make it yours, or "
        "set CAGNOTTE_DATA to another folder.\n"
    )


@pytest.mark.parametrize("name", ["d" * 90, "with space", "a,b", "what?", "Évian"])
def test_sockets_go_to_tmp_when_their_path_is_too_long_or_needs_quoting(
    place: Path, account: Account, name: str
) -> None:
    (place / name).mkdir()
    run = DataFolder(place / name).run(account)
    try:
        assert len(os.fsencode(run / SOCKET)) <= LONGEST_SOCKET < 100
        assert run.parent == Path("/tmp")
        assert run.stat().st_mode & 0o777 == 0o700
        assert DataFolder(place / name).run(account) == run
    finally:
        run.rmdir()


def test_sockets_are_in_the_data_folder_when_it_is_short(
    folder: DataFolder, account: Account
) -> None:
    assert folder.run(account) == folder.path / "run"


def test_a_socket_folder_laid_out_by_somebody_else_is_not_entered(
    place: Path, account: Account
) -> None:
    deep = place / ("d" * 90)
    deep.mkdir()
    run = DataFolder(deep).run(account)
    run.rmdir()
    run.symlink_to(place)
    try:
        with pytest.raises(Unable, match="belongs to somebody else"):
            DataFolder(deep).run(account)
    finally:
        run.unlink()


def test_one_owner_at_a_time_and_the_second_learns_who(folder: DataFolder) -> None:
    owner = folder.own("up")
    assert owner is not None
    with owner:
        assert folder.own("up") is None
        owner.announce({"DATABASE_URL": "d"}, "http://127.0.0.1:8000/")
        said = folder.announced()
        assert (said.pid, said.command, said.site) == (os.getpid(), "up", "http://127.0.0.1:8000/")
    again = folder.own("shell")
    assert again is not None
    with again:
        assert folder.announced().words() == f"`manage.py shell` (pid {os.getpid()})"


def test_a_killed_owner_leaves_no_lock(folder: DataFolder) -> None:
    script = (
        "from pathlib import Path; from casino.services.data_folder import DataFolder\n"
        f"import time; owner = DataFolder(Path({str(folder.path)!r})).own('up')\n"
        "print('owned', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "owned\n"
    assert folder.own("up") is None
    other.kill()
    other.wait()
    owner = folder.own("up")
    assert owner is not None
    with owner:
        assert folder.announced().pid == os.getpid()


def test_a_command_joins_what_another_runs_and_is_waited_for(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAGNOTTE_DATA", str(place))
    folder = DataFolder(place)
    owner = folder.own("shell")
    assert owner is not None
    addresses = {"DATABASE_URL": "postgresql://there/x", "REDIS_URL": "redis://there"}
    with owner:
        owner.announce(addresses)
        waiting = threading.Thread(target=owner.wait_for_guests)
        with services.available(ROOT, "verify") as unprepared:
            assert unprepared is False
            assert {name: os.environ[name] for name in addresses} == addresses
            waiting.start()
            waiting.join(0.3)
            assert waiting.is_alive()
        waiting.join(5)
        assert not waiting.is_alive()


def test_given_services_are_used_as_they_are(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://there/x")
    monkeypatch.setenv("REDIS_URL", "redis://there")
    monkeypatch.setenv("CAGNOTTE_DATA", str(place))
    with services.available(ROOT, "verify") as unprepared:
        assert unprepared is False
        assert os.environ["DATABASE_URL"] == "postgresql://there/x"
    assert list(place.iterdir()) == []


def test_both_are_started_for_a_command_and_stopped_after_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAGNOTTE_DATA", str(place))
    with services.available(ROOT, "verify") as unprepared:
        assert unprepared is True
        assert os.environ["DATABASE_URL"] == f"postgresql://cagnotte@/{place}/run/cagnotte"
        assert os.environ["REDIS_URL"] == f"unix://{place}/run/redis.sock?db=0"
    assert "DATABASE_URL" not in os.environ
    assert list((place / "run").iterdir()) == []


def test_root_without_another_account_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(accounts, "BORROWED", ("nobody-of-that-name",))
    with pytest.raises(Unable, match="does not run as root, and this machine has no other account"):
        unprivileged(NOWHERE)


@pytest.mark.usefixtures("as_root")
def test_root_whose_project_is_closed_gets_a_folder_elsewhere_and_opens_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = place / "closed"
    project = closed / "casino de x"
    project.mkdir(parents=True)
    closed.chmod(0o700)
    monkeypatch.setattr(data_folder, "FALLBACK", place / "lib")
    folder, account = choose(project)
    assert folder.path.parent == place / "lib"
    assert folder.path.name.startswith("casino-de-x-")
    assert account.may("-x", folder.path)
    assert closed.stat().st_mode & 0o777 == 0o700
    assert choose(project)[0] == folder

    monkeypatch.setenv("CAGNOTTE_DATA", str(project / "data"))
    with pytest.raises(Unable, match="cannot enter CAGNOTTE_DATA"):
        choose(project)


@pytest.mark.usefixtures("as_root")
def test_root_runs_a_users_cluster_as_that_user(place: Path) -> None:
    cluster = place / "postgres"
    cluster.mkdir()
    os.chown(cluster, 12345, 12346)
    assert unprivileged(cluster) == Account("12345", 12345, 12346)
