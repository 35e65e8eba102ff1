"""The API is described by docs/openapi.yaml, and its reference page asks nobody else."""

import base64
import hashlib
import re
from pathlib import Path

import yaml
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


def test_every_request_says_how_it_is_refused():
    described = yaml.safe_load(CHECKED_IN.read_text())
    for address, methods in described["paths"].items():
        assert set(methods) == {"get"}
        expected = {"200", "401", "403", "404" if address.endswith("{id}/") else "400"}
        assert set(methods["get"]["responses"]) == expected


def test_a_refusal_is_what_is_described(ask):
    described = yaml.safe_load(CHECKED_IN.read_text())["components"]["schemas"]["Problem"]
    for refused in (ask("/tables/"), ask("/coups/", "auditor", table="x")):
        assert set(described["required"]) <= set(refused.json()) <= set(described["properties"])


def test_the_reference_page_asks_no_other_host(client, db):
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page.content.decode())
    assert addresses
    assert all(address.startswith("/") for address in addresses)


def test_the_reference_page_is_allowed_its_own_styles_and_nothing_more(client, db):
    page = client.get("/api/v1/docs/")
    (styles,) = re.findall(r"<style>(.*?)</style>", page.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    policy = page["Content-Security-Policy"]
    assert f"style-src 'self' 'sha256-{digest}';" in policy + ";"
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in policy
    assert "sha256" not in client.get("/sign-in/")["Content-Security-Policy"]
