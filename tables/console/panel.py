"""The right-hand side of the console as values: what to do, what to pay, which acts are offered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.rules.cards import is_natural, point

DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "-")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Notice:
    """`tone` is `bad`, `duty` or `good`; `line` is what was typed, given back."""

    words: str
    tone: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of what is paid: to or from whom, and how much. `tone`: `sum` or `quiet`."""

    words: str
    figure: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """An act for the finger: it sends `line`, or writes `begins` into the line to be finished."""

    do: str
    words: str
    key: str
    line: str = ""
    begins: str = ""


@dataclass(frozen=True, slots=True)
class CardShown:
    rank: str
    suit: str = ""
    suit_name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class HandShown:
    """A side's cards so far; `wanted` places are still to be filled."""

    side: str
    name: str
    cards: tuple[CardShown, ...]
    wanted: tuple[int, ...]
    point: int | None
    natural: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    duty: str = ""
    more: str = ""
    title: str = ""
    tone: str = ""
    rows: tuple[Row, ...] = ()
    hands: tuple[HandShown, ...] = ()
    notice: Notice | None = None
    buttons: tuple[Button, ...] = ()
    main: str = ""  # what Enter does
    waits: str = ""  # what is waited for while Enter does nothing
    pad: tuple[str, ...] = ()
    prompt: str = ""

    @property
    def pad_holds_ranks(self) -> bool:
        return self.pad == RANKS


def shown_hands(
    ponte: Sequence[str], banker: Sequence[str], waiting: Collection[str] = ()
) -> tuple[HandShown, HandShown]:
    """Both hands as far as they are dealt; `waiting` are the sides that a third card may go to."""
    return (
        _shown_hand("ponte", _("Ponte"), ponte, 3 if "ponte" in waiting else 2),
        _shown_hand("banker", _("Banker"), banker, 3 if "banker" in waiting else 2),
    )


def _shown_hand(side: str, name: str, cards: Sequence[str], places: int) -> HandShown:
    return HandShown(
        side=side,
        name=name,
        cards=tuple(_shown_card(card) for card in cards),
        wanted=tuple(range(len(cards), places)),
        point=point(cards) if len(cards) >= 2 else None,
        natural=len(cards) == 2 and is_natural(cards),
    )


def _shown_card(card: str) -> CardShown:
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1:]
    return CardShown(
        rank=rank,
        suit=SUIT_SIGNS.get(suit, ""),
        suit_name=_suit_names().get(suit, ""),
        colour="red" if suit in ("H", "D") else "",
    )


def _suit_names() -> dict[str, str]:
    return {"S": _("of spades"), "H": _("of hearts"), "D": _("of diamonds"), "C": _("of clubs")}
