"""Play whole tables by the rules, from a seed, through the one door."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from tables.models import Coup, Table
from tables.simulation.floor import croupiers
from tables.simulation.tables import SHIPPED, furnish


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
            help="when the first command is given (ISO 8601; now, if left out)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        start = options["start"] or datetime.now(UTC)
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
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
