"""Who the services run as: ourselves, or, started by root, an account that may do nothing.

PostgreSQL refuses to run as root. No account is made and no folder of the user's is opened up for
it: an existing one is borrowed, and data and programs are put where it can reach them.
"""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casino.trouble import Unable

BORROWED = ("postgres", "_postgres", "nobody", "daemon")


@dataclass(frozen=True, slots=True)
class Account:
    """An account of this machine; `changes` is empty when it is our own."""

    name: str
    uid: int
    gid: int

    @property
    def is_ourselves(self) -> bool:
        return self.uid == os.geteuid()

    def changes(self) -> dict[str, Any]:
        """What `subprocess` is told so that a program runs as this account."""
        if self.is_ourselves:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def may(self, test: str, path: Path) -> bool:
        """Ask the machine itself, as this account, for a `test` of the shell: -x, -r, -w."""
        return self.runs(["/bin/sh", "-c", f'test {test} "$1"', "sh", str(path)])

    def runs(self, command: list[str]) -> bool:
        try:
            result = subprocess.run(command, cwd="/", capture_output=True, **self.changes())  # noqa: S603
        except (OSError, subprocess.SubprocessError):
            return False
        return result.returncode == 0

    def own_folder(self, path: Path) -> None:
        """Make a folder that this account alone may enter."""
        path.mkdir(mode=0o700, exist_ok=True)
        if not self.is_ourselves and path.stat().st_uid != self.uid:
            os.chown(path, self.uid, self.gid)
        path.chmod(0o700)

    def readable_copy(self, *, of: Path, to: Path, without: tuple[str, ...] = ()) -> None:
        """Copy a file or folder to where everybody may read it, whatever the umask."""
        if of.is_dir():
            shutil.copytree(of, to, ignore=shutil.ignore_patterns(*without), symlinks=True)
        else:
            shutil.copy2(of, to)
        for path in (to, *to.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def ourselves(_cluster: Path | None = None) -> Account:
    """Who we are; whoever a cluster belongs to."""
    uid = os.geteuid()
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        name = str(uid)  # a container may run as a number without a name
    return Account(name, uid, os.getegid())


def unprivileged(cluster: Path) -> Account:
    """The account for the cluster: ourselves unless we are root, its owner if it exists."""
    if os.geteuid() != 0:
        return ourselves()
    if cluster.exists() and cluster.stat().st_uid != 0:
        found = cluster.stat()
        return Account(_name_of(found.st_uid), found.st_uid, found.st_gid)
    for name in BORROWED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        account = Account(name, entry.pw_uid, entry.pw_gid)
        if entry.pw_uid != 0 and account.runs(["/bin/sh", "-c", "true"]):
            return account
    raise Unable(
        "PostgreSQL does not run as root, and this machine has no other account for it (tried "
        f"{', '.join(BORROWED)}). Run this as an ordinary user, or set DATABASE_URL and REDIS_URL "
        "to services that are there."
    )


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
