"""What is offered is accepted and what is not is refused: by brute force on small tables."""

import random
from collections.abc import Iterator
from itertools import count, product
from time import perf_counter
from typing import Any

import pytest

from tables.rules import variants
from tables.rules.legal import Amounts, Cards, Offer, Seats, Text, Value, Words
from tests.rules.playing import (
    betting,
    code,
    dealing,
    deciding,
    do,
    play,
    seated,
    state_view,
    suite,
    table,
)

SMALL = {"seats": 4, "unit": 4, "min_bank": 8, "min_stake": 4, "decks": 1}
SEATS = range(6)
AMOUNTS = range(-1, 45)


def every_command(state: Any) -> Iterator[dict[str, Any]]:
    """All there is to say at a small table, right and wrong, but for a name that is taken."""
    taken = {*state.seats.values(), *state.stakes, *(cover.who for cover in state.covers)}
    name_free = next(name for name in (f"Guest {n}" for n in count()) if name not in taken)
    for name in ("open_shoe", "cut_card", "close_auction", "close_bets", "continue", "retire"):
        yield do(name)
    yield from (do("open_sitting"), do("close_sitting"), do("relieve", croupier="Ria"))
    yield do("void", reason="misdeal")
    yield do("set_rules", min_stake=4)
    yield do("deal", ponte=["8", "K"], banker=["7", "K"])
    yield from (do("result", winner=winner) for winner in ("ponte", "banker", "tie", "punto"))
    for seat in SEATS:
        yield from (do(name, seat=seat) for name in ("leave", "decline", "associate"))
        yield do("sit", seat=seat, player=name_free)
    for name, seat, amount in product(("take_bank", "take_over", "bid", "stake"), SEATS, AMOUNTS):
        yield do(name, seat=seat, amount=amount)
    for source, amount in product(("garage", "pocket"), AMOUNTS):
        yield do("add_to_bank", source=source, amount=amount)
    yield from (do("stake", bystander=name_free, amount=amount) for amount in AMOUNTS)
    for seat, kind in product(SEATS, ("solo", "deux", "avec", "marche", "all")):
        yield do("banco", seat=seat, kind=kind)
        yield from (do("banco", seat=seat, kind=kind, partner=partner) for partner in SEATS)


def is_offered(offers: tuple[Offer, ...], command: dict[str, Any]) -> bool:
    arguments = {name: value for name, value in command.items() if name != "do"}
    return any(offer.do == command["do"] and fits(offer, arguments) for offer in offers)


def fits(offer: Offer, arguments: dict[str, Any]) -> bool:
    if not offer.arguments.keys() >= arguments.keys() >= offer.arguments.keys() - offer.optional:
        return False
    seats = [v for name, v in arguments.items() if isinstance(offer.arguments[name], Seats)]
    if len(set(seats)) < len(seats):
        return False
    return all(allows(offer.arguments[name], value) for name, value in arguments.items())


def allows(allowed: Any, value: Any) -> bool:
    match allowed:
        case Seats(seats):
            return value in seats
        case Amounts():
            return allowed.allows(value)
        case Words(words):
            return value in words
        case Text() | Cards() | Value():
            return True
    raise AssertionError(allowed)


def check_offers(state: Any) -> None:
    offers = variants.legal(state)
    for command in every_command(state):
        assert is_offered(offers, command) == (code(state, command) == ""), command


def walk(seed: int, steps: int, **changed: Any) -> Iterator[Any]:
    """States on a random way through a small table, commands picked from those accepted."""
    chance = random.Random(seed)
    state = play(
        table(**SMALL | changed),
        *(do("sit", seat=seat, player=name) for seat, name in ((1, "Ann"), (2, "Bob"), (4, "Dan"))),
    )
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
        "auction": seed % 4 > 1,
        "takeover": ["at_least", "exact"][seed // 4],
        "unit": [4, 1, 3][seed % 3],
    }
    phases = set()
    for state in walk(seed, 60, **changed):
        phases.add(state.phase)
        check_offers(state)
    assert len(phases) >= 5


def test_every_phase_by_brute_force() -> None:
    small = SMALL | {"max_bank": 30, "auction": True}
    suite_ = suite(1, 2, 4, bank=12, **small)
    auction = play(suite_, do("decline", seat=2), do("decline", seat=4))
    for state in (
        table(**small),
        play(seated(1, 2, 4, **small), do("open_shoe")),
        play(seated(1, **small), do("open_shoe"), do("decline", seat=1)),
        betting(1, 2, 4, bank=12, **small),
        play(betting(1, 2, 4, bank=12, **small), do("associate", seat=2)),
        dealing(1, 2, bank=12, **small),
        deciding(1, 2, bank=12, **small),
        suite_,
        auction,
        play(auction, do("bid", seat=2, amount=12)),
        play(auction, do("bid", seat=2, amount=28)),
        play(dealing(1, 2, bank=12, **small), do("cut_card"), do("result", winner="tie")),
        play(table(**small), do("open_sitting")),
        play(table(**small), do("open_sitting"), do("close_sitting")),
    ):
        check_offers(state)


def offer(state: Any, name: str) -> Offer:
    (found,) = (offer for offer in variants.legal(state) if offer.do == name)
    return found


def test_the_limits_of_taking_the_bank() -> None:
    state = play(seated(3, 5, max_bank=50_000), do("open_shoe"))
    assert offer(state, "take_bank").arguments == {
        "seat": Seats((3,)),
        "amount": Amounts(10_000, 50_000, 100, ()),
    }


def test_a_maximum_off_the_unit_ends_at_the_last_whole_unit() -> None:
    state = play(seated(3, max_bank=50_050), do("open_shoe"))
    assert offer(state, "take_bank").arguments["amount"] == Amounts(10_000, 50_000, 100, ())


def test_the_price_is_offered_exactly_and_more_in_units() -> None:
    state = suite(1, 2, 3, bank=10_100, max_bank=30_000)
    amounts = offer(state, "take_over").arguments["amount"]
    assert amounts == Amounts(19_700, 30_000, 100, (19_690,))
    exact = suite(1, 2, 3, bank=10_100, takeover="exact")
    assert offer(exact, "take_over").arguments["amount"] == Amounts(19_690, 19_690, 1, ())


def test_a_small_bank_may_be_staked_whole_and_a_stake_withdrawn() -> None:
    state = betting(1, 2, bank=550, unit=10, min_bank=500)
    first = next(offer for offer in variants.legal(state) if offer.do == "stake")
    assert first.arguments["amount"] == Amounts(1_000, None, 10, (0, 550))


def test_nothing_can_be_bid_above_the_maximum() -> None:
    state = suite(1, 2, 3, bank=10_000, auction=True, max_bank=15_000)
    state = play(state, do("decline", seat=2), do("decline", seat=3))
    assert "bid" in {offer.do for offer in variants.legal(state)}
    full = play(state, do("bid", seat=2, amount=15_000))
    assert "bid" not in {offer.do for offer in variants.legal(full)}


def test_kinds_of_banco_and_partners() -> None:
    state = betting(1, 2, 3, 4, bank=10_000)
    alone, two = (offer for offer in variants.legal(state) if offer.do == "banco")
    assert alone.arguments == {"kind": Words(("solo", "avec", "marche")), "seat": Seats((2, 3, 4))}
    assert two.arguments == {
        "kind": Words(("deux",)),
        "seat": Seats((2, 3, 4)),
        "partner": Seats((2, 3, 4)),
    }


def test_a_single_ponte_has_no_partner() -> None:
    offers = variants.legal(betting(1, 2, bank=10_000))
    assert [offer.arguments["kind"] for offer in offers if offer.do == "banco"] == [
        Words(("solo", "avec", "marche"))
    ]


def test_the_reason_of_an_irregular_deal_is_optional() -> None:
    deal = offer(dealing(1, 2, bank=10_000), "deal")
    assert deal.arguments == {"ponte": Cards(), "banker": Cards(), "irregular": Text()}
    assert deal.optional == {"irregular"}


def test_a_sample_name_is_never_one_already_at_the_table() -> None:
    state = play(seated(1, 2), do("sit", seat=3, player="?0"), do("sit", seat=4, player="?1"))
    assert offer(state, "sit").arguments["seat"] == Seats((5, 6, 7, 8, 9))


def test_offering_changes_nothing_and_is_cheap() -> None:
    state = betting(1, 2, 3, 4, 5, 6, 7, 8, 9, bank=1_000_000)
    before = state_view(state)
    variants.legal(state)
    began = perf_counter()
    for _ in range(20):
        variants.legal(state)
    assert (perf_counter() - began) / 20 < 0.02  # measured: 0.0006; a slow machine may take more
    assert state_view(state) == before
