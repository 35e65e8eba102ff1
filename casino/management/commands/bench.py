"""Measures speed as ratios in one run, in a scratch database of its own."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from casino.bench import bare, door, orm, rules, scratch

HORDAK_ENTRIES = 300


class Command(BaseCommand):
    help = "Measure the door, the ledger and the rules against their physical limits."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        figures: dict[str, float] = {}
        self._say(options, "Settling commands, through the door and bare")
        with scratch.database() as name:
            with scratch.sign_in(name) as server:
                bare.copy_tables(server)
                orm.copy_tables(server)
            for clients in (1, 4):
                figures |= _door(clients)
        self._say(options, "The same lines with django-hordak")
        figures["hordak_per_second"] = _hordak()
        figures["door_to_hordak"] = figures["door_1_per_second"] / figures["hordak_per_second"]
        self._say(options, "The rules alone")
        figures["rules_coups_per_second"] = rules.coups_a_second()
        if options["json"]:
            self.stdout.write(json.dumps({name: round(f, 3) for name, f in figures.items()}))
        else:
            self._tell(figures)

    def _say(self, options: dict[str, Any], what: str) -> None:
        if not options["json"]:
            self.stdout.write(f"{what} …")

    def _tell(self, figures: dict[str, float]) -> None:
        for clients in (1, 4):
            self.stdout.write(
                f"door, {clients} client(s): {figures[f'door_{clients}_per_second']:,.0f}/s, "
                f"bare {figures[f'bare_{clients}_per_second']:,.0f}: "
                f"ratio {figures[f'door_{clients}']:.2f} "
                f"(the plain ORM: {figures[f'orm_{clients}']:.2f})"
            )
        self.stdout.write(
            f"hordak: {figures['hordak_per_second']:,.0f} entries a second: "
            f"the door is {figures['door_to_hordak']:.1f} times as fast"
        )
        self.stdout.write(f"rules alone: {figures['rules_coups_per_second']:,.0f} coups a second")


def _door(clients: int) -> dict[str, float]:
    rates = door.measure(clients)
    return {
        **{f"{way}_{clients}_per_second": rate for way, rate in rates.items()},
        f"door_{clients}": rates["door"] / rates["bare"],
        f"orm_{clients}": rates["orm"] / rates["bare"],
    }


def _hordak() -> float:
    with scratch.database() as name:
        where = connection.settings_dict
        address = f"postgresql://{where['USER']}@/{where['HOST']}/{name}"
        if not where["HOST"].startswith("/"):
            host = f"{where['HOST']}:{where['PORT'] or 5432}"
            address = f"postgresql://{where['USER']}:{where['PASSWORD']}@{host}/{name}"
        run = subprocess.run(  # noqa: S603 - our own module, our own address
            [sys.executable, "-m", "casino.bench.hordak", address, str(HORDAK_ENTRIES)],
            check=True,
            capture_output=True,
            text=True,
        )
    return float(run.stdout)
