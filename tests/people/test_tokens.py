"""Keys of applications: shown once, kept as a hash, gone when revoked."""

import hashlib
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.test import APIRequestFactory

from casino import tokens
from casino.models import Person, Token

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


@pytest.fixture
def august(db):
    return Person.objects.create_user(username="august", password="p")


@pytest.fixture
def key(august):
    return tokens.make(name="night report", person=august, now=NOW)


def authenticate(header):
    request = APIRequestFactory().get("/", HTTP_AUTHORIZATION=header)
    return tokens.TokenAuthentication().authenticate(request)


def test_a_key_signs_in_as_its_person(august, key):
    person, token = authenticate(f"Bearer {key}")
    assert person == august
    assert token.name == "night report"


def test_only_its_hash_is_kept(key):
    (token,) = Token.objects.all()
    assert bytes(token.digest) == hashlib.sha256(key.encode()).digest()
    assert key.startswith("cag_")
    assert len(key) > 40


@pytest.mark.parametrize("header", ["Bearer cag_unknown", "Bearer", "Bearer two words"])
def test_anything_else_is_refused(key, header):
    with pytest.raises(AuthenticationFailed):
        authenticate(header)


def test_other_schemes_are_left_to_others(key):
    assert authenticate("Basic abc") is None
    assert authenticate("") is None


def test_a_revoked_key_is_refused(key):
    assert tokens.revoke(name="night report", now=NOW) == 1
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {key}")


def test_who_has_left_takes_his_keys_with_him(august, key):
    august.is_active = False
    august.save()
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {key}")


def test_its_last_use_is_kept_to_the_minute(key, monkeypatch):
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        now = NOW + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        authenticate(f"Bearer {key}")
        assert Token.objects.get().last_used_at == NOW + timedelta(seconds=noted)


def test_the_command_makes_and_revokes(august):
    shown = StringIO()
    call_command("token", "night report", person="august", stdout=shown, stderr=StringIO())
    assert authenticate(f"Bearer {shown.getvalue().strip()}")[0] == august
    call_command("token", "night report", revoke=True, stdout=StringIO())
    with pytest.raises(CommandError, match="no key of"):
        call_command("token", "night report", revoke=True)
    with pytest.raises(CommandError, match="nobody called"):
        call_command("token", "x", person="nobody")
