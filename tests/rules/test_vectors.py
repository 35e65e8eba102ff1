"""The golden scenarios: tables with the right answer at every step, checked as `replay` does."""

import json
from pathlib import Path

import pytest

from tables.replay import main

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.jsonl"))


def test_there_are_vectors() -> None:
    assert len(VECTORS) >= 15


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_vector_replays_exactly(vector: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(vector)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_a_vector_told_otherwise_does_not_pass(
    vector: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every expected phase is really looked at: change the last one, and it is the one named."""
    lines = [json.loads(line) for line in vector.read_text().splitlines()]
    number = max(n for n, line in enumerate(lines) if "phase" in line.get("expect", {}))
    right = lines[number]["expect"]["phase"]
    lines[number]["expect"]["phase"] = "asleep"
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["--check", str(wrong)]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "file": str(wrong),
        "line": number + 1,
        "key": "phase",
        "expected": "asleep",
        "got": right,
    }
