"""The same rows by the plain ORM: lock the table's row, look at the key, create, bulk-create, save.

What the door would be without its SQL function. It writes into copies of the tables (schema
`plain`) that have the checks and keys but neither triggers nor foreign keys, and it is spared the
rules, the hash and the balance: the ORM at its best.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection, models, transaction

from casino.bench.bare import COPIED
from ledger.models import Commission, Entry, Line
from tables.models import Bank, CommandKey, Coup, LogEntry, Stake, Table

CREATED: tuple[type[models.Model], ...] = (LogEntry, CommandKey, Coup, Entry, Commission)
BULK: tuple[type[models.Model], ...] = (Stake, Line)


@dataclass(frozen=True, slots=True)
class Written:
    """What one settling command wrote, as field values by model."""

    table: dict[str, Any]
    key: str
    ended: dict[str, Any] | None
    rows: dict[type[models.Model], list[dict[str, Any]]]


def copy_tables(server: psycopg.Connection[Any]) -> None:
    server.execute("CREATE SCHEMA plain")
    for table in COPIED:
        server.execute(f"CREATE TABLE plain.{table} (LIKE public.{table} INCLUDING ALL)")


def copy_standing_rows(server: psycopg.Connection[Any]) -> None:
    for table in ("tables_table", "tables_bank"):
        server.execute(f"INSERT INTO plain.{table} SELECT * FROM public.{table}")


def written_by(table_id: int, seq: int) -> Written:
    """Read back what the door wrote for entry (table, seq)."""
    at: dict[str, Any] = {"table_id": table_id, "seq": seq}
    coup = Coup.objects.get(**at)
    stakes = Stake.objects.filter(table_id=table_id, sitting=coup.sitting, coup=coup.number)
    ended = Bank.objects.filter(table_id=table_id, ended_seq=seq).first()
    rows: dict[type[models.Model], list[dict[str, Any]]] = {
        Stake: [_values(stake) for stake in stakes]
    }
    read: tuple[type[models.Model], ...] = (*CREATED, Line)
    for model in read:
        rows[model] = [_values(row) for row in model._default_manager.filter(**at)]
    return Written(
        table=_values(Table.objects.get(number=table_id)),
        key=CommandKey.objects.get(**at).key,
        ended=_values(ended) if ended else None,
        rows=rows,
    )


def _values(row: models.Model) -> dict[str, Any]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.generated
    }


def write(written: Written) -> None:
    """One command's rows in one transaction, as one would write it first."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(number=written.table["number"])
        if CommandKey.objects.filter(table_id=table.number, key=written.key).exists():
            return
        for model in CREATED:
            for values in written.rows[model]:
                model._default_manager.create(**values)
        for model in BULK:
            model._default_manager.bulk_create([model(**v) for v in written.rows[model]])
        if written.ended:
            Bank(**written.ended).save(force_update=True)
        for name in ("seq", "head", "view"):
            setattr(table, name, written.table[name])
        table.save(update_fields=["seq", "head", "view"])


def write_all(commands: Iterable[Written]) -> None:
    for written in commands:
        write(written)


@contextmanager
def in_the_copies() -> Iterator[None]:
    """Let the models stand for the copies, with every right."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (role,) = cursor.fetchone()
        cursor.execute("SET ROLE NONE; SET search_path TO plain")
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"SET search_path TO DEFAULT; SET ROLE {role}")
