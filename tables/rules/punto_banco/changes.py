"""What each event makes of the table: nothing is refused here, everything has been decided."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tables.rules.events import (
    BetPlaced,
    CardsBurned,
    CommissionCollected,
    CutCardShown,
    Event,
    HouseBetsClosed,
    HouseCoupSettled,
    HouseCoupVoided,
    LastCoupAnnounced,
    ShoeEnded,
    ShoeOpened,
)
from tables.rules.punto_banco.state import PuntoBanco
from tables.rules.state import BETTING, DEALING, SHOE_OVER, paid


def shoe_opened(state: PuntoBanco, event: ShoeOpened) -> PuntoBanco:
    return replace(
        state,
        phase=BETTING,
        shoe=event.number,
        cards_left=event.cards,
        cut_card_shown=False,
        last_coup_announced=False,
    )


def cards_burned(state: PuntoBanco, event: CardsBurned) -> PuntoBanco:
    return replace(state, cards_left=state.cards_left - event.count)


def cut_card_shown(state: PuntoBanco, event: CutCardShown) -> PuntoBanco:
    return replace(state, cut_card_shown=True)


def last_coup_announced(state: PuntoBanco, event: LastCoupAnnounced) -> PuntoBanco:
    return replace(state, last_coup_announced=True)


def shoe_ended(state: PuntoBanco, event: ShoeEnded) -> PuntoBanco:
    return replace(state, phase=SHOE_OVER)


def bet_placed(state: PuntoBanco, event: BetPlaced) -> PuntoBanco:
    place = (event.seat, event.on)
    stakes = {other: amount for other, amount in state.stakes.items() if other != place}
    return replace(state, stakes=stakes | ({place: event.amount} if event.amount else {}))


def bets_closed(state: PuntoBanco, event: HouseBetsClosed) -> PuntoBanco:
    return replace(
        state,
        phase=DEALING,
        stakes={},
        bets=event.bets,
        net=paid(state.net, _sums((bet.player, -bet.amount) for bet in event.bets)),
    )


def coup_voided(state: PuntoBanco, event: HouseCoupVoided) -> PuntoBanco:
    return replace(
        state,
        phase=BETTING,
        bets=(),
        net=paid(state.net, _sums((bet.player, bet.amount) for bet in event.bets)),
    )


def coup_settled(state: PuntoBanco, event: HouseCoupSettled) -> PuntoBanco:
    commission = sum(bet.commission for bet in event.bets)
    player, banker = event.hands
    settled = replace(
        state,
        phase=BETTING,
        coups=event.number,
        cards_left=state.cards_left - len(player.cards) - len(banker.cards),
        bets=(),
        house=state.house - sum(bet.win for bet in event.bets),
        winner=event.winner,
        points=(player.point, banker.point),
        commission=commission,
        net=paid(state.net, _sums((bet.player, bet.amount + bet.win) for bet in event.bets)),
    )
    commissions = _sums((bet.player, bet.commission) for bet in event.bets)
    if event.commission_mode == "owed":
        return replace(settled, owed=_without_nought(paid(state.owed, commissions)))
    kept = {name: -amount for name, amount in commissions.items()}
    return replace(settled, cagnotte=state.cagnotte + commission, net=paid(settled.net, kept))


def commission_collected(state: PuntoBanco, event: CommissionCollected) -> PuntoBanco:
    collected = {event.player: -event.amount}
    return replace(
        state,
        cagnotte=state.cagnotte + event.amount,
        owed=_without_nought(paid(state.owed, collected)),
        net=paid(state.net, collected),
    )


def _sums(amounts: Iterable[tuple[str, int]]) -> Counter[str]:
    """By player: he may have several bets."""
    sums: Counter[str] = Counter()
    for player, amount in amounts:
        sums[player] += amount
    return sums


def _without_nought(owed: Mapping[str, int]) -> dict[str, int]:
    return {player: amount for player, amount in owed.items() if amount}


CHANGES: dict[type[Event], Callable[[PuntoBanco, Any], PuntoBanco]] = {
    ShoeOpened: shoe_opened,
    CardsBurned: cards_burned,
    CutCardShown: cut_card_shown,
    LastCoupAnnounced: last_coup_announced,
    ShoeEnded: shoe_ended,
    BetPlaced: bet_placed,
    HouseBetsClosed: bets_closed,
    HouseCoupVoided: coup_voided,
    HouseCoupSettled: coup_settled,
    CommissionCollected: commission_collected,
}
