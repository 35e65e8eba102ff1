"""The examples in docstrings are true."""

import doctest
from types import ModuleType

import pytest

from ledger.book import money
from tables.rules import seats
from tables.rules.banque import tableaux
from tables.rules.chemin_de_fer import bets

MODULES = [money, seats, bets, tableaux]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted > 0
    assert ran.failed == 0
