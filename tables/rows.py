"""What one command changes in the rows people look at, read off its events. Pure.

The parts are named as `tables_write_rows` in migrations/0002_door.sql knows them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from tables.rules import events as ev

Parts = dict[str, Any]


def rows_for(before: Any, events: Iterable[ev.Event], after: Any) -> Parts:
    """The changed rows by part; `before` and `after` are the states around the command."""
    parts: Parts = {}
    for event in events:
        reading = _READINGS.get(type(event))
        if reading is not None:
            parts.update(reading(event, before, after))
    return parts


def _sitting_opened(event: ev.SittingOpened, before: Any, after: Any) -> Parts:
    return {"sitting_opened": event.table.as_json()}


def _sitting_closed(event: ev.SittingClosed, before: Any, after: Any) -> Parts:
    return {"sitting_closed": {}}


def _rules_set(event: ev.RulesSet, before: Any, after: Any) -> Parts:
    return {"rules": event.table.as_json()}


def _seated(event: ev.Seated, before: Any, after: Any) -> Parts:
    return {"seated": {"seat": event.seat, "player": event.player}}


def _left(event: ev.Left, before: Any, after: Any) -> Parts:
    return {"left": {"seat": event.seat}}


def _shoe_opened(event: ev.ShoeOpened, before: Any, after: Any) -> Parts:
    return {"shoe_opened": {"number": event.number, "cards": event.cards}}


def _shoe_ended(event: ev.ShoeEnded, before: Any, after: Any) -> Parts:
    return {"shoe_ended": {"number": before.shoe}}


def _bank_taken(event: ev.BankTaken, before: Any, after: Any) -> Parts:
    taken = {
        "number": event.number,
        "shoe": before.shoe,
        "seat": event.seat,
        "player": event.player,
        "turn": event.turn,
        "amount": event.amount,
    }
    return {"bank_taken": taken}


def _bank_passed(event: ev.BankPassed, before: Any, after: Any) -> Parts:
    ended = {
        "number": before.bank_number,
        "reason": event.reason,
        "paid_out": event.bank + event.garage,
    }
    return {"bank_ended": ended}


def _coup_settled(event: ev.CoupSettled, before: Any, after: Any) -> Parts:
    covered = sum(cover.amount for cover in event.covers)
    won = {"banker": covered - event.commission, "tie": 0, "ponte": -covered}[event.winner]
    coup = {
        "number": event.number,
        "shoe": before.shoe,
        "bank": before.bank_number,
        "winner": event.winner,
        "hands": _hands(event.hands),
        "irregular": event.irregular or "",
        "covered": covered,
        "base": event.base,
        "commission": event.commission,
        "bank_after": before.bank + won,
        # Lost, the bank is gone and the garage goes back to the banker; else it stays aside.
        "garage_after": before.garage,
        "stakes": [
            {
                "seat": cover.who if isinstance(cover.who, int) else None,
                "player": cover.player,
                "amount": cover.amount,
            }
            for cover in event.covers
        ],
    }
    return {"coup": coup}


def _house_coup_settled(event: ev.HouseCoupSettled, before: Any, after: Any) -> Parts:
    """A coup of no player's bank: it has no number, and nothing is left in it."""
    coup = {
        "number": event.number,
        "shoe": before.shoe,
        "bank": None,
        "winner": event.winner,
        "hands": _hands(event.hands),
        "irregular": event.irregular or "",
        "covered": sum(bet.amount for bet in event.bets),
        "base": sum(bet.base for bet in event.bets),
        "commission": sum(bet.commission for bet in event.bets),
        "bank_after": 0,
        "garage_after": 0,
        "stakes": [
            {"seat": bet.seat, "player": bet.player, "on": bet.on, "amount": bet.amount}
            for bet in event.bets
        ],
    }
    return {"coup": coup}


def _tableaux_settled(event: ev.TableauxSettled, before: Any, after: Any) -> Parts:
    """`winner` names who won on tableau 1 and on tableau 2; covered is what the bank held."""
    returned = sum(cover.amount for cover in event.returned)
    kept = sum(stake.amount for stake in event.stakes) - returned - event.commission
    coup = {
        "number": event.number,
        "shoe": before.shoe,
        "bank": before.bank_number,
        "winner": "/".join(event.results),
        "hands": _hands(event.hands),
        "irregular": event.irregular or "",
        "covered": sum(stake.held for stake in event.stakes),
        "base": event.base,
        "commission": event.commission,
        "bank_after": before.bank + kept,
        "garage_after": 0,
        "stakes": [
            {
                "seat": stake.who if isinstance(stake.who, int) else None,
                "player": stake.player,
                "on": str(stake.tableau),
                "amount": stake.held,
            }
            for stake in event.stakes
            if stake.held
        ],
    }
    return {"coup": coup}


def _hands(hands: Iterable[ev.Hand]) -> list[dict[str, Any]]:
    return [{"side": hand.side, "cards": list(hand.cards), "point": hand.point} for hand in hands]


_READINGS: dict[type[Any], Callable[[Any, Any, Any], Parts]] = {
    ev.SittingOpened: _sitting_opened,
    ev.SittingClosed: _sitting_closed,
    ev.RulesSet: _rules_set,
    ev.Seated: _seated,
    ev.Left: _left,
    ev.ShoeOpened: _shoe_opened,
    ev.ShoeEnded: _shoe_ended,
    ev.BankTaken: _bank_taken,
    ev.BankPassed: _bank_passed,
    ev.CoupSettled: _coup_settled,
    ev.TableauxSettled: _tableaux_settled,
    ev.HouseCoupSettled: _house_coup_settled,
}
