"""What may be done now, for screens: found out by asking `decide`, never by a second set of rules.

Commands are tried on the state as it stands and thrown away. Three things keep that cheap. The
order of checks is a promise: an amount of the wrong type is refused only after phase and seat, so
one such command per seat says who may. A game names the sums at which a limit may lie, so a range
is found from a handful of amounts. And a second seat (a partner) only goes with a first that may
act alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, product
from typing import Any

from tables.rules.act import Act, Argument
from tables.rules.errors import BadAmount, Refused
from tables.rules.game import Game, S, decide
from tables.rules.state import State
from tables.rules.table import LARGEST_AMOUNT


@dataclass(frozen=True, slots=True)
class Seats:
    """Any one of these; two seats of one command are never the same."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Amounts:
    """From `least` to `most` in steps of `step`, and the `exact` sums besides; or so many cards.

    `most` is None where the table sets no limit.
    """

    least: int
    most: int | None
    step: int
    exact: tuple[int, ...]

    def allows(self, amount: int) -> bool:
        if amount in self.exact:
            return True
        most = LARGEST_AMOUNT if self.most is None else self.most
        return self.least <= amount <= most and (amount - self.least) % self.step == 0


@dataclass(frozen=True, slots=True)
class Words:
    words: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A name or a reason."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A hand."""


@dataclass(frozen=True, slots=True)
class Value:
    """A part of the table line, as it is now."""

    now: Any


Allowed = Seats | Amounts | Words | Text | Cards | Value


@dataclass(frozen=True, slots=True)
class Offer:
    """One command that may be given now, and what each of its arguments may be."""

    do: str
    arguments: Mapping[str, Allowed]
    optional: frozenset[str] = frozenset()


# What is tried first where a number is asked for. No amount at all is refused as an amount, only
# after phase and seat; a missing count would be no command, so the least one stands in for it.
LEAST_OF: Mapping[str, int | None] = {"amount": None, "count": 1}

Probe = Callable[[Mapping[str, Any]], type[Refused] | None]
"""Why a command would be refused; None if it would not be."""


def legal(game: Game[S], state: S) -> tuple[Offer, ...]:
    """Every command that may be given now."""

    def probe(command: Mapping[str, Any]) -> type[Refused] | None:
        try:
            decide(game, state, command)
        except Refused as refusal:
            return type(refusal)
        return None

    samples = _samples(state, game.standing(state))
    landmarks = frozenset(game.landmarks(state))
    offers: list[Offer] = []
    for do, act in game.acts.items():
        if state.moment in act.phases:
            search = _Search(do, probe, samples, state.table.seats, landmarks, state.table.unit)
            offers += _merged(search.offers(act))
    return tuple(offers)


def _samples(state: State, standing: Iterable[str]) -> dict[str, Any]:
    """An argument of each kind that no rule objects to, where the rules leave any at all."""
    names = {*state.seats.values(), *standing}
    name = next(text for text in (f"?{n}" for n in count()) if text not in names)
    return {
        "text": name,
        "bystander": name,
        "cards": ["7", "K"],  # against seven nobody draws
        "rule": state.table.as_json(),
    }


@dataclass(frozen=True, slots=True)
class _Search:
    do: str
    probe: Probe
    samples: Mapping[str, Any]
    seats: int
    landmarks: frozenset[int]
    unit: int

    def offers(self, act: Act) -> Iterator[Offer]:
        """The offers of an act, one for each choice and each set of arguments."""
        alone: tuple[int, ...] = ()
        for arguments in _argument_sets(act):
            for words in product(*(a.choices for a in arguments if a.choices)):
                named = zip((a.name for a in arguments if a.choices), words, strict=True)
                found = self._offer(act, arguments, dict(named), alone)
                if found is not None:
                    yield found
                    seats = [a for a in found.arguments.values() if isinstance(a, Seats)]
                    alone = alone or (seats[0].seats if seats else ())

    def _offer(
        self,
        act: Act,
        arguments: tuple[Argument, ...],
        words: Mapping[str, str | int],
        alone: tuple[int, ...],
    ) -> Offer | None:
        command: dict[str, Any] = {"do": self.do, **words}
        allowed: dict[str, Allowed] = {name: Words((word,)) for name, word in words.items()}
        for argument in arguments:
            if argument.kind in ("text", "bystander", "cards", "rule"):
                sample = self.samples[argument.kind]
                value = sample[argument.name] if argument.kind == "rule" else sample
                command[argument.name] = value
                allowed[argument.name] = _any_of(argument, value)
        amount = next((a.name for a in arguments if a.kind in LEAST_OF), None)
        command |= {a.name: LEAST_OF[a.kind] for a in arguments if a.kind in LEAST_OF}
        chairs = [a.name for a in arguments if a.kind == "seat"]
        who = self._who(command, chairs, alone)
        if who is None:
            return None
        if amount:
            sums = self._sums(command, amount, who)
            if sums is None:
                return None
            allowed[amount] = sums
        allowed |= {name: Seats(seats) for name, seats in who.items()}
        mentioned = frozenset(a.name for a in arguments if a.presence == "optional")
        return Offer(self.do, allowed, mentioned - set(act.either) - set(words) - set(chairs))

    def _passes(self, command: Mapping[str, Any]) -> bool:
        return self.probe(command) in (None, BadAmount)

    def _who(
        self, command: Mapping[str, Any], chairs: list[str], alone: tuple[int, ...]
    ) -> dict[str, tuple[int, ...]] | None:
        """Which seats may, by argument; None if nobody may."""
        every = range(1, self.seats + 1)
        if not chairs:
            return {} if self._passes(command) else None
        if len(chairs) == 1:
            (chair,) = chairs
            seats = tuple(s for s in every if self._passes({**command, chair: s}))
            return {chair: seats} if seats else None
        chair, other = chairs
        if not alone:
            return None
        partners = {s for s in every if self._passes({**command, chair: alone[0], other: s})}
        if not partners:
            return None
        first = min(partners)
        partners |= {s for s in alone[:1] if self._passes({**command, chair: first, other: s})}
        seats = tuple(
            s
            for s in alone
            if self._passes({**command, chair: s, other: first if s != first else alone[0]})
        )
        return {chair: seats, other: tuple(sorted(partners))}

    def _sums(
        self, command: dict[str, Any], amount: str, who: dict[str, tuple[int, ...]]
    ) -> Amounts | None:
        """The amounts of the first who may give any; takes those out of `who` who may not.

        What a seat may not for another reason than its own is refused only after the amount.
        """
        for chair, seats in who.items():
            for seat in seats:
                sums = self._amounts({**command, chair: seat}, amount)
                if sums is not None:
                    given = {**command, amount: sums.least}
                    who[chair] = tuple(s for s in seats if self.probe({**given, chair: s}) is None)
                    return sums
        return None if who else self._amounts(command, amount)

    def _amounts(self, command: Mapping[str, Any], name: str) -> Amounts | None:
        """The range between the landmarks that are accepted, and what is accepted outside it."""
        accepted: dict[int, bool] = {}

        def accepts(sum_: int) -> bool:
            if sum_ not in accepted:
                accepted[sum_] = self.probe({**command, name: sum_}) is None
            return accepted[sum_]

        tried = {0, 1, self.unit, LARGEST_AMOUNT} | self.landmarks
        tried |= {sum_ // self.unit * self.unit for sum_ in tried}
        tried |= {-(-sum_ // self.unit) * self.unit for sum_ in tried}
        sums = sorted(sum_ for sum_ in tried if accepts(sum_))
        above = [sum_ for sum_ in sums if sum_ > 0]
        if not above:
            return None
        least, most = above[0], above[-1]
        if least == most or (accepts(least + 1) and accepts(most - 1)):
            step = 1
        else:
            step = self.unit
            grid = [sum_ for sum_ in above if sum_ % step == 0]
            most = grid[-1] if grid else above[-1]
            least = next((sum_ for sum_ in grid if accepts(sum_ + step)), most)
        found = Amounts(least, most, step, ())
        exact = tuple(sum_ for sum_ in sums if not found.allows(sum_))
        unlimited = most > LARGEST_AMOUNT - self.unit
        return replace(found, most=None if unlimited else most, exact=exact)


def _argument_sets(act: Act) -> Iterator[tuple[Argument, ...]]:
    """Each alternative of `either`, without and with a seat that may be left out."""
    for chosen in act.either or ("",):
        arguments = tuple(
            argument
            for argument in act.arguments
            if argument.name not in act.either or argument.name == chosen
        )
        spare = {a for a in arguments if a.kind == "seat" and a.presence == "optional"}
        spare -= {a for a in arguments if a.name == chosen}
        if spare:
            yield tuple(argument for argument in arguments if argument not in spare)
        yield arguments


def _any_of(argument: Argument, value: Any) -> Allowed:
    if argument.kind == "rule":
        return Value(value)
    return Cards() if argument.kind == "cards" else Text()


def _merged(offers: Iterable[Offer]) -> list[Offer]:
    """Offers that differ only in one word become one with all those words, and these again."""
    before = list(offers)
    merged = _merged_once(before)
    return merged if len(merged) == len(before) else _merged(merged)


def _merged_once(offers: Iterable[Offer]) -> list[Offer]:
    merged: list[Offer] = []
    for offer in offers:
        for place, other in enumerate(merged):
            joined = _joined(other, offer)
            if joined is not None:
                merged[place] = joined
                break
        else:
            merged.append(offer)
    return merged


def _joined(one: Offer, two: Offer) -> Offer | None:
    if one.arguments.keys() != two.arguments.keys():
        return None
    pairs = ((name, one.arguments[name], two.arguments[name]) for name in one.arguments)
    match [pair for pair in pairs if pair[1] != pair[2]]:
        case [(name, Words(ours), Words(theirs))]:
            return replace(one, arguments={**one.arguments, name: Words(ours + theirs)})
    return None
