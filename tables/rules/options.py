"""The options of a game: words and switches of the table line, each from a few known values."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.rules.errors import BadCommand
from tables.rules.table import Table

Known = Mapping[str, tuple[Any, ...]]
"""The values each option may have; the first is its default."""


def with_options(table: Table, known: Known) -> Table:
    """The table line with its options complete; `BadCommand` if there is one it cannot have."""
    unknown = sorted(set(table.options) - set(known))
    if unknown:
        raise BadCommand(f"{table.game} has no option {', '.join(unknown)}")
    options = {name: values[0] for name, values in known.items()} | dict(table.options)
    for name, value in options.items():
        # Python's True is 1; in an option it is not.
        if not any(type(value) is type(one) and value == one for one in known[name]):
            raise BadCommand(f"option {name} is one of {known[name]}")
    return replace(table, options=options)
