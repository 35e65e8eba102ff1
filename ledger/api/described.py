"""What the API's description says beyond what the serializers tell: how each request is refused."""

from typing import Any

from ledger.api.problems import MEDIA_TYPE

PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457). `code` and `type` never change; `detail` is for people.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "errors": {
            "type": "object",
            "description": "Where fields are at fault: what is wrong with each",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}

SIGNED_OUT = {"401": "Not signed in, or the key is unknown or revoked"}
NOT_FOR_HIM = {"403": "The role may not read this"}
UNREADABLE = {"400": "A filter, a cursor or a page size that cannot be read"}
NOT_FOUND = {"404": "There is no such row, or it is at somebody else's table"}


def with_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the refusals to each request of a resource; drf-spectacular calls it at the end."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    for address, methods in result["paths"].items():
        of_a_row = address.endswith("{id}/")
        refusals = {**SIGNED_OUT, **NOT_FOR_HIM, **(NOT_FOUND if of_a_row else UNREADABLE)}
        for operation in methods.values():
            for status, why in sorted(refusals.items()):
                operation["responses"][status] = _problem(why)
    return result


def _problem(why: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": why, "content": {MEDIA_TYPE: {"schema": schema}}}
