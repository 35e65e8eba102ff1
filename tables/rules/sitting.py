"""What is the same at every table: sittings, croupiers, people at seats, changes of the limits.

`with_sittings` adds these acts to a game's own.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tables.rules.act import SEAT, Act, Argument
from tables.rules.errors import BadCommand, NameTaken, SeatTaken, WrongPhase
from tables.rules.events import (
    CroupierRelieved,
    Event,
    Left,
    RulesSet,
    Seated,
    SittingClosed,
    SittingOpened,
)
from tables.rules.game import Game, S, read_table
from tables.rules.seats import check_exists, player_at
from tables.rules.state import BETWEEN_SITTINGS, CLOSED, State, paid
from tables.rules.table import Table

# Beside the game's limits. The furniture and the currency stay what they are for a sitting.
RULES_THAT_CHANGE = ("unit", "commission", "cut_card_before_last", "options")


def open_sitting(
    game: Game[S], state: S, *, table: Mapping[str, Any] | None = None
) -> tuple[Event, ...]:
    """The table starts anew: numbers from one, nobody seated, no money anywhere."""
    if state.sitting_is_open or not game.has_no_bank(state):
        raise WrongPhase
    opened = state.table if table is None else _changed_table(game, state.table, table)
    return (SittingOpened(number=state.sitting + 1, table=opened),)


def _changed_table(game: Game[S], old: Table, raw: Mapping[str, Any]) -> Table:
    new = read_table(game, raw)
    if new.game != old.game:
        raise BadCommand("a table keeps its game")
    return new


def close_sitting(game: Game[S], state: S) -> tuple[Event, ...]:
    if not state.sitting_is_open or not game.has_no_bank(state):
        raise WrongPhase
    game.check_may_close(state)
    return (SittingClosed(),)


def relieve(state: State, *, croupier: str) -> tuple[Event, ...]:
    return (CroupierRelieved(croupier),)


def set_rules(game: Game[S], state: S, **changed: Any) -> tuple[Event, ...]:
    """New limits or rates from the next coup on. Options not named stay as they are."""
    if not game.is_between_coups(state):
        raise WrongPhase
    if not changed:
        raise BadCommand("nothing is to be changed")
    options = changed.get("options", {})
    if not isinstance(options, Mapping):
        raise BadCommand("options must be an object")
    line = state.table.as_json() | changed | {"options": {**state.table.options, **options}}
    return (RulesSet(read_table(game, line)),)


def sit(game: Game[S], state: S, *, seat: int, player: str) -> tuple[Event, ...]:
    check_exists(state, seat)
    if seat in state.seats:
        raise SeatTaken
    if player in state.seats.values() or player in game.standing(state):
        raise NameTaken
    return (Seated(seat, player),)


def leave(game: Game[S], state: S, *, seat: int) -> tuple[Event, ...]:
    player = player_at(state, seat)
    game.check_may_leave(state, seat)
    return (Left(seat, player),)


def sitting_opened(game: Game[S], state: S, event: SittingOpened) -> S:
    return replace(game.new(event.table), sitting=event.number, sitting_is_open=True)


def sitting_closed(game: Game[S], state: S, event: SittingClosed) -> S:
    """Nobody is seated any more; what the sitting came to is kept until the next one opens."""
    kept = ("sitting", "shoe", "bank_number", "coups", "cagnotte", "winner", "commission", "net")
    return replace(
        game.new(state.table), **{name: getattr(state, name) for name in (*kept, *game.keeps)}
    )


def croupier_relieved(state: S, event: CroupierRelieved) -> S:
    return replace(state, croupier=event.croupier)


def rules_set(state: S, event: RulesSet) -> S:
    return replace(state, table=event.table)


def seated(state: S, event: Seated) -> S:
    seats = {**state.seats, event.seat: event.player}
    return replace(state, seats=seats, net=paid(state.net, {event.player: 0}))


def left(state: S, event: Left) -> S:
    seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}
    return replace(state, seats=seats)


def with_sittings(game: Game[S]) -> Game[S]:
    """The game with the acts every table has, in every phase of a sitting."""
    phases = frozenset({CLOSED}).union(*(act.phases for act in game.acts.values()))
    between = frozenset({BETWEEN_SITTINGS})
    rules = (*game.limits, *RULES_THAT_CHANGE)
    changeable = tuple(Argument(name, "rule", presence="optional") for name in rules)
    table = Argument("table", "table", presence="optional")
    acts = {
        "open_sitting": Act(partial(open_sitting, game), phases | between, (table,)),
        "close_sitting": Act(partial(close_sitting, game), phases),
        "relieve": Act(relieve, phases, (Argument("croupier", "text"),)),
        "set_rules": Act(partial(set_rules, game), phases | between, changeable),
        "sit": Act(partial(sit, game), phases, (SEAT, Argument("player", "text"))),
        "leave": Act(partial(leave, game), phases, (SEAT,)),
    }
    changes: dict[type[Event], Any] = {
        SittingOpened: partial(sitting_opened, game),
        SittingClosed: partial(sitting_closed, game),
        CroupierRelieved: croupier_relieved,
        RulesSet: rules_set,
        Seated: seated,
        Left: left,
    }
    return replace(game, acts=acts | dict(game.acts), changes={**changes, **game.changes})
