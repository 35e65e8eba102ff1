"""Keys for applications that read the API: made once, shown once, kept as a hash."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from casino.models import Person, Token

PREFIX = "cag_"
"""So that a key is recognised where it should not be: in a log, in a repository."""

SCHEME = "Bearer"
NOTED_EVERY = timedelta(minutes=1)
"""How exact "last used" is: a row is not written for every request."""


def make(*, name: str, person: Person, now: datetime) -> str:
    """A new key for an application that reads as this person; nobody can show it again."""
    key = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(digest=_digest(key), name=name, person=person, made_at=now)
    return key


def revoke(*, name: str, now: datetime) -> int:
    """Take an application's keys away; how many there were."""
    return Token.objects.filter(name=name, revoked_at=None).update(revoked_at=now)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer cag_…`"""

    def authenticate(self, request: Request) -> tuple[Person, Token] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != SCHEME.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed("The header must be: Authorization: Bearer KEY.")
        # Looked up by its hash: how long that takes says nothing about any key.
        token = (
            Token.objects.filter(digest=_digest(words[1].decode("latin-1")))
            .select_related("person")
            .first()
        )
        if token is None or token.revoked_at is not None or not token.person.is_active:
            raise AuthenticationFailed("This key is unknown or has been revoked.")
        _note_use(token, timezone.now())
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description tells of it."""

    target_class = TokenAuthentication
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A key made with `manage.py token`.",
        }


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def _note_use(token: Token, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at > NOTED_EVERY:
        Token.objects.filter(digest=token.digest).update(last_used_at=now)
