"""The grammar of the line, as the help overlay shows it. A test reads every example back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Key:
    """What is typed (an example that reads as it stands) and what it does."""

    example: str
    meaning: "StrOrPromise"


@dataclass(frozen=True, slots=True)
class Phase:
    """The keys that mean something while the table is in this phase."""

    phase: str
    title: "StrOrPromise"
    keys: tuple[Key, ...]


EMPTY = ""  # shown as Enter

KEYS: tuple[Phase, ...] = (
    Phase(
        "betting",
        _("Taking stakes"),
        (
            Key("3 400", _("seat 3 stakes 400")),
            Key("3 -", _("seat 3 takes back its stake, or its banco")),
            Key("zoe 50", _("a bystander stakes; @z 50 for a name of one letter")),
            Key("b 3", _("banco by seat 3, solo")),
            Key("b 3 deux 4", _("banco à deux with seat 4; a letter of the kind is enough")),
            Key("b 3 avec", _("banco avec la table")),
            Key("b 3 marche", _("banco, et la table marche")),
            Key("g 100", _("the banker adds from the garage")),
            Key("k 100", _("the banker adds from his pocket")),
            Key("a 5", _("seat 5 becomes his associate")),
            Key(EMPTY, _("close the bets")),
        ),
    ),
    Phase(
        "dealing",
        _("Cards"),
        (
            Key("23 k5 4", _("ponte 2 3, banker K 5, third cards in order; - for standing")),
            Key("234 k5", _("the same, each hand in one group; ten is T, 10 or 0")),
            Key("p 2s 3d 4c b ks 5h", _("the same with names and suits")),
            Key("23 k5 i shown", _("a deal against the drawing rules stands, and why")),
            Key("rp", _("ponte wins, no cards logged; rb banker, rt tie")),
            Key("x misdeal", _("no coup: stakes go back; and why")),
        ),
    ),
    Phase(
        "deciding",
        _("After the coup"),
        (
            Key(EMPTY, _("the bank stays: next coup")),
            Key("w", _("the banker retires: the bank passes on")),
        ),
    ),
    Phase(
        "offering",
        _("Offering the bank"),
        (
            Key("1000", _("whoever is asked takes the bank with 1,000")),
            Key("4 1000", _("seat 4 takes it, when all have declined")),
            Key("-", _("whoever is asked declines")),
        ),
    ),
    Phase(
        "suite",
        _("A suite"),
        (
            Key("+", _("takes the bank over at its price")),
            Key("1400", _("takes it over for more")),
            Key("-", _("declines")),
        ),
    ),
    Phase(
        "auction",
        _("Auction"),
        (
            Key("4 1200", _("seat 4 bids 1,200")),
            Key(EMPTY, _("close the auction")),
        ),
    ),
    Phase(
        "",
        _("At any time"),
        (
            Key("s 4 Dan", _("Dan sits down at seat 4")),
            Key("l 4", _("seat 4 leaves")),
            Key("n", _("the cut card has come: the coup is the last")),
            Key("o", _("open the sitting, or the next shoe")),
            Key("z", _("close the sitting")),
            Key("h Marc", _("Marc takes over as croupier")),
            Key("m max_bank 5000", _("new limit: min_bank, max_bank or min_stake")),
        ),
    ),
)
