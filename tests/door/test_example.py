"""The published example of the log is true, and so is the page that explains it."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from tables import replay

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "example_log.jsonl"


def entries():
    return [json.loads(line) for line in EXAMPLE.read_text(encoding="utf-8").splitlines()]


def test_the_chain_holds_in_a_dozen_lines_of_anything():
    before = bytes(32)
    for entry in entries():
        before = hashlib.sha256(before + entry["body"].encode()).digest()
        assert entry["hash"] == before.hex()


def test_the_code_on_the_page_runs():
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "log.md").read_text(), re.S)
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert entries()[-1]["hash"] in run.stdout


def test_the_last_entry_is_the_coup_the_page_tells_of():
    body = json.loads(entries()[-1]["body"])
    assert body["table"] == 4
    assert body["entry"]["lines"] == [
        {"kind": "stakes", "holder": "", "amount": 70_000},
        {"kind": "bank", "holder": "1", "amount": -66_500},
        {"kind": "cagnotte", "holder": "", "amount": -3_500},
    ]


def test_replay_accepts_it(capsys):
    assert replay.main([str(EXAMPLE)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["bank"], last["garage"], last["cagnotte"]) == (136_500, 30_000, 3_500)
