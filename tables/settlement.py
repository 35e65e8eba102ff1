"""From the events of one command to the one entry it posts. Pure: the ledger's lines, no ledger.

Each function below is one movement of money at a table (docs/accounts.md shows them with figures).
Debit is positive: what players hold, and the bank, are the house's debt and stand at the credit.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from ledger.book.entry import CommissionTaken, Entry, Line
from tables.rules import events as ev
from tables.rules.table import CommissionRule, Table

Movements = Iterator[Line]


class AtTheTable(Protocol):
    """What settlement needs of a game's state: whose bank it is, and the commission's rule."""

    @property
    def table(self) -> Table: ...
    @property
    def bank_number(self) -> int: ...


def entry_for(state: AtTheTable, events: Iterable[ev.Event]) -> Entry | None:
    """The entry of one command, given the state it was judged on; None when no money moved."""
    kind = ""
    bank = str(state.bank_number)
    amounts: dict[tuple[str, str], int] = {}
    commissions: list[CommissionTaken] = []
    for event in events:
        if isinstance(event, ev.BankTaken):
            bank = str(event.number)
        commissions += _commissions(state, event)
        move = _MOVES.get(type(event))
        if move is None:
            continue
        entry_kind, lines_of = move
        for line in lines_of(event, bank):
            account = (line.kind, line.holder)
            amounts[account] = amounts.get(account, 0) + line.amount
            # A coup that loses the bank carries the lines of its passing too, and its own name.
            kind = kind or entry_kind
    lines = tuple(Line(*account, amount) for account, amount in amounts.items() if amount)
    return Entry(kind, lines, tuple(commissions)) if lines else None


def _bank_taken(event: ev.BankTaken, bank: str) -> Movements:
    yield Line("player", event.player, event.amount)
    yield Line("bank", bank, -event.amount)


def _bank_raised(event: ev.BankRaised, bank: str) -> Movements:
    if event.source == "garage":
        yield Line("garage", bank, event.amount)
    else:
        yield Line("player", event.player, event.amount)
    yield Line("bank", bank, -event.amount)


def _bets_closed(event: ev.BetsClosed, bank: str) -> Movements:
    for cover in event.covers:
        yield Line("player", cover.player, cover.amount)
    yield Line("stakes", "", -_total(event.covers))
    yield Line("bank", bank, event.to_garage)
    yield Line("garage", bank, -event.to_garage)


def _coup_voided(event: ev.CoupVoided, bank: str) -> Movements:
    yield Line("stakes", "", _total(event.covers))
    for cover in event.covers:
        yield Line("player", cover.player, -cover.amount)
    yield Line("garage", bank, event.from_garage)
    yield Line("bank", bank, -event.from_garage)


def _coup_settled(event: ev.CoupSettled, bank: str) -> Movements:
    covered = _total(event.covers)
    yield Line("stakes", "", covered)
    if event.winner == "banker":
        yield Line("bank", bank, -(covered - event.commission))
        yield Line("cagnotte", "", -event.commission)
        return
    # A tie gives each his stake back; a win of the ponte as much again, out of the bank.
    times = 1 if event.winner == "tie" else 2
    yield Line("bank", bank, covered * (times - 1))
    for cover in event.covers:
        yield Line("player", cover.player, -cover.amount * times)


def _bank_passed(event: ev.BankPassed, bank: str) -> Movements:
    yield Line("bank", bank, event.bank)
    yield Line("garage", bank, event.garage)
    for share in event.shares:
        yield Line("player", share.player, -share.amount)


def _house_bets_closed(event: ev.HouseBetsClosed, bank: str) -> Movements:
    for bet in event.bets:
        yield Line("player", bet.player, bet.amount)
        yield Line("stakes", "", -bet.amount)


def _house_coup_voided(event: ev.HouseCoupVoided, bank: str) -> Movements:
    for bet in event.bets:
        yield Line("stakes", "", bet.amount)
        yield Line("player", bet.player, -bet.amount)


def _house_coup_settled(event: ev.HouseCoupSettled, bank: str) -> Movements:
    """Each player's win or loss is the house's loss or win; the commission is beside that."""
    for bet in event.bets:
        yield Line("stakes", "", bet.amount)
        yield Line("player", bet.player, -(bet.amount + bet.win))
        yield Line("table_win", "", bet.win)
        if event.commission_mode == "owed":
            yield from _commission_owed(bet)
        else:
            yield from _commission_kept(bet)


def _commission_kept(bet: ev.SettledBet) -> Movements:
    yield Line("player", bet.player, bet.commission)
    yield Line("cagnotte", "", -bet.commission)


def _commission_owed(bet: ev.SettledBet) -> Movements:
    """Earned with the coup, whenever it is collected."""
    yield Line("commission_owed", bet.player, bet.commission)
    yield Line("cagnotte", "", -bet.commission)


def _commission_collected(event: ev.CommissionCollected, bank: str) -> Movements:
    yield Line("player", event.player, event.amount)
    yield Line("commission_owed", event.player, -event.amount)


def _tableaux_closed(event: ev.TableauxClosed, bank: str) -> Movements:
    """Held or not, a stake leaves its owner's hand whole; the rest goes back at the settlement."""
    for stake in event.stakes:
        yield Line("player", stake.player, stake.amount)
        yield Line("stakes", "", -stake.amount)


def _tableaux_settled(event: ev.TableauxSettled, bank: str) -> Movements:
    """What does not go back to its owner is the bank's, and what goes back beyond it was."""
    staked, returned = sum(stake.amount for stake in event.stakes), _total(event.returned)
    yield Line("stakes", "", staked)
    for cover in event.returned:
        yield Line("player", cover.player, -cover.amount)
    yield Line("bank", bank, -(staked - returned - event.commission))
    yield Line("cagnotte", "", -event.commission)


# Each event that moves money: the kind of entry it makes, and its lines.
_MOVES: dict[type[Any], tuple[str, Callable[[Any, str], Movements]]] = {
    ev.BankTaken: ("bank_taken", _bank_taken),
    ev.BankRaised: ("bank_raised", _bank_raised),
    ev.BetsClosed: ("bets_closed", _bets_closed),
    ev.CoupVoided: ("coup_voided", _coup_voided),
    ev.CoupSettled: ("coup_settled", _coup_settled),
    ev.BankPassed: ("bank_passed", _bank_passed),
    ev.TableauxClosed: ("bets_closed", _tableaux_closed),
    ev.TableauxSettled: ("coup_settled", _tableaux_settled),
    ev.HouseBetsClosed: ("bets_closed", _house_bets_closed),
    ev.HouseCoupVoided: ("coup_voided", _house_coup_voided),
    ev.HouseCoupSettled: ("house_coup_settled", _house_coup_settled),
    ev.CommissionCollected: ("commission_collected", _commission_collected),
}


def _commissions(state: Any, event: ev.Event) -> Iterator[CommissionTaken]:
    """What the house takes of each win, and by which rule; owed is taken too."""
    rule: CommissionRule = state.table.commission
    match event:
        case ev.CoupSettled() if event.base:
            yield _taken(rule, event.base, event.commission, state.seats[state.banker])
        case ev.TableauxSettled() if event.base:
            yield _taken(rule, event.base, event.commission, state.banker)
        case ev.HouseCoupSettled():
            for bet in event.bets:
                if bet.base:
                    yield _taken(rule, bet.base, bet.commission, bet.player)


def _taken(rule: CommissionRule, base: int, amount: int, player: str) -> CommissionTaken:
    return CommissionTaken(
        base=base,
        rate_bp=rule.rate_bp,
        round_to=rule.round_to,
        rounding=rule.rounding,
        half=rule.half,
        minimum=rule.minimum,
        version=rule.version,
        amount=amount,
        player=player,
    )


def _total(covers: Iterable[ev.Cover]) -> int:
    return sum(cover.amount for cover in covers)
