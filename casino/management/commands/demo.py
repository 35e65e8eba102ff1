"""Writes the demo casino into an empty database; where there are tables already it does nothing."""

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand

from casino import demo


class Command(BaseCommand):
    help = "Write a casino to try: people, tables, last night's play and tonight's."

    def handle(self, *args: Any, **options: Any) -> None:
        if not demo.is_there():
            demo.write(datetime.now(UTC))
