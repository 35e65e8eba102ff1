"""The drawn table of chemin de fer: who sits where, what lies in front of him, what is at risk."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.console import drawing
from tables.rules.chemin_de_fer.state import ChemindeFer, covered
from tables.telling.amounts import Writing, at_seat, called, first_capital, writing_of

# What a call is for short, where a stake would be.
CALLED = {
    "solo": "banco solo",
    "deux": "banco deux",
    "avec": "banco avec",
    "marche": "banco marche",
}
NAME_FITS = 7  # letters of a name in a seat's circle


@dataclass(frozen=True, slots=True)
class SeatDrawn:
    """`role` is banker, associate, ponte or nothing; `badge` says the same in a letter."""

    place: drawing.Place
    player: str
    role: str
    badge: str
    stake: str
    asked: str
    title: str

    @property
    def short_name(self) -> str:
        if not self.player:
            return _("free")
        name = self.player
        return name if len(name) <= NAME_FITS else name[: NAME_FITS - 1] + "…"

    @property
    def stake_width(self) -> int:
        return max(56, 20 + 9 * len(self.stake))

    @property
    def stake_left(self) -> int:
        return self.place.stake_x - self.stake_width // 2


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything the drawing shows, as text and numbers."""

    seats: tuple[SeatDrawn, ...]
    label: str
    figure: str
    lines: tuple[str, ...]
    geometry: drawing.Geometry
    description: str


def felt_of(state: ChemindeFer) -> Felt:
    writing = writing_of(state)
    seats = tuple(_seat(state, place, writing) for place in drawing.places(state.table.seats))
    label, figure = _centre(state, writing)
    lines = _lines(state, writing)
    spoken = [f"{label} {figure}".strip(), *lines, *(seat.title for seat in seats if seat.player)]
    return Felt(seats, label, figure, lines, drawing.GEOMETRY, ". ".join(filter(None, spoken)))


def _seat(state: ChemindeFer, place: drawing.Place, writing: Writing) -> SeatDrawn:
    number = place.number
    player = state.seats.get(number, "")
    role, badge, role_words = _role(state, number)
    stake = _stake(state, number, writing)
    words = [first_capital(at_seat(state, number)), role_words, stake]
    return SeatDrawn(
        place=place,
        player=player,
        role=role,
        badge=badge,
        stake=stake,
        asked="asked" if number == state.offered_to else "",
        title=", ".join(word for word in words if word),
    )


def _role(state: ChemindeFer, seat: int) -> tuple[str, str, str]:
    """The seat's part in the coup: a class for the colour, a letter, and the word."""
    if seat == state.banker:
        return "banker", "B", _("banker")
    if seat == state.associate:
        return "associate", "½", _("associate")
    if seat == state.ponte:
        return "ponte", "P", _("ponte")
    if seat == state.offered_to:
        return "", "?", _("is asked")
    return "", "", ""


def _stake(state: ChemindeFer, seat: int, writing: Writing) -> str:
    """What lies in front of the seat: what is covered, or staked, or called."""
    for cover in state.covers:
        if cover.who == seat:
            return writing.short(cover.amount)
    call = state.calls.get(seat)
    if call is not None:
        return CALLED[call.kind]
    amount = state.stakes.get(seat)
    return writing.short(amount) if amount else ""


def _centre(state: ChemindeFer, writing: Writing) -> tuple[str, str]:
    if state.banker:
        return _("BANK"), writing.short(state.bank)
    if state.price:
        return _("SUITE AT"), writing.short(state.price)
    words = {
        "offering": _("Bank offered"),
        "idle": _("Nobody banks"),
        "auction": _("Auction"),
        "shoe_over": _("Shoe over"),
        "closed": _("No shoe") if state.sitting_is_open else _("Closed"),
        "between_sittings": _("Closed"),
    }
    return "", words.get(state.moment, "")


def _lines(state: ChemindeFer, writing: Writing) -> tuple[str, ...]:
    """Below the bank: what is covered, the garage, and whoever plays standing."""
    lines = []
    if state.covers:
        sums = {"covered": writing.short(covered(state)), "aside": writing.short(state.garage)}
        lines.append(
            _("covered %(covered)s · garage %(aside)s") % sums
            if state.garage
            else _("covered %(covered)s") % sums
        )
    elif state.garage:
        lines.append(_("garage %(aside)s") % {"aside": writing.short(state.garage)})
    standing = [
        f"{cover.player} {writing.short(cover.amount)}"
        for cover in state.covers
        if isinstance(cover.who, str)
    ]
    standing += [
        f"{who} {writing.short(amount)}"
        for who, amount in state.stakes.items()
        if isinstance(who, str)
    ]
    if standing:
        lines.append(_("standing: %(people)s") % {"people": ", ".join(standing)})
    if state.ponte is not None and isinstance(state.ponte, str):
        lines.append(_("cards to %(who)s") % {"who": called(state, state.ponte)})
    return tuple(lines)
