"""What each event makes of the table: nothing is refused here, everything has been decided."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tables.rules import banks
from tables.rules.banks import sums_of
from tables.rules.banque.bets import accepted
from tables.rules.banque.coup import PONTE
from tables.rules.banque.state import BROKEN, Banque, first_turns
from tables.rules.banque.tableaux import TABLEAUX, passed_on
from tables.rules.deal import BANKER
from tables.rules.events import (
    BankPassed,
    BankRaised,
    BankTaken,
    CoupVoided,
    Event,
    Left,
    ShoeEnded,
    ShoeOpened,
    Staked,
    StakedOn,
    StakesAccepted,
    TableauxClosed,
    TableauxSettled,
    WentBank,
)
from tables.rules.sitting import left
from tables.rules.state import BETTING, DEALING, SHOE_OVER, paid


def shoe_opened(state: Banque, event: ShoeOpened) -> Banque:
    return replace(banks.shoe_opened(state, event), turns=first_turns(state.table))


def shoe_ended(state: Banque, event: ShoeEnded) -> Banque:
    return replace(state, phase=SHOE_OVER)


def bank_taken(state: Banque, event: BankTaken) -> Banque:
    taken = banks.bank_taken(state, event)
    is_open = state.table.options["open_bank"]
    return replace(taken, banker=event.player, outgoing="", is_open=is_open, coups_held=0)


def bank_raised(state: Banque, event: BankRaised) -> Banque:
    """A broken bank that is raised plays on; at an open one the bets are closed already."""
    return replace(
        state,
        phase=BETTING if state.phase == BROKEN else state.phase,
        bank=state.bank + event.amount,
        net=paid(state.net, {event.player: -event.amount}),
    )


def bank_passed(state: Banque, event: BankPassed) -> Banque:
    return replace(
        _cleared(state),
        banker="",
        outgoing=state.banker,
        is_open=False,
        bank=0,
        coups_held=0,
        net=paid(state.net, sums_of(event.shares)),
    )


def stake_withdrawn(state: Banque, event: Staked) -> Banque:
    stakes = {who: stake for who, stake in state.stakes.items() if who != event.who}
    return replace(state, stakes=stakes)


def staked_on(state: Banque, event: StakedOn) -> Banque:
    """A changed stake keeps its place among the bystanders."""
    return replace(state, stakes={**state.stakes, event.who: event})


def went_bank(state: Banque, event: WentBank) -> Banque:
    return replace(state, calls={**state.calls, event.seat: event})


def tableaux_closed(state: Banque, event: TableauxClosed) -> Banque:
    return replace(
        state,
        phase=DEALING,
        on_table=event.stakes,
        callers=event.callers,
        net=paid(state.net, sums_of(event.stakes, times=-1)),
    )


def stakes_accepted(state: Banque, event: StakesAccepted) -> Banque:
    return replace(state, is_open=True, on_table=accepted(state.on_table))


def coup_voided(state: Banque, event: CoupVoided) -> Banque:
    return replace(_cleared(state), phase=BETTING, net=paid(state.net, sums_of(event.covers)))


def tableaux_settled(state: Banque, event: TableauxSettled) -> Banque:
    kept = sum(stake.amount for stake in event.stakes)
    kept -= sum(cover.amount for cover in event.returned)
    bank = state.bank + kept - event.commission
    return replace(
        _cleared(state),
        phase=BETTING if bank else BROKEN,
        coups=event.number,
        coups_held=state.coups_held + 1,
        cards_left=state.cards_left - sum(len(hand.cards) for hand in event.hands),
        bank=bank,
        cagnotte=state.cagnotte + event.commission,
        commission=event.commission,
        results=event.results,
        turns=_turns_after(state, event),
        lost_running=_lost_running_after(state, event),
        net=paid(state.net, sums_of(event.returned)),
    )


def _turns_after(state: Banque, event: TableauxSettled) -> tuple[int, ...]:
    """Who loses passes the cards on, but whoever goes bank plays with nobody's turn."""
    if state.callers:
        return state.turns
    return tuple(
        passed_on(turn, tableau, state.table.seats, state.seats) if result == BANKER else turn
        for turn, tableau, result in zip(state.turns, TABLEAUX, event.results, strict=True)
    )


def _lost_running_after(state: Banque, event: TableauxSettled) -> Mapping[int, int]:
    """Lost is who was beaten on a tableau and won on none; a coup without him ends the count."""
    counts: dict[int, int] = {}
    for seat in state.callers:
        his = {event.results[stake.tableau - 1] for stake in event.stakes if stake.who == seat}
        if BANKER in his and PONTE not in his:
            counts[seat] = state.lost_running.get(seat, 0) + 1
    return counts


def _cleared(state: Banque) -> Banque:
    return replace(state, stakes={}, calls={}, on_table=(), callers=())


def seat_left(state: Banque, event: Left) -> Banque:
    """Rights and refusals are those of the person, not of the chair."""
    return replace(
        left(state, event),
        declined=state.declined - {event.seat},
        outgoing="" if state.outgoing == event.player else state.outgoing,
        lost_running={s: times for s, times in state.lost_running.items() if s != event.seat},
    )


CHANGES: dict[type[Event], Callable[[Banque, Any], Banque]] = {
    **banks.CHANGES,
    ShoeOpened: shoe_opened,
    ShoeEnded: shoe_ended,
    BankTaken: bank_taken,
    BankRaised: bank_raised,
    BankPassed: bank_passed,
    Staked: stake_withdrawn,
    StakedOn: staked_on,
    WentBank: went_bank,
    TableauxClosed: tableaux_closed,
    StakesAccepted: stakes_accepted,
    CoupVoided: coup_voided,
    TableauxSettled: tableaux_settled,
    Left: seat_left,
}
