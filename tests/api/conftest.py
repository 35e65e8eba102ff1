"""People of each role and a table that has been played, as the API is asked about them."""

import pytest
from django.contrib.auth.models import Group
from rest_framework.test import APIClient

from casino.models import Person
from tables.models import Assignment
from tests.conftest import BANKER_WINS, COVERED, PONTE_WINS, add_table

ROLES = ("croupier", "pit_manager", "accountant", "auditor", "administrator")


@pytest.fixture
def played(play):
    """Table 4: Ann's bank wins against 700.00, then is lost against Bob. Table 5 is closed."""
    add_table(5)
    play(*COVERED, BANKER_WINS, {"do": "continue"}, {"do": "stake", "seat": 2, "amount": 10_000})
    return play({"do": "close_bets"}, PONTE_WINS)


@pytest.fixture
def people(played):
    found = {}
    for role in ROLES:
        found[role] = Person.objects.create_user(username=role, password="p")
        found[role].groups.add(Group.objects.get(name=role))
    Assignment.objects.create(table_id=4, croupier=found["croupier"])
    return found


@pytest.fixture
def ask(people):
    """Ask as somebody of a role, or as nobody."""

    def get(address, role=None, **query):
        client = APIClient()
        if role:
            client.force_authenticate(people[role])
        return client.get(f"/api/v1{address}", query)

    return get
