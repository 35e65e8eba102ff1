"""At two tableaux, too, what is offered is accepted and what is not is refused."""

import random
from collections.abc import Iterator
from itertools import count, product
from typing import Any

import pytest

from tables.rules import variants
from tables.rules.legal import Amounts, Seats, Text, Words
from tests.rules.playing import code, do, play
from tests.rules.tableaux import auction, banking, banque, coup, go_bank, stake, suite
from tests.rules.test_legal import is_offered

SMALL: dict[str, Any] = {"seats": 4, "unit": 4, "min_bank": 8, "min_stake": 4, "decks": 1}
SEATS = range(6)
AMOUNTS = range(-1, 45)
TABLEAUX = (1, 2, "cheval")


def every_command(state: Any) -> Iterator[dict[str, Any]]:
    """All there is to say at a small table, right and wrong, but for a name that is taken."""
    taken = {*state.seats.values(), *state.stakes, state.banker}
    name_free = next(name for name in (f"Guest {n}" for n in count()) if name not in taken)
    for name in ("open_shoe", "cut_card", "close_auction", "close_bets", "accept_all", "retire"):
        yield do(name)
    yield from (do("open_sitting"), do("close_sitting"), do("relieve", croupier="Ria"))
    yield do("void", reason="misdeal")
    yield do("set_rules", min_stake=4)
    yield do("deal", one=["7", "K"], two=["6", "K"], banker=["7", "K"])
    words = ("ponte", "banker", "tie", "punto")
    yield from (do("result", one=one, two=two) for one, two in product(words, repeat=2))
    for seat in SEATS:
        yield from (do(name, seat=seat) for name in ("leave", "decline"))
        yield from (do("go_bank", seat=seat, on=on) for on in TABLEAUX)
        yield do("sit", seat=seat, player=name_free)
    for name, seat, amount in product(("take_bank", "take_over", "bid"), SEATS, AMOUNTS):
        yield do(name, seat=seat, amount=amount)
    for amount in AMOUNTS:
        yield do("add_to_bank", amount=amount)
        for on in TABLEAUX:
            yield do("stake", bystander=name_free, amount=amount, on=on)
            yield from (do("stake", seat=seat, amount=amount, on=on) for seat in SEATS)


def check_offers(state: Any) -> None:
    offers = variants.legal(state)
    for command in every_command(state):
        assert is_offered(offers, command) == (code(state, command) == ""), command


def walk(seed: int, steps: int, **changed: Any) -> Iterator[Any]:
    """States on a random way through a small table, commands picked from those accepted."""
    chance = random.Random(seed)
    people = (
        do("sit", seat=seat, player=name) for seat, name in ((1, "Ann"), (2, "Bo"), (4, "Di"))
    )
    state = play(banque(**SMALL | changed), *people)
    rare = {"leave", "cut_card", "open_sitting", "close_sitting", "set_rules", "relieve", "sit"}
    for _ in range(steps):
        yield state
        accepted = [c for c in every_command(state) if code(state, c) == ""]
        names = {command["do"] for command in accepted}
        name = chance.choice(sorted(names - rare or names))
        if chance.random() < 0.1:
            name = chance.choice(sorted(names))
        state = play(state, chance.choice([c for c in accepted if c["do"] == name]))


@pytest.mark.parametrize("seed", range(8))
def test_offered_is_accepted_and_not_offered_is_refused(seed: int) -> None:
    changed = {
        "max_bank": [None, 20][seed % 2],
        "award": ["auction", "list"][seed // 4],
        "open_bank": seed % 4 > 1,
        "unit": [4, 1, 3][seed % 3],
    }
    phases = set()
    for state in walk(seed, 40, **changed):
        phases.add(state.phase)
        check_offers(state)
    assert len(phases) >= 4


def test_every_phase_by_brute_force() -> None:
    bank = banking(1, 2, 4, bank=12, **SMALL)
    thrice = play(bank, *[step for _ in range(3) for step in coup("banker", "tie", go_bank(2))])
    for state in (
        banque(**SMALL),
        auction(1, 2, 4, **SMALL),
        play(auction(1, 2, 4, max_bank=20, **SMALL), do("bid", seat=1, amount=20)),
        auction(1, 2, 4, award="list", **SMALL),
        bank,
        thrice,
        play(bank, stake(2, 4), do("close_bets")),
        play(bank, *coup("ponte", "tie", stake(2, 12))),
        suite(1, 2, 4, bank=1_200, **SMALL | {"min_stake": 1_000}),
        play(bank, do("cut_card"), *coup("tie", "tie", stake(2, 4))),
        play(banque(**SMALL), do("open_sitting")),
        play(banque(**SMALL), do("open_sitting"), do("close_sitting")),
    ):
        check_offers(state)


def offered(state: Any, name: str) -> list[Any]:
    return [offer.arguments for offer in variants.legal(state) if offer.do == name]


def test_who_may_stake_where() -> None:
    state = banking(5, 1, 2, 7, unit=100)
    amounts = Amounts(1_000, None, 100, (0,))
    anybody = {"bystander": Text(), "amount": amounts, "on": Words(TABLEAUX)}
    assert offered(state, "stake") == [
        {"seat": Seats((1, 2)), "amount": amounts, "on": Words((1,))},
        {"seat": Seats((7,)), "amount": amounts, "on": Words((2,))},
        {"seat": Seats((1, 2, 7)), "amount": amounts, "on": Words(("cheval",))},
        anybody,
    ]


def test_results_are_one_offer() -> None:
    closed = play(banking(5, 1), stake(1, 1_000), do("close_bets"))
    words = Words(("ponte", "banker", "tie"))
    assert offered(closed, "result") == [{"one": words, "two": words}]


def test_a_suite_is_offered_at_its_price_alone() -> None:
    assert offered(suite(1, 2, 6), "take_over") == [
        {"seat": Seats((6,)), "amount": Amounts(50_000, 50_000, 1, ())}
    ]
