"""Each page for each role, against the table of who may open what."""

import re

import pytest
from django.contrib.auth.models import Group

from casino import roles
from casino.models import Person
from tables.models import Assignment
from tests.conftest import SEATED, add_table

ALL = ("croupier", "pit_manager", "accountant", "auditor", "administrator")

# What each role is answered; nobody at all is sent to sign in.
PAGES = {
    "/tables/4/": {"croupier": 200, "pit_manager": 200},
    "/tables/5/": {"croupier": 404, "pit_manager": 200},
    "/tables/99/": {"croupier": 404, "pit_manager": 404},
    "/pit/": {"pit_manager": 200, "auditor": 200},
    "/pit/tables/4/sittings/1/banks/1/": {"pit_manager": 200, "auditor": 200},
    "/pit/tables/4/sittings/1/banks/9/": {"pit_manager": 404, "auditor": 404},
    "/desk/": {"accountant": 200, "auditor": 200},
    "/desk/2026-11-30/": {"accountant": 200, "auditor": 200},
}


@pytest.fixture
def people(play):
    """One of each role; the croupier is assigned to table 4, where Ann holds the bank."""
    play(*SEATED)
    add_table(5)
    found = {}
    for role in ALL:
        found[role] = Person.objects.create_user(username=role, password="p")
        found[role].groups.add(Group.objects.get(name=role))
    Assignment.objects.create(table_id=4, croupier=found["croupier"])
    return found


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("role", ALL)
def test_each_page_opens_for_its_roles_alone(client, people, address, role):
    client.force_login(people[role])
    assert client.get(address).status_code == PAGES[address].get(role, 403)


@pytest.mark.parametrize("address", PAGES)
def test_nobody_is_asked_to_sign_in(client, people, address):
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"] == f"/sign-in/?next={address}"


def test_somebody_elses_table_cannot_be_told_from_no_table(client, people):
    """A05."""
    client.force_login(people["croupier"])
    pages = [client.get(address).content.decode() for address in ("/tables/5/", "/tables/99/")]
    theirs, unknown = (re.sub(r'(csrf\w+" value=)"\w+"', r"\1", page) for page in pages)
    assert theirs == unknown


@pytest.mark.parametrize(
    ("role", "arrives"),
    [
        ("croupier", None),
        ("pit_manager", None),
        ("accountant", "/desk/"),
        ("auditor", "/pit/"),
    ],
)
def test_everybody_arrives_where_he_works(client, people, role, arrives):
    client.force_login(people[role])
    answer = client.get("/")
    if arrives is None:
        assert answer.status_code == 200
    else:
        assert answer["Location"] == arrives


def test_a_croupier_finds_his_tables_and_no_other(client, people):
    client.force_login(people["croupier"])
    page = client.get("/").content.decode()
    assert "/tables/4/" in page
    assert "/tables/5/" not in page


def test_the_administrator_sees_no_money(client, people):
    assert not any(
        permission.startswith(("tables.", "ledger."))
        for permission in people["administrator"].get_all_permissions()
    )


def test_nobody_approves_or_writes_who_only_reads():
    assert roles.MAY[roles.AUDITOR].isdisjoint(
        {"tables.log_command", "tables.change_limits", "ledger.reconcile", "ledger.close_day"}
    )
    assert "tables.log_command" not in roles.MAY[roles.ACCOUNTANT]


def test_the_groups_follow_the_table_when_it_changes(db):
    group = Group.objects.get(name=roles.CROUPIER)
    group.permissions.clear()
    roles.make_groups()
    assert [p.codename for p in group.permissions.all()] == ["log_command"]
