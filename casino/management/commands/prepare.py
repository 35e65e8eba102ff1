"""Makes the database ready: roles, tables, privileges, the groups of people. Safe to run again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from casino import privileges, roles


class Command(BaseCommand):
    help = "Create the database's roles, migrate as their owner, and grant what the web may do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        pass

    def handle(self, *args: Any, **options: Any) -> None:
        act_as(None)
        privileges.make_roles()
        act_as(privileges.OWNER)
        call_command("migrate", verbosity=options["verbosity"], interactive=False)
        privileges.grant()
        roles.make_groups()


def act_as(role: str | None) -> None:
    """Reconnect as the role that signs in, or as another it is a member of."""
    connection.close()
    settings = connection.settings_dict["OPTIONS"]
    settings.pop("options", None)
    if role is not None:
        settings["options"] = f"-c role={role}"
