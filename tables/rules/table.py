"""What is fixed about a table before the first card: its game, its limits and its rates.

This is the `{"table": {...}}` line of a log. `Table.from_json` reads a complete line; the defaults
and options of each game are the game's own, and `variants.read_table` adds and checks them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from ledger.book.money import FULL_RATE, Half, Rounding
from tables.rules.errors import BadCommand
from tables.rules.words import is_text, is_whole

# No table comes near it, and with it no sum of a sitting outgrows eight bytes: see decision 0010.
LARGEST_AMOUNT = 10**16


def _whole(value: object, least: int, most: int, name: str) -> int:
    if not is_whole(value) or not least <= value <= most:
        raise BadCommand(f"{name} must be a whole number from {least} to {most}")
    return value


def _only(raw: Mapping[str, Any], known: tuple[str, ...], name: str) -> None:
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise BadCommand(f"{name} has no {', '.join(map(str, unknown))}")


@dataclass(frozen=True, slots=True)
class CommissionRule:
    """The house's share: `rate_bp` basis points of the win, rounded to `round_to` minor units.

    `minimum` (minor units) is due on every win, but never more than the win itself; `version`
    names the dated rule the figures come from. Only the rate must be given: left alone it is
    rounded to the nearest minor unit, halves up.
    """

    rate_bp: int
    round_to: int
    rounding: Rounding
    half: Half
    minimum: int = 0
    version: str = ""

    @classmethod
    def from_json(cls, raw: object) -> "CommissionRule":
        if not isinstance(raw, Mapping):
            raise BadCommand("commission must be an object")
        _only(raw, tuple(cls.__dataclass_fields__), "commission")
        rounding: Any = raw.get("rounding", "nearest")
        half: Any = raw.get("half", "up")
        version = raw.get("version", "")
        if rounding not in get_args(Rounding) or half not in get_args(Half):
            raise BadCommand("commission is rounded nearest, up or down, halves up or even")
        if version != "" and not is_text(version):
            raise BadCommand("commission's version must be text")
        return cls(
            rate_bp=_whole(raw.get("rate_bp"), 0, FULL_RATE, "commission's rate_bp"),
            round_to=_whole(raw.get("round_to", 1), 1, LARGEST_AMOUNT, "commission's round_to"),
            rounding=rounding,
            half=half,
            minimum=_whole(raw.get("minimum", 0), 0, LARGEST_AMOUNT, "commission's minimum"),
            version=version,
        )

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class BetRule:
    """A bet a house-banked table offers: least and most of a stake, and what a win pays for one.

    `max` None is no maximum, `pays` 0 what the game itself says of that bet.
    """

    min: int
    max: int | None = None
    pays: int = 0

    @classmethod
    def from_json(cls, raw: object, name: str) -> "BetRule":
        if not isinstance(raw, Mapping):
            raise BadCommand(f"bet {name} must be an object")
        _only(raw, tuple(cls.__dataclass_fields__), f"bet {name}")
        least = _whole(raw.get("min"), 1, LARGEST_AMOUNT, f"the min of {name}")
        most = raw.get("max")
        if most is not None:
            most = _whole(most, least, LARGEST_AMOUNT, f"the max of {name}")
        return cls(least, most, _whole(raw.get("pays", 0), 0, 100, f"what {name} pays"))

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Table:
    """The table line. Money in minor units of `currency`; `max_bank` None is no maximum.

    A game whose bank is the house's has `bets`, and no `min_bank`, `max_bank` and `min_stake`: they
    stay at their defaults there.
    """

    game: str
    seats: int
    decks: int
    currency: str
    unit: int
    commission: CommissionRule
    cut_card_before_last: int
    min_bank: int = 0
    max_bank: int | None = None
    min_stake: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    bets: Mapping[str, BetRule] = field(default_factory=dict)

    @classmethod
    def from_json(cls, raw: object) -> "Table":
        """Reads a complete line; anything missing, unknown or mistyped is `BadCommand`."""
        if not isinstance(raw, Mapping):
            raise BadCommand("table must be an object")
        _only(raw, tuple(cls.__dataclass_fields__), "table")
        game, options, bets = raw.get("game"), raw.get("options", {}), raw.get("bets", {})
        currency: Any = raw.get("currency")
        if not isinstance(game, str):
            raise BadCommand("game must be a name")
        if not _is_currency(currency):
            raise BadCommand("currency must be three capital letters")
        if not isinstance(options, Mapping):
            raise BadCommand("options must be an object")
        if not isinstance(bets, Mapping):
            raise BadCommand("bets must be an object")
        min_bank = _whole(raw.get("min_bank", 0), 0, LARGEST_AMOUNT, "min_bank")
        max_bank = raw.get("max_bank")
        if max_bank is not None:
            max_bank = _whole(max_bank, max(min_bank, 1), LARGEST_AMOUNT, "max_bank")
        decks = _whole(raw.get("decks"), 1, 8, "decks")
        tenth = -(-min_bank // 10)
        return cls(
            game=game,
            seats=_whole(raw.get("seats"), 2, 12, "seats"),
            decks=decks,
            currency=currency,
            unit=_whole(raw.get("unit"), 1, LARGEST_AMOUNT, "unit"),
            commission=CommissionRule.from_json(raw.get("commission")),
            cut_card_before_last=_whole(
                raw.get("cut_card_before_last"), 0, 52 * decks, "cut_card_before_last"
            ),
            min_bank=min_bank,
            max_bank=max_bank,
            min_stake=_whole(raw.get("min_stake", tenth), 0, LARGEST_AMOUNT, "min_stake"),
            options=dict(options),
            bets={name: BetRule.from_json(bet, name) for name, bet in bets.items()},
        )

    def as_json(self) -> dict[str, Any]:
        """The line as the log keeps it; a game without bets of its own has none in its line."""
        line = {name: getattr(self, name) for name in self.__dataclass_fields__}
        line |= {"commission": self.commission.as_json(), "options": dict(self.options)}
        line["bets"] = {name: bet.as_json() for name, bet in self.bets.items()}
        return line if self.bets else {name: line[name] for name in line if name != "bets"}


def _is_currency(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 3 and value.isascii() and value.isupper()
