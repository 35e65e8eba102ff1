"""What the typed line would do, shown before it is sent: by the rules that will judge it."""

from dataclasses import replace

from django.utils.translation import gettext as _

from ledger.book.money import exponent_of
from tables.console import keys
from tables.console.cards_line import CardsTyped, is_cards_line, read_cards
from tables.console.misread import Misread
from tables.console.panel import Button, Notice, Panel, shown_hands
from tables.console.payments import payment_rows
from tables.console.phases import after, standing_panel
from tables.rules import events as ev
from tables.rules import variants
from tables.rules.cards import is_natural, point, worth
from tables.rules.chemin_de_fer.state import ChemindeFer
from tables.rules.drawing import Draw, Duty, duty
from tables.rules.errors import BadCommand, Refused
from tables.telling.amounts import writing_of
from tables.telling.told import told, winner_and_points


def situation_of(state: ChemindeFer) -> keys.Situation:
    return keys.Situation(
        phase=state.moment,
        exponent=exponent_of(state.table.currency),
        sitting_open=state.sitting_is_open,
        offered_to=state.offered_to or None,
        price=state.price or None,
    )


def preview_panel(state: ChemindeFer, line: str) -> Panel:
    """The panel while something is typed. Nothing is recorded and nothing is refused for good."""
    if state.moment == "dealing" and is_cards_line(line):
        return _cards_panel(state, line)
    standing = replace(standing_panel(state), duty="", more="", main="")
    try:
        events = variants.decide(state, keys.read(line, situation_of(state)))
    except Misread as misread:
        return replace(standing, notice=Notice(misread.sentence, "hint"))
    except Refused as refused:
        return replace(standing, notice=Notice(why(refused, line), "bad"))
    rows = payment_rows(events, after(state, events))
    words = told(events, writing_of(state))
    return replace(
        standing,
        duty=words,
        title=_("Then"),
        tone="",
        rows=rows or standing.rows,
        main=_("Record it"),
    )


def why(refused: Refused, line: str) -> str:
    """The refusal in one sentence, with the rule that was broken where it names one."""
    if isinstance(refused, BadCommand) and line.split()[:1] == ["m"]:
        return _(
            "These limits do not go together: a minimum is above zero, "
            "and the maximum bank is not below the minimum."
        )
    sentence = _(refused.sentence)
    if not refused.detail:
        return sentence
    return f"{sentence} ({_(refused.detail)})"


# ---- cards -----------------------------------------------------------------------------------


def _cards_panel(state: ChemindeFer, line: str) -> Panel:
    standing = replace(standing_panel(state), more="", buttons=())
    try:
        typed = read_cards(line)
    except Misread as misread:
        return replace(standing, duty="", notice=Notice(misread.sentence, "hint"))
    judged = duty(typed.ponte, typed.banker)
    waiting = _waiting(typed, judged)
    panel = replace(
        standing,
        hands=shown_hands(typed.ponte, typed.banker, waiting),
        duty=_duty_sentence(typed, judged),
    )
    try:
        events = variants.decide(state, keys.read(line, situation_of(state)))
    except Misread:
        return panel  # hands that are still short: the duty says what comes next
    except Refused as refused:
        if refused.code != "irregular_draw":
            return replace(panel, duty="", notice=Notice(why(refused, line), "bad"))
        if waiting and not judged.broken:
            return panel
        begins = f"{line.rstrip()} i "
        return replace(panel, buttons=(Button("deal", _("It was dealt so"), "I", begins=begins),))
    return _settlement_panel(panel, state, waiting, events)


def _settlement_panel(
    panel: Panel, state: ChemindeFer, waiting: frozenset[str], events: tuple[ev.Event, ...]
) -> Panel:
    """The hands can be settled as they lie: who is paid what if Enter is pressed now."""
    settled = next(event for event in events if isinstance(event, ev.CoupSettled))
    result = winner_and_points(settled)
    return replace(
        panel,
        title=_("If he stands — %(result)s") % {"result": result} if waiting else result,
        tone=settled.winner,
        rows=payment_rows(events, after(state, events)),
        main=_("Stand, and settle") if waiting else _("Settle"),
    )


def _waiting(typed: CardsTyped, judged: Duty) -> frozenset[str]:
    """The side a third card may still go to, as the drawing rules have it."""
    if not typed.first_hands_complete:
        return frozenset()
    open_to = (Draw.MUST, Draw.MAY)
    if judged.ponte in open_to and len(typed.ponte) == 2 and not typed.ponte_stood:
        return frozenset({"ponte"})
    if judged.banker in open_to and len(typed.banker) == 2 and not typed.banker_stood:
        return frozenset({"banker"})
    return frozenset()


def _duty_sentence(typed: CardsTyped, judged: Duty) -> str:
    """What must happen next, said as the croupier says it."""
    if not typed.first_hands_complete:
        return _first_hands(typed)
    if typed.irregular == "":
        return _("Type the reason after i: why does this deal stand?")
    if judged.broken and typed.irregular is None:
        return _against_the_rules(judged.broken)
    waiting = _waiting(typed, judged)
    if "ponte" in waiting:
        return _ponte_sentence(typed, judged)
    if "banker" in waiting:
        return _banker_sentence(typed, judged)
    if judged.owed and typed.irregular is None:
        return _against_the_rules(judged.owed)
    if typed.irregular is not None and (judged.broken or judged.owed):
        return _("Irregular: it stands with your reason, and the pit sees it.")
    if is_natural(typed.ponte) or is_natural(typed.banker):
        return _("Natural: nobody draws. Enter settles.")
    if len(typed.banker) == 2:
        return _("Banker stands on %(point)s. Enter settles.") % {"point": point(typed.banker)}
    return _("Enter settles.")


def _first_hands(typed: CardsTyped) -> str:
    if len(typed.ponte) > 2 or len(typed.banker) > 2:
        return _("A third card comes only after two cards each for both hands.")
    return _("Ponte’s two cards.") if len(typed.ponte) < 2 else _("Now the banker’s two cards.")


def _against_the_rules(rule: str) -> str:
    return _("Against the drawing rules: %(rule)s. If it was dealt so, type i and the reason.") % {
        "rule": _(rule)
    }


def _ponte_sentence(typed: CardsTyped, judged: Duty) -> str:
    if judged.ponte is Draw.MUST:
        return _("Ponte must draw.")
    if judged.banker is Draw.MUST:
        return _("Ponte is free on 5. Card, or - to stand.")
    return _("Ponte is free on 5. Card, or Enter to stand.")


def _banker_sentence(typed: CardsTyped, judged: Duty) -> str:
    own = point(typed.banker)
    if len(typed.ponte) == 2:
        return _("Banker must draw: %(own)s, and ponte stood.") % {"own": own}
    words = {"own": own, "third": worth(typed.ponte[2])}
    if judged.banker is Draw.MUST:
        return _("Banker must draw: %(own)s against a %(third)s.") % words
    return _("Banker is free: %(own)s against a %(third)s. Card, or Enter to stand.") % words
