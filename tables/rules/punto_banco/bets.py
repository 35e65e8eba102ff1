"""Stakes on a result, the cards before the deal, and commission that is owed."""

from tables.rules.errors import (
    AboveMaxStake,
    BelowMinStake,
    CommissionOwed,
    InPlay,
    NoSuchBet,
    NothingOwed,
    WrongPhase,
)
from tables.rules.events import (
    Bet,
    BetPlaced,
    CardsBurned,
    CommissionCollected,
    CutCardShown,
    Event,
    HouseBetsClosed,
    LastCoupAnnounced,
    ShoeOpened,
)
from tables.rules.limits import check_unit, positive_or_none
from tables.rules.punto_banco.state import PAYS, PuntoBanco
from tables.rules.seats import player_at
from tables.rules.shoe import cards_in, check_holds
from tables.rules.state import BETTING


def open_shoe(state: PuntoBanco) -> tuple[Event, ...]:
    """Also for an empty table: the house may deal free hands until somebody sits down."""
    return (ShoeOpened(number=state.shoe + 1, cards=cards_in(state.table.decks)),)


def burn(state: PuntoBanco, *, count: int) -> tuple[Event, ...]:
    check_holds(state, count)
    return (CardsBurned(count),)


def cut_card(state: PuntoBanco) -> tuple[Event, ...]:
    """Shown instead of a first card, one coup follows; during a coup, that one and one more."""
    if state.cut_card_shown:
        raise WrongPhase
    if state.phase == BETTING and not state.last_coup_announced:
        return CutCardShown(), LastCoupAnnounced()
    return (CutCardShown(),)


def stake(state: PuntoBanco, *, seat: int, on: str, amount: object) -> tuple[Event, ...]:
    """Sets what a seat has on one result; it may bet on several."""
    player_at(state, seat)
    limits = state.table.bets.get(on)
    if limits is None:
        raise NoSuchBet
    sum_ = positive_or_none(amount)
    if sum_:
        if sum_ < limits.min:
            raise BelowMinStake
        if limits.max is not None and sum_ > limits.max:
            raise AboveMaxStake
        check_unit(sum_, state.table)
    return (BetPlaced(seat, on, sum_),)


def close_bets(state: PuntoBanco) -> tuple[Event, ...]:
    """From here on the bets are in play; with none, the coup is a free hand."""
    bets = tuple(
        Bet(seat, state.seats[seat], on, state.stakes[seat, on])
        for seat in sorted(state.seats)
        for on in PAYS
        if (seat, on) in state.stakes
    )
    return (HouseBetsClosed(bets),)


def collect_commission(state: PuntoBanco, *, seat: int) -> tuple[Event, ...]:
    player = player_at(state, seat)
    if player not in state.owed:
        raise NothingOwed
    return (CommissionCollected(seat, player, state.owed[player]),)


def check_may_leave(state: PuntoBanco, seat: int) -> None:
    if any(seat == staked for staked, _ in state.stakes) or any(
        seat == bet.seat for bet in state.bets
    ):
        raise InPlay
    if state.seats[seat] in state.owed:
        raise CommissionOwed


def check_may_close(state: PuntoBanco) -> None:
    """Nobody leaves owing, and a closed sitting has nobody seated."""
    if state.owed:
        raise CommissionOwed
