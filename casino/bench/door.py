"""A settling command through the whole door, against its rows inserted bare and by the ORM.

Every client is a process with tables of its own, each standing at a covered coup. A round settles
one coup at every table (half the banks win, half are lost), then writes the same rows bare, then
by the ORM; all clients begin each part together. The coups in between are played untimed.
"""

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

TABLES = 120
"""Per client: as many settling commands are timed in a round."""
ROUNDS = 5

WINS = {"do": "deal", "ponte": ["7S", "KD"], "banker": ["9H", "QC"]}
LOSES = {"do": "deal", "ponte": ["8S", "KD"], "banker": ["3H", "4C"]}
PEOPLE = tuple({"do": "sit", "seat": seat, "player": f"Player {seat}"} for seat in (1, 2, 3, 4))


WAYS = ("door", "bare", "orm")


def measure(clients: int, *, tables: int = TABLES, rounds: int = ROUNDS) -> dict[str, float]:
    """Settling commands a second with that many clients at once, the median round, by each way."""
    processes = multiprocessing.get_context("spawn")
    barrier = processes.Barrier(clients)
    with processes.Pool(clients, _begin, (_environment(), barrier)) as pool:
        # Numbers of their own for each measurement: the tables of the last one are mid-sitting.
        work = [(clients * 1_000 + client, tables, rounds) for client in range(clients)]
        times = pool.starmap(_client, work, chunksize=1)
    # A round is over when the slowest client is through with it.
    return {
        way: clients
        * tables
        / median(max(client[n][way] for client in times) for n in range(rounds))
        for way in WAYS
    }


def _environment() -> dict[str, str]:
    from django.db import connection

    where = connection.settings_dict
    return {"NAME": where["NAME"], "OPTIONS": json.dumps(where["OPTIONS"])}


_barrier: Any = None


def _begin(database: dict[str, str], barrier: Any) -> None:
    global _barrier
    _barrier = barrier
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django

    django.setup()
    from django.db import connection

    connection.settings_dict["NAME"] = database["NAME"]
    connection.settings_dict["OPTIONS"] = json.loads(database["OPTIONS"])


def _client(number: int, tables: int, rounds: int) -> list[dict[str, float]]:
    from django.db import connection

    from casino.bench import bare, orm
    from casino.bench.scratch import sign_in

    floor = _Floor(number, tables)
    server = sign_in(connection.settings_dict["NAME"])
    is_first = number % 1_000 == 0
    times = []
    for _ in range(rounds):
        floor.cover()
        settled: list[tuple[int, int]] = []
        took = {"door": _timed(lambda: settled.extend(floor.settle()))}  # noqa: B023
        statements = [bare.statement_for(server, *entry) for entry in settled]
        written = [orm.written_by(*entry) for entry in settled]
        if is_first:
            bare.copy_standing_rows(server)
            orm.copy_standing_rows(server)
        took["bare"] = _timed(lambda: bare.write_all(server, statements))  # noqa: B023
        with orm.in_the_copies():
            took["orm"] = _timed(lambda: orm.write_all(written))  # noqa: B023
        times.append(took)
        _barrier.wait()
        if is_first:
            for schema in ("bare", "plain"):
                server.execute(f"TRUNCATE {schema}.tables_table, {schema}.tables_bank")
    server.close()
    return times


def _timed(work: Callable[[], object]) -> float:
    """Seconds of the work, begun by all clients together."""
    _barrier.wait()
    begun = perf_counter()
    work()
    return perf_counter() - begun


class _Floor:
    """One client's tables."""

    def __init__(self, client: int, tables: int) -> None:
        from tables.simulation.tables import SHIPPED, furnish

        self._keys = count(1)
        self._client = client
        self._now = datetime.now(UTC)
        first = 1 + client * tables
        self.ids = [table.number for table in furnish(range(first, first + tables), SHIPPED)]
        for table_id in self.ids:
            self._say_all(table_id, {"do": "open_sitting"}, *PEOPLE, {"do": "open_shoe"})

    def cover(self) -> None:
        """Bring every table to a covered coup, as it stands: after a win, or after a loss."""
        for table_id in self.ids:
            self._say_all(table_id, *self._to_the_next_coup(table_id))

    def settle(self) -> list[tuple[int, int]]:
        """Settle the coup at every table; the log entries that did."""
        return [
            (table_id, self._say(table_id, WINS if place % 2 else LOSES))
            for place, table_id in enumerate(self.ids)
        ]

    def _to_the_next_coup(self, table_id: int) -> Iterator[dict[str, Any]]:
        from tables.log import standing

        state = standing(table_id).state
        banker = state.offered_to
        if state.phase == "deciding":
            # The bank won: its banker, always at the turn, retires and nobody takes the suite.
            turn = state.banker
            yield {"do": "retire"}
            others = [(turn + n - 1) % len(PEOPLE) + 1 for n in range(1, len(PEOPLE))]
            yield from ({"do": "decline", "seat": seat} for seat in others)
            banker = others[0]
        yield {"do": "take_bank", "seat": banker, "amount": 10_000}
        for place, amount in enumerate((4_000, 3_000), 1):
            seat = (banker + place - 1) % len(PEOPLE) + 1
            yield {"do": "stake", "seat": seat, "amount": amount}
        yield {"do": "close_bets"}

    def _say_all(self, table_id: int, *commands: dict[str, Any]) -> None:
        from django.db import transaction

        with transaction.atomic():
            for command in commands:
                self._say(table_id, command)

    def _say(self, table_id: int, command: dict[str, Any]) -> int:
        from tables.log import record

        self._now += timedelta(milliseconds=1)
        return record(
            table_id=table_id,
            command=command,
            actor="bench",
            device="bench",
            key=f"{self._client}/{next(self._keys)}",
            now=self._now,
        ).seq
