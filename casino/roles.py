"""Who may do what: each role is a group, and this is the whole table of it.

A croupier sees the tables he is assigned to; whoever may `see_every_table` sees them all
(`tables.queries.tables_for`). The administrator looks after people and sees no money.
"""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

CROUPIER = "croupier"
PIT_MANAGER = "pit_manager"
ACCOUNTANT = "accountant"
AUDITOR = "auditor"
ADMINISTRATOR = "administrator"

MAY: Mapping[str, frozenset[str]] = {
    CROUPIER: frozenset({"tables.log_command"}),
    PIT_MANAGER: frozenset(
        {
            "tables.log_command",
            "tables.see_every_table",
            "tables.see_floor",
            "tables.change_limits",
            "tables.read_history",
        }
    ),
    ACCOUNTANT: frozenset(
        {
            "tables.see_every_table",
            "ledger.read_books",
            "ledger.reconcile",
            "ledger.export",
            "ledger.close_day",
        }
    ),
    AUDITOR: frozenset(
        {
            "tables.see_every_table",
            "tables.see_floor",
            "tables.read_history",
            "ledger.read_books",
        }
    ),
    ADMINISTRATOR: frozenset({"casino.add_person", "casino.change_person", "casino.view_person"}),
}


def make_groups() -> None:
    """Make the groups what the table says; safe to run again, and after the table has changed."""
    for role, names in MAY.items():
        group, _ = Group.objects.get_or_create(name=role)
        group.permissions.set(_permissions(names))


def _permissions(names: frozenset[str]) -> list[Permission]:
    wanted = Q()
    for name in names:
        app, _, codename = name.partition(".")
        wanted |= Q(content_type__app_label=app, codename=codename)
    found = list(Permission.objects.filter(wanted))
    if len(found) != len(names):
        known = {f"{p.content_type.app_label}.{p.codename}" for p in found}
        raise LookupError(f"no such permission: {', '.join(sorted(names - known))}")
    return found
