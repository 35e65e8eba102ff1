"""Shows that something is happening: a moving line on a terminal, a line now and then elsewhere.

On standard error, so that a first `manage.py spectacular > schema.yml` writes a schema.
"""

import contextlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import time

QUIET_SECONDS = 5.0  # between lines where nobody can see one move


class Progress:
    """The progress of one job with several programs in it."""

    def __init__(self, title: str) -> None:
        self._begun = time.monotonic()
        self._moving = sys.stderr.isatty()
        self._shown = self._begun
        self._total = 0
        self._seen: set[str] = set()
        _tell(title)

    def line(self, text: str) -> None:
        """Say a step."""
        self._wipe()
        _tell(f"  {text} …")

    def count(self, total: int) -> None:
        """From here on the programs name packages, of which there are about `total`."""
        self._total = total

    def done(self, text: str) -> None:
        self._wipe()
        _tell(f"  {text} in {self._seconds():.0f} s")

    def failed(self) -> None:
        self._wipe()

    def follow(self, command: list[str], surroundings: dict[str, str]) -> tuple[int, str]:
        """Run a program, showing its last line; its exit code and all it printed."""
        process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=surroundings,
        )
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
        reader.start()
        printed: list[str] = []
        try:
            while True:
                try:
                    line = lines.get(timeout=0.2)
                except queue.Empty:
                    line = ""
                if line is None:
                    return process.wait(), "".join(printed)
                printed.append(line)
                self._show(printed)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()

    def _show(self, printed: list[str]) -> None:
        last = next((line for line in reversed(printed) if _is_news(line)), "").strip()
        last = last.split(" (from ")[0] or "starting"
        named = re.match(
            r"(?:Collecting|Processing|Downloading|Downloaded|\+) +(?:.*/)?(\S+)", last
        )
        if named:
            self._seen.add(re.split(r"[=\-]+\d", named[1])[0].lower().replace("_", "-"))
        counted = f"{min(len(self._seen), self._total)} of {self._total}, " if self._total else ""
        text = f"  {counted}{self._seconds():.0f} s: {last}"
        if self._moving:
            width = shutil.get_terminal_size().columns - 1
            _tell(f"\r\x1b[K{text[:width]}", end="")
        elif time.monotonic() - self._shown > QUIET_SECONDS:
            self._shown = time.monotonic()
            _tell(text[:100])

    def _wipe(self) -> None:
        if self._moving:
            _tell("\r\x1b[K", end="")

    def _seconds(self) -> float:
        return time.monotonic() - self._begun


def _tell(text: str, end: str = "\n") -> None:
    with contextlib.suppress(OSError):  # whoever was reading may have gone
        print(text, end=end, file=sys.stderr, flush=True)


def _is_news(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("WARNING", "Looking in", "Ignoring"))


def _read(process: subprocess.Popen[str], lines: "queue.SimpleQueue[str | None]") -> None:
    assert process.stdout is not None  # noqa: S101 - asked for above
    for line in process.stdout:
        lines.put(line)
    lines.put(None)
