"""`replay` at its edges: files, errors, exported logs. It answers; it never falls over."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tables.chain import GENESIS, canonical, entry_hash
from tables.replay import main
from tables.rules import variants
from tables.rules.events import as_json
from tests.rules.playing import BANKER_WINS, LINE, do

TABLE = json.dumps({"table": LINE, "note": "a table"})
SIT = json.dumps(do("sit", seat=1, player="Ann"))
COMMANDS = [
    do("open_sitting"),
    do("sit", seat=1, player="Ann"),
    do("sit", seat=2, player="Bob"),
    do("open_shoe"),
    do("take_bank", seat=1, amount=10_000),
    do("set_rules", min_stake=2_000),
    do("banco", seat=2),
    do("close_bets"),
    BANKER_WINS,
]


def written(folder: Path, *lines: str | bytes) -> str:
    path = folder / "table.jsonl"
    path.write_bytes(b"".join((x if isinstance(x, bytes) else x.encode()) + b"\n" for x in lines))
    return str(path)


Answered = SimpleNamespace


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: str) -> Answered:
        status = main(list(argv))
        printed = capsys.readouterr()
        said = [json.loads(line) for line in printed.out.splitlines()]
        return Answered(status=status, said=said, trouble=printed.err)

    return run


def test_one_view_per_command_and_none_for_the_table(tmp_path: Path, replay: Any) -> None:
    answered = replay(written(tmp_path, TABLE, SIT, json.dumps(do("open_shoe"))))
    assert answered.status == 0
    assert [seen["phase"] for seen in answered.said] == ["closed", "offering"]
    assert answered.said[0]["net"] == {"Ann": 0}


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        "null",
        "7",
        '"do"',
        "{",
        '{"do": "fold"}',
        '{"do": "stake", "seat": 1}',
        '{"seat": NaN}',
        '{"do": "sit", "seat": 1, "player": "\\ud800"}',
        '{"do": "stake", "seat": ' + "9" * 5_000 + ', "amount": 1}',
        "[" * 100_000,
        '{"do": ' + '{"do": ' * 900 + "1" + "}" * 901,
        b'{"do": "sit", "seat": 1, "player": "\xff"}',
        b"\x00\x01",
        TABLE,
    ],
)
def test_a_line_that_makes_no_sense_is_a_bad_command(
    line: str | bytes, tmp_path: Path, replay: Any
) -> None:
    name = written(tmp_path, TABLE, line, SIT)
    answered = replay(name)
    assert answered.status == 0
    assert answered.said[0] == {"error": "bad_command"}
    assert answered.said[1]["net"] == {"Ann": 0}
    assert replay("--check", name).status == 1


@pytest.mark.parametrize(
    "first", [SIT, "", "nonsense", '{"table": 5}', '{"table": {}}', b"\xff", '{"body": "x"}']
)
def test_a_file_without_a_table_ends_at_once(
    first: str | bytes, tmp_path: Path, replay: Any
) -> None:
    for argv in ([], ["--check"]):
        answered = replay(*argv, written(tmp_path, first, SIT))
        assert answered.status == 1
        assert len(answered.said) == 1


def test_an_empty_file_has_no_table(tmp_path: Path, replay: Any) -> None:
    answered = replay(written(tmp_path))
    assert (answered.status, answered.said) == (1, [{"error": "bad_command"}])


def test_a_file_that_cannot_be_read(tmp_path: Path, replay: Any) -> None:
    good = written(tmp_path, TABLE, SIT)
    for bad in (str(tmp_path / "none"), str(tmp_path), "a\x00b"):
        answered = replay(bad, good)
        assert answered.status == 2
        assert "cannot be read" in answered.trouble
        assert len(answered.said) == 1


@pytest.mark.parametrize("argv", [[], ["--check"], ["--chekc", "x"], ["-x", "-"]])
def test_a_command_line_that_makes_no_sense(argv: list[str], replay: Any) -> None:
    answered = replay(*argv)
    assert answered.status == 2
    assert answered.trouble.startswith("usage:")


def test_blank_lines_carriage_returns_and_a_byte_order_mark(tmp_path: Path, replay: Any) -> None:
    name = written(tmp_path, b"\xef\xbb\xbf" + TABLE.encode() + b"\r", "", SIT + "\r", "  ")
    answered = replay(name)
    assert (answered.status, len(answered.said)) == (0, 1)


def test_standard_input(monkeypatch: pytest.MonkeyPatch, replay: Any) -> None:
    text = (TABLE + "\n" + SIT + "\n").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    answered = replay("-")
    assert (answered.status, answered.said[0]["phase"]) == (0, "closed")


EXPECTED = [
    pytest.param({"phase": "closed", "net": {"Ann": 0}}, [], id="as expected"),
    pytest.param({"net": {}}, [], id="net only on the keys given"),
    pytest.param({}, [], id="nothing expected but no refusal"),
    pytest.param({"net": {"Ann": 5}}, ["net"], id="another net"),
    pytest.param({"net": {"Bob": 0}}, ["net"], id="nobody of that name"),
    pytest.param({"net": 0}, ["net"], id="no object"),
    pytest.param({"phase": "offering", "bank": 1}, ["phase", "bank"], id="two differences"),
    pytest.param({"bank": False}, ["bank"], id="false is not nought"),
    pytest.param({"bank": 0.0}, ["bank"], id="a decimal is not a whole number"),
    pytest.param({"accepted": {"1": 5}}, ["accepted"], id="objects exactly"),
    pytest.param({"error": "seat_taken"}, ["error"], id="a refusal expected"),
    pytest.param({"error": None}, [], id="no refusal expected"),
    pytest.param(7, ["expect"], id="no expectation at all"),
]


@pytest.mark.parametrize(("expect", "keys"), EXPECTED)
def test_what_is_expected_is_compared(
    expect: Any, keys: list[str], tmp_path: Path, replay: Any
) -> None:
    line = json.dumps(do("sit", seat=1, player="Ann", expect=expect, note="x"))
    name = written(tmp_path, TABLE, line)
    answered = replay("--check", name)
    assert answered.status == (1 if keys else 0)
    assert [difference["key"] for difference in answered.said] == keys
    assert all((d["file"], d["line"]) == (name, 2) for d in answered.said)
    assert replay(name).status == 0


def test_a_refusal_nobody_expected_is_a_difference(tmp_path: Path, replay: Any) -> None:
    refused = do("open_shoe")
    for expect, status in (({"error": "nobody_seated"}, 0), ({"error": "bad_command"}, 1)):
        line = json.dumps(refused | {"expect": expect})
        assert replay("--check", written(tmp_path, TABLE, line)).status == status
    for wrong in (refused, refused | {"expect": {"phase": "closed"}}):
        answered = replay("--check", written(tmp_path, TABLE, json.dumps(wrong)))
        assert (answered.status, answered.said[0]["got"]) == (1, "nobody_seated")


def entries(*commands: dict[str, Any]) -> list[dict[str, Any]]:
    """The log of a table on which these commands were given, as it is exported."""
    state = variants.new(variants.read_table(LINE))
    head, log = GENESIS, []
    for seq, command in enumerate(commands, start=1):
        events = variants.decide(state, command)
        for event in events:
            state = variants.evolve(state, event)
        body = canonical(
            {
                "table": 12,
                "seq": seq,
                "command": command,
                "events": [as_json(event) for event in events],
                "actor": "croupier-4",
                "device": "tablet-é",
                "idempotency_key": f"key-{seq}",
                "recorded_at": "2026-11-30T20:00:00Z",
                "gaming_day": "2026-11-30",
                "sitting": 1,
                "entry": None,
            }
        )
        head = entry_hash(head, body)
        log.append({"body": body, "hash": head.hex()})
    return log


def chained(*bodies: dict[str, Any]) -> list[dict[str, Any]]:
    """The bodies as someone would write them who can compute hashes."""
    head, log = GENESIS, []
    for body in bodies:
        text = canonical(body)
        head = entry_hash(head, text)
        log.append({"body": text, "hash": head.hex()})
    return log


def log_lines(log: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(entry) for entry in log]


@pytest.mark.parametrize("before", [[], [TABLE]], ids=["alone", "after a table line"])
@pytest.mark.parametrize("argv", [[], ["--check"]], ids=["", "check"])
def test_an_exported_log_replays(
    before: list[str], argv: list[str], tmp_path: Path, replay: Any
) -> None:
    answered = replay(*argv, written(tmp_path, *before, *log_lines(entries(*COMMANDS))))
    assert answered.status == 0
    assert len(answered.said) == (0 if argv else len(COMMANDS))
    if not argv:
        assert (answered.said[-1]["bank"], answered.said[-1]["cagnotte"]) == (19_500, 500)


def broken(folder: Path, replay: Any, log: list[dict[str, Any]]) -> tuple[int, str]:
    """The entry that `replay` names as the first that differs, and in what."""
    answered = replay("--check", written(folder, TABLE, *log_lines(log)))
    assert answered.status == 1
    (difference,) = answered.said
    return difference["seq"], difference["key"]


def test_a_changed_entry_is_named(tmp_path: Path, replay: Any) -> None:
    log = entries(*COMMANDS)
    log[4]["body"] = log[4]["body"].replace("10000", "10100")
    assert broken(tmp_path, replay, log) == (5, "hash")


def test_a_removed_entry_is_named(tmp_path: Path, replay: Any) -> None:
    log = entries(*COMMANDS)
    assert broken(tmp_path, replay, log[:2] + log[3:]) == (3, "hash")
    assert broken(tmp_path, replay, log[1:]) == (1, "hash")


def test_a_chain_written_anew_still_has_to_follow_the_rules(tmp_path: Path, replay: Any) -> None:
    bodies = [json.loads(entry["body"]) for entry in entries(*COMMANDS)]
    assert broken(tmp_path, replay, chained(*bodies[:2], *bodies[3:])) == (3, "seq")
    richer = json.loads(json.dumps(bodies))
    richer[8]["events"][0]["commission"] = 0
    assert broken(tmp_path, replay, chained(*richer)) == (9, "events")
    refused = json.loads(json.dumps(bodies))
    refused[4]["command"]["amount"] = 9_900
    assert broken(tmp_path, replay, chained(*refused)) == (5, "command")
    elsewhere = json.loads(json.dumps(bodies))
    elsewhere[6]["table"] = 13
    assert broken(tmp_path, replay, chained(*elsewhere)) == (7, "table")
    silent = [{name: body[name] for name in body if name != "command"} for body in bodies]
    assert broken(tmp_path, replay, chained(*silent)) == (1, "command")


def test_the_hashed_text_must_be_the_canonical_one(tmp_path: Path, replay: Any) -> None:
    log = entries(*COMMANDS)
    text = json.dumps(json.loads(log[0]["body"]))
    head = entry_hash(GENESIS, text)
    assert broken(tmp_path, replay, [{"body": text, "hash": head.hex()}]) == (1, "body")


@pytest.mark.parametrize("body", [None, 7, "not json", "[]", "\ud800", {"seq": 1}])
def test_an_entry_without_its_text(body: Any, tmp_path: Path, replay: Any) -> None:
    log = entries(*COMMANDS)
    log[1] = {"body": body, "hash": log[1]["hash"]}
    assert broken(tmp_path, replay, log) == (2, "body")
    del log[0]["hash"]
    assert broken(tmp_path, replay, log) == (1, "hash")


def test_a_log_alone_must_begin_with_a_sitting(tmp_path: Path, replay: Any) -> None:
    log = entries(*COMMANDS)
    answered = replay(written(tmp_path, *log_lines(log[1:])))
    assert (answered.status, answered.said) == (1, [{"error": "bad_command"}])


def test_the_published_hash() -> None:
    """A fixed example, for whoever checks a log in another language."""
    body = canonical({"seq": 1, "player": "Zoé", "amount": 100})
    assert body == '{"amount":100,"player":"Zoé","seq":1}'
    # (head -c 32 /dev/zero; printf '%s' "$body") | sha256sum
    assert entry_hash(GENESIS, body).hex() == (
        "099190821a08d63e06bd94b7eba63c04ea927640e5d813f45ecb5a42fcbdd595"
    )


def test_several_files_are_told_apart(tmp_path: Path, replay: Any) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        path.write_text(TABLE + "\n" + json.dumps(do("open_shoe")) + "\n")
    answered = replay("--check", str(one), str(two))
    assert [difference["file"] for difference in answered.said] == [str(one), str(two)]


def test_a_reader_who_has_heard_enough_breaks_nothing(tmp_path: Path) -> None:
    name = written(tmp_path, TABLE, *[SIT] * 20_000)
    script = "import sys; from tables.replay import main; sys.exit(main(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", script, name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 2


class Closed(io.StringIO):
    """A standard output nobody reads any more."""

    def __init__(self, place: Path) -> None:
        super().__init__()
        self.file = place.open("wb")

    def write(self, text: str) -> int:
        raise BrokenPipeError

    def fileno(self) -> int:
        return self.file.fileno()


@pytest.mark.parametrize("argv", [[], ["--check"]])
def test_nobody_reads_any_more(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = written(tmp_path, TABLE, json.dumps(do("fold")))
    monkeypatch.setattr(sys, "stdout", Closed(tmp_path / "out"))
    assert main([*argv, name]) == 2


def test_it_needs_the_standard_library_alone(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, '.');"
        "from tables.replay import main; status = main(sys.argv[1:]);"
        "print([m for m in sys.modules if m.split('.')[0] in {'django', 'casino'}]);"
        "sys.exit(status)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, written(tmp_path, TABLE)],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, b"[]\n", b"")
