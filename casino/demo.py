"""A casino to try: people of every role, last night played out and tonight under way."""

from datetime import datetime, timedelta

from django.contrib.auth.models import Group
from django.db import transaction

from casino.models import Person
from casino.sign_ins import OTHERS, SIGN_INS
from ledger.days import day_before, furnish_casino, open_day
from tables.models import Assignment, Table
from tables.simulation.floor import Croupier, croupiers
from tables.simulation.tables import SHIPPED, furnish

TABLES = (1, 2, 3, 4, 5)
CLAIRES = (1, 2, 3, 4)
FREE_TONIGHT = 4
"""Claire finds this one closed, to open it herself."""

SEED = 1907
COUPS_LAST_NIGHT = 60
MOST_COUPS_TONIGHT = 45
EVENING = timedelta(hours=8)
"""From the cut-off at noon to when the play begins."""


def is_there() -> bool:
    return Table.objects.exists()


def write(now: datetime) -> None:
    """Write the whole demo, or nothing; `now` is when it is being looked at."""
    with transaction.atomic():
        furnish_casino()
        _people()
        tables = furnish(TABLES, SHIPPED)
        _assign(tables)
        _last_night(tables, now)
        _tonight([table for table in tables if table.number != FREE_TONIGHT], now)


def _people() -> None:
    for role, name, password in (*SIGN_INS, *OTHERS):
        person = Person.objects.create_user(username=name, password=password)
        person.groups.add(Group.objects.get(name=role))


def _assign(tables: list[Table]) -> None:
    claire, marc = (Person.objects.get(username=name) for name in ("claire", "marc"))
    for table in tables:
        croupier = claire if table.number in CLAIRES else marc
        Assignment.objects.create(table=table, croupier=croupier)


def _last_night(tables: list[Table], now: datetime) -> None:
    evening = day_before(now).opens_at + EVENING
    for croupier in _croupiers(tables, evening, "last-night"):
        croupier.play(COUPS_LAST_NIGHT)
        croupier.close()


def _tonight(tables: list[Table], now: datetime) -> None:
    evening = max(open_day(now).opens_at, now - timedelta(hours=2))
    for croupier in _croupiers(tables, evening, "tonight"):
        played = 0
        while played < MOST_COUPS_TONIGHT and croupier.clock < now - timedelta(minutes=10):
            croupier.play(1)
            played += 1


def _croupiers(tables: list[Table], start: datetime, run: str) -> list[Croupier]:
    return list(
        croupiers(
            [table.number for table in tables],
            names=["claire" if table.number in CLAIRES else "marc" for table in tables],
            seed=SEED,
            start=start,
            run=f"demo/{run}",
        )
    )
