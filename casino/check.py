"""`manage.py test`: every check of the project, cheapest first, until one fails.

Its PostgreSQL and Redis are thrown away afterwards; the data folder is never touched.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from casino import services
from casino.services import postgres
from casino.services.account import unprivileged
from casino.services.data_folder import DataFolder
from casino.trouble import Unable

ROOT = Path(__file__).resolve().parent.parent
CODE = ("manage.py", "casino", "ledger", "tables", "tests")
PYTHON = (sys.executable, "-m")

# Each is a name and a command. These need code only …
ON_CODE = (
    ("style", (*PYTHON, "ruff", "check", ".")),
    ("format", (*PYTHON, "ruff", "format", "--check", ".")),
    (
        "imports",
        (sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"),
    ),
    ("types", (*PYTHON, "mypy", *CODE)),
)
# … and these a database.
MIGRATIONS = (
    "migrations",
    (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"),
)
PYTEST = (*PYTHON, "pytest")
ALL_TESTS = ("tests", (*PYTEST, "-n", "2"))

Check = tuple[str, tuple[str, ...]]


def main(arguments: list[str]) -> int:
    """Run everything, or, given arguments, pytest alone with them."""
    os.environ["CAGNOTTE_ENVIRONMENT"] = "external"  # what we start runs in this very one
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    # The tests make the database's roles, and take each of them on themselves.
    os.environ["CAGNOTTE_DATABASE_ROLE"] = ""
    begun = time.monotonic()
    try:
        if arguments:
            with throw_away_services():
                return run(("tests", (*PYTEST, *arguments)))
        status = run_until_one_fails(ON_CODE)
        if status == 0:
            with throw_away_services():
                status = run_until_one_fails((MIGRATIONS, ALL_TESTS))
    except KeyboardInterrupt:
        return 130
    if status == 0:
        print(f"\nEverything passed in {time.monotonic() - begun:.0f} s.", flush=True)
    return status


def run_until_one_fails(checks: tuple[Check, ...]) -> int:
    return next((status for status in map(run, checks) if status != 0), 0)


def run(check: Check) -> int:
    """Run one check; its exit code."""
    name, command = check
    print(f"── {name}", flush=True)
    begun = time.monotonic()
    # In our own session: a Ctrl-C ends it as it would alone, and we tidy up after it.
    process = subprocess.Popen(command, cwd=ROOT)  # noqa: S603
    try:
        status = process.wait()
    except BaseException as ended:
        if not isinstance(ended, KeyboardInterrupt):  # which has reached it already
            process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(10)
        process.kill()
        raise
    verdict = "ok" if status == 0 else f"FAILED with exit code {status}"
    print(f"   {name}: {verdict} ({time.monotonic() - begun:.1f} s)\n", flush=True)
    return status


@contextlib.contextmanager
def throw_away_services() -> Iterator[None]:
    """Services in a folder of their own, gone at the end whatever happens."""
    if services.given():
        yield
        return
    with services.ended_by_sigterm():
        folder = DataFolder(_temporary_folder())
        try:
            account = unprivileged(folder.postgres)
            with services.running(folder, account, postgres.THROW_AWAY):
                yield
        finally:
            shutil.rmtree(folder.path, ignore_errors=True)


def _temporary_folder() -> Path:
    """A new folder that the services' account can enter, wherever temporary files go here."""
    account = unprivileged(Path("/nonexistent"))
    for parent in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp")):  # noqa: S108
        if account.may("-x", Path(parent)) and os.access(parent, os.W_OK):
            path = Path(tempfile.mkdtemp(prefix="cagnotte-test-", dir=parent)).resolve()
            path.chmod(0o755)
            return path
    raise Unable("There is no folder for temporary files; set TMPDIR to one that can be written.")
