"""The deal to two tableaux and its settlement."""

from tables.rules.banque.bank import shares_of
from tables.rules.banque.drawing import irregularity
from tables.rules.banque.state import Banque
from tables.rules.cards import point
from tables.rules.commission import commission_on
from tables.rules.deal import BANKER, TIE, check_hands
from tables.rules.drawing import CHEMIN_DE_FER
from tables.rules.errors import BadResult, IrregularDraw
from tables.rules.events import (
    BankPassed,
    CoupVoided,
    Cover,
    Event,
    Hand,
    ShoeEnded,
    TableauStake,
    TableauxSettled,
    Who,
)
from tables.rules.shoe import ends_after

PONTE = CHEMIN_DE_FER.against
RESULTS = (PONTE, BANKER, TIE)


def deal(
    state: Banque,
    *,
    one: list[str],
    two: list[str],
    banker: list[str],
    irregular: str | None = None,
) -> tuple[Event, ...]:
    """Settles a coup by its cards; both hands are judged, staked or not."""
    check_hands(state, one, two, banker)
    broken = irregularity(one, two, banker)
    if broken and irregular is None:
        raise IrregularDraw(broken)
    hands = tuple(
        Hand(side, tuple(cards), point(cards))
        for side, cards in (("one", one), ("two", two), ("banker", banker))
    )
    results = tuple(_against(hand, hands[2]) for hand in hands[:2])
    return _settled(state, results, hands, irregular)


def _against(ponte: Hand, banker: Hand) -> str:
    if ponte.point == banker.point:
        return TIE
    return PONTE if ponte.point > banker.point else BANKER


def result(state: Banque, *, one: str, two: str) -> tuple[Event, ...]:
    """For houses that log no cards: the shoe's count is left as it is."""
    if one not in RESULTS or two not in RESULTS:
        raise BadResult
    return _settled(state, (one, two), (), None)


def _settled(
    state: Banque, results: tuple[str, ...], hands: tuple[Hand, ...], irregular: str | None
) -> tuple[Event, ...]:
    returned, gain = paid_out(state.on_table, results, state.bank)
    base = max(gain, 0)
    settled = TableauxSettled(
        number=state.coups + 1,
        results=results,
        hands=hands,
        irregular=irregular,
        stakes=state.on_table,
        returned=returned,
        base=base,
        commission=commission_on(base, state.table.commission),
    )
    if not ends_after(state, state.cards_left - sum(len(hand.cards) for hand in hands)):
        return (settled,)
    bank = state.bank + gain - settled.commission
    if not bank:
        return settled, BankPassed("lost", 0, 0, ()), ShoeEnded()
    return settled, BankPassed("shoe_over", bank, 0, shares_of(state, bank)), ShoeEnded()


def paid_out(
    stakes: tuple[TableauStake, ...], results: tuple[str, ...], bank: int
) -> tuple[tuple[Cover, ...], int]:
    """What each owner has back in hand, and what the bank has gained, below zero if it lost.

    Seed 002: first what was lost is collected, then the winners are paid in their order as far as
    the bank goes; beyond that they have no claim. What was not held goes back, won or lost.
    """
    lost = sum(stake.held for stake in stakes if _result(stake, results) == BANKER)
    left = bank + lost
    returned: dict[tuple[Who, str], int] = {}
    for stake in stakes:
        back = stake.amount
        if _result(stake, results) == BANKER:
            back -= stake.held
        elif _result(stake, results) == PONTE:
            paid = min(stake.held, left)
            left -= paid
            back += paid
        owner = (stake.who, stake.player)
        returned[owner] = returned.get(owner, 0) + back
    covers = tuple(Cover(*owner, back) for owner, back in returned.items() if back)
    return covers, left - bank


def _result(stake: TableauStake, results: tuple[str, ...]) -> str:
    return results[stake.tableau - 1]


def void(state: Banque, *, reason: str) -> tuple[Event, ...]:
    """No coup: all that lies on the table goes back. Stakes accepted stay accepted."""
    covers = tuple(Cover(stake.who, stake.player, stake.amount) for stake in state.on_table)
    return (CoupVoided(reason, covers, from_garage=0),)
