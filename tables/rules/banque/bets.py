"""Stakes on the tableaux and going bank, and what lies on the table when the bets are closed."""

from collections.abc import Iterable
from dataclasses import replace

from tables.rules.banque.bank import put_up
from tables.rules.banque.state import Banque
from tables.rules.banque.tableaux import by_tableau, halves, rotation, tableau_of
from tables.rules.errors import (
    AboveMaxStake,
    BelowMinStake,
    NameTaken,
    NothingStaked,
    ThreeTimes,
    WrongTableau,
)
from tables.rules.events import (
    Event,
    On,
    Staked,
    StakedOn,
    StakesAccepted,
    TableauStake,
    TableauxClosed,
    WentBank,
    Who,
)
from tables.rules.limits import check_unit, positive_or_none
from tables.rules.seats import player_at
from tables.rules.table import LARGEST_AMOUNT

MOST_TIMES = 3
"""Seed 002: a third time, "but not further"."""


def stake(
    state: Banque,
    *,
    amount: object,
    seat: int = 0,
    bystander: str = "",
    on: On | None = None,
) -> tuple[Event, ...]:
    """Sets the stake of a seat or of a bystander; the whole bank may always be staked."""
    who: Who
    if bystander:
        if bystander == state.banker or bystander in state.seats.values():
            raise NameTaken
        who = bystander
    else:
        player_at(state, seat)
        who = seat
    sum_ = positive_or_none(amount)
    if sum_ not in (0, state.bank):
        if sum_ < state.table.min_stake:
            raise BelowMinStake
        check_unit(sum_, state.table)
    if seat:
        on = _ones_own(state, seat, on)
    if not sum_:
        return (Staked(who, 0),)
    if on is None:
        raise WrongTableau
    return (StakedOn(who, sum_, on),)


def _ones_own(state: Banque, seat: int, on: On | None) -> On:
    """Nobody seated plays on the other tableau alone."""
    own: On = 1 if tableau_of(seat, state.table.seats) == 1 else 2
    if on not in (None, own, "cheval"):
        raise WrongTableau
    return on or own


def go_bank(state: Banque, *, seat: int, on: On | None = None) -> tuple[Event, ...]:
    player_at(state, seat)
    if state.lost_running.get(seat, 0) >= MOST_TIMES:
        raise ThreeTimes
    return (WentBank(seat, _ones_own(state, seat, on)),)


def close_bets(state: Banque) -> tuple[Event, ...]:
    """Every stake leaves its owner's hand; at an open bank the banker puts up what he lacks."""
    callers = best_claims(state)
    stakes = claimed(state, callers) if callers else ranked(state, plain(state))
    if not stakes:
        raise NothingStaked
    if staked(stakes) > LARGEST_AMOUNT:
        raise AboveMaxStake("all stakes together are above what may be in play")
    if not state.is_open:
        return (TableauxClosed(stakes, callers),)
    return TableauxClosed(accepted(stakes), callers), *_lacking(state, stakes)


def staked(stakes: Iterable[TableauStake]) -> int:
    return sum(stake.amount for stake in stakes)


def accepted(stakes: Iterable[TableauStake]) -> tuple[TableauStake, ...]:
    """The same stakes, held to the last unit."""
    return tuple(replace(stake, held=stake.amount) for stake in stakes)


def _lacking(state: Banque, stakes: Iterable[TableauStake]) -> tuple[Event, ...]:
    lacking = staked(stakes) - state.bank
    return (put_up(state, lacking),) if lacking > 0 else ()


def accept_all(state: Banque) -> tuple[Event, ...]:
    return StakesAccepted(), *_lacking(state, state.on_table)


def best_claims(state: Banque) -> tuple[int, ...]:
    """The first of those going bank, and with him the first from the opposite side."""
    seats = state.table.seats
    order = [seat for seat in rotation(seats) if seat in state.calls]
    opposite = [seat for seat in order if tableau_of(seat, seats) != tableau_of(order[0], seats)]
    return (*order[:1], *opposite[:1])


def claimed(state: Banque, callers: tuple[int, ...]) -> tuple[TableauStake, ...]:
    """The whole bank, alone or in halves; plain stakes go back."""
    room = min(state.bank, LARGEST_AMOUNT)
    shares = halves(room) if len(callers) > 1 else (room,)
    return tuple(
        TableauStake(seat, state.seats[seat], tableau, sum_, held=sum_)
        for seat, share in zip(callers, shares, strict=True)
        for tableau, sum_ in by_tableau(share, state.calls[seat].on)
        if sum_
    )


def plain(state: Banque) -> tuple[StakedOn, ...]:
    """In rotation, then the bystanders as they came."""
    seated = [state.stakes[seat] for seat in rotation(state.table.seats) if seat in state.stakes]
    return (*seated, *(stake for who, stake in state.stakes.items() if isinstance(who, str)))


def ranked(state: Banque, stakes: Iterable[StakedOn]) -> tuple[TableauStake, ...]:
    """Stakes are held in their order up to the bank, or all of them where all are at risk."""
    room = LARGEST_AMOUNT if state.table.options["excess"] == "all_staked" else state.bank
    placed: list[TableauStake] = []
    for stake in stakes:
        player = state.seats[stake.who] if isinstance(stake.who, int) else stake.who
        for tableau, sum_ in by_tableau(stake.amount, stake.on):
            if sum_:
                held = min(sum_, room)
                placed.append(TableauStake(stake.who, player, tableau, sum_, held))
                room -= held
    return tuple(placed)
