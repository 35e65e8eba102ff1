"""Plays tables through the one door, from a seed, at simulated times."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction

from tables.log import record, standing
from tables.rules import events as ev
from tables.rules import variants
from tables.rules.errors import Refused
from tables.simulation import chemin_de_fer

# How people play each game. A game without a line here can be played, but not simulated.
GAMES = {"chemin_de_fer": chemin_de_fer}

SECONDS_BETWEEN_COMMANDS = (4, 25)


@dataclass(slots=True)
class Croupier:
    """One table being played: its chance, its clock and the cards in its shoe."""

    table_id: int
    name: str
    chance: Random
    clock: datetime
    run: str
    shoe: list[str] = field(default_factory=list)
    said: int = 0

    def play(self, coups: int) -> int:
        """Open if need be and play that many more coups; how many commands it took."""
        begun = self.said
        self._open()
        state = standing(self.table_id).state
        last = state.coups + coups
        while state.coups < last:
            # A coup commits as a whole: many tables are played faster, and none halfway.
            with transaction.atomic():
                goal = state.coups + 1
                while state.coups < goal:
                    state = self._next(state)
        return self.said - begun

    def close(self) -> None:
        """Let the bank be settled and everybody go home."""
        state = standing(self.table_id).state
        while not _may_close(state):
            state = self._next(state)
        self._say({"do": "close_sitting"})

    def _open(self) -> None:
        if not standing(self.table_id).state.sitting_is_open:
            self._say({"do": "open_sitting"})

    def _next(self, state: Any) -> Any:
        if len(self.shoe) != state.cards_left:
            # A new shoe, or one somebody else has begun: what is left of it is anybody's guess.
            cards = GAMES[state.table.game].shuffled(state.table.decks, self.chance)
            self.shoe = cards[: state.cards_left]
        answer = self._say(self._acceptable(state))
        for event in answer.events:
            if isinstance(event, ev.CoupSettled):
                dealt = sum(len(hand.cards) for hand in event.hands)
                del self.shoe[len(self.shoe) - dealt :]
        return answer.state

    def _acceptable(self, state: Any) -> dict[str, Any]:
        game = GAMES[state.table.game]
        command: dict[str, Any]
        for command in game.suggestions(state, variants.view(state), self.shoe, self.chance):
            try:
                variants.decide(state, command)
            except Refused:
                continue
            return command
        raise AssertionError("suggestions never end")

    def _say(self, command: dict[str, Any]) -> Any:
        self.said += 1
        self.clock += timedelta(
            seconds=self.chance.randint(*SECONDS_BETWEEN_COMMANDS),
            microseconds=self.chance.randrange(1_000_000),
        )
        return record(
            table_id=self.table_id,
            command=command,
            actor=self.name,
            device="simulator",
            key=f"{self.run}/{self.said}",
            now=self.clock,
        )


def _may_close(state: Any) -> bool:
    try:
        variants.decide(state, {"do": "close_sitting"})
    except Refused:
        return False
    return True


def croupiers(
    table_ids: list[int], *, names: list[str], seed: int, start: datetime, run: str
) -> Iterator[Croupier]:
    """One croupier for each table, each with a chance of his own drawn from the seed."""
    for place, table_id in enumerate(table_ids):
        chance = Random(f"{seed}/{place}")  # noqa: S311 - a game to watch, not to bet on
        yield Croupier(
            table_id=table_id,
            name=names[place % len(names)],
            chance=chance,
            clock=start + timedelta(seconds=chance.randint(0, 600)),
            run=f"{run}/{place}",
        )
