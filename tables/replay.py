"""`manage.py replay`: a table's log in, its views out, by the rules alone.

A file is JSON lines: a table line and then commands, or an exported log of lines
`{"body": "<the text that was hashed>", "hash": "<hex>"}`, with or without a table line before it.
What a log claims is always checked against the rules; the `"expect"` of commands with `--check`.
No database, no settings, no clock.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from tables.chain import GENESIS, canonical, entry_hash
from tables.rules import variants
from tables.rules.errors import BadCommand, Refused
from tables.rules.events import EVENTS, SittingOpened, as_json
from tables.rules.state import State

USAGE = "usage: manage.py replay [--check] FILE...   (- reads standard input)"
FINE, DIFFERENT, UNREADABLE = 0, 1, 2
TABLE_OPENED = next(name for name, kind in EVENTS.items() if kind is SittingOpened)

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """`key` of a view, or part of a log entry, that is not what was written down."""

    key: str
    expected: Any
    got: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say to one line, and where that differs from what the line says."""

    said: Line
    differences: tuple[Difference, ...] = ()


class BrokenLog(Exception):  # noqa: N818 - an answer about a file, not an error of the program
    """Entry `seq` is not what it should be, and nothing after it can be trusted."""

    def __init__(self, seq: int, difference: Difference) -> None:
        super().__init__(seq, difference)
        self.seq = seq
        self.difference = difference


class Replay:
    """One file on its way through the rules, line by line."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.head = GENESIS
        self.seq = 0
        self.table: Any = None

    def answer(self, raw: bytes) -> Answer | None:
        """The answer to a line; None to a table line, to which there is nothing to say.

        Raises `Refused` if the file does not begin with a table that can be played, and
        `BrokenLog` at the first entry of a log that differs.
        """
        if self.state is None:
            line = read_line(raw)
            if "body" not in line:
                self.state = variants.new(variants.read_table(line.get("table")))
                return None
            self.state = opened_by(line)
            return Answer(self.verified(self.state, line))
        try:
            line = read_line(raw)
        except BadCommand as refusal:
            return Answer({"error": refusal.code}, (Difference("error", None, refusal.code),))
        if "body" in line:
            return Answer(self.verified(self.state, line))
        return self.obeyed(self.state, line)

    def obeyed(self, state: State, line: Line) -> Answer:
        """The view after a command, or why it is refused."""
        command = {key: value for key, value in line.items() if key not in ("note", "expect")}
        try:
            for event in variants.decide(state, command):
                state = variants.evolve(state, event)
        except Refused as refusal:
            said: Line = {"error": refusal.code}
        else:
            said = variants.view(state)
        self.state = state
        return Answer(said, tuple(differences(said, line.get("expect", {}))))

    def verified(self, state: State, line: Line) -> Line:
        """The view after an entry whose place, hash and events are as they should be."""
        self.seq += 1
        body = line["body"]
        entry = read_body(self.seq, body)
        self.head = entry_hash(self.head, body)
        self.must_be("hash", self.head.hex(), line.get("hash"))
        self.must_be("body", canonical(entry), body)
        self.must_be("seq", self.seq, entry.get("seq"))
        self.table = entry.get("table") if self.seq == 1 else self.table
        self.must_be("table", self.table, entry.get("table"))
        try:
            events = variants.decide(state, entry.get("command", {}))
        except Refused as refusal:
            self.differs("command", refusal.code, entry.get("command"))
        self.must_be("events", [as_json(event) for event in events], entry.get("events"))
        for event in events:
            state = variants.evolve(state, event)
        self.state = state
        return variants.view(state)

    def must_be(self, key: str, expected: Any, got: Any) -> None:
        if not same(expected, got):
            self.differs(key, expected, got)

    def differs(self, key: str, expected: Any, got: Any) -> NoReturn:
        raise BrokenLog(self.seq, Difference(key, expected, got))


def read_line(raw: bytes) -> Line:
    """The JSON object of a line; `BadCommand` if it is none."""
    try:
        line = json.loads(raw.decode("utf-8"), parse_constant=not_json)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise BadCommand("not a JSON object")
    return line


def not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def read_body(seq: int, body: object) -> Line:
    """The entry in the hashed text, which must be text that can have been hashed."""
    if isinstance(body, str):
        try:
            return read_line(body.encode("utf-8"))
        except (BadCommand, UnicodeEncodeError):
            pass
    raise BrokenLog(seq, Difference("body", "the text of an entry", body))


def opened_by(line: Line) -> State:
    """A table as it was before the first entry of its log, which opened a sitting there."""
    events = read_body(1, line["body"]).get("events")
    first = events[0] if isinstance(events, list) and events else None
    if not isinstance(first, dict) or first.get("event") != TABLE_OPENED:
        raise BadCommand("neither a table line nor the opening of a sitting")
    return variants.new(variants.read_table(first.get("table")))


def differences(said: Mapping[str, Any], expect: Any) -> Iterator[Difference]:
    """Every expected key that is not as expected; a refusal nobody expected is a difference."""
    if not isinstance(expect, dict):
        yield Difference("expect", expect, said)
        return
    if "error" in said and "error" not in expect:
        yield Difference("error", None, said["error"])
        return
    for key, expected in expect.items():
        got = said.get(key)
        if key == "net" and isinstance(expected, dict) and isinstance(got, dict):
            got = {name: got.get(name) for name in expected}
        if not same(expected, got):
            yield Difference(key, expected, got)


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1, and 1.0 is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


class Views:
    """Prints every answer, and remembers what the command ends with."""

    def __init__(self) -> None:
        self.status = FINE

    def replay(self, name: str) -> None:
        try:
            if name == "-":
                self.lines(name, sys.stdin.buffer)
            else:
                with open(name, "rb") as stream:
                    self.lines(name, stream)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as trouble:
            sys.stderr.write(f"replay: {name!a} cannot be read: {trouble}\n")
            self.status = max(self.status, UNREADABLE)

    def lines(self, name: str, stream: BinaryIO) -> None:
        replay = Replay()
        number = 0
        try:
            for number, raw in enumerate(stream, start=1):
                text = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
                answer = replay.answer(text) if text.strip() else None
                if answer is not None:
                    self.answered(name, number, answer)
            if replay.state is None:
                raise BadCommand("there is no table line")
            if replay.seq:
                entries = f"{replay.seq} entries, the chain and the events hold"
                sys.stderr.write(f"replay: {name!a}: {entries}\n")
        except Refused as refusal:
            sys.stderr.write(f"replay: {name!a}, line {number}: {refusal}\n")
            self.say({"error": refusal.code})
            self.status = max(self.status, DIFFERENT)
        except BrokenLog as broken:
            self.differs({"file": name, "line": number, "seq": broken.seq}, broken.difference)

    def answered(self, name: str, number: int, answer: Answer) -> None:
        self.say(answer.said)

    def differs(self, place: Line, difference: Difference) -> None:
        found = {"key": difference.key, "expected": difference.expected, "got": difference.got}
        self.say(place | found)
        self.status = max(self.status, DIFFERENT)

    def say(self, line: Mapping[str, Any]) -> None:
        sys.stdout.write(json.dumps(line) + "\n")


class Check(Views):
    """Prints only what differs from what was expected."""

    def answered(self, name: str, number: int, answer: Answer) -> None:
        for difference in answer.differences:
            self.differs({"file": name, "line": number}, difference)


def main(argv: list[str]) -> int:
    """`replay [--check] FILE...`: 0 if all is as it should be, 1 if something differs.

    2 if a file cannot be read or the command itself makes no sense.
    """
    files = [argument for argument in argv if argument == "-" or not argument.startswith("-")]
    flags = [argument for argument in argv if argument not in files]
    if not files or set(flags) - {"--check"}:
        sys.stderr.write(USAGE + "\n")
        return UNREADABLE
    report = Check() if flags else Views()
    try:
        for name in files:
            report.replay(name)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read along has heard enough; Python must not complain about it on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE
    if flags and report.status == FINE:
        sys.stderr.write("replay: everything is as expected\n")
    return report.status
