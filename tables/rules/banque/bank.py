"""Who holds the bank, for how much, and how it goes on: list, auction, suite.

Seed 002: the banker is permanent. Whoever becomes banker leaves his seat for the banker's place.
"""

from tables.rules.banks import SUITE, a_bank_of, check_is_offered, shoe_to_open
from tables.rules.banque.state import BROKEN, Banque, nothing_is_placed
from tables.rules.banque.tableaux import rotation
from tables.rules.errors import (
    BelowMinBank,
    InPlay,
    NobodyBid,
    NobodySeated,
    OneCoupOwed,
    TakeoverNotExact,
)
from tables.rules.events import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankOffered,
    BankPassed,
    BankRaised,
    BankTaken,
    Cover,
    Event,
    Left,
    Seated,
    Who,
)
from tables.rules.limits import check_max_bank, check_unit, positive
from tables.rules.seats import first_not_in

BANKERS_PLACE = 0
"""No seat: where the banker's money comes from."""


def open_shoe(state: Banque) -> tuple[Event, ...]:
    if not state.seats:
        raise NobodySeated
    return shoe_to_open(state), _awarded(state)


def _awarded(state: Banque) -> Event:
    """The bank anew: to the first on the list of names, or to the highest bidder."""
    if state.table.options["award"] == "list" and state.seats:
        return BankOffered(_by_the_list(state)[0], None)
    return AuctionOpened()


def _by_the_list(state: Banque) -> list[int]:
    """In the order in which they sat down, which is the order of `seats`."""
    return list(state.seats)


def _others_in_rotation(state: Banque) -> list[int]:
    """Whoever retired is asked no more, should he have sat down."""
    everyone = rotation(state.table.seats)
    return [seat for seat in everyone if state.seats.get(seat, state.outgoing) != state.outgoing]


def take_bank(state: Banque, *, seat: int, amount: object) -> tuple[Event, ...]:
    check_is_offered(state, seat)
    return _becomes_banker(state, seat, a_bank_of(amount, state.table))


def _becomes_banker(state: Banque, seat: int, amount: int) -> tuple[Event, ...]:
    """He leaves his seat, which the outgoing banker takes if he has none."""
    player = state.seats[seat]
    taken = BankTaken(state.bank_number + 1, seat, player, amount, turn=seat)
    if not state.outgoing or state.outgoing in state.seats.values():
        return taken, Left(seat, player)
    return taken, Left(seat, player), Seated(seat, state.outgoing)


def decline(state: Banque, *, seat: int) -> tuple[Event, ...]:
    """To the next; when all have declined the bank is auctioned."""
    check_is_offered(state, seat)
    order = _others_in_rotation(state) if state.phase == SUITE else _by_the_list(state)
    place = order.index(seat)
    following = first_not_in(order[place + 1 :] + order[:place], state.declined)
    if not following:
        return BankDeclined(seat), AuctionOpened()
    return BankDeclined(seat), BankOffered(following, state.price or None)


def take_over(state: Banque, *, seat: int, amount: object) -> tuple[Event, ...]:
    """Seed 002: "starting with the same amount". No limit of the table is held against it."""
    check_is_offered(state, seat)
    sum_ = positive(amount)
    if sum_ != state.price:
        raise TakeoverNotExact
    return _becomes_banker(state, seat, sum_)


def close_auction(state: Banque) -> tuple[Event, ...]:
    best = state.highest_bid
    if best is None:
        raise NobodyBid
    return AuctionClosed(), *_becomes_banker(state, best.seat, best.amount)


def add_to_bank(state: Banque, *, amount: object) -> tuple[Event, ...]:
    """From his pocket; a broken bank goes on from the minimum (seed 002)."""
    sum_ = positive(amount)
    if state.phase == BROKEN and sum_ < state.table.min_bank:
        raise BelowMinBank
    check_max_bank(state.bank + sum_, state.table)
    check_unit(sum_, state.table)
    return (put_up(state, sum_),)


def put_up(state: Banque, amount: int) -> BankRaised:
    return BankRaised("pocket", BANKERS_PLACE, state.banker, amount)


def retire(state: Banque) -> tuple[Event, ...]:
    """His money is his at once. Seed 002: not before one hand is played out."""
    if state.phase == BROKEN:
        return BankPassed("lost", 0, 0, ()), _awarded(state)
    if not state.coups_held:
        raise OneCoupOwed
    # Seed 002: at an open bank he holds all stakes offered, or gives up the bank.
    if not (state.is_open or nothing_is_placed(state)):
        raise InPlay
    passed = BankPassed("retired", state.bank, 0, shares_of(state, state.bank))
    order = _others_in_rotation(state)
    return passed, BankOffered(order[0], state.bank) if order else AuctionOpened()


def shares_of(state: Banque, total: int) -> tuple[Cover, ...]:
    return (Cover(state.banker, state.banker, total),) if total else ()


def check_may_leave(state: Banque, seat: int) -> None:
    """Also a stake that goes back, because somebody goes bank, binds its owner to the coup."""
    busy: set[Who] = {state.offered_to, *state.stakes, *state.calls}
    if state.highest_bid is not None:
        busy.add(state.highest_bid.seat)
    if seat in busy:
        raise InPlay
