"""Everything the console's page shows, put together from a table's standing."""

import uuid
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tables.console.board import Spot
from tables.console.felt import Felt, felt_of
from tables.console.memory import Act, Bead, Memory, memory_of
from tables.console.panel import Notice, Panel
from tables.console.phases import standing_panel
from tables.console.preview import preview_panel
from tables.models import Table
from tables.rules.chemin_de_fer.state import ChemindeFer
from tables.standing import Standing
from tables.telling.amounts import writing_of
from tables.telling.games import game_named


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Screen:
    """`key` is the idempotency key of whatever this page sends; `seq` what it was drawn from."""

    number: int
    name: str
    key: str
    seq: int
    facts: tuple[Fact, ...]
    felt: Felt
    panel: Panel
    beads: tuple[Bead, ...]
    road: tuple[Spot, ...]
    recent: tuple[Act, ...]
    line: str


def screen_of(
    table: Table, standing: Standing, *, line: str = "", notice: Notice | None = None
) -> Screen:
    """The page for a table as it stands, with what was typed and what is to be said about it."""
    state = standing.state
    memory = memory_of(table, standing)
    panel = _panel(state, memory, line)
    if notice is not None:
        panel = replace(panel, notice=notice)
    return Screen(
        number=table.number,
        name=_("Table %(number)s · %(game)s")
        % {"number": table.number, "game": game_named(state.table.game)},
        key=str(uuid.uuid4()),
        seq=standing.seq,
        facts=_facts(standing),
        felt=felt_of(state),
        panel=panel,
        beads=memory.beads,
        road=memory.road,
        recent=memory.recent,
        line=line,
    )


def panel_of(table: Table, standing: Standing, line: str) -> Panel:
    """The right-hand side alone, for the line as it is typed so far."""
    return _panel(standing.state, memory_of(table, standing), line)


def _panel(state: ChemindeFer, memory: Memory, line: str) -> Panel:
    if not line.strip():
        return standing_panel(state, memory.last_paid)
    return preview_panel(state, line)


def _facts(standing: Standing) -> tuple[Fact, ...]:
    # In order of use: a narrow screen cuts the last ones off.
    state = standing.state
    facts = []
    if state.shoe and state.sitting_is_open:
        cards = _("%(cards)s cards") % {"cards": state.cards_left}
        if state.cut_card_shown:
            cards = _("last coup")
        facts.append(Fact(_("Shoe"), f"{state.shoe} · {cards}"))
    if state.coups:
        facts.append(Fact(_("Coups"), str(state.coups)))
    if state.sitting:
        facts.append(Fact(_("Cagnotte"), writing_of(state).full(state.cagnotte)))
    if state.sitting_is_open:
        facts.append(Fact(_("Sitting"), str(state.sitting)))
    if state.croupier:
        facts.append(Fact(_("Croupier"), state.croupier))
    return tuple(facts)
