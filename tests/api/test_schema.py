"""The API is described by docs/openapi.yaml, and its reference page asks nobody else."""

import re
from pathlib import Path

from django.core.management import call_command

CHECKED_IN = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"


def test_the_description_is_the_one_checked_in(tmp_path):
    """Changed on purpose? `python3 manage.py spectacular --file docs/openapi.yaml`."""
    now = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(now), fail_on_warn=True, validate=True)
    assert now.read_text() == CHECKED_IN.read_text()


def test_every_route_is_described():
    described = CHECKED_IN.read_text()
    for name in ("tables", "log-entries", "ledger-entries", "commissions", "coups", "banks"):
        assert f"/api/v1/{name}/:" in described
        assert f"/api/v1/{name}/{{id}}/:" in described


def test_the_reference_page_asks_no_other_host(client, db):
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page.content.decode())
    assert addresses
    assert all(address.startswith("/") for address in addresses)
    policy = page["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in client.get("/sign-in/")["Content-Security-Policy"]
