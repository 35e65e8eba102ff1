"""Stakes and bancos, and what of them is in play when the bets are closed."""

from collections.abc import Iterable

from tables.rules.chemin_de_fer.state import ChemindeFer
from tables.rules.errors import (
    BadBanco,
    BankerCannotStake,
    BelowMinStake,
    NameTaken,
    NothingStaked,
)
from tables.rules.events import BancoCalled, BetsClosed, Cover, Event, Staked, Who
from tables.rules.limits import check_unit, positive_or_none
from tables.rules.seats import player_at, to_the_right
from tables.rules.table import LARGEST_AMOUNT

PRECEDENCE = {"solo": 0, "deux": 1, "avec": 2, "marche": 2}
"""Kinds of banco; the lower goes before the higher (seed 003)."""

Ranked = list[tuple[Who, int]]


def stake(
    state: ChemindeFer, *, amount: object, seat: int = 0, bystander: str = ""
) -> tuple[Event, ...]:
    """Sets the stake of a seat or of a bystander; the whole bank may always be staked."""
    who: Who
    if bystander:
        if bystander in state.seats.values():
            raise NameTaken
        who = bystander
    else:
        check_plays_against_bank(state, seat)
        who = seat
    sum_ = positive_or_none(amount)
    if sum_ not in (0, state.bank):
        if sum_ < state.table.min_stake:
            raise BelowMinStake
        check_unit(sum_, state.table)
    return (Staked(who, sum_),)


def check_plays_against_bank(state: ChemindeFer, seat: int) -> None:
    player_at(state, seat)
    if seat in (state.banker, state.associate):
        raise BankerCannotStake


def banco(
    state: ChemindeFer, *, seat: int, kind: str = "solo", partner: int | None = None
) -> tuple[Event, ...]:
    check_plays_against_bank(state, seat)
    if partner is not None:
        check_plays_against_bank(state, partner)
    if kind not in PRECEDENCE or (kind == "deux") != (partner is not None) or partner == seat:
        raise BadBanco
    return (BancoCalled(seat, kind, partner),)


def close_bets(state: ChemindeFer) -> tuple[Event, ...]:
    """From here on what is covered is in play; the rest of the bank goes into the garage."""
    call = best_call(state)
    room = min(state.bank, LARGEST_AMOUNT)
    held = _held_by_banco(state, call, room) if call else ranked(_plain_stakes(state), room)
    covers = tuple(
        Cover(who, state.seats[who] if isinstance(who, int) else who, amount)
        for who, amount in held
        if amount
    )
    if not covers:
        raise NothingStaked
    in_play = sum(cover.amount for cover in covers)
    ponte = call.seat if call else _highest(covers)
    return (BetsClosed(covers, to_garage=state.bank - in_play, ponte=ponte, call=call),)


def best_call(state: ChemindeFer) -> BancoCalled | None:
    """The banco that is played: suivi before kind before prime."""
    order = to_the_right(state.turn, state.seats)
    return min(
        state.calls.values(),
        key=lambda call: (
            call.seat not in state.suivi,
            PRECEDENCE[call.kind],
            order.index(call.seat),
        ),
        default=None,
    )


def _held_by_banco(state: ChemindeFer, call: BancoCalled, room: int) -> Ranked:
    if call.kind == "solo":
        return [(call.seat, room)]
    half = room // 2
    his = room - half
    if call.partner is not None:
        return [(call.seat, his), (call.partner, half)]
    others = ranked([(who, sum_) for who, sum_ in _plain_stakes(state) if who != call.seat], half)
    if call.kind == "marche":
        his += half - sum(amount for _, amount in others)
    return [(call.seat, his), *others]


def _plain_stakes(state: ChemindeFer) -> Ranked:
    """In the order in which they are held: seats from the banker's right, then bystanders."""
    order = to_the_right(state.banker, state.seats)
    seated: Ranked = [(seat, state.stakes[seat]) for seat in order if seat in state.stakes]
    return seated + [(who, sum_) for who, sum_ in state.stakes.items() if isinstance(who, str)]


def ranked(stakes: Iterable[tuple[Who, int]], room: int) -> Ranked:
    """Stakes are held in their order until the bank is covered; the last one is cut.

    >>> ranked([(2, 600), (3, 300), (4, 300)], 1000)
    [(2, 600), (3, 300), (4, 100)]
    """
    held: Ranked = []
    for who, sum_ in stakes:
        held.append((who, min(sum_, room)))
        room -= held[-1][1]
    return held


def _highest(covers: tuple[Cover, ...]) -> Who:
    """Who holds the cards: covers stand in rank, seats first, so the first highest is the one."""
    return max(covers, key=lambda cover: cover.amount).who
