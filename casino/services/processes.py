"""Programs in the background: begun so that they cannot outlive us, stopped step by step."""

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from casino.services.account import Account

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Program:
    """A program of ours that runs, and the log it writes."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def words(self) -> str:
        """Its command line after the program, which a Mac may show in another spelling."""
        return " ".join(map(str, cast("list[str]", self.process.args)[1:]))

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def stop(self, *steps: tuple[signal.Signals, float]) -> None:
        """Send each signal in turn and wait its seconds; kill the whole session if none helps."""
        for number, patience in steps:
            if not self.runs:
                break
            self.process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        # Its own children share its session: none may stay behind, whichever way it went.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def last_words(self, lines: int = 15) -> str:
        """The end of its log; of a traceback only what it comes to."""
        text = self.log.read_text(errors="replace").splitlines()[-lines:]
        flush_left = [number for number, line in enumerate(text) if line[:1].strip()]
        if any(line.lstrip().startswith("File ") for line in text) and flush_left:
            text = text[flush_left[-1] :]
        return "\n".join(f"    {line}" for line in text)


def begin(
    name: str,
    command: list[str],
    *,
    log: Path,
    dies_by: signal.Signals,
    account: Account,
    surroundings: dict[str, str] | None = None,
    cwd: Path = Path("/"),
) -> Program:
    """Start a program in a session of its own; on Linux it gets `dies_by` when we are gone."""
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=surroundings,
            start_new_session=True,
            preexec_fn=_tied_to_parent(dies_by),
            **account.changes(),
        )
    return Program(name, process, log)


def _tied_to_parent(dies_by: signal.Signals) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    # Looked up before the fork. It runs after the change of account, which would undo it.
    prctl, parent = ctypes.CDLL(None, use_errno=True).prctl, os.getpid()

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, int(dies_by), 0, 0, 0)
        if os.getppid() != parent:  # it died between the fork and here
            os._exit(1)

    return tie


def remember(path: Path, programs: Iterable[Program]) -> None:
    """Write down what runs, for a start after we were killed."""
    noted = [{"pid": program.process.pid, "words": program.words} for program in programs]
    path.write_text(json.dumps(noted))


def end_remembered(path: Path) -> None:
    """End what an earlier run left behind: processes of the noted number and words only."""
    try:
        noted = json.loads(path.read_text())
        left = [(int(entry["pid"]), str(entry["words"])) for entry in noted]
    except (OSError, ValueError, KeyError, TypeError):
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in (pid for pid, words in left if command_line(pid).endswith(words)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, number)  # each leads a session of its own
        if wait_until(lambda: not any(command_line(p).endswith(w) for p, w in left), 3.0):
            break
    path.unlink(missing_ok=True)


def wait_until(true: Callable[[], bool], seconds: float) -> bool:
    """Look again and again; whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def command_line(pid: int) -> str:
    """What a running process was started as; empty if there is none."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        return os.fsdecode(words).strip()
    except OSError:
        if sys.platform == "linux":
            return ""
    shown = subprocess.run(  # noqa: S603
        ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True
    )
    return shown.stdout.strip()
