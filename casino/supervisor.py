"""`manage.py up`: services, database, demo night, web, worker and beat, until Ctrl-C.

Each child is a plain process in a session of its own, so a Ctrl-C reaches this one alone, and it
stops them in the order in which nobody misses what is gone: beat, worker, web, Redis, PostgreSQL.
"""

import argparse
import contextlib
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from casino import address, services
from casino.address import Address
from casino.services import postgres, redis
from casino.services.account import Account, ourselves, unprivileged
from casino.services.data_folder import DataFolder, Owner, choose
from casino.services.processes import Program, begin, end_remembered, remember
from casino.trouble import Unable

ROOT = Path(__file__).resolve().parent.parent
WEB_SECONDS = 60.0  # for the first answer
CHILDREN = "children.json"
GRACE_SECONDS = 3  # open event streams never end by themselves

# What each is sent when it has to go, and for how long it is waited for.
LAST_SIGNALS = {
    "web": ((signal.SIGTERM, GRACE_SECONDS + 2.0),),
    # SIGTERM lets tasks end; SIGQUIT gives them back to the queue.
    "worker": ((signal.SIGTERM, 5.0), (signal.SIGQUIT, 2.0)),
    "beat": ((signal.SIGTERM, 3.0),),
}


class Stopped(Exception):  # noqa: N818 - no error: somebody pressed Ctrl-C
    """We were asked to stop."""


@dataclass(slots=True)
class Request:
    """Notes the first signal that asks us to stop; looked at between steps."""

    number: int = 0

    def listen(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda received, _frame: self.note(received))

    def note(self, number: int) -> None:
        self.number = self.number or number

    def check(self) -> None:
        if self.number:
            raise Stopped

    def wait(self) -> None:
        self.check()
        time.sleep(0.1)
        self.check()


def main(arguments: list[str]) -> int:
    where = _address(arguments)
    folder, account = choose(ROOT, ourselves if services.given() else unprivileged)
    owner = folder.own("up")
    if owner is None:
        raise Unable(_already_running(folder))
    request = Request()
    request.listen()
    with owner:
        end_remembered(folder.path / CHILDREN)
        address.must_be_free(where)
        try:
            _run(folder, account, owner, where, request)
        except Stopped:
            _tell(f"Stopped. The data is kept in {folder.path}")
    return 0


def _address(arguments: list[str]) -> Address:
    parser = argparse.ArgumentParser("manage.py up", description="Run Cagnotte until Ctrl-C.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")
    options = parser.parse_args(arguments)
    return Address(options.host, options.port)


def _run(
    folder: DataFolder, account: Account, owner: Owner, where: Address, request: Request
) -> None:
    begun = time.monotonic()
    with services.running(folder, account, postgres.LASTING) as started:
        _say("services", f"{_named(started)}, data in {folder.path}", begun)
        surroundings = _surroundings(folder, where)
        _finish("prepare", "database", folder, surroundings, request)
        _finish("demo", "demo night", folder, surroundings, request)
        children: list[Program] = []
        begun = time.monotonic()
        try:
            for name, command in _commands(folder, where).items():
                request.check()
                children.append(_child(name, command, folder, surroundings))
                remember(folder.path / CHILDREN, children)
            watched = [*children, *(service.program for service in started)]
            _wait_for_web(where, watched, request)
            _say("web, worker, beat", f"logs in {folder.logs}", begun)
            owner.announce(services.addresses(), where.site)
            _welcome(where)
            while True:
                _must_all_run(watched)
                request.wait()
        finally:
            if request.number:
                _tell("\nStopping …")
            for child in reversed(children):
                child.stop(*LAST_SIGNALS[child.name])
            (folder.path / CHILDREN).unlink(missing_ok=True)


def _commands(folder: DataFolder, where: Address) -> dict[str, list[str]]:
    """What is started, in this order."""
    python = sys.executable
    celery = [python, "-m", "celery", "--app", "casino"]
    schedule = folder.path / "beat"
    schedule.mkdir(exist_ok=True)
    return {
        "web": [
            *(python, "-m", "uvicorn", "casino.asgi:application", "--lifespan", "off"),
            *("--host", where.host, "--port", str(where.port)),
            *("--timeout-graceful-shutdown", str(GRACE_SECONDS)),
        ],
        "worker": [*celery, "worker", "--loglevel", "INFO", "--concurrency", "2"],
        "beat": [
            *(*celery, "beat", "--loglevel", "INFO", "--pidfile", ""),
            *("--schedule", str(schedule / "schedule")),
        ],
    }


def _child(
    name: str, command: list[str], folder: DataFolder, surroundings: dict[str, str]
) -> Program:
    return begin(
        name,
        command,
        log=folder.log(name),
        dies_by=signal.SIGTERM,
        account=ourselves(),
        surroundings=surroundings,
        cwd=ROOT,
    )


def _finish(
    command: str,
    step: str,
    folder: DataFolder,
    surroundings: dict[str, str],
    request: Request,
) -> None:
    """Run one of our own commands to its end."""
    begun = time.monotonic()
    request.check()
    program = _child(command, [sys.executable, "manage.py", command], folder, surroundings)
    try:
        while program.runs:
            request.wait()
    finally:
        program.stop((signal.SIGTERM, 3.0))
    if program.process.returncode != 0:
        raise Unable(
            f"`manage.py {command}` failed. The end of {program.log}:\n{program.last_words()}"
        )
    _say(step, "ready", begun)


def _surroundings(folder: DataFolder, where: Address) -> dict[str, str]:
    """The environment of our children."""
    given = dict(os.environ)
    given.setdefault("SECRET_KEY", _secret_key(folder))
    given.setdefault("ALLOWED_HOSTS", ",".join(where.names()))
    given["CAGNOTTE_ENVIRONMENT"] = "external"  # they run in this very one
    given["PYTHONUNBUFFERED"] = "1"
    if os.geteuid() == 0:
        # Celery warns root on every start; for a try-out on one's own machine it is said once here.
        given["C_FORCE_ROOT"] = "1"
        given.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
    return given


def _secret_key(folder: DataFolder) -> str:
    """Kept in the data folder, so that sessions outlive a restart."""
    path = folder.path / "secret-key"
    if not path.exists():
        unfinished = folder.path / "secret-key.new"
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o600)
        unfinished.write_text(secrets.token_urlsafe(50))
        unfinished.replace(path)
    return path.read_text()


def _wait_for_web(where: Address, watched: list[Program], request: Request) -> None:
    deadline = time.monotonic() + WEB_SECONDS
    while not address.answers(where):
        _must_all_run(watched)
        if time.monotonic() > deadline:
            web = watched[0]
            raise Unable(
                f"The web has not answered within {WEB_SECONDS:.0f} s. The end of {web.log}:\n"
                f"{web.last_words()}"
            )
        request.wait()


def _must_all_run(watched: Iterable[Program]) -> None:
    for program in watched:
        if not program.runs:
            raise Unable(
                f"{program.name} ended by itself (exit code {program.process.returncode}), so the "
                f"rest is stopped too. The end of {program.log}:\n{program.last_words()}"
            )


def _welcome(where: Address) -> None:
    from casino.sign_ins import SIGN_INS

    _tell(f"\nCagnotte runs at {where.site}\n\n  Sign in as")
    for role, name, password in SIGN_INS:
        _tell(f"    {role.replace('_', ' '):<14} {name:<14} {password}")
    _tell("\nCtrl-C stops it.")


def _say(step: str, text: str, begun: float) -> None:
    _tell(f"  {step:<18} {text} ({time.monotonic() - begun:.1f} s)")


def _tell(text: str) -> None:
    """Print, but never fail for it: the terminal may be gone when the children have to stop."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


def _named(started: list[postgres.Cluster | redis.Server]) -> str:
    """The services that are our own; the others are named by the variables that gave them."""
    names = [service.program.name for service in started]
    return " and ".join(names) if names else "as given by DATABASE_URL and REDIS_URL"


def _already_running(folder: DataFolder) -> str:
    owner = folder.announced()
    if owner.command == "up":
        where = f" at {owner.site}" if owner.site else ""
        return (
            f"Cagnotte is already running{where} (pid {owner.pid}, data in {folder.path}). Stop "
            f"it with Ctrl-C there or `kill {owner.pid}`, or set CAGNOTTE_DATA to another folder."
        )
    return f"{owner.words().capitalize()} is using {folder.path}; let it end, then try again."
