"""The embedded Redis: on a socket only, and ended if an earlier run left it."""

import signal
from pathlib import Path

import pytest
import redis as client

from casino.services import redis
from casino.services.account import Account
from casino.services.data_folder import DataFolder
from casino.trouble import Unable


def test_its_address_is_one_that_redis_py_reads(server: redis.Server) -> None:
    with client.Redis.from_url(server.url) as line:
        assert line.ping() is True
        assert line.config_get("port") == {"port": "0"}
        assert line.connection_pool.connection_kwargs["path"] == str(server.socket)


def test_what_waits_outlives_a_stop(folder: DataFolder, account: Account) -> None:
    first = redis.start(folder, account)
    with client.Redis.from_url(first.url) as line:
        line.rpush("celery", "reconcile")
    first.stop()
    assert not first.program.runs

    second = redis.start(folder, account)
    try:
        with client.Redis.from_url(second.url) as line:
            assert line.lrange("celery", 0, -1) == [b"reconcile"]
    finally:
        second.stop()


def test_a_start_after_kill_9_works(folder: DataFolder, account: Account) -> None:
    first = redis.start(folder, account)
    first.program.process.send_signal(signal.SIGKILL)
    first.program.process.wait()
    second = redis.start(folder, account)
    assert redis.ask(second.socket, "PING") == "+PONG"
    second.stop()


def test_a_server_left_by_an_earlier_run_is_ended_first(
    folder: DataFolder, account: Account
) -> None:
    left = redis.start(folder, account)
    second = redis.start(folder, account)
    assert not left.program.runs
    assert redis.ask(second.socket, "PING") == "+PONG"
    second.stop()


def test_nobody_answers_where_there_is_none(place: Path) -> None:
    assert redis.ask(place / "none.sock", "PING") == ""


def test_without_any_server_it_says_what_to_install(
    folder: DataFolder, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(redis, "_bundled", lambda: None)
    with pytest.raises(Unable, match=r"install valkey or redis .* or set REDIS_URL"):
        redis.start(folder, account)


def test_a_server_too_old_on_the_path_is_passed_over(
    folder: DataFolder, account: Account, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = place / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=5.0.14 sha=00000000:0 malloc=libc bits=64'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/bin")
    running = redis.start(folder, account)
    assert running.program.name == "Redis (valkey-server)"
    running.stop()
