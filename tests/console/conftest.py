"""A croupier in front of table 4, through Django's client: what the browser sends, no more."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

PASSWORD = "a long enough one"


def with_permissions(name: str, *codenames: str) -> Any:
    from casino.models import Person

    person = Person.objects.create_user(username=name, password=PASSWORD)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return person


@pytest.fixture
def croupier(table_4: Any) -> Any:
    """A croupier who is assigned to table 4."""
    from tables.models import Assignment

    person = with_permissions("marc", "log_command")
    Assignment.objects.create(table=table_4, croupier=person)
    return person


class Console:
    """The page at table 4 as it was last drawn, and the form on it."""

    address = "/tables/4/"

    def __init__(self, client: Client) -> None:
        self.client = client
        self.page: Any = None
        self.form: dict[str, str] = {}

    def open(self) -> "Console":
        return self._drawn(self.client.get(self.address))

    def send(self, line: str, **form: str) -> Any:
        """Post the form as it stands, as the script does; the answer becomes the page."""
        answer = self.post(line, **form)
        self._drawn(answer)
        return answer

    def post(self, line: str, *, script: str = "true", **form: str) -> Any:
        headers = {"HX-Request": script} if script else {}
        sent = {**self.form, "line": line, **form}
        return self.client.post(f"{self.address}act/", sent, headers=headers)

    def preview(self, line: str, **form: str) -> Any:
        asked = {"line": line, "seq": self.form["seq"], **form}
        return self.client.get(f"{self.address}preview/", asked, headers={"HX-Request": "true"})

    def _drawn(self, page: Any) -> "Console":
        self.page = page
        names = ("key", "seq")
        text = page.content.decode()
        found = {name: re.search(rf'name="{name}" value="([^"]+)"', text) for name in names}
        self.form = {name: match[1] for name, match in found.items() if match}
        return self

    @property
    def text(self) -> str:
        return str(self.page.content.decode())


@pytest.fixture
def console(croupier: Any, client: Client) -> Console:
    client.force_login(croupier)
    return Console(client).open()


@pytest.fixture
def entries() -> Callable[[], int]:
    """How many entries the log of table 4 has."""
    from tables.models import LogEntry

    return lambda: LogEntry.objects.filter(table_id=4).count()
