"""The product as it runs: its own web server, worker and browser, on a database of its own."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import Group
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PASSWORD = "chemin-de-fer"
SIZES = {"tablet": (1024, 768), "laptop": (1366, 768)}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium. Without one the journeys are skipped, but never where CI runs them."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("the journeys need Chromium, and here it must be installed")
        pytest.skip("the journeys need Chromium (Debian: apt-get install chromium)")
    # Playwright's sync API runs a loop of its own, at which Django would take fright.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def _environment() -> dict[str, str]:
    """What the processes are told: this test's database, as the web's role."""
    where = connection.settings_dict
    host = where["HOST"]
    place = f"/{host}" if host.startswith("/") else f"{host}:{where['PORT'] or 5432}"
    who = f"{where['USER']}:{where['PASSWORD']}" if where["PASSWORD"] else where["USER"]
    return {
        **os.environ,
        "DATABASE_URL": f"postgresql://{who}@{place}/{where['NAME']}",
        "CAGNOTTE_DATABASE_ROLE": "cagnotte_web",
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "SECRET_KEY": "of no use outside this test",
        "C_FORCE_ROOT": "true",
    }


def _started(*command: str, log: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=_environment(),
        stdout=log.open("wb"),
        stderr=subprocess.STDOUT,
    )


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def site(real_database: str, house: Any, tmp_path: Path) -> Iterator[str]:
    """The address of a running web server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = tmp_path / "web.log"
    web = _started("uvicorn", "casino.asgi:application", "--port", str(port), log=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(lambda: _answers(address), log)
        yield address
    finally:
        _ended(web)


@pytest.fixture
def worker(real_database: str, house: Any, tmp_path: Path) -> Iterator[None]:
    """A real Celery worker on the real broker."""
    log = tmp_path / "worker.log"
    process = _started(
        "celery", "-A", "casino", "worker", "--concurrency=1", "--loglevel=INFO", log=log
    )
    try:
        _wait_for(lambda: b"ready." in log.read_bytes(), log)
        yield
    finally:
        _ended(process)


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/sign-in/") as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError):
        return False


def _wait_for(happened: Callable[[], bool], log: Path, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > until:
            pytest.fail(f"not there after {seconds:.0f} s:\n{log.read_text()[-3000:]}")
        time.sleep(0.05)


@pytest.fixture
def person(real_database: str) -> Callable[[str, str], Any]:
    """Somebody of a role, who can sign in."""

    def add(name: str, role: str) -> Any:
        from casino.models import Person

        # The web server knows Django's own hashes only, not the tests' quick one.
        password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
        somebody = Person.objects.create(username=name, password=password)
        somebody.groups.add(Group.objects.get(name=role))
        return somebody

    return add


@pytest.fixture
def sign_in(chromium: Any, site: str) -> Iterator[Callable[..., Any]]:
    """A browser of one's own, signed in; fails the test if a page throws or is refused a file."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def open_browser(
        name: str, size: str = "tablet", *, expects: Sequence[int] = (), **options: Any
    ) -> Any:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, base_url=site, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"{page.url}: {error}"))

        def listen(said: Any) -> None:
            # The browser, and htmx, report an answer given for a reason as an error too.
            expected = any(
                f"status of {status} " in said.text or f"Status Error Code {status} " in said.text
                for status in expects
            )
            if said.type == "error" and not expected:
                trouble.append(f"{page.url}: {said.text}")

        page.on("console", listen)
        page.goto("/sign-in/")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("Password").press("Enter")
        page.wait_for_url(lambda address: "/sign-in/" not in address)
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert trouble == []
