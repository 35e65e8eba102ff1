"""Dated rates: the one in force on a gaming day, and none before there was one."""

from datetime import date

import pytest

from ledger.book import commission_rules
from ledger.book.commission_rules import RULES, DatedRule, in_force

SINCE = date(2007, 5, 24)


def found(family: str, day: date) -> DatedRule:
    rule = in_force(family, day)
    assert rule is not None
    return rule


def test_a_rule_is_in_force_from_its_date_on(monkeypatch):
    (first,) = (rule for rule in RULES if rule.family == "house-5")
    dearer = type(first)(
        **{name: getattr(first, name) for name in first.__dataclass_fields__}
        | {"since": date(2027, 1, 1), "rate_bp": 600}
    )
    monkeypatch.setattr(commission_rules, "RULES", (dearer, *RULES))
    assert in_force("house-5", date(2007, 5, 23)) is None
    assert found("house-5", SINCE).rate_bp == 500
    assert found("house-5", date(2026, 12, 31)).rate_bp == 500
    assert found("house-5", date(2027, 1, 1)).version == "house-5/2027-01-01"


@pytest.mark.parametrize("family", ["", "no such family"])
def test_a_family_that_is_not_known_has_no_rule(family):
    assert in_force(family, SINCE) is None


def test_french_law_takes_one_and_a_quarter_of_the_open_bank():
    assert found("fr-open-bank", SINCE).rate_bp == 125
