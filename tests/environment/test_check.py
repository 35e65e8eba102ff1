"""What `manage.py test` does with its checks; the checks themselves are its business."""

import os
import sys
from pathlib import Path

import pytest

from casino import check
from casino.check import Check

from .conftest import ROOT


def passing(name: str, note: Path) -> Check:
    return name, (sys.executable, "-c", f"open({str(note)!r}, 'a').write({name + ' '!r})")


def test_checks_run_in_order_until_one_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note"
    failing: Check = ("second", (sys.executable, "-c", "raise SystemExit(7)"))
    checks = (passing("first", note), failing, passing("third", note))
    assert check.run_until_one_fails(checks) == 7
    assert note.read_text() == "first "
    shown = capsys.readouterr().out
    assert "first: ok" in shown
    assert "second: FAILED with exit code 7" in shown

    assert check.run_until_one_fails((passing("a", note), passing("b", note))) == 0
    assert note.read_text() == "first a b "


def test_the_cheap_ones_come_first() -> None:
    names = [name for name, _ in (*check.ON_CODE, check.MIGRATIONS, check.ALL_TESTS)]
    assert names == ["style", "format", "imports", "types", "migrations", "tests"]


def test_the_data_folder_is_never_touched(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAGNOTTE_DATA", str(place))
    with check.throw_away_services():
        sockets = Path(os.environ["REDIS_URL"].removeprefix("unix://").partition("?")[0])
        assert sockets.exists()
        assert place not in sockets.parents
        assert ROOT not in sockets.parents
    assert not sockets.parent.parent.exists()
    assert list(place.iterdir()) == []


def test_given_services_are_tested_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://there/x")
    monkeypatch.setenv("REDIS_URL", "redis://there")
    with check.throw_away_services():
        assert os.environ["DATABASE_URL"] == "postgresql://there/x"


def test_arguments_are_handed_to_pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://there/x")
    monkeypatch.setenv("REDIS_URL", "redis://there")
    monkeypatch.setenv("CAGNOTTE_ENVIRONMENT", "external")
    ran: list[Check] = []

    def run(one: Check) -> int:
        ran.append(one)
        return 5

    monkeypatch.setattr(check, "run", run)
    assert check.main(["tests/rules", "-q"]) == 5
    assert ran == [("tests", (sys.executable, "-m", "pytest", "tests/rules", "-q"))]
