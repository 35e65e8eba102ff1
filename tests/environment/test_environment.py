"""The environment: when it counts as complete, when it is made anew, and how it is installed."""

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from casino import environment, installation
from casino.environment import DEVELOPMENT, IN_USE, RUNTIME, UNFINISHED
from casino.progress import Progress
from casino.trouble import Unable

from .conftest import ROOT


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with pins, whose installer notes what it was asked for."""
    (tmp_path / RUNTIME).write_text("django==5.2.19\n")
    (tmp_path / DEVELOPMENT).write_text("django==5.2.19\npytest==9.2.0\n")

    def install(*, venv: Path, pins: Path, python: str) -> None:
        (venv / "bin").mkdir(exist_ok=True)
        (venv / "bin" / "python").touch()
        version = ".".join(map(str, sys.version_info[:3]))
        (venv / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")
        with (venv / "installed").open("a") as note:
            note.write(f"{pins.name}\n")

    monkeypatch.setattr(installation, "install", install)
    return tmp_path


def installed(project: Path) -> list[str]:
    return (project / ".venv" / "installed").read_text().split()


def test_it_is_made_once(project: Path) -> None:
    assert environment.ready(project, RUNTIME) is True
    assert environment.ready(project, RUNTIME) is False
    assert installed(project) == [RUNTIME]


def test_the_developers_pins_serve_the_rest_too_but_not_the_other_way(project: Path) -> None:
    environment.ready(project, RUNTIME)
    assert environment.ready(project, DEVELOPMENT) is True
    assert environment.ready(project, RUNTIME) is False
    assert installed(project) == [RUNTIME, DEVELOPMENT]


def test_a_changed_pin_is_installed_on_top(project: Path) -> None:
    environment.ready(project, RUNTIME)
    (project / RUNTIME).write_text("django==5.2.20\n")
    assert environment.ready(project, RUNTIME) is True
    assert installed(project) == [RUNTIME, RUNTIME]


def test_the_stamp_names_the_kind_of_python(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = environment.digest(project / RUNTIME)
    monkeypatch.setattr("casino.environment.platform.machine", lambda: "another")
    assert environment.digest(project / RUNTIME) != before


def test_an_interrupted_installation_is_made_anew(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = installation.install

    def interrupted(*, venv: Path, pins: Path, python: str) -> None:
        whole(venv=venv, pins=pins, python=python)
        (venv / "half").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(installation, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        environment.ready(project, RUNTIME)
    assert (project / ".venv" / UNFINISHED).exists()

    monkeypatch.setattr(installation, "install", whole)
    assert environment.ready(project, RUNTIME) is True
    assert not (project / ".venv" / "half").exists()
    assert installed(project) == [RUNTIME]


def test_another_version_of_python_makes_it_anew(project: Path) -> None:
    venv = project / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").touch()
    (venv / "pyvenv.cfg").write_text("version = 3.10.1\n")
    (venv / "of the old one").touch()
    assert environment.ready(project, RUNTIME) is True
    assert not (venv / "of the old one").exists()


def test_an_environment_somebody_made_by_hand_is_completed_not_emptied(project: Path) -> None:
    environment.ready(project, RUNTIME)
    (project / ".venv" / environment.STAMP).unlink()
    (project / ".venv" / "mine").touch()
    assert environment.ready(project, RUNTIME) is True
    assert (project / ".venv" / "mine").exists()


def test_nobody_empties_an_environment_in_which_another_command_runs(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.ready(project, RUNTIME)
    (project / ".venv" / UNFINISHED).touch()
    (project / ".venv" / "in use").touch()
    with (project / ".venv" / IN_USE).open() as another:
        fcntl.flock(another, fcntl.LOCK_SH)
        monkeypatch.setattr("casino.environment.time.sleep", lambda seconds: None)
        with pytest.raises(Unable, match="another command of this project is running in it"):
            environment.ready(project, RUNTIME)
    assert (project / ".venv" / "in use").exists()


def test_two_first_commands_at_once_install_once(project: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from casino import environment, installation\n"
        "def install(*, venv, pins, python):\n"
        "    time.sleep(0.5)\n"
        "    (venv / 'bin').mkdir(); (venv / 'bin' / 'python').touch()\n"
        "installation.install = install\n"
        f"print(environment.ready(Path({str(project)!r}), 'requirements.txt'))\n"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(2)
    ]
    assert sorted(process.communicate()[0] for process in both) == ["False\n", "True\n"]


def test_a_folder_that_cannot_be_written_is_named(project: Path) -> None:
    (project / ".venv").write_text("not a folder")
    with pytest.raises(Unable, match=r"cannot be made in .*\.venv: .*: File exists"):
        environment.enter(project, RUNTIME)


def test_missing_pins_are_named(project: Path) -> None:
    (project / RUNTIME).unlink()
    with pytest.raises(Unable, match=r"requirements\.txt is missing"):
        environment.ready(project, RUNTIME)


def test_nothing_but_the_standard_library_is_needed_to_begin() -> None:
    """Isolated (-I) and without site-packages (-S): what a fresh machine has."""
    modules = "casino.environment, casino.supervisor, casino.check, casino.services, manage"
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {modules}"
    subprocess.run([sys.executable, "-I", "-S", "-c", script], check=True)


@pytest.mark.parametrize("version", ["3.6", "3.8", "3.9", "3.10"])
def test_an_old_python_can_read_manage_py_far_enough_to_be_refused(version: str) -> None:
    import ast

    major, minor = version.split(".")
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(int(major), int(minor)))


def test_an_old_python_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import manage

    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    monkeypatch.setattr(sys, "version", "3.9.18 (main)")
    monkeypatch.setattr(sys, "argv", ["manage.py", "up"])
    monkeypatch.setattr("manage.shutil.which", lambda name: name == "python3.13" and name)
    assert manage.main(["up"]) == 1
    assert capsys.readouterr().err == (
        "Cagnotte needs Python 3.11 or newer; this one is 3.9.18. Use `python3.13 manage.py up`.\n"
    )


# How it is installed


class Machine:
    """Which of the ways to a pip exist here."""

    def __init__(self, *ways: str) -> None:
        self.ways = ways

    def works(self, command: list[str]) -> bool:
        words = " ".join(command)
        if "ensurepip" in words:
            return "ensurepip" in self.ways
        return ("outer" if "--python" in command else "inner") in self.ways


@pytest.mark.parametrize(
    ("ways", "found"),
    [
        (("inner", "ensurepip", "outer"), "VENV/bin/python -m pip"),
        (("ensurepip", "outer"), "VENV/bin/python -m pip"),
        (("outer",), "PYTHON -m pip --python VENV/bin/python"),
    ],
)
def test_a_pip_is_found_wherever_there_is_one(
    ways: tuple[str, ...], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "_works", Machine(*ways).works)
    command = installation.pip_for(Path("VENV"), "PYTHON", Progress("test"))
    assert " ".join(command) == found


def test_without_any_pip_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    monkeypatch.setattr(installation, "_works", Machine().works)
    with pytest.raises(Unable, match=r"apt install python3-venv.* or uv"):
        installation.pip_for(Path("VENV"), "PYTHON", Progress("test"))


@pytest.fixture
def index(tmp_path: Path) -> str:
    """A package index in a folder, offering something under the name of pip's wheel."""
    page = tmp_path / "simple" / "pip"
    page.mkdir(parents=True)
    (page / installation.PIP_WHEEL).write_bytes(b"a wheel")
    return f"file://{tmp_path}/simple"


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders have no page of their own: give them one, as an index does."""
    get = installation._get

    def with_page(url: str) -> bytes:
        if url.endswith("/"):
            return f'<a href="{installation.PIP_WHEEL}#sha256=0">pip</a>'.encode()
        return get(url)

    monkeypatch.setattr(installation, "_get", with_page)


@pytest.mark.usefixtures("listed")
def test_pips_wheel_is_taken_if_it_is_the_known_one(
    index: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "PIP_SHA256", hashlib.sha256(b"a wheel").hexdigest())
    assert installation.fetch_pip(index, tmp_path).read_bytes() == b"a wheel"


@pytest.mark.usefixtures("listed")
def test_pips_wheel_is_refused_if_it_is_another(index: str, tmp_path: Path) -> None:
    with pytest.raises(Unable, match="is not the file it should be"):
        installation.fetch_pip(index, tmp_path)
    assert not (tmp_path / installation.PIP_WHEEL).exists()


def test_a_password_in_the_indexs_address_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(Unable) as refused:
        installation.fetch_pip("ftp://me:secret@index.example/simple", tmp_path)
    assert "secret" not in str(refused.value)
    assert "index.example" in str(refused.value)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("ERROR: [Errno 28] No space left on device", "The disk is full"),
        ("error: Read-only file system (os error 30)", "may not write"),
        ("Temporary failure in name resolution", "no network"),
        ("× Request failed: error sending request for url: dns error", "no network"),
        ("ERROR: No matching distribution found for uvloop==0.23.0", "package of uvloop==0.23.0 "),
        ("/usr/bin/python3: No module named venv", "apt install python3-venv"),
        ("something new", "something new"),
    ],
)
def test_a_failed_installation_is_told_by_its_cause(printed: str, said: str) -> None:
    assert said in installation.why(printed)


def test_settings_that_send_packages_elsewhere_do_not_reach_the_installer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.example/simple")
    told = installation._surroundings()
    assert "PIP_TARGET" not in told
    assert told["PIP_USER"] == "0"
    assert told["PIP_INDEX_URL"] == "https://index.example/simple"


def test_progress_counts_packages_and_returns_what_was_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.progress.QUIET_SECONDS", -1.0)
    progress = Progress("Preparing")
    progress.count(2)
    lines = ["Collecting amqp==5.4.2 (from -r x)", "  Downloading amqp-5.4.2-py3-none-any.whl"]
    lines.append("Processing /wheels/click_repl-0.4.1-py3-none-any.whl")
    script = f"print({os.linesep.join(lines)!r})"
    status, printed = progress.follow([sys.executable, "-c", script], dict(os.environ))
    assert (status, printed.splitlines()) == (0, lines)
    shown = capsys.readouterr()
    assert "2 of 2" in shown.err
    assert shown.out == ""
