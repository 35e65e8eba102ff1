"""Make a key for an application, or take its keys away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino import tokens
from casino.models import Person


class Command(BaseCommand):
    help = "Make a key for an application that reads the API, or revoke its keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="what uses it, for example 'night report'")
        act = parser.add_mutually_exclusive_group(required=True)
        act.add_argument("--person", metavar="WHO", help="whose rights it has")
        act.add_argument("--revoke", action="store_true", help="take its keys away")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["revoke"]:
            revoked = tokens.revoke(name=options["name"], now=now)
            if not revoked:
                raise CommandError(f"There is no key of “{options['name']}” to revoke.")
            self.stdout.write(f"Revoked {revoked} key(s) of “{options['name']}”.")
            return
        person = Person.objects.filter(username=options["person"]).first()
        if person is None:
            raise CommandError(f"There is nobody called “{options['person']}”.")
        self.stdout.write(tokens.make(name=options["name"], person=person, now=now))
        self.stderr.write("Keep it now: it is shown this once.")
