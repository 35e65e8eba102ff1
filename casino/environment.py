"""The project's own Python environment, `.venv`: completed if need be, then entered.

Runs before anything is installed, so it uses the standard library only. A stamp in the
environment names the pins it was made from; a mark shows that an installation was begun. Two
locks keep commands apart: one for whoever installs, one shared by everyone who is using it.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from casino import installation
from casino.trouble import Unable

RUNTIME = "requirements.txt"
DEVELOPMENT = "requirements-dev.txt"  # pins all of RUNTIME as well

STAMP = "cagnotte-pins.json"
UNFINISHED = "cagnotte-unfinished"
INSTALLING = "cagnotte-installing.lock"
IN_USE = "cagnotte-in-use.lock"


def enter(root: Path, pins: str) -> None:
    """Go on in `.venv` with `pins` installed; returns only when that is where this runs."""
    venv = root / ".venv"
    try:
        installed = ready(root, pins)
    except OSError as error:
        raise Unable(_why_not_written(error, venv)) from None
    if os.path.realpath(sys.prefix) == os.path.realpath(venv) and not installed:
        return
    python = str(venv / "bin" / "python")
    # On a Mac this makes the environment's Python believe that it is the outer one.
    os.environ.pop("__PYVENV_LAUNCHER__", None)
    sys.stdout.flush()
    os.execv(python, [python, *sys.argv])  # noqa: S606 - ourselves, by an absolute path


def ready(root: Path, pins: str) -> bool:
    """Complete `.venv` for `pins` unless it already is; whether anything was installed.

    Afterwards the environment counts as in use until this process (or what it becomes) ends.
    """
    venv = root / ".venv"
    if venv.is_dir():
        use = _shared(venv / IN_USE)
        if satisfies(venv, root / pins):
            return False
        if use is not None:
            os.close(use)
    venv.mkdir(exist_ok=True)
    with _alone(venv / INSTALLING):
        complete = satisfies(venv, root / pins)  # another command may have done it meanwhile
        if not complete:
            _install(root, venv, pins)
        _shared(venv / IN_USE)
    return not complete


def satisfies(venv: Path, pins: Path) -> bool:
    """Whether the stamp in `venv` says that exactly these pins are installed for this Python."""
    if not (venv / "bin" / "python").exists() or (venv / UNFINISHED).exists():
        return False
    return _stamped(venv).get(pins.name) == digest(pins)


def digest(pins: Path) -> str:
    """What an environment is made from: the pins and the kind of Python they were chosen for."""
    python = f"{sys.implementation.cache_tag} {sys.platform} {platform.machine()}"
    try:
        content = pins.read_bytes()
    except FileNotFoundError:
        raise Unable(f"{pins} is missing; get the project again with git.") from None
    return hashlib.sha256(content + python.encode()).hexdigest()


def _install(root: Path, venv: Path, pins: str) -> None:
    python = getattr(sys, "_base_executable", None) or sys.executable
    if not _usable(venv):
        _clear(venv)
    (venv / UNFINISHED).touch()
    (venv / STAMP).unlink(missing_ok=True)
    installation.install(venv=venv, pins=root / pins, python=python)
    names = (RUNTIME, DEVELOPMENT) if pins == DEVELOPMENT else (RUNTIME,)
    written = venv / f"{STAMP}.new"
    written.write_text(json.dumps({name: digest(root / name) for name in names}))
    written.replace(venv / STAMP)
    (venv / UNFINISHED).unlink()


def _usable(venv: Path) -> bool:
    """Whether packages can be added to what is there.

    Not so if an installation broke off half-way (a package may be there by name only), if the
    Python it was made with has gone, or if another version of Python now asks for it.
    """
    if not (venv / "bin" / "python").exists() or (venv / UNFINISHED).exists():
        return False
    try:
        made = (venv / "pyvenv.cfg").read_text()
    except FileNotFoundError:
        return False
    version = next(
        (value for key, value in _settings(made) if key in ("version", "version_info")), ""
    )
    return version.split(".")[:2] == [str(part) for part in sys.version_info[:2]]


def _settings(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, _, value = line.partition("=")
        yield key.strip(), value.strip()


def _clear(venv: Path) -> None:
    """Empty `.venv` but for the locks, unless somebody is at work in it."""
    with _alone(venv / IN_USE, patience=2.0):
        for entry in venv.iterdir():
            if entry.name in (INSTALLING, IN_USE):
                continue
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()


def _stamped(venv: Path) -> dict[str, str]:
    try:
        stamp = json.loads((venv / STAMP).read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _shared(lock: Path) -> int | None:
    """Hold `lock` with others until the process ends, also across an exec."""
    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o644)
    except PermissionError:  # somebody else's environment, complete: nothing to protect it from us
        return None
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    os.set_inheritable(descriptor, True)
    return descriptor


@contextlib.contextmanager
def _alone(lock: Path, patience: float | None = None) -> Iterator[None]:
    """Hold `lock` alone, waiting for the others at most `patience` seconds (None: for ever)."""
    descriptor = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        begun, told = time.monotonic(), False
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if patience is not None and time.monotonic() - begun > patience:
                    raise Unable(
                        f"The environment {lock.parent} has to be made anew, but another command "
                        "of this project is running in it. Stop that one first."
                    ) from None
                if patience is None and not told:
                    print("Another command is installing; waiting for it …", file=sys.stderr)
                    told = True
                time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)


def _why_not_written(error: OSError, venv: Path) -> str:
    where = error.filename or venv
    return (
        f"The environment cannot be made in {venv}: {where}: {error.strerror}. Cagnotte installs "
        "what it needs beside manage.py, so that folder must be writable, with 500 MB free."
    )
