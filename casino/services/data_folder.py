"""The data folder: where it is, what is in it, and who owns it now.

lock           held by the one owner           postgres/  the database cluster
owner.json     who that is, and the services   redis/     the broker's snapshot
guests         shared by commands that joined  run/       sockets
children.json  what `up` started               logs/      one file per process
secret-key     signs the sessions; made once   programs/  copies root's services can reach
"""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from casino.services.account import Account, unprivileged
from casino.trouble import Unable

FALLBACK = Path("/var/lib/cagnotte")
# The kernel cuts a socket's path at 104 bytes on a Mac, 108 on Linux; PostgreSQL adds its own name.
LONGEST_SOCKET = 99
SOCKET = ".s.PGSQL.5432"
# In an address a comma means several hosts, a question mark options, and so on.
PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


@dataclass(frozen=True, slots=True)
class Announced:
    """What the owner of a data folder says about itself; empty while it is just beginning."""

    pid: int = 0
    command: str = ""
    addresses: dict[str, str] = field(default_factory=dict)
    site: str = ""

    def words(self) -> str:
        return f"`manage.py {self.command}` (pid {self.pid})" if self.pid else "another command"


@dataclass(frozen=True, slots=True)
class DataFolder:
    path: Path

    @property
    def postgres(self) -> Path:
        return self.path / "postgres"

    @property
    def redis(self) -> Path:
        return self.path / "redis"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def programs(self) -> Path:
        return self.path / "programs"

    def log(self, name: str) -> Path:
        """A fresh log; the last run's is kept beside it."""
        if not self.logs.exists():
            self.logs.mkdir()
            # Root may be running what is a user's: the user writes here the next time.
            owner = self.path.stat()
            os.chown(self.logs, owner.st_uid, owner.st_gid)
        path = self.logs / f"{name}.log"
        if path.exists():
            path.replace(self.logs / f"{name}.log.1")
        path.touch(mode=0o640)
        return path

    def run(self, account: Account) -> Path:
        """The folder for sockets, entered by `account` only; in /tmp if the path is too long."""
        folder = self.path / "run"
        if _fits(folder):
            account.own_folder(folder)
            return folder
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]
        folder = Path("/tmp") / f"cagnotte-{account.uid}-{digest}"  # noqa: S108 - checked below
        if not folder.exists():
            account.own_folder(folder)
        found = folder.lstat()
        if folder.is_symlink() or found.st_uid != account.uid or found.st_mode & 0o077:
            raise Unable(f"{folder} belongs to somebody else; remove it, or set CAGNOTTE_DATA.")
        return folder

    def own(self, command: str) -> "Owner | None":
        """Become the owner, or None while somebody else is."""
        descriptor = os.open(self.path / "lock", os.O_RDONLY | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        owner = Owner(self, descriptor, command)
        owner.announce({})
        return owner

    def announced(self) -> Announced:
        try:
            said = json.loads((self.path / "owner.json").read_text())
            return Announced(said["pid"], said["command"], said["addresses"], said["site"])
        except (OSError, ValueError, KeyError):
            return Announced()

    def joined(self) -> "Guest":
        return Guest(os.open(self.path / "guests", os.O_RDONLY | os.O_CREAT, 0o644))


class Owner:
    """The one command that runs the services in a data folder."""

    def __init__(self, folder: DataFolder, descriptor: int, command: str) -> None:
        self.folder = folder
        self._descriptor = descriptor
        self._command = command

    def announce(self, addresses: dict[str, str], site: str = "") -> None:
        """Say who we are and what can be joined; replaced in one piece, for readers' sake."""
        said = {"pid": os.getpid(), "command": self._command, "addresses": addresses, "site": site}
        written = self.folder.path / "owner.json.new"
        written.unlink(missing_ok=True)
        written.write_text(json.dumps(said))
        written.replace(self.folder.path / "owner.json")

    def wait_for_guests(self) -> None:
        """Keep the services for the commands that joined them."""
        descriptor = os.open(self.folder.path / "guests", os.O_RDONLY | os.O_CREAT, 0o644)
        try:
            told = False
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return
                except BlockingIOError:
                    if not told:
                        print("Another command uses the database; waiting …", file=sys.stderr)
                        told = True
                    time.sleep(0.1)
        finally:
            os.close(descriptor)

    def __enter__(self) -> "Owner":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        (self.folder.path / "owner.json").unlink(missing_ok=True)
        os.close(self._descriptor)


class Guest:
    """A command that uses another's services, which are kept for it until it ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __enter__(self) -> "Guest":
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)


def choose(
    root: Path, account_for: Callable[[Path], Account] = unprivileged
) -> tuple[DataFolder, Account]:
    """The data folder of the project in `root`, made if need be, and who its services run as."""
    named = os.environ.get("CAGNOTTE_DATA")
    path = Path(named or root / "data").resolve()
    try:
        _make(path)
        account = account_for(path / "postgres")
        if not account.may("-x", path):
            if named:
                raise Unable(
                    f"The account {account.name}, which runs PostgreSQL for root, cannot enter "
                    f"CAGNOTTE_DATA={path}. Name a folder that everybody may enter."
                )
            with contextlib.suppress(OSError):
                path.rmdir()  # unless there is something in it
            path = _fallback(root)
            account = account_for(path / "postgres")
    except OSError as error:
        raise Unable(_unwritable(error, path)) from None
    return DataFolder(path), account


def _make(path: Path) -> None:
    """Make the folder, or see that it can be written; what exists keeps its permissions."""
    if not path.exists():
        path.mkdir(parents=True)
        path.chmod(0o755)  # root's services must pass through; what they keep in it is closed
    with tempfile.TemporaryFile(dir=path):
        pass


def _fallback(root: Path) -> Path:
    """A folder outside the project, for a root whose project no other account can enter."""
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    name = re.sub(r"[^A-Za-z0-9._-]", "-", root.name) or "cagnotte"
    if not FALLBACK.exists():
        _make(FALLBACK)
    path = FALLBACK / f"{name}-{digest}"
    _make(path)
    return path


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET and bool(
        PLAIN.fullmatch(str(folder))
    )


def _unwritable(error: OSError, path: Path) -> str:
    return (
        f"The data folder {path} cannot be written ({error.strerror}). Make it yours, or set "
        "CAGNOTTE_DATA to another folder."
    )
