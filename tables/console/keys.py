"""From a typed line to a command. Pure: a line and the situation at the table, nothing else.

The line is read by its first word. A letter names an act, a number is a seat or a sum, a name is
a bystander; an empty line is the one obvious next act. Sums are in major units, comma or point as
the decimal sign. `keys_help.KEYS` is the grammar as the help overlay shows it, and a test reads
every example there back through `read`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.book.money import NotAnAmount, parse_amount
from tables.console.cards_line import CardsTyped, is_cards_line, read_cards
from tables.console.misread import Misread

Command = dict[str, object]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a line can mean depends on this much of the table's state."""

    phase: str
    exponent: int
    sitting_open: bool = True
    offered_to: int | None = None
    price: int | None = None


RESULTS = {"rp": "ponte", "rb": "banker", "rt": "tie"}
KINDS = ("solo", "deux", "avec", "marche")
LIMITS = ("min_bank", "max_bank", "min_stake")
OBVIOUS = {
    "closed": "open_shoe",
    "shoe_over": "open_shoe",
    "betting": "close_bets",
    "deciding": "continue",
    "auction": "close_auction",
}


def read(line: str, situation: Situation) -> Command:
    """The command a line stands for. Raises Misread, with a sentence, for anything else."""
    words = line.split()
    if not words:
        return _obvious(situation)
    if situation.phase == "dealing" and is_cards_line(line):
        return _deal(read_cards(line))
    first, rest = words[0], words[1:]
    letters = {**ANY_PHASE, **IN_PHASE.get(situation.phase, {})}
    if first.lower() in letters:
        return letters[first.lower()](rest, situation)
    if first.isdecimal() or _looks_like_a_sum(first):
        return _number_first(words, situation)
    if situation.phase == "betting" and rest:
        return _bystander_stake(words, situation)
    raise Misread(_("“%(line)s” means nothing here. ? shows all keys.") % {"line": line.strip()})


def _obvious(situation: Situation) -> Command:
    if not situation.sitting_open:
        return {"do": "open_sitting"}
    if situation.phase in OBVIOUS:
        return {"do": OBVIOUS[situation.phase]}
    raise Misread(
        {
            "dealing": _("Type the cards first: ponte’s, a space, the banker’s."),
            "offering": _("Type the sum he puts up as the bank, or - to decline."),
            "suite": _("Type + to take the bank at its price, a higher sum, or - to decline."),
            "idle": _("Type the seat that takes the bank, and the sum."),
        }.get(situation.phase, _("Nothing is next by itself. ? shows all keys."))
    )


def _deal(typed: CardsTyped) -> Command:
    if not typed.first_hands_complete:
        if max(len(typed.ponte), len(typed.banker)) > 2:
            raise Misread(_("A third card comes only after two cards each for both hands."))
        raise Misread(_("Two cards each first: ponte’s, a space, then the banker’s."))
    if typed.irregular == "":
        raise Misread(_("Type the reason after i: why does this deal stand?"))
    command: Command = {"do": "deal", "ponte": list(typed.ponte), "banker": list(typed.banker)}
    if typed.irregular is not None:
        command["irregular"] = typed.irregular
    return command


# ---- numbers first ---------------------------------------------------------------------------


def _number_first(words: list[str], situation: Situation) -> Command:
    match situation.phase:
        case "betting":
            seat, amount = _seat_and_sum(words, situation)
            return {"do": "stake", "seat": seat, "amount": amount}
        case "offering":
            return {"do": "take_bank", **_taker_and_sum(words, situation)}
        case "suite":
            return {"do": "take_over", **_taker_and_sum(words, situation)}
        case "idle":
            seat, amount = _seat_and_sum(words, situation)
            return {"do": "take_bank", "seat": seat, "amount": amount}
        case "auction":
            seat, amount = _seat_and_sum(words, situation)
            return {"do": "bid", "seat": seat, "amount": amount}
    raise Misread(_("No sum is asked for now. ? shows all keys."))


def _seat_and_sum(words: list[str], situation: Situation) -> tuple[int, int]:
    if len(words) != 2:
        raise Misread(_("Type the seat, a space, and the sum."))
    return _seat(words[0]), _sum_or_nothing(words[1], situation)


def _taker_and_sum(words: list[str], situation: Situation) -> Command:
    """`1000` is the sum of whoever is being asked; `4 1000` names the seat."""
    if len(words) == 2:
        return {"seat": _seat(words[0]), "amount": _sum(words[1], situation)}
    if len(words) != 1:
        raise Misread(_("Type the sum alone, or the seat, a space, and the sum."))
    return {"seat": _asked(situation), "amount": _sum(words[0], situation)}


def _bystander_stake(words: list[str], situation: Situation) -> Command:
    *names, amount = words
    name = " ".join(names).removeprefix("@").strip()
    if not name:
        raise Misread(_("Type the bystander’s name, a space, and the sum."))
    return {"do": "stake", "bystander": name, "amount": _sum_or_nothing(amount, situation)}


# ---- letters ---------------------------------------------------------------------------------


def _nothing_more(do: str) -> Callable[[list[str], Situation], Command]:
    def act(words: list[str], situation: Situation) -> Command:
        if words:
            raise Misread(_("Nothing comes after this key."))
        return {"do": do}

    return act


def _open(words: list[str], situation: Situation) -> Command:
    return _nothing_more("open_shoe" if situation.sitting_open else "open_sitting")(
        words, situation
    )


def _sit(words: list[str], situation: Situation) -> Command:
    if len(words) < 2:
        raise Misread(_("Type s, the seat, and the player’s name."))
    return {"do": "sit", "seat": _seat(words[0]), "player": " ".join(words[1:])}


def _seat_only(do: str) -> Callable[[list[str], Situation], Command]:
    def act(words: list[str], situation: Situation) -> Command:
        if len(words) != 1:
            raise Misread(_("Type the number of one seat after this key."))
        return {"do": do, "seat": _seat(words[0])}

    return act


def _decline(words: list[str], situation: Situation) -> Command:
    if len(words) > 1:
        raise Misread(_("Type - alone, or - and the seat."))
    return {"do": "decline", "seat": _seat(words[0]) if words else _asked(situation)}


def _take_at_price(words: list[str], situation: Situation) -> Command:
    if words or situation.price is None:
        raise Misread(_("Type + alone to take the bank at its price."))
    return {"do": "take_over", "seat": _asked(situation), "amount": situation.price}


def _banco(words: list[str], situation: Situation) -> Command:
    if not words:
        raise Misread(_("Type b and the seat; then deux and the partner, avec, or marche."))
    command: Command = {"do": "banco", "seat": _seat(words[0])}
    if len(words) > 1:
        command["kind"] = _kind(words[1])
    if len(words) > 2:
        command["partner"] = _seat(words[2])
    if len(words) > 3:
        raise Misread(_("A banco has one caller and at most one partner."))
    return command


def _kind(word: str) -> str:
    """A kind of banco, or the beginning of its name."""
    for kind in KINDS:
        if kind.startswith(word.lower()):
            return kind
    raise Misread(_("“%(word)s” is no kind of banco: solo, deux, avec or marche.") % {"word": word})


def _add_from(source: str) -> Callable[[list[str], Situation], Command]:
    def act(words: list[str], situation: Situation) -> Command:
        if len(words) != 1:
            raise Misread(_("Type the sum after this key."))
        return {"do": "add_to_bank", "amount": _sum(words[0], situation), "source": source}

    return act


def _void(words: list[str], situation: Situation) -> Command:
    if not words:
        raise Misread(_("Type x and the reason: why is there no coup?"))
    return {"do": "void", "reason": " ".join(words)}


def _result(winner: str) -> Callable[[list[str], Situation], Command]:
    def act(words: list[str], situation: Situation) -> Command:
        if words:
            raise Misread(_("A result is typed alone; with cards, type the cards."))
        return {"do": "result", "winner": winner}

    return act


def _relieve(words: list[str], situation: Situation) -> Command:
    if not words:
        raise Misread(_("Type h and the name of the croupier who takes the table."))
    return {"do": "relieve", "croupier": " ".join(words)}


def _limit(words: list[str], situation: Situation) -> Command:
    if len(words) != 2 or words[0] not in LIMITS:
        raise Misread(_("Type m, then min_bank, max_bank or min_stake, then the sum."))
    limitless = words[0] == "max_bank" and words[1] == "-"
    return {"do": "set_rules", words[0]: None if limitless else _sum(words[1], situation)}


ANY_PHASE: Mapping[str, Callable[[list[str], Situation], Command]] = {
    "s": _sit,
    "l": _seat_only("leave"),
    "n": _nothing_more("cut_card"),
    "o": _open,
    "z": _nothing_more("close_sitting"),
    "h": _relieve,
    "m": _limit,
    "w": _nothing_more("retire"),
    "x": _void,
    "-": _decline,
    "+": _take_at_price,
    "b": _banco,
    "a": _seat_only("associate"),
    "g": _add_from("garage"),
    "k": _add_from("pocket"),
}
IN_PHASE: Mapping[str, Mapping[str, Callable[[list[str], Situation], Command]]] = {
    "dealing": {key: _result(winner) for key, winner in RESULTS.items()},
}


# ---- words -----------------------------------------------------------------------------------


def _looks_like_a_sum(word: str) -> bool:
    return word.lstrip("+-").replace(",", "").replace(".", "").isdecimal()


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 3):
        raise Misread(_("“%(word)s” is no seat number.") % {"word": word})
    return int(word)


def _asked(situation: Situation) -> int:
    if situation.offered_to is None:
        raise Misread(_("The bank is offered to nobody at the moment."))
    return situation.offered_to


def _sum(word: str, situation: Situation) -> int:
    """Comma and point are both the decimal sign. More decimals than the currency has are refused,
    zeros too: whoever types 1,000 means a thousand, and must not stake one.
    """
    decimals = len(word) - 1 - max(word.find(","), word.find("."))
    try:
        if decimals < len(word) and decimals > situation.exponent:
            raise NotAnAmount
        return parse_amount(word, situation.exponent, decimals=",.")
    except NotAnAmount:
        raise Misread(
            _("“%(word)s” is no sum here. Write 1250 or 12.50; a comma is a decimal point.")
            % {"word": word}
        ) from None


def _sum_or_nothing(word: str, situation: Situation) -> int:
    """A stake's sum; `-` takes the stake back."""
    return 0 if word == "-" else _sum(word, situation)
