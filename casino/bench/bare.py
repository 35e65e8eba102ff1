"""The physical limit under the door: the rows a command wrote, inserted again, bare.

The tables are copies with the same columns, keys and indexes, but no foreign keys, checks or
triggers; the rows go in by one prepared statement in one round trip, the way nothing could be
faster and still keep them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

COPIED = (
    *("tables_table", "tables_bank", "tables_logentry", "tables_commandkey", "tables_coup"),
    *("tables_stake", "ledger_entry", "ledger_line", "ledger_commission"),
)
GENERATED = {"ledger_commission": {"exact"}}
AS_TEXT = {"json", "jsonb"}

# Which rows of each table belong to the log entry (table, seq).
BELONGS = {
    "tables_logentry": "table_id = %(table)s AND seq = %(seq)s",
    "tables_commandkey": "table_id = %(table)s AND seq = %(seq)s",
    "tables_coup": "table_id = %(table)s AND seq = %(seq)s",
    "tables_stake": "(table_id, sitting, coup) = (SELECT table_id, sitting, number "
    "FROM tables_coup WHERE table_id = %(table)s AND seq = %(seq)s)",
    "ledger_entry": "table_id = %(table)s AND seq = %(seq)s",
    "ledger_line": "table_id = %(table)s AND seq = %(seq)s",
    "ledger_commission": "table_id = %(table)s AND seq = %(seq)s",
}


@dataclass(frozen=True, slots=True)
class Statement:
    text: bytes
    values: tuple[Any, ...]


def copy_tables(server: psycopg.Connection[Any]) -> None:
    server.execute("CREATE SCHEMA bare")
    for table in COPIED:
        server.execute(
            f"CREATE TABLE bare.{table} (LIKE public.{table} "
            "INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING INDEXES INCLUDING STORAGE)"
        )


def copy_standing_rows(server: psycopg.Connection[Any]) -> None:
    """What a command updates must be there to be updated."""
    for table in ("tables_table", "tables_bank"):
        server.execute(f"INSERT INTO bare.{table} SELECT * FROM public.{table}")
        server.execute(f"ANALYZE bare.{table}")


def statement_for(server: psycopg.Connection[Any], table: int, seq: int) -> Statement:
    """One statement that writes again everything log entry (table, seq) wrote."""
    parts: list[sql.Composable] = []
    values: list[Any] = []
    for name, belongs in BELONGS.items():
        rows = _rows(server, name, belongs, {"table": table, "seq": seq})
        if rows:
            parts.append(_insert(name, rows))
            values.extend(value for row in rows for value in row.values())
    (standing,) = _rows(server, "tables_table", "number = %(table)s", {"table": table})
    parts.append(
        sql.SQL("UPDATE bare.tables_table SET seq = %s, head = %s, view = %s WHERE number = %s")
    )
    values += [seq, standing["head"], standing["view"], table]
    for bank in _rows(
        server,
        "tables_bank",
        "table_id = %(table)s AND ended_seq = %(seq)s",
        {"table": table, "seq": seq},
    ):
        parts.append(
            sql.SQL(
                "UPDATE bare.tables_bank SET ended_at = %s, ended_seq = %s, reason = %s, "
                "paid_out = %s WHERE table_id = %s AND sitting = %s AND number = %s"
            )
        )
        names = ("ended_at", "ended_seq", "reason", "paid_out", "table_id", "sitting", "number")
        values += [bank[name] for name in names]
    steps = [
        sql.SQL("w{} AS ({})").format(sql.SQL(str(n)), part) for n, part in enumerate(parts[:-1])
    ]
    whole = sql.SQL("WITH {} {}").format(sql.SQL(", ").join(steps), parts[-1])
    return Statement(whole.as_bytes(server), tuple(values))


def write_all(server: psycopg.Connection[Any], statements: Iterable[Statement]) -> None:
    for statement in statements:
        server.execute(statement.text, statement.values, prepare=True)


def _rows(
    server: psycopg.Connection[Any], table: str, belongs: str, where: dict[str, int]
) -> list[dict[str, Any]]:
    with server.cursor(row_factory=dict_row) as cursor:
        cursor.execute(
            "SELECT column_name AS name, data_type AS type FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position",
            [table],
        )
        columns = [
            f'"{column["name"]}"::text AS "{column["name"]}"'
            if column["type"] in AS_TEXT
            else f'"{column["name"]}"'
            for column in cursor.fetchall()
            if column["name"] not in GENERATED.get(table, ())
        ]
        cursor.execute(f"SELECT {', '.join(columns)} FROM public.{table} WHERE {belongs}", where)
        return cursor.fetchall()


def _insert(table: str, rows: list[dict[str, Any]]) -> sql.Composable:
    row = sql.SQL("({})").format(sql.SQL(", ").join([sql.Placeholder()] * len(rows[0])))
    return sql.SQL("INSERT INTO bare.{} ({}) VALUES {}").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, rows[0])),
        sql.SQL(", ").join([row] * len(rows)),
    )
