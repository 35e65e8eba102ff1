"""Play whole tables by the rules, from a seed, through the one door."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.models import Coup, LogEntry, Table
from tables.simulation.floor import croupiers
from tables.simulation.tables import SHIPPED, furnish

ABOUT_A_COUP = timedelta(minutes=2)
"""So that the play ends about now, and nothing is dated ahead of the clock."""


class Command(BaseCommand):
    help = "Play N tables for M coups each. The same seed and start play the same night."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=_positive, default=4, metavar="N")
        parser.add_argument("--coups", type=_positive, default=50, metavar="M", help="per table")
        parser.add_argument("--seed", type=int, default=1, metavar="S")
        parser.add_argument(
            "--start",
            type=_instant,
            default=None,
            metavar="TIME",
            help="when it begins (ISO 8601); left out, so that it ends about now",
        )

        parser.add_argument(
            "--add",
            action="store_true",
            help="play on in books that hold real play already: it stays in them for good",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["add"] and LogEntry.objects.exists():
            raise CommandError(
                "This house has played already, and made-up coups would stay in its books for "
                "good. Set CAGNOTTE_DATA to an empty folder, or say --add if that is what you want."
            )
        start = options["start"] or datetime.now(UTC) - options["coups"] * ABOUT_A_COUP
        tables = furnish(range(1, options["tables"] + 1), SHIPPED)
        run = f"simulate/{options['seed']}/{start.isoformat()}"
        begun, said = perf_counter(), 0
        for croupier in croupiers(
            [table.number for table in tables],
            names=["simulator"],
            seed=options["seed"],
            start=start,
            run=run,
        ):
            said += croupier.play(options["coups"])
        seconds = perf_counter() - begun
        coups = options["tables"] * options["coups"]
        self.stdout.write(
            f"Seed {options['seed']}: {coups:,} coups at {len(tables)} tables, {said:,} commands "
            f"in {seconds:.1f} s ({coups / seconds:,.0f} coups a second)"
        )
        for table in Table.objects.filter(number__in=[table.number for table in tables]):
            self.stdout.write(
                f"  table {table.number}: {_coups(table):,} coups in all, stands at entry "
                f"{table.seq:,}, cagnotte {table.view['cagnotte']:,} minor units"
            )


def _coups(table: Table) -> int:
    return Coup.objects.filter(table=table).count()


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("must be a whole number from 1")
    return int(text)


def _instant(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError("must be a time, as 2026-11-30T20:00") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
