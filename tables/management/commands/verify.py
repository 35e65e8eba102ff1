"""Recompute every chain, balance and total from scratch, and name the first entry that is wrong."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.models import Table
from tables.proofs import PROOFS, extent, first_failures


class Command(BaseCommand):
    help = "Verify the hash chains, the ledger and the money of all tables, or of one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--table", type=int, metavar="N", help="only the table of this number")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = _ids(options["table"])
        sizes = ", ".join(f"{count:,} {name}" for name, count in extent(tables).items())
        self.stdout.write(f"Verifying {sizes}")
        wrong = 0
        for proof in PROOFS:
            failures = first_failures(proof, tables)
            wrong += len(failures)
            self.stdout.write(f"  {'FAILED' if failures else 'ok':6} {proof.says}")
            for failure in failures:
                self.stdout.write(
                    f"         table {failure.table_id}, entry {failure.seq}: {failure.wrong}"
                )
        if wrong:
            raise CommandError("The record does not verify.", returncode=1)
        self.stdout.write("The record verifies.")


def _ids(number: int | None) -> list[int] | None:
    if number is None:
        return None
    table = Table.objects.filter(number=number).first()
    if table is None:
        raise CommandError(f"There is no table {number}.")
    return [table.number]
