"""Setting up a table of baccarat banque and playing at it, for the tests of the rules."""

from typing import Any

from tables.rules import variants
from tables.rules.state import State
from tests.rules.playing import do, play, state_view

LINE: dict[str, Any] = {
    "game": "banque",
    "seats": 10,
    "decks": 3,
    "currency": "EUR",
    "unit": 100,
    "min_bank": 50_000,
    "max_bank": None,
    "min_stake": 1_000,
    "commission": {"rate_bp": 500, "round_to": 10, "rounding": "nearest", "half": "up"},
    "cut_card_before_last": 10,
    "options": {"open_bank": False, "excess": "held_only", "award": "auction"},
}

NAMES = dict(enumerate("Ann Bob Cleo Dan Eve Flo Gus Hana Ida Jon".split(), start=1))  # noqa: SIM905
"""Ann to Eve sit on tableau 1, Flo to Jon on tableau 2, each counted outward from the banker."""


def banque(**changed: Any) -> State:
    """A table nobody sits at; options are given by name like any other part of the line."""
    options = {name: changed.pop(name) for name in LINE["options"] if name in changed}
    line = LINE | changed | {"options": LINE["options"] | options}
    return variants.new(variants.read_table(line))


def seated(*seats: int, **changed: Any) -> State:
    """People sitting down in this order."""
    people = (do("sit", seat=seat, player=NAMES[seat]) for seat in seats)
    return play(banque(**changed), *people)


def auction(*seats: int, **changed: Any) -> State:
    return play(seated(*seats, **changed), do("open_shoe"))


def banking(*seats: int, bank: int = 50_000, **changed: Any) -> State:
    """Whoever sat at the first of `seats` has bought the bank for so much."""
    bid = do("bid", seat=seats[0], amount=bank)
    return play(auction(*seats, **changed), bid, do("close_auction"))


def stake(who: int | str, amount: int, on: int | str | None = None) -> dict[str, Any]:
    named = {"seat": who} if isinstance(who, int) else {"bystander": who}
    return do("stake", **named, amount=amount, **({} if on is None else {"on": on}))


def go_bank(seat: int, on: int | str | None = None) -> dict[str, Any]:
    return do("go_bank", seat=seat, **({} if on is None else {"on": on}))


def result(one: str, two: str) -> dict[str, Any]:
    return do("result", one=one, two=two)


def coup(one: str, two: str, *bets: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """A whole coup: the bets, their close and its results."""
    return *bets, do("close_bets"), result(one, two)


def deal(one: str, two: str, banker: str, **more: Any) -> dict[str, Any]:
    """The hands as words of ranks: `deal("K7", "Q6", "K6")`."""
    return do("deal", one=list(one), two=list(two), banker=list(banker), **more)


def held(state: State) -> dict[tuple[int | str, int], int]:
    """What the bank holds, by who and tableau."""
    on_table: Any = getattr(state, "on_table")  # noqa: B009 - a state of this game
    return {(one.who, one.tableau): one.held for one in on_table}


def net(state: State, *seats: int) -> list[int]:
    """What the people who sat down there have in hand since."""
    return [state_view(state)["net"][NAMES[seat]] for seat in seats]


def chips(state: State) -> int:
    """Everything that ever moved at the table: always zero."""
    seen = state_view(state)
    return int(sum(seen["net"].values()) + seen["bank"] + seen["staked"] + seen["cagnotte"])


TIED = coup("tie", "tie", stake("Zoe", 1_000, 1))
"""A coup that moves no money."""


def suite(*seats: int, **changed: Any) -> State:
    """The first of `seats` has held the bank for a coup and retired with what he began with."""
    return play(banking(*seats, **changed), *TIED, do("retire"))


def seen(state: State, *keys: str) -> list[Any]:
    return [state_view(state)[key] for key in keys]
