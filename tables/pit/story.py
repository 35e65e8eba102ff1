"""One bank as a story: its coups, who played against it, and how it stood after each."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ledger.book.money import exponent_of
from tables import queries
from tables.models import Bank, Coup, LogEntry, Stake
from tables.rules import events as ev
from tables.telling.amounts import Writing
from tables.telling.told import told

LETTERS = {"ponte": "P", "banker": "B", "tie": "="}


@dataclass(frozen=True, slots=True)
class CoupShown:
    number: int
    at: datetime
    seq: int
    against: str
    covered: str
    winner: str
    letter: str
    result: str
    irregular: str
    commission: str
    bank_after: str


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who played against the bank: how often, for how much, and how it went for him."""

    player: str
    coups: int
    staked: str
    outcome: str


@dataclass(frozen=True, slots=True)
class EntryShown:
    seq: int
    at: datetime
    actor: str
    do: str
    words: str
    of_picked: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """The bank right after one coup (0: as it was taken)."""

    coup: int
    bank: str
    garage: str
    put_in: str
    commission: str
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class Story:
    bank: Bank
    taken_with: str
    ended: str
    coups: tuple[CoupShown, ...]
    moment: Moment
    entries: tuple[EntryShown, ...]
    chart: dict[str, Any]


def story_of(bank: Bank, currency: str, picked: int | None = None) -> Story:
    """The story of a bank up to the end; `picked` is the coup whose moment is looked at."""
    writing = Writing(exponent_of(currency))
    played = list(queries.coups_of(bank))
    stakes = {coup: rows for (_, _, coup), rows in queries.stakes_of(played).items()}
    upto = [coup for coup in played if picked is None or coup.number <= picked]
    log = _log_of(bank)
    looked_at = upto[-1] if upto else None
    last_seq = looked_at.seq if looked_at else bank.taken_seq
    return Story(
        bank=bank,
        taken_with=writing.full(bank.amount),
        ended=_ended(bank, writing),
        coups=tuple(_coup(coup, stakes[coup.number], writing) for coup in reversed(played)),
        moment=_moment(bank, upto, stakes, _put_in(log, last_seq), writing),
        entries=tuple(_entry(entry, events, last_seq, writing) for entry, events in log),
        chart=_chart(bank, played, writing),
    )


def _coup(coup: Coup, stakes: Sequence[Stake], writing: Writing) -> CoupShown:
    points = {hand["side"]: hand["point"] for hand in coup.hands}
    result = {"ponte": _("Ponte"), "banker": _("Banker"), "tie": _("Tie")}[coup.winner]
    if points:
        result += f" {max(points.values())} – {min(points.values())}"
    return CoupShown(
        number=coup.number,
        at=coup.settled_at,
        seq=coup.seq,
        against=", ".join(stake.player for stake in stakes),
        covered=writing.full(coup.covered),
        winner=coup.winner,
        letter=LETTERS[coup.winner],
        result=result,
        irregular=coup.irregular,
        commission=writing.full(coup.commission) if coup.base else "–",
        bank_after=writing.full(coup.bank_after),
    )


def _moment(
    bank: Bank,
    coups: Sequence[Coup],
    stakes: dict[int, list[Stake]],
    put_in: int,
    writing: Writing,
) -> Moment:
    last = coups[-1] if coups else None
    return Moment(
        coup=last.number if last else 0,
        bank=writing.full(last.bank_after if last else bank.amount),
        garage=writing.full(last.garage_after if last else 0),
        put_in=writing.full(bank.amount + put_in),
        commission=writing.full(sum(coup.commission for coup in coups)),
        opponents=_opponents(coups, stakes, writing),
    )


def _opponents(
    coups: Sequence[Coup], stakes: dict[int, list[Stake]], writing: Writing
) -> tuple[Opponent, ...]:
    """Who played against the bank, the highest total first."""
    gained = {"ponte": 1, "banker": -1, "tie": 0}
    by_player: dict[str, list[tuple[int, int]]] = {}
    for coup in coups:
        for stake in stakes[coup.number]:
            outcome = stake.amount * gained[coup.winner]
            by_player.setdefault(stake.player, []).append((stake.amount, outcome))
    totals = sorted(by_player.items(), key=lambda item: -sum(amount for amount, _ in item[1]))
    return tuple(
        Opponent(
            player=player,
            coups=len(played),
            staked=writing.full(sum(amount for amount, _ in played)),
            outcome=_signed(sum(outcome for _, outcome in played), writing),
        )
        for player, played in totals
    )


def _signed(minor: int, writing: Writing) -> str:
    return f"+{writing.full(minor)}" if minor > 0 else writing.full(minor).replace("-", "−")


def _ended(bank: Bank, writing: Writing) -> str:
    if bank.ended_at is None:
        return ""
    words = {
        "lost": _("lost"),
        "retired": _("retired"),
        "shoe_over": _("ended with the shoe"),
    }.get(bank.reason, bank.reason)
    if not bank.paid_out:
        return words
    return _("%(how)s, %(amount)s paid out") % {
        "how": words,
        "amount": writing.full(bank.paid_out),
    }


Log = list[tuple[LogEntry, tuple[ev.Event, ...]]]


def _log_of(bank: Bank) -> Log:
    return [
        (entry, tuple(ev.from_json(raw) for raw in json.loads(entry.body)["events"]))
        for entry in queries.entries_of(bank)
    ]


def _put_in(log: Log, last_seq: int) -> int:
    """What the banker added from his pocket, or an associate brought, up to entry `last_seq`."""
    return sum(
        event.amount
        for entry, events in log
        for event in events
        if isinstance(event, ev.BankRaised) and event.source != "garage" and entry.seq <= last_seq
    )


def _entry(
    entry: LogEntry, events: Iterable[ev.Event], picked_seq: int, writing: Writing
) -> EntryShown:
    return EntryShown(
        seq=entry.seq,
        at=entry.recorded_at,
        actor=entry.actor,
        do=entry.do,
        words=told(events, writing),
        of_picked=entry.seq == picked_seq,
    )


def _chart(bank: Bank, coups: Sequence[Coup], writing: Writing) -> dict[str, Any]:
    """What the chart draws: the height after each coup, beginning with the bank as it was taken.

    Heights are in major units, for a picture; every figure that counts is in the table.
    """
    unit = 10**writing.exponent
    return {
        "coups": [0, *(coup.number for coup in coups)],
        "heights": [bank.amount / unit, *(coup.bank_after / unit for coup in coups)],
        "garages": [0, *(coup.garage_after / unit for coup in coups)],
        "winners": ["", *(coup.winner for coup in coups)],
        "letters": ["", *(LETTERS[coup.winner] for coup in coups)],
        "names": {"height": _("Bank"), "garage": _("Garage"), "taken": _("taken")},
    }
