"""What each event makes of the table: nothing is refused here, everything has been decided."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tables.rules import banks
from tables.rules.banks import sums_of
from tables.rules.chemin_de_fer.coup import PONTE
from tables.rules.chemin_de_fer.state import DECIDING, IDLE, ChemindeFer
from tables.rules.deal import BANKER, TIE
from tables.rules.events import (
    AuctionOpened,
    BancoCalled,
    BankKept,
    BankOffered,
    BankPassed,
    BankRaised,
    BankTaken,
    BetsClosed,
    CoupSettled,
    CoupVoided,
    Event,
    Left,
    ShoeEnded,
    Staked,
    TableIdled,
)
from tables.rules.sitting import left
from tables.rules.state import BETTING, DEALING, SHOE_OVER, paid


def shoe_ended(state: ChemindeFer, event: ShoeEnded) -> ChemindeFer:
    return replace(state, phase=SHOE_OVER, turn=0, offered_to=0)


def bank_offered(state: ChemindeFer, event: BankOffered) -> ChemindeFer:
    """Offered for any amount, it is no suite any more: whoever retired may be asked too."""
    retiring = 0 if event.price is None else state.retiring
    return replace(banks.bank_offered(state, event), retiring=retiring)


def table_idled(state: ChemindeFer, event: TableIdled) -> ChemindeFer:
    return replace(state, phase=IDLE)


def auction_opened(state: ChemindeFer, event: AuctionOpened) -> ChemindeFer:
    return replace(banks.auction_opened(state, event), retiring=0)


def bank_taken(state: ChemindeFer, event: BankTaken) -> ChemindeFer:
    taken = banks.bank_taken(state, event)
    return replace(taken, banker=event.seat, turn=event.turn, retiring=0)


def bank_kept(state: ChemindeFer, event: BankKept) -> ChemindeFer:
    return replace(state, phase=BETTING)


def bank_raised(state: ChemindeFer, event: BankRaised) -> ChemindeFer:
    raised = state.bank + event.amount
    if event.source == "garage":
        return replace(state, bank=raised, garage=state.garage - event.amount)
    return replace(
        state,
        bank=raised,
        associate=event.seat if event.source == "associate" else state.associate,
        net=paid(state.net, {event.player: -event.amount}),
    )


def bank_passed(state: ChemindeFer, event: BankPassed) -> ChemindeFer:
    return replace(
        state,
        banker=0,
        associate=0,
        bank=0,
        garage=0,
        suivi=frozenset(),
        retiring=state.banker if event.reason == "retired" else 0,
        net=paid(state.net, sums_of(event.shares)),
    )


def staked(state: ChemindeFer, event: Staked) -> ChemindeFer:
    """A changed stake keeps its place among the bystanders; a withdrawn one loses it."""
    if event.amount:
        return replace(state, stakes={**state.stakes, event.who: event.amount})
    # Nothing at all: a banco he called is taken back with the stake (decision 0020).
    return replace(
        state,
        stakes={who: amount for who, amount in state.stakes.items() if who != event.who},
        calls={seat: call for seat, call in state.calls.items() if seat != event.who},
    )


def banco_called(state: ChemindeFer, event: BancoCalled) -> ChemindeFer:
    return replace(state, calls={**state.calls, event.seat: event})


def bets_closed(state: ChemindeFer, event: BetsClosed) -> ChemindeFer:
    return replace(
        state,
        phase=DEALING,
        bank=state.bank - event.to_garage,
        garage=state.garage + event.to_garage,
        put_in_garage=event.to_garage,
        stakes={},
        calls={},
        covers=event.covers,
        ponte=event.ponte,
        call=event.call,
        net=paid(state.net, sums_of(event.covers, times=-1)),
    )


def coup_voided(state: ChemindeFer, event: CoupVoided) -> ChemindeFer:
    """No coup: whoever had the right of suivi still has it."""
    return replace(
        _cleared(state),
        phase=BETTING,
        bank=state.bank + event.from_garage,
        garage=state.garage - event.from_garage,
        net=paid(state.net, sums_of(event.covers)),
    )


def coup_settled(state: ChemindeFer, event: CoupSettled) -> ChemindeFer:
    stakes = sum(cover.amount for cover in event.covers)
    into_bank = {
        BANKER: stakes - event.commission,
        PONTE: -stakes,
        TIE: 0,
    }
    back = {BANKER: 0, PONTE: 2, TIE: 1}[event.winner]
    return replace(
        _cleared(state),
        phase=DECIDING,
        coups=event.number,
        cards_left=state.cards_left - sum(len(hand.cards) for hand in event.hands),
        bank=state.bank + into_bank[event.winner],
        cagnotte=state.cagnotte + event.commission,
        winner=event.winner,
        commission=event.commission,
        suivi=_suivi_after(state, event),
        net=paid(state.net, sums_of(event.covers, times=back)),
    )


def _suivi_after(state: ChemindeFer, event: CoupSettled) -> frozenset[int]:
    """Who lost a banco may call it before all others on the next coup; a tie takes nothing away."""
    if event.winner == TIE:
        return state.suivi
    if event.winner == PONTE or state.call is None:
        return frozenset()
    return frozenset({state.call.seat, state.call.partner or state.call.seat})


def _cleared(state: ChemindeFer) -> ChemindeFer:
    return replace(state, covers=(), ponte=None, call=None, put_in_garage=0)


def seat_left(state: ChemindeFer, event: Left) -> ChemindeFer:
    """Rights and refusals are those of the person, not of the chair."""
    empty = left(state, event)
    return replace(
        empty,
        suivi=state.suivi - {event.seat},
        declined=state.declined - {event.seat},
        retiring=0 if state.retiring == event.seat else state.retiring,
    )


CHANGES: dict[type[Event], Callable[[ChemindeFer, Any], ChemindeFer]] = {
    **banks.CHANGES,
    ShoeEnded: shoe_ended,
    BankOffered: bank_offered,
    TableIdled: table_idled,
    AuctionOpened: auction_opened,
    BankTaken: bank_taken,
    BankKept: bank_kept,
    BankRaised: bank_raised,
    BankPassed: bank_passed,
    Staked: staked,
    BancoCalled: banco_called,
    BetsClosed: bets_closed,
    CoupVoided: coup_voided,
    CoupSettled: coup_settled,
    Left: seat_left,
}
