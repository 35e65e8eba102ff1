"""The one shape of a game: a frozen state, what may be done, and what each event changes."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tables.rules.act import Act
from tables.rules.errors import BadCommand, WrongPhase
from tables.rules.events import Event
from tables.rules.state import State
from tables.rules.table import Table

S = TypeVar("S", bound=State)


def _nothing_hinders(state: State) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """A game is this value, and one line in `variants.py`.

    `defaults` are what a table line of this game may leave out; `furnish` completes its options
    and refuses a line that cannot be played. `standing` names people at the table without a seat.
    `check_may_leave` refuses who has something in play. `landmarks` are the sums at which a limit
    may lie, from which `legal` probes. `limits` are the parts of the table line that limit stakes
    in this game, `keeps` what of its state is read on when a sitting is closed, which
    `check_may_close` refuses while something is owed.
    """

    name: str
    defaults: Mapping[str, Any]
    furnish: Callable[[Table], Table]
    new: Callable[[Table], S]
    acts: Mapping[str, Act]
    changes: Mapping[type[Event], Callable[[S, Any], S]]
    view: Callable[[S], dict[str, Any]]
    standing: Callable[[S], Collection[str]]
    check_may_leave: Callable[[S, int], None]
    is_between_coups: Callable[[S], bool]
    has_no_bank: Callable[[S], bool]
    landmarks: Callable[[S], Iterable[int]]
    limits: tuple[str, ...] = ("min_bank", "max_bank", "min_stake")
    keeps: tuple[str, ...] = ()
    check_may_close: Callable[[S], None] = _nothing_hinders


def read_table(game: Game[Any], raw: Mapping[str, Any]) -> Table:
    """A table line of this game, completed with its defaults and checked; or `BadCommand`."""
    table = Table.from_json({**game.defaults, **raw})
    if table.bets and "bets" not in game.limits:
        raise BadCommand("this game has no bets with limits of their own")
    return game.furnish(table)


def decide(game: Game[S], state: S, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """What the command does, or `Refused`. Nothing is changed; `evolve` does that."""
    do = command.get("do") if isinstance(command, Mapping) else None
    act = game.acts.get(do) if isinstance(do, str) else None
    if act is None:
        raise BadCommand("there is no such command in this game")
    arguments = act.read(command)
    if state.moment not in act.phases:
        raise WrongPhase
    return act.decide(state, **arguments)


def evolve(game: Game[S], state: S, event: Event) -> S:
    return game.changes[type(event)](state, event)
