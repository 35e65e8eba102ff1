"""Every refusal of the API as a problem (RFC 9457): a stable type, a code, a sentence."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:cagnotte:problem:"


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """What DRF is to answer an exception with; None leaves it to Django (a fault of ours)."""
    if isinstance(error, Http404):
        # Without a word of what was looked for: somebody else's row is not to be told from none.
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return None
    response.data = problem(error, response.status_code)
    response.content_type = MEDIA_TYPE
    return response


def problem(error: exceptions.APIException, status: int) -> dict[str, Any]:
    """The body: `errors` names the fields, where fields are at fault."""
    if isinstance(error, exceptions.ValidationError):
        code, detail = "invalid", "Some of what was asked for cannot be understood."
    else:
        code, detail = str(error.get_codes()), str(error.detail)
    body: dict[str, Any] = {
        "type": TYPE + code.replace("_", "-"),
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "code": code,
        "detail": detail,
    }
    if isinstance(error, exceptions.ValidationError):
        body["errors"] = error.detail
    return body


@extend_schema(exclude=True)
class Unknown(APIView):
    """Whatever address below the API's there is nothing at: not found, told as a problem too."""

    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise exceptions.NotFound
