"""What the API answers is what its description says, for every resource and every game."""

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from ledger.models import Difference, GamingDay, Reconciliation
from tests.api.test_access import ROUTES
from tests.conftest import NOW, add_table
from tests.door.test_banque import BANKER_AND_PONTE, CLOSED
from tests.door.test_banque import RULES as BANQUE
from tests.door.test_punto_banco import BANKER_WINS, BETS
from tests.rules.house import LINE as HOUSE

CHECKED_IN = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"
FORMATS = jsonschema.Draft202012Validator.FORMAT_CHECKER


@cache
def described() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(CHECKED_IN.read_text())
    return read


def check(answer: Any, path: str, status: str = "200", media: str = "application/json") -> None:
    """The answer has exactly the form its operation promises."""
    operation = described()["paths"][f"/api/v1{path}"]["get"]
    promised = operation["responses"][status]["content"][media]["schema"]
    schema = {**promised, "components": described()["components"]}
    jsonschema.Draft202012Validator(schema, format_checker=FORMATS).validate(answer)
    for row in answer.get("results", [answer]):
        if status == "200":
            assert set(row) == set(of_a_row(path)["properties"])


def of_a_row(path: str) -> dict[str, Any]:
    ref = described()["paths"][f"/api/v1{path.removesuffix('{id}/')}{{id}}/"]["get"]["responses"]
    name = ref["200"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    schema: dict[str, Any] = described()["components"]["schemas"][name]
    return schema


@pytest.fixture
def floor(people, play):
    """A table of each game, all played: chemin de fer (4), banque (6), punto banco (8)."""
    add_table(8, **{**HOUSE, "min_bank": 0, "min_stake": 0})
    play(*BETS, BANKER_WINS, table_id=8)
    add_table(6, **BANQUE)
    play(*CLOSED, BANKER_AND_PONTE, table_id=6)
    day = GamingDay.objects.get()
    Reconciliation.objects.create(gaming_day=day, asked_at=NOW, asked_by="accountant")
    Difference.objects.create(
        gaming_day=day, table_id=4, seq=10, kind="missing", expected=1, posted=0, found_at=NOW
    )


@pytest.mark.parametrize("route", ROUTES)
def test_a_list_and_each_of_its_rows_are_as_described(floor, ask, route):
    found = ask(route, "auditor").json()
    assert found["results"]
    check(found, route)
    for row in found["results"]:
        address = row["url"].removeprefix("http://testserver/api/v1")
        alone = ask(address, "auditor").json()
        check(alone, f"{route}{{id}}/")
        assert alone == row


@pytest.mark.parametrize("route", ROUTES)
def test_each_link_leads_somewhere(floor, ask, route):
    for row in ask(route, "auditor").json()["results"]:
        for name, address in row.items():
            if name.endswith("url") and address is not None:
                answer = ask(address.removeprefix("http://testserver/api/v1"), "auditor")
                assert answer.status_code == 200, name


def test_refusals_are_as_described(ask):
    media = "application/problem+json"
    check(ask("/coups/").json(), "/coups/", "401", media)
    check(ask("/commissions/", "croupier").json(), "/commissions/", "403", media)
    check(ask("/coups/", "auditor", table="x").json(), "/coups/", "400", media)
    check(ask("/coups/9-9-9/", "auditor").json(), "/coups/{id}/", "404", media)


def test_the_games_are_told_apart(floor, ask):
    games = {row["id"]: row["game"] for row in ask("/tables/", "auditor").json()["results"]}
    assert games == {"4": "chemin_de_fer", "5": "chemin_de_fer", "6": "banque", "8": "punto_banco"}
    house = ask("/coups/", "auditor", table=8).json()["results"]
    assert [(coup["bank"], coup["bank_url"]) for coup in house] == [(None, None)]
