"""The floor as the pit sees it: one tile per table, with who banks and what it has brought."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.book.money import exponent_of
from tables import queries
from tables.models import Table
from tables.telling.amounts import Writing
from tables.telling.games import game_named


@dataclass(frozen=True, slots=True)
class TileShown:
    """`tone` is live, waits or shut; `state` says the same in words."""

    number: int
    game: str
    tone: str
    state: str
    bank: str
    pace: str
    cagnotte: str
    address: str


def tiles_of(tables: Iterable[Table], now: datetime) -> list[TileShown]:
    """The tiles in the order of the tables' numbers."""
    return [_tile(tile) for tile in queries.floor(tables, now)]


def _tile(tile: queries.Tile) -> TileShown:
    table = tile.table
    banker = tile.bank.player if tile.bank else ""
    writing = Writing(exponent_of(table.rules["currency"]))
    is_open = tile.sitting is not None
    address = reverse("console:table", args=[table.number])
    if tile.sitting is not None and tile.bank is not None:
        address = reverse("pit:bank", args=[table.number, tile.sitting.number, tile.bank.number])
    return TileShown(
        number=table.number,
        game=game_named(table.rules["game"]),
        tone="shut" if not is_open else "live" if banker else "waits",
        state=_state(tile, banker) if is_open else _("closed"),
        bank=writing.short(tile.view["bank"]) if banker else "–",
        pace=_("%(pace)s/h") % {"pace": tile.pace},
        cagnotte=writing.full(tile.cagnotte),
        address=address,
    )


def _state(tile: queries.Tile, banker: str) -> str:
    """Who banks; or what the table waits for."""
    if banker:
        return banker
    offered_to = tile.view.get("offered_to")
    if offered_to:
        return _("offered to seat %(seat)s") % {"seat": offered_to}
    return {
        "closed": _("before the shoe"),
        "shoe_over": _("between shoes"),
        "idle": _("nobody banks"),
        "auction": _("auction"),
    }.get(tile.view.get("phase", ""), "")
