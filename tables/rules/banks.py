"""A bank that players hold: how it is offered, taken, bid for and added to.

What chemin de fer and banque have in common. Whom a bank is offered to, what a suite costs and what
follows when nobody takes it are each game's own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tables.rules.errors import BelowMinBank, BidTooLow, NotOffered, WrongPhase
from tables.rules.events import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankOffered,
    BankTaken,
    BidMade,
    Cover,
    CutCardShown,
    Event,
    ShoeOpened,
    TableauStake,
)
from tables.rules.limits import check_max_bank, check_unit, positive
from tables.rules.seats import player_at
from tables.rules.shoe import cards_in
from tables.rules.state import BETTING, State, paid
from tables.rules.table import Table

OFFERING = "offering"
SUITE = "suite"
AUCTION = "auction"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersBank(State):
    """`offered_to` is 0 where nobody is; `declined` are the seats that refused this very offer.

    `price` is what the bank costs while a suite is offered.
    """

    bank: int = 0
    offered_to: int = 0
    price: int = 0
    declined: frozenset[int] = frozenset()
    highest_bid: BidMade | None = None


B = TypeVar("B", bound=PlayersBank)


def shoe_to_open(state: PlayersBank) -> ShoeOpened:
    return ShoeOpened(number=state.shoe + 1, cards=cards_in(state.table.decks))


def cut_card(state: PlayersBank) -> tuple[Event, ...]:
    if state.cut_card_shown:
        raise WrongPhase
    return (CutCardShown(),)


def check_is_offered(state: PlayersBank, seat: int) -> None:
    player_at(state, seat)
    if seat != state.offered_to:
        raise NotOffered


def a_bank_of(amount: object, table: Table) -> int:
    """The amount, if a bank may be opened with it."""
    sum_ = positive(amount)
    if sum_ < table.min_bank:
        raise BelowMinBank
    check_max_bank(sum_, table)
    check_unit(sum_, table)
    return sum_


def bid(state: PlayersBank, *, seat: int, amount: object) -> tuple[Event, ...]:
    player_at(state, seat)
    sum_ = positive(amount)
    if sum_ < state.table.min_bank:
        raise BelowMinBank
    if state.highest_bid is not None and sum_ <= state.highest_bid.amount:
        raise BidTooLow
    check_max_bank(sum_, state.table)
    check_unit(sum_, state.table)
    return (BidMade(seat, sum_),)


def shoe_opened(state: B, event: ShoeOpened) -> B:
    return replace(state, shoe=event.number, cards_left=event.cards, cut_card_shown=False)


def cut_card_shown(state: B, event: CutCardShown) -> B:
    return replace(state, cut_card_shown=True)


def bank_offered(state: B, event: BankOffered) -> B:
    """A round of offers begins with its first one: whoever declined before is asked again."""
    phase = OFFERING if event.price is None else SUITE
    return replace(
        state,
        phase=phase,
        offered_to=event.seat,
        price=event.price or 0,
        declined=state.declined if phase == state.phase else frozenset(),
    )


def bank_declined(state: B, event: BankDeclined) -> B:
    return replace(state, offered_to=0, declined=state.declined | {event.seat})


def bank_taken(state: B, event: BankTaken) -> B:
    return replace(
        state,
        phase=BETTING,
        bank_number=event.number,
        bank=event.amount,
        offered_to=0,
        price=0,
        declined=frozenset(),
        net=paid(state.net, {event.player: -event.amount}),
    )


def auction_opened(state: B, event: AuctionOpened) -> B:
    return replace(state, phase=AUCTION, price=0, declined=frozenset())


def bid_made(state: B, event: BidMade) -> B:
    return replace(state, highest_bid=event)


def auction_closed(state: B, event: AuctionClosed) -> B:
    return replace(state, highest_bid=None)


def sums_of(covers: Iterable[Cover | TableauStake], times: int = 1) -> dict[str, int]:
    """What the covers come to by player, `times` over."""
    sums: dict[str, int] = {}
    for cover in covers:
        sums[cover.player] = sums.get(cover.player, 0) + cover.amount * times
    return sums


CHANGES: dict[type[Event], Callable[[Any, Any], Any]] = {
    ShoeOpened: shoe_opened,
    CutCardShown: cut_card_shown,
    BankOffered: bank_offered,
    BankDeclined: bank_declined,
    BankTaken: bank_taken,
    AuctionOpened: auction_opened,
    BidMade: bid_made,
    AuctionClosed: auction_closed,
}
"""What these events make of any such table."""
