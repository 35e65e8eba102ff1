"""A command as it is declared: its arguments, the phases it belongs to, and who decides it.

Each game is a table of acts. The shape of a command is checked here from that table, so the game's
own functions see only arguments of the right type, and screens can read what a command needs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tables.rules.errors import BadCommand
from tables.rules.events import Event
from tables.rules.words import is_text, is_whole

Kind = Literal[
    "seat",
    "amount",
    "count",
    "text",
    "bystander",
    "choice",
    "tableau",
    "word",
    "cards",
    "rule",
    "table",
]

# An amount of the wrong type is `bad_amount`, which the game says after phase and seat; a `word`
# has a refusal of its own as well (`bad_banco`, `bad_result`). Neither is a matter of shape.
HAS_KIND: dict[Kind, Callable[[Any], bool]] = {
    "seat": is_whole,
    "amount": lambda value: True,
    "count": lambda value: is_whole(value) and value > 0,
    "text": is_text,
    # A name of figures only would be taken for a seat in the view (decision 0015).
    "bystander": lambda value: is_text(value) and not value.isdigit(),
    "choice": lambda value: isinstance(value, str),
    "tableau": lambda value: is_whole(value) or isinstance(value, str),
    "word": lambda value: isinstance(value, str),
    "cards": lambda value: (
        isinstance(value, list | tuple) and all(isinstance(card, str) for card in value)
    ),
    "rule": lambda value: True,
    "table": lambda value: isinstance(value, Mapping),
}


def during(*phases: str) -> frozenset[str]:
    """The phases an act belongs to, as its table writes them."""
    return frozenset(phases)


@dataclass(frozen=True, slots=True)
class Argument:
    """`choices` are the known words of a `word`, or all there are of a `choice` or `tableau`."""

    name: str
    kind: Kind
    choices: tuple[str | int, ...] = ()
    presence: Literal["needed", "optional"] = "needed"

    def accepts(self, value: object) -> bool:
        known = self.kind not in ("choice", "tableau") or value in self.choices
        return HAS_KIND[self.kind](value) and known


SEAT = Argument("seat", "seat")
AMOUNT = Argument("amount", "amount")


@dataclass(frozen=True, slots=True)
class Act:
    """`decide(state, **arguments)` refuses or answers; of `either`, exactly one must be given."""

    decide: Callable[..., tuple[Event, ...]]
    phases: frozenset[str]
    arguments: tuple[Argument, ...] = ()
    either: tuple[str, ...] = ()

    def read(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a command of this shape; null is no argument where one may lack.

        Only a rule may be set to null: no maximum is a maximum too.
        """
        given: dict[str, Any] = {}
        for argument in self.arguments:
            value = command.get(argument.name)
            if argument.name in command and argument.accepts(value):
                given[argument.name] = value
            elif value is not None or argument.presence == "needed":
                raise BadCommand(f"{argument.name} is missing or mistyped")
        if self.either and sum(name in given for name in self.either) != 1:
            raise BadCommand(f"exactly one of {', '.join(self.either)} is needed")
        known = {"do", *(argument.name for argument in self.arguments)}
        if not known.issuperset(command):
            raise BadCommand("there is an argument too many")
        return given
