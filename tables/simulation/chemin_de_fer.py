"""How people behave at chemin de fer: a likely next command for the table as it stands.

Nothing here judges: a suggestion the rules refuse is simply followed by another one.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tables.rules.cards import RANKS, SUITS
from tables.rules.drawing import Draw, duty
from tables.simulation.people import newcomer

Command = dict[str, Any]

FEWEST_PLAYERS = 4
KINDS_OF_BANCO = ("solo", "solo", "solo", "avec", "marche")


def shuffled(decks: int, chance: Random) -> list[str]:
    """A shoe, its first card last in the list."""
    cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
    chance.shuffle(cards)
    return cards


def suggestions(
    state: Any, view: Mapping[str, Any], shoe: list[str], chance: Random
) -> Iterator[Command]:
    """Endless likely commands for this moment, the most natural sort of each phase."""
    while True:
        yield _BY_PHASE[view["phase"]](state, view, shoe, chance)


def _people_come(state: Any, chance: Random) -> Command:
    free = [seat for seat in range(1, state.table.seats + 1) if seat not in state.seats]
    return {
        "do": "sit",
        "seat": chance.choice(free or [1]),
        "player": newcomer(set(state.net), chance),
    }


def _somebody_leaves(state: Any, chance: Random) -> Command:
    return {"do": "leave", "seat": chance.choice(sorted(state.seats) or [1])}


def _before_the_shoe(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if len(state.seats) < FEWEST_PLAYERS or chance.random() < 0.4:
        return _people_come(state, chance)
    if chance.random() < 0.1:
        return _somebody_leaves(state, chance)
    return {"do": "open_shoe"}


def _offering(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if chance.random() < 0.7:
        return {"do": "take_bank", "seat": view["offered_to"], "amount": _a_bank(state, chance)}
    return {"do": "decline", "seat": view["offered_to"]}


def _idle(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if len(state.seats) < FEWEST_PLAYERS:
        return _people_come(state, chance)
    taker = chance.choice(sorted(state.seats))
    return {"do": "take_bank", "seat": taker, "amount": _a_bank(state, chance)}


def _a_bank(state: Any, chance: Random) -> int:
    table = state.table
    amount = table.min_bank * chance.choice((1, 2, 3, 5, 5, 10, 20))
    return int(min(amount, table.max_bank or amount))


def _betting(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    what = chance.random()
    pontes = [seat for seat in sorted(state.seats) if seat != view["banker"]]
    if not pontes or what < 0.02:
        return _people_come(state, chance)
    if what < 0.03:
        return _somebody_leaves(state, chance)
    if what < 0.04:
        return {"do": "associate", "seat": chance.choice(pontes)}
    if what < 0.08:
        return _raised(state, view, chance)
    if what < 0.12:
        return _banco(pontes, chance)
    # People stake until most of the bank is covered; now and then a table is cautious.
    wanted = 0.5 if state.coups % 5 == 0 else 0.8
    if state.calls or sum(state.stakes.values()) >= wanted * view["bank"] or what > 0.96:
        return {"do": "close_bets"}
    return _stake(state, view, pontes, chance)


def _raised(state: Any, view: Any, chance: Random) -> Command:
    if view["garage"] and chance.random() < 0.7:
        return {
            "do": "add_to_bank",
            "amount": chance.randint(1, view["garage"]),
            "source": "garage",
        }
    amount = state.table.unit * chance.randint(1, 50)
    return {"do": "add_to_bank", "amount": amount, "source": "pocket"}


def _banco(pontes: list[int], chance: Random) -> Command:
    seat = chance.choice(pontes)
    if len(pontes) > 1 and chance.random() < 0.2:
        partner = chance.choice([other for other in pontes if other != seat])
        return {"do": "banco", "seat": seat, "kind": "deux", "partner": partner}
    return {"do": "banco", "seat": seat, "kind": chance.choice(KINDS_OF_BANCO)}


def _stake(state: Any, view: Any, pontes: list[int], chance: Random) -> Command:
    wished = int(view["bank"] * chance.choice((0.1, 0.2, 0.3, 0.4, 0.5, 1.0)))
    amount = max(state.table.min_stake, wished - wished % state.table.unit)
    amount += -amount % state.table.unit
    if chance.random() < 0.06:
        return {"do": "stake", "bystander": newcomer(set(state.net), chance), "amount": amount}
    return {"do": "stake", "seat": chance.choice(pontes), "amount": amount}


def _dealing(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if chance.random() < 0.01:
        return {"do": "void", "reason": "A card was exposed before the bets were closed"}
    ponte, banker = [shoe[-1], shoe[-3]], [shoe[-2], shoe[-4]]
    further = iter(reversed(shoe[:-4]))
    if _takes_a_card(duty(ponte, banker).ponte, chance):
        ponte.append(next(further))
    if _takes_a_card(duty(ponte, banker).banker, chance):
        banker.append(next(further))
    return {"do": "deal", "ponte": ponte, "banker": banker}


def _takes_a_card(asked: Draw, chance: Random) -> bool:
    return asked is Draw.MUST or (asked is Draw.MAY and chance.random() < 0.5)


def _deciding(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    grown = view["bank"] + view["garage"] > 100 * state.table.min_bank
    if chance.random() < (0.6 if grown else 0.12):
        return {"do": "retire"}
    return {"do": "continue"}


def _suite(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if chance.random() < 0.35:
        return {"do": "take_over", "seat": view["offered_to"], "amount": view["price"]}
    return {"do": "decline", "seat": view["offered_to"]}


def _auction(state: Any, view: Any, shoe: list[str], chance: Random) -> Command:
    if chance.random() < 0.5:
        bidder = chance.choice(sorted(state.seats))
        return {"do": "bid", "seat": bidder, "amount": _a_bank(state, chance)}
    return {"do": "close_auction"}


_BY_PHASE = {
    "closed": _before_the_shoe,
    "shoe_over": _before_the_shoe,
    "offering": _offering,
    "idle": _idle,
    "betting": _betting,
    "dealing": _dealing,
    "deciding": _deciding,
    "suite": _suite,
    "auction": _auction,
}
