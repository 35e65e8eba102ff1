"""The deal and what it pays: drawing is fixed, the house pays and keeps."""

from tables.rules.commission import commission_on
from tables.rules.deal import BANKER, TIE, dealt, winner_of
from tables.rules.drawing import PUNTO_BANCO as TABLEAU
from tables.rules.events import (
    Bet,
    Event,
    Hand,
    HouseCoupSettled,
    HouseCoupVoided,
    LastCoupAnnounced,
    SettledBet,
    ShoeEnded,
)
from tables.rules.punto_banco.state import (
    BANKER_PAIR,
    EITHER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    PuntoBanco,
)
from tables.rules.shoe import ends_after
from tables.rules.table import Table

Hands = tuple[Hand, Hand]

HALVED = 6
"""The banker's winning point that pays one half where no commission is taken."""


def deal(
    state: PuntoBanco, *, player: list[str], banker: list[str], irregular: str | None = None
) -> tuple[Event, ...]:
    """Settles a coup by its cards; a deal against the rules only with the reason for it."""
    hands = dealt(state, player, banker, TABLEAU, irregular)
    settled = HouseCoupSettled(
        number=state.coups + 1,
        winner=winner_of(hands),
        hands=hands,
        irregular=irregular,
        bets=tuple(settled_bet(bet, hands, state.table) for bet in state.bets),
        commission_mode=state.table.options["commission_mode"],
    )
    if state.last_coup_announced:
        return settled, ShoeEnded()
    # The neutral card has come out, by the count or seen by the croupier: one coup more.
    if ends_after(state, state.cards_left - len(player) - len(banker)):
        return settled, LastCoupAnnounced()
    return (settled,)


def settled_bet(bet: Bet, hands: Hands, table: Table) -> SettledBet:
    """What the house pays or keeps on one bet; the commission is rounded for each that wins."""
    win = _win(bet, hands, table)
    pays_commission = bet.on == BANKER and win > 0 and not table.options["no_commission"]
    base = win if pays_commission else 0
    return SettledBet(
        seat=bet.seat,
        player=bet.player,
        on=bet.on,
        amount=bet.amount,
        win=win,
        base=base,
        commission=commission_on(base, table.commission),
    )


def _win(bet: Bet, hands: Hands, table: Table) -> int:
    winner = winner_of(hands)
    if winner == TIE and bet.on in (PLAYER, BANKER):
        return 0  # the stake goes back
    if bet.on not in winning_bets(hands):
        return -bet.amount
    _, banker = hands
    if bet.on == BANKER and table.options["no_commission"] and banker.point == HALVED:
        return bet.amount // 2
    return bet.amount * table.bets[bet.on].pays


def winning_bets(hands: Hands) -> set[str]:
    """The bets that win; pairs are of the first two cards, whoever wins the coup."""
    pairs = {
        bet
        for bet, hand in zip((PLAYER_PAIR, BANKER_PAIR), hands, strict=True)
        if is_pair(hand.cards)
    }
    return {winner_of(hands), *pairs, *({EITHER_PAIR} if pairs else ())}


def is_pair(cards: tuple[str, ...]) -> bool:
    """A ten and a king are worth the same and are no pair; suits do not matter."""
    first, second, *_ = cards
    return first[0] == second[0]


def void(state: PuntoBanco, *, reason: str) -> tuple[Event, ...]:
    return (HouseCoupVoided(reason, state.bets),)
