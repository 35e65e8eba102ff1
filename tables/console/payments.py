"""What must be paid, and to whom, read off the events of a command. Nothing is worked out here."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tables.console.panel import Row
from tables.rules import events as ev
from tables.rules.chemin_de_fer.state import ChemindeFer
from tables.telling.amounts import Writing, at_seat, called, covered_by, first_capital, writing_of


def payment_rows(events: Sequence[ev.Event], after: ChemindeFer) -> tuple[Row, ...]:
    """The rows of a coup, of closing the bets or of a bank's end; `after` is the table then."""
    writing = writing_of(after)
    rows: list[Row] = []
    for event in events:
        match event:
            case ev.BetsClosed():
                rows += _bets_closed(event, writing, after)
            case ev.CoupSettled():
                rows += _coup_settled(event, writing, after)
            case ev.CoupVoided():
                rows += [_cover_row(_("Back to %(who)s"), cover, writing) for cover in event.covers]
            case ev.BankPassed():
                rows += _bank_passed(event, writing)
            case ev.BankOffered():
                words = _("Bank offered to") if event.price is None else _("Suite offered to")
                rows.append(Row(words, at_seat(after, event.seat), "sum"))
            case ev.ShoeEnded():
                rows.append(Row(_("The shoe is over"), "", "sum"))
    return tuple(rows)


def _cover_row(words: str, cover: ev.Cover, writing: Writing) -> Row:
    return Row(words % {"who": covered_by(cover)}, writing.full(cover.amount))


def _bets_closed(event: ev.BetsClosed, writing: Writing, after: ChemindeFer) -> list[Row]:
    rows = [
        Row(first_capital(covered_by(cover)), writing.full(cover.amount)) for cover in event.covers
    ]
    if event.to_garage:
        rows.append(Row(_("To the garage"), writing.full(event.to_garage)))
    return [*rows, Row(_("Cards to"), called(after, event.ponte), "sum")]


def _coup_settled(event: ev.CoupSettled, writing: Writing, after: ChemindeFer) -> list[Row]:
    if event.winner == "ponte":
        return [_cover_row(_("Pay %(who)s"), cover, writing) for cover in event.covers]
    if event.winner == "tie":
        rows = [_cover_row(_("Back to %(who)s"), cover, writing) for cover in event.covers]
        return rows + _standing_bank(after, writing)
    taken = sum(cover.amount for cover in event.covers)
    rows = [
        Row(_("Stakes to the bank"), writing.full(taken)),
        Row(_("To the cagnotte"), writing.full(event.commission)),
    ]
    return rows + _standing_bank(after, writing)


def _standing_bank(after: ChemindeFer, writing: Writing) -> list[Row]:
    """The bank as it stands after the coup; nothing if the coup ended it."""
    if not after.banker:
        return []
    return [
        Row(_("Garage"), writing.full(after.garage)),
        Row(_("Bank"), writing.full(after.bank), "sum"),
    ]


def _bank_passed(event: ev.BankPassed, writing: Writing) -> list[Row]:
    words = _("Garage to %(who)s") if event.reason == "lost" else _("Bank and garage to %(who)s")
    return [_cover_row(words, share, writing) for share in event.shares]
