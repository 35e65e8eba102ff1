"""A settling command through the whole door, against its rows inserted bare: one client and four.

Every client is a process with tables of its own, each standing at a covered coup. A round settles
one coup at every table (half the banks win, half are lost), then writes the same rows bare; all
clients begin each half together. The coups in between are played untimed.
"""

import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Rates:
    """Settling commands a second, the median round: through the door and bare."""

    door: float
    bare: float

    @property
    def ratio(self) -> float:
        return self.door / self.bare


def measure(clients: int, *, tables: int = TABLES, rounds: int = ROUNDS) -> Rates:
    """Both rates with that many clients at once."""
    processes = multiprocessing.get_context("spawn")
    barrier = processes.Barrier(clients)
    with processes.Pool(clients, _begin, (_environment(), barrier)) as pool:
        # Numbers of their own for each measurement: the tables of the last one are mid-sitting.
        work = [(clients * 1_000 + client, tables, rounds) for client in range(clients)]
        times = pool.starmap(_client, work, chunksize=1)
    # A round is over when the slowest client is through with it.
    door = [max(client[n][0] for client in times) for n in range(rounds)]
    bare = [max(client[n][1] for client in times) for n in range(rounds)]
    return Rates(clients * tables / median(door), clients * tables / median(bare))


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


def _client(number: int, tables: int, rounds: int) -> list[tuple[float, float]]:
    from django.db import connection

    from casino.bench import bare
    from casino.bench.scratch import sign_in

    floor = _Floor(number, tables)
    server = sign_in(connection.settings_dict["NAME"])
    times = []
    for _ in range(rounds):
        floor.cover()
        _barrier.wait()
        begun = perf_counter()
        settled = floor.settle()
        door = perf_counter() - begun
        statements = [bare.statement_for(server, *entry) for entry in settled]
        _barrier.wait()
        if number % 1_000 == 0:
            bare.copy_standing_rows(server)
        _barrier.wait()
        begun = perf_counter()
        for statement in statements:
            server.execute(statement.text, statement.values, prepare=True)
        times.append((door, perf_counter() - begun))
        _barrier.wait()
        if number % 1_000 == 0:
            server.execute("TRUNCATE bare.tables_table, bare.tables_bank")
    server.close()
    return times


class _Floor:
    """One client's tables."""

    def __init__(self, client: int, tables: int) -> None:
        from tables.simulation.tables import SHIPPED, furnish

        self._keys = count(1)
        self._client = client
        self._now = datetime.now(UTC)
        first = 1 + client * tables
        self.ids = [table.id for table in furnish(range(first, first + tables), SHIPPED)]
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
