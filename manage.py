#!/usr/bin/env python3
"""Cagnotte's commands: `python3 manage.py up` runs it, `python3 manage.py test` checks it.

Only the standard library is needed: the rest is installed into `.venv` beside this file at the
first command, and PostgreSQL and Redis are started for as long as a command needs them.
`replay` needs none of that and runs at once.
"""

import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
OLDEST_PYTHON = (3, 11)

# What works on code and files alone; every other command finds a database.
WITHOUT_DATABASE = {
    "check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help",
    "makemessages", "makemigrations", "spectacular", "startapp", "version",
}  # fmt: skip
# These bring the database up to date themselves, or must be able to leave it as it is.
PREPARING = {"prepare", "migrate", "flush", "dbshell"}
# What compares Cagnotte with packages that it does not itself run on.
FOR_DEVELOPERS = {"bench", "makemigrations", "test"}


OURS = """\
Cagnotte's own commands: python3 manage.py …
  up        run everything, with a demo casino the first time   [--port N]
  test      check everything                                    [pytest arguments]
  replay    run a scenario or an exported log by the rules      [--check] FILE…
  simulate  play whole tables into an empty house               --tables N --coups M --seed S
  verify    recompute chains, balances and money                [--table N]
  bench     speed as ratios to the physical limit               [--json]
  token     a key for an application that reads the API         NAME --person WHO
  prepare   database roles, migrations and grants

And Django's:
"""


def main(arguments: "list[str]") -> int:
    command = arguments[0] if arguments else "help"
    if sys.version_info < OLDEST_PYTHON:
        return refuse(too_old())
    if sys.platform == "win32":
        return refuse("Cagnotte runs on Linux and macOS; on Windows, use it inside WSL.")
    if command == "replay":
        from tables import replay

        return replay.main(arguments[1:])

    from casino.trouble import Unable

    try:
        if os.environ.get("CAGNOTTE_ENVIRONMENT") != "external":
            from casino import environment

            pins = environment.DEVELOPMENT if command in FOR_DEVELOPERS else environment.RUNTIME
            environment.enter(ROOT, pins)
        return run(command, arguments)
    except Unable as trouble:
        return refuse(str(trouble))
    except KeyboardInterrupt:
        return 130


def run(command: str, arguments: "list[str]") -> int:
    """The command itself, now that the environment is there."""
    if command == "up":
        from casino import supervisor

        return supervisor.main(arguments[1:])
    if command == "test":
        from casino import check

        return check.main(arguments[1:])

    if command in ("help", "-h", "--help") and len(arguments) < 2:
        print(OURS)
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    argv = [sys.argv[0], *arguments]
    if needs_no_database(command, arguments):
        execute_from_command_line(argv)
    else:
        from casino import services

        with services.available(ROOT, command) as unprepared:
            if unprepared and command not in PREPARING:
                prepare()
            execute_from_command_line(argv)
    return 0


def prepare() -> None:
    """Bring our own database up to date, so that any command may be the first one."""
    import subprocess

    from casino.trouble import Unable

    given = {**os.environ, "CAGNOTTE_ENVIRONMENT": "external"}
    words = [sys.executable, str(ROOT / "manage.py"), "prepare", "--verbosity", "0"]
    if subprocess.run(words, env=given).returncode != 0:  # noqa: S603 - ourselves
        raise Unable("The database could not be prepared; the reason is above.")


def needs_no_database(command: str, arguments: "list[str]") -> bool:
    return command in WITHOUT_DATABASE or bool({"-h", "--help", "--version"} & set(arguments))


def too_old() -> str:
    found = f"Cagnotte needs Python 3.11 or newer; this one is {sys.version.split()[0]}."
    for minor in (14, 13, 12, 11):
        if shutil.which(f"python3.{minor}"):
            return f"{found} Use `python3.{minor} {' '.join(sys.argv)}`."
    return found + " Install a newer one, then run the same command with it."


def refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
