"""Reading the cards of a coup from a typed line. Pure; the rules are asked, never repeated.

23 k5          ponte's two cards, then the banker's
23 k5 4 6      … then ponte's third, then the banker's third
23 k5 - 6      … ponte stood, the banker drew
234 k56        the same hands, each in one group
p 2s 3d 4c b ks 5h      the same with names and suits
23 k5 4 i slip          a deal that breaks the drawing rules, and why
"""

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tables.console.misread import Misread

CARD = re.compile(r"(10|[a2-9tjqk0])([shdc]?)", re.IGNORECASE)
HAND = re.compile(r"(?:(?:10|[a2-9tjqk0])[shdc]?)+", re.IGNORECASE)
SUIT_SIGNS = str.maketrans("♠♥♦♣", "SHDC")
STOOD = "-"


@dataclass(frozen=True, slots=True)
class CardsTyped:
    """What the line says so far; hands may still be short."""

    ponte: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    irregular: str | None = None
    ponte_stood: bool = False
    banker_stood: bool = False

    @property
    def first_hands_complete(self) -> bool:
        return len(self.ponte) >= 2 and len(self.banker) >= 2


def is_cards_line(line: str) -> bool:
    """Whether the line begins like cards: a named side, or a group of ranks."""
    words = line.translate(SUIT_SIGNS).split()
    return bool(words) and (words[0].lower() in ("p", "b") or bool(HAND.fullmatch(words[0])))


def read_cards(line: str) -> CardsTyped:
    """The hands on a line, complete or not. Raises Misread for what is no card."""
    words = line.translate(SUIT_SIGNS).split()
    irregular = None
    if "i" in (lowered := [word.lower() for word in words]):
        at = lowered.index("i")
        irregular = " ".join(words[at + 1 :])
        words = words[:at]
    named = bool(words) and words[0].lower() in ("p", "b")
    typed = _read_named(words) if named else _read_in_order(words)
    return replace(typed, irregular=irregular)


def _read_named(words: list[str]) -> CardsTyped:
    """`p 2s 3d b ks 5h p 4c`: each side's cards after its letter, in any order."""
    hands: dict[str, list[str]] = {"p": [], "b": []}
    stood = {"p": False, "b": False}
    side = "p"
    for word in words:
        if word.lower() in hands:
            side = word.lower()
        elif word == STOOD:
            stood[side] = True
        else:
            hands[side].extend(_cards(word))
    return CardsTyped(tuple(hands["p"]), tuple(hands["b"]), None, stood["p"], stood["b"])


def _read_in_order(words: list[str]) -> CardsTyped:
    """`23 k5 4 6`: the groups as the cards fall, ponte before the banker, `-` for standing."""
    ponte = _cards(words[0]) if words else ()
    banker = _cards(words[1]) if len(words) > 1 else ()
    ponte_stood = banker_stood = False
    for word in words[2:]:
        # One that already has three cards, or has stood, has had its turn.
        ponte_is_next = not ponte_stood and len(ponte) == 2
        if ponte_is_next:
            ponte_stood = word == STOOD
            ponte += () if ponte_stood else _cards(word)
        else:
            banker_stood = word == STOOD
            banker += () if banker_stood else _cards(word)
    return CardsTyped(ponte, banker, None, ponte_stood, banker_stood)


def _cards(word: str) -> tuple[str, ...]:
    if not HAND.fullmatch(word):
        raise Misread(
            _("“%(word)s” is no card. Ranks are A 2–9 T J Q K, suits S H D C.") % {"word": word}
        )
    return tuple(
        ("T" if rank in ("10", "0") else rank.upper()) + suit.upper()
        for rank, suit in CARD.findall(word)
    )
