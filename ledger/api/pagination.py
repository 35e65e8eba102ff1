"""Pages by key: a cursor says after (or before) which row, so rows added meanwhile change nothing.

The order of every list is a tuple of columns that no two rows share, compared as a whole
(`(recorded_at, table_id, seq) > (…)`), which an index answers alike on the first page and on the
ten-thousandth. At one table it is the table's own numbering: two clocks may disagree about which
of two entries came first, their numbers do not.
"""

import base64
import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import F, Model
from django.db.models.fields.tuple_lookups import Tuple, TupleGreaterThan, TupleLessThan
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

PAGE_SIZE = 50
MOST = 500


class BadCursor(APIException):
    status_code = 400
    default_code = "bad_cursor"
    default_detail = _("This cursor is not one of ours. Start again from the first page.")


class BadPageSize(APIException):
    status_code = 400
    default_code = "bad_page_size"
    default_detail = _("page_size is a whole number from 1 to 500.")


class KeysetPagination(BasePagination):
    """`?cursor=…&page_size=…`; the order is the view's `order_asked_for()`, always ascending."""

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        self.order: tuple[str, ...] = view.order_asked_for()  # type: ignore[union-attr]
        self.address = request.build_absolute_uri()
        size = _page_size(request)
        backwards, key = _read(request.query_params.get("cursor"), queryset.model, self.order)
        columns = Tuple(*(F(name) for name in self.order))
        ordered = queryset.order_by(*(f"-{name}" if backwards else name for name in self.order))
        if key is not None:
            beyond = TupleLessThan if backwards else TupleGreaterThan
            ordered = ordered.filter(beyond(columns, key))
        rows = list(ordered[: size + 1])
        more = len(rows) > size
        rows = rows[:size]
        if backwards:
            rows.reverse()
        self.has_next = more or backwards
        self.has_previous = more if backwards else key is not None
        self.rows = rows
        return rows

    def get_paginated_response(self, data: Any) -> Response:
        return Response(
            {
                "next": self._link(self.rows[-1:], "after", self.has_next),
                "previous": self._link(self.rows[:1], "before", self.has_previous),
                "results": data,
            }
        )

    def _link(self, row: Sequence[Model], side: str, there_is_more: bool) -> str | None:
        if not row:
            return remove_query_param(self.address, "cursor") if there_is_more else None
        if not there_is_more:
            return None
        key = [_plain(getattr(row[0], name)) for name in self.order]
        cursor = base64.urlsafe_b64encode(json.dumps({side: key}).encode()).decode().rstrip("=")
        return replace_query_param(self.address, "cursor", cursor)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        return [
            {
                "name": "cursor",
                "in": "query",
                "description": "Taken from `next` or `previous` of another page.",
                "schema": {"type": "string"},
            },
            {
                "name": "page_size",
                "in": "query",
                "description": f"Rows on a page, {PAGE_SIZE} unless told otherwise.",
                "schema": {"type": "integer", "minimum": 1, "maximum": MOST},
            },
        ]


def _page_size(request: Request) -> int:
    asked = request.query_params.get("page_size", str(PAGE_SIZE))
    if not re.fullmatch(r"[1-9][0-9]{0,2}", asked) or int(asked) > MOST:
        raise BadPageSize
    return int(asked)


def _read(
    cursor: str | None, model: type[Model], order: tuple[str, ...]
) -> tuple[bool, tuple[Any, ...] | None]:
    """Whether the page lies before the key, and the key as the columns' own values."""
    if cursor is None:
        return False, None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        told = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        ((side, values),) = told.items()
        fields = [model._meta.get_field(name) for name in order]
        key = tuple(
            field.to_python(value)  # type: ignore[union-attr]
            for field, value in zip(fields, values, strict=True)
        )
    except Exception as error:
        # Whatever it is made of, it was not made by us.
        raise BadCursor from error
    if side not in ("after", "before") or not all(_can_be_ours(value) for value in key):
        raise BadCursor
    return side == "before", key


def _can_be_ours(value: Any) -> bool:
    if isinstance(value, datetime):
        return value.tzinfo is not None
    if isinstance(value, int):
        return abs(value) < 2**63
    return value is not None


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value
