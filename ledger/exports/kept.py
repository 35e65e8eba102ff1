"""Files that were taken away, kept byte for byte, written and read in pieces.

The pieces go into a table of this transaction alone and become one row in the end, put together by
PostgreSQL: so nobody here ever holds a whole file, and a file is kept whole or not at all.
"""

import hashlib
import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from ledger.models import Export

PIECE = 1024 * 1024

_KEEP = """
    INSERT INTO ledger_export (id, name, media_type, sha256, made_at, made_by_id, content)
    SELECT %s, %s, %s, %s, %s, %s, coalesce(string_agg(piece, '' ORDER BY number), '')
    FROM export_piece
"""


def keep(
    *, name: str, media_type: str, pieces: Iterable[bytes], made_by: int, made_at: datetime
) -> Export:
    """Keep a file with its SHA-256. `made_by` is the person's key."""
    digest = hashlib.sha256()
    key = uuid.uuid4()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE export_piece (number int, piece bytea)")
        for number, piece in enumerate(pieces):
            digest.update(piece)
            cursor.execute("INSERT INTO export_piece VALUES (%s, %s)", [number, piece])
        cursor.execute(_KEEP, [key, name, media_type, digest.digest(), made_at, made_by])
        cursor.execute("DROP TABLE export_piece")
    return without_content().get(id=key)


def without_content() -> QuerySet[Export]:
    """The files kept, newest first, without reading what is in them."""
    return Export.objects.defer("content").select_related("made_by")


def pieces_of(export: Export, piece: int = PIECE) -> Iterator[bytes]:
    """The file again, byte for byte."""
    start = 1
    while part := _part(export, start, piece):
        yield part
        start += len(part)


def size_of(export: Export) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT octet_length(content) FROM ledger_export WHERE id = %s", [export.id])
        (size,) = cursor.fetchone()
    return int(size)


def _part(export: Export, start: int, length: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT substring(content FROM %s FOR %s) FROM ledger_export WHERE id = %s",
            [start, length, export.id],
        )
        (part,) = cursor.fetchone()
    return bytes(part)
