"""Sums and people as the screens write them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.book.money import exponent_of, format_amount
from tables.rules.events import Cover, Who
from tables.rules.state import State


@dataclass(frozen=True, slots=True)
class Writing:
    """How this table's sums are written: minor units in, text out."""

    exponent: int

    def full(self, minor: int) -> str:
        """With every decimal, as money is paid: 1,242.50."""
        return format_amount(minor, self.exponent, group=",")

    def short(self, minor: int) -> str:
        """Without decimals where they are nothing, as chips are read: 1,000."""
        if minor % 10**self.exponent:
            return self.full(minor)
        return format_amount(minor // 10**self.exponent, 0, group=",")

    def typed(self, minor: int) -> str:
        """As it could be typed into the line: 1242.50."""
        return format_amount(minor, self.exponent)


def writing_of(state: State) -> Writing:
    return Writing(exponent_of(state.table.currency))


def at_seat(state: State, seat: int) -> str:
    """`seat 3 · Cleo`, or the seat alone when nobody sits there."""
    player = state.seats.get(seat)
    named = _("seat %(seat)s · %(player)s") % {"seat": seat, "player": player}
    return named if player else _("seat %(seat)s") % {"seat": seat}


def called(state: State, who: Who) -> str:
    """Somebody with a stake: by seat and name, or standing."""
    return at_seat(state, who) if isinstance(who, int) else standing(who)


def covered_by(cover: Cover) -> str:
    """Whose money it is, also after he left."""
    if isinstance(cover.who, int):
        return _("seat %(seat)s · %(player)s") % {"seat": cover.who, "player": cover.player}
    return standing(cover.player)


def standing(name: str) -> str:
    return _("%(name)s (standing)") % {"name": name}


def first_capital(words: str) -> str:
    return words[:1].upper() + words[1:]
