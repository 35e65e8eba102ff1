"""The games that are played here: the only file that names them all, and the way into the rules.

`decide` refuses a command or says what happens, `evolve` makes it happen, `view` is what may be
seen, `legal` what may be done. Nothing here knows a clock, chance or a database.
"""

from collections.abc import Mapping
from typing import Any

from tables.rules import game as games
from tables.rules import legal as probing
from tables.rules.banque import BANQUE
from tables.rules.chemin_de_fer import CHEMIN_DE_FER
from tables.rules.errors import BadCommand
from tables.rules.events import Event
from tables.rules.game import Game
from tables.rules.legal import Offer
from tables.rules.punto_banco import PUNTO_BANCO
from tables.rules.sitting import with_sittings
from tables.rules.state import State
from tables.rules.table import Table

GAMES: dict[str, Game[Any]] = {
    game.name: with_sittings(game) for game in (CHEMIN_DE_FER, BANQUE, PUNTO_BANCO)
}


def _game_named(name: object) -> Game[Any]:
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise BadCommand("there is no such game")
    return game


def read_table(raw: object) -> Table:
    """A table line as people write it, completed with its game's defaults; or `BadCommand`."""
    if not isinstance(raw, Mapping):
        raise BadCommand("table must be an object")
    return games.read_table(_game_named(raw.get("game")), raw)


def new(table: Table) -> State:
    """The table before anything has happened; `BadCommand` if its game cannot be played so."""
    game = _game_named(table.game)
    state: State = game.new(game.furnish(table))
    return state


def decide(state: State, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """What the command does, or `Refused` with the reason."""
    return games.decide(_game_named(state.table.game), state, command)


def evolve(state: State, event: Event) -> State:
    after: State = games.evolve(_game_named(state.table.game), state, event)
    return after


def view(state: State) -> dict[str, Any]:
    """What may be seen of the table: plain values, money in minor units."""
    return _game_named(state.table.game).view(state)


def legal(state: State) -> tuple[Offer, ...]:
    """The commands that may be given now, and within which limits."""
    return probing.legal(_game_named(state.table.game), state)
