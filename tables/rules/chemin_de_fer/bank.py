"""Who holds the bank, for how much, and how it goes on: offer, suite, auction.

Everything is measured from `turn`, also in a chain of suites: the seeds differ, decision 0011.
"""

from tables.rules.banks import SUITE, a_bank_of, check_is_offered, shoe_to_open
from tables.rules.chemin_de_fer.state import IDLE, ChemindeFer, nothing_is_placed
from tables.rules.errors import (
    Associated,
    GarageShort,
    InPlay,
    NobodySeated,
    NotOffered,
    TakeoverNotExact,
    TakeoverTooLow,
    WrongPhase,
)
from tables.rules.events import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankKept,
    BankOffered,
    BankPassed,
    BankRaised,
    BankTaken,
    Cover,
    Event,
    Source,
    TableIdled,
    Who,
)
from tables.rules.limits import check_max_bank, check_unit, positive
from tables.rules.seats import first_not_in, player_at, to_the_right


def open_shoe(state: ChemindeFer) -> tuple[Event, ...]:
    """A new shoe begins at the croupier's right, wherever the last one ended."""
    if not state.seats:
        raise NobodySeated
    return shoe_to_open(state), BankOffered(seat=min(state.seats), price=None)


def take_bank(state: ChemindeFer, *, seat: int, amount: object) -> tuple[Event, ...]:
    player_at(state, seat)
    if state.phase != IDLE and seat != state.offered_to:
        raise NotOffered
    return (_taken(state, seat, a_bank_of(amount, state.table), turn=seat),)


def _taken(state: ChemindeFer, seat: int, amount: int, *, turn: int) -> BankTaken:
    return BankTaken(
        number=state.bank_number + 1,
        seat=seat,
        player=state.seats[seat],
        amount=amount,
        turn=turn,
    )


def decline(state: ChemindeFer, *, seat: int) -> tuple[Event, ...]:
    check_is_offered(state, seat)
    refused = state.declined | {seat, state.retiring}
    following = first_not_in(to_the_right(seat, state.seats), refused)
    if state.phase == SUITE:
        return BankDeclined(seat), _offer_suite(state, following, state.price)
    return BankDeclined(seat), BankOffered(following, None) if following else TableIdled()


def _offer_suite(state: ChemindeFer, seat: int, price: int) -> Event:
    """To that seat; when none is left, by auction or to the seat whose turn is next."""
    if seat:
        return BankOffered(seat, price)
    return AuctionOpened() if state.table.options["auction"] else offered_after(state)


def offered_after(state: ChemindeFer) -> BankOffered | TableIdled:
    """The bank for any amount, to the right of the seat whose turn it was."""
    following = first_not_in(to_the_right(state.turn, state.seats), ())
    # During an auction the last player may have left: whoever sits down may take the bank.
    return BankOffered(following, None) if following else TableIdled()


def keep(state: ChemindeFer) -> tuple[Event, ...]:
    return (BankKept(),)


def retire(state: ChemindeFer) -> tuple[Event, ...]:
    """Bank and garage are his at once; the bank is offered at what he would have had to stake.

    Also before a coup, while nobody has staked against him: see decision 0020.
    """
    if not nothing_is_placed(state):
        raise WrongPhase
    passed = BankPassed(
        reason="retired",
        bank=state.bank,
        garage=state.garage,
        shares=shares_of(state, state.bank + state.garage),
    )
    others = to_the_right(state.turn, state.seats)
    return passed, _offer_suite(state, first_not_in(others, {state.banker}), state.bank)


def shares_of(state: ChemindeFer, total: int) -> tuple[Cover, ...]:
    """What banker and associate get of the sum paid out of bank and garage together."""
    associates = total // 2 if state.associate else 0
    shares = ((state.banker, total - associates), (state.associate, associates))
    return tuple(Cover(seat, state.seats[seat], share) for seat, share in shares if share)


def take_over(state: ChemindeFer, *, seat: int, amount: object) -> tuple[Event, ...]:
    check_is_offered(state, seat)
    sum_ = positive(amount)
    if sum_ != state.price:
        # The price itself is always right: no limit of the table is held against it.
        if state.table.options["takeover"] == "exact":
            raise TakeoverNotExact
        if sum_ < state.price:
            raise TakeoverTooLow
        check_max_bank(sum_, state.table)
        check_unit(sum_, state.table)
    return (_taken(state, seat, sum_, turn=_turn_of_suite(state, seat)),)


def _turn_of_suite(state: ChemindeFer, seat: int) -> int:
    """A suite uses up nobody's turn, unless the first to the right took it and that counts."""
    counts = state.table.options["takeover_turn"] == "neighbour_counts"
    return seat if counts and seat == to_the_right(state.turn, state.seats)[0] else state.turn


def close_auction(state: ChemindeFer) -> tuple[Event, ...]:
    """The auctioned bank is a suite. Without a bid it goes to the seat whose turn is next."""
    best = state.highest_bid
    if best is None:
        return AuctionClosed(), offered_after(state)
    turn = _turn_of_suite(state, best.seat)
    return AuctionClosed(), _taken(state, best.seat, best.amount, turn=turn)


def add_to_bank(state: ChemindeFer, *, amount: object, source: str) -> tuple[Event, ...]:
    sum_ = positive(amount)
    check_max_bank(state.bank + sum_, state.table)
    if source == "garage":
        if sum_ > state.garage:
            raise GarageShort
        return (_raised(state, "garage", state.banker, sum_),)
    check_unit(sum_, state.table)
    if state.associate:
        raise Associated
    return (_raised(state, "pocket", state.banker, sum_),)


def associate(state: ChemindeFer, *, seat: int) -> tuple[Event, ...]:
    """A player doubles the bank and owns half of it from then on."""
    if state.garage or not nothing_is_placed(state):
        raise WrongPhase
    player_at(state, seat)
    if state.associate or seat == state.banker:
        raise Associated
    check_max_bank(2 * state.bank, state.table)
    return (_raised(state, "associate", seat, state.bank),)


def _raised(state: ChemindeFer, source: Source, seat: int, amount: int) -> BankRaised:
    return BankRaised(source, seat, state.seats[seat], amount)


def check_may_leave(state: ChemindeFer, seat: int) -> None:
    """A partner of a called banco stays too: without him the call would stand on air."""
    busy: set[Who | None] = {state.banker, state.associate, state.offered_to}
    busy.update(state.stakes, state.calls, (cover.who for cover in state.covers))
    busy.update(call.partner for call in state.calls.values())
    if state.highest_bid is not None:
        busy.add(state.highest_bid.seat)
    if seat in busy:
        raise InPlay
