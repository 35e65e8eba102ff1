"""`manage.py up` as it is used: begun, asked twice, killed, begun again, stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from casino import address, supervisor
from casino.address import Address
from casino.services.account import ourselves
from casino.services.data_folder import DataFolder
from casino.services.processes import (
    Program,
    begin,
    command_line,
    end_remembered,
    remember,
    wait_until,
)
from casino.trouble import Unable

from .conftest import ROOT


@pytest.fixture
def taken() -> Iterator[Address]:
    """An address on which another program listens."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        yield Address("127.0.0.1", line.getsockname()[1])


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def test_a_taken_port_is_named_with_one_that_is_free(taken: Address) -> None:
    with pytest.raises(Unable) as refused:
        address.must_be_free(taken)
    words = str(refused.value)
    assert f"Port {taken.port} on 127.0.0.1 is taken" in words
    advised = int(words.rsplit("--port ", 1)[1].split("`")[0])
    address.must_be_free(Address("127.0.0.1", advised))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (Address("127.0.0.1", 70000), "70000 is not a port"),
        (Address("127.0.0.1", 0), "0 is not a port"),
        (Address("no such host", 8000), "is not an address of this machine"),
        (Address("192.0.2.1", 8000), "cannot be listened on"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(where: Address, said: str) -> None:
    with pytest.raises(Unable, match=said):
        address.must_be_free(where)


def test_the_site_is_where_this_machine_reaches_it() -> None:
    assert Address("0.0.0.0", 8000).site == "http://127.0.0.1:8000/"
    assert Address("::1", 8000).site == "http://[::1]:8000/"
    assert Address("127.0.0.1", 8000).names() == ["localhost", "127.0.0.1", "[::1]"]
    assert socket.gethostname() in Address("0.0.0.0", 8000).names()


def test_a_web_that_only_fails_does_not_count_as_an_answer(taken: Address) -> None:
    script = (
        "import http.server, sys\n"
        "class Failing(http.server.BaseHTTPRequestHandler):\n"
        "    def do_GET(self): self.send_error(int(sys.argv[2]))\n"
        "http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), Failing).serve_forever()\n"
    )
    for status, counts in (("500", False), ("404", True)):
        port = free_port()
        with subprocess.Popen(
            [sys.executable, "-c", script, str(port), status], stderr=subprocess.DEVNULL
        ) as web:

            def listens(port: int = port) -> bool:
                with socket.socket() as line:
                    return line.connect_ex(("127.0.0.1", port)) == 0

            assert wait_until(listens, 10)
            assert address.answers(Address("127.0.0.1", port)) is counts
            web.kill()


def test_a_child_that_ends_by_itself_is_named_with_its_last_words(folder: DataFolder) -> None:
    script = "print('first line'); print('the broker said no'); raise SystemExit(3)"
    child = begin(
        "worker",
        [sys.executable, "-c", script],
        log=folder.log("worker"),
        dies_by=signal.SIGTERM,
        account=ourselves(),
    )
    child.process.wait(10)
    with pytest.raises(Unable) as told:
        supervisor._must_all_run([child])
    assert "worker ended by itself (exit code 3)" in str(told.value)
    assert str(folder.log("worker").parent) in str(told.value)
    assert "the broker said no" in str(told.value)


def test_of_a_traceback_only_the_end_is_shown(folder: DataFolder) -> None:
    child = begin(
        "prepare",
        [sys.executable, "-c", "raise ValueError('no such server\\n\\tIs it running?')"],
        log=folder.log("prepare"),
        dies_by=signal.SIGTERM,
        account=ourselves(),
    )
    child.process.wait(10)
    assert child.last_words() == "    ValueError: no such server\n    \tIs it running?"


def test_a_child_that_hears_no_signal_is_killed_with_its_own_children(folder: DataFolder) -> None:
    script = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    child = begin(
        "worker",
        [sys.executable, "-c", script],
        log=folder.log("worker"),
        dies_by=signal.SIGTERM,
        account=ourselves(),
    )
    assert wait_until(lambda: child.last_words().strip().isdigit(), 10)
    grandchild = int(child.last_words())
    child.stop((signal.SIGTERM, 0.2))
    assert not child.runs
    assert wait_until(lambda: command_line(grandchild) == "", 5)


def test_what_an_earlier_run_left_is_ended_and_nobody_else(folder: DataFolder) -> None:
    def sleeper(name: str) -> subprocess.Popen[bytes]:
        program = begin(
            name,
            [sys.executable, "-c", f"import time; time.sleep(60)  # {name}"],
            log=folder.log(name),
            dies_by=signal.SIGTERM,
            account=ourselves(),
        )
        noted.append(program)
        return program.process

    noted: list[Program] = []
    left, another = sleeper("left"), sleeper("another")
    path = folder.path / "children.json"
    remember(path, noted)
    entries = json.loads(path.read_text())
    entries[1]["words"] = "the number is somebody else's by now"
    path.write_text(json.dumps(entries))
    try:
        end_remembered(path)
        assert left.wait(1) == -signal.SIGTERM
        assert another.poll() is None
        assert not path.exists()
    finally:
        another.kill()
        another.wait()


# The whole of it


class Up:
    """A running `manage.py up`."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.printed = data / "printed"
        self.process = self.command()

    def command(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "CAGNOTTE_DATA": str(self.data)}
        environment["CAGNOTTE_ENVIRONMENT"] = "external"
        with self.printed.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def words(self) -> str:
        return self.printed.read_text()

    def runs(self) -> bool:
        assert wait_until(
            lambda: "Ctrl-C stops it" in self.words() or self.process.poll() is not None, 90
        )
        return self.process.poll() is None

    def family(self) -> dict[int, str]:
        """Every process in whose command line the data folder or the port stands."""
        marks = (str(self.data), f"--port {self.port}")
        found = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True).stdout
        lines = (line.strip().partition(" ") for line in found.splitlines())
        return {int(pid): args for pid, _, args in lines if any(mark in args for mark in marks)}


@pytest.fixture
def up(place: Path) -> Iterator[Up]:
    running = Up(place, free_port())
    yield running
    if running.process.poll() is None:
        running.process.terminate()
        running.process.wait(30)


def test_up_from_nothing_asked_twice_killed_begun_again_and_stopped(up: Up) -> None:
    assert up.runs(), up.words()
    site = f"http://127.0.0.1:{up.port}/"
    assert f"Cagnotte runs at {site}" in up.words()
    assert "claire" in up.words()
    with urlopen(site, timeout=10) as page:
        assert page.status == 200
    key = (up.data / "secret-key").read_text()

    second = subprocess.run(
        [sys.executable, "manage.py", "up", "--port", str(free_port())],
        cwd=ROOT,
        env={**os.environ, "CAGNOTTE_DATA": str(up.data), "CAGNOTTE_ENVIRONMENT": "external"},
        capture_output=True,
        text=True,
    )
    assert second.returncode == 1
    assert f"already running at {site} (pid {up.process.pid}" in second.stderr
    assert "Traceback" not in second.stderr

    up.process.kill()
    up.process.wait()
    up.process = up.command()
    assert up.runs(), up.words()
    assert (up.data / "secret-key").read_text() == key

    begun = time.monotonic()
    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(20) == 0
    assert time.monotonic() - begun < 15
    assert up.words().endswith(f"Stopping …\nStopped. The data is kept in {up.data}\n")
    assert up.family() == {}
    assert list((up.data / "run").iterdir()) == []
