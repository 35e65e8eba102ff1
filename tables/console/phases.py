"""What each phase asks of the croupier when nothing is typed: one sentence, and the next act."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from django.utils.translation import gettext as _

from tables.console.panel import DIGITS, RANKS, Button, Panel, Row, shown_hands
from tables.console.payments import payment_rows
from tables.rules import events as ev
from tables.rules import variants
from tables.rules.chemin_de_fer.state import ChemindeFer
from tables.rules.errors import Refused
from tables.rules.legal import Amounts, Offer
from tables.telling.amounts import at_seat, first_capital, writing_of
from tables.telling.told import KINDS, winner_and_points

Offers = Mapping[str, Offer]


def standing_panel(state: ChemindeFer, paid: Sequence[ev.Event] = ()) -> Panel:
    """The panel of a table at rest; `paid` are the events of the act that is being paid, if any."""
    offers = {offer.do: offer for offer in variants.legal(state)}
    panel = PANELS[state.moment](state, offers)
    panel = replace(panel, buttons=tuple(b for b in panel.buttons if b.do in offers))
    # To whom the bank goes next is the duty of the moment, and may have changed since.
    rows = payment_rows([e for e in paid if not isinstance(e, ev.BankOffered)], state)
    if panel.rows or not rows:
        return panel
    settled = next((event for event in paid if isinstance(event, ev.CoupSettled)), None)
    if settled is None:
        return replace(panel, title=_("The banker retires"), rows=rows)
    words = {"number": settled.number, "result": winner_and_points(settled)}
    title = _("Coup %(number)s — %(result)s") % words
    return replace(panel, title=title, tone=settled.winner, rows=rows)


def _between_sittings(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        duty=_("The table is closed."),
        more=_("Opening it begins a new sitting of the gaming day: nobody seated, no money out."),
        main=_("Open the sitting"),
        prompt=_("Enter opens the sitting"),
    )


def _closed(state: ChemindeFer, offers: Offers) -> Panel:
    if not state.sitting_is_open:
        return _between_sittings(state, offers)
    if "open_shoe" not in offers or not state.seats:
        return Panel(
            waits=_("Waiting for players"),
            duty=_("Seat the players, then open a shoe."),
            more=_("Type s, the seat and the name."),
            buttons=_people(),
            prompt="s 1 Ann",
        )
    return Panel(
        duty=_("Shuffle and cut. Enter opens the shoe."),
        more=_("The bank is then offered to %(who)s first.")
        % {"who": at_seat(state, min(state.seats))},
        buttons=_people(),
        main=_("Open a shoe"),
        prompt=_("Enter opens the shoe"),
    )


def _shoe_over(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        waits=_("Waiting for players"),
        duty=_("The shoe is over. Shuffle and cut; Enter opens the next."),
        buttons=_people(),
        main=_("Open the next shoe") if state.seats else "",
        prompt=_("Enter opens the next shoe"),
    )


def _offering(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        waits=_("Waiting for his answer"),
        duty=_("Offer the bank to %(who)s.") % {"who": at_seat(state, state.offered_to)},
        more=_range(state, offers, "take_bank"),
        buttons=(_declines(), *_people()),
        pad=DIGITS,
        prompt=_("the sum, or - to decline"),
    )


def _idle(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        waits=_("Waiting for a banker"),
        duty=_("Everybody has declined. Any seat may take the bank."),
        more=_range(state, offers, "take_bank"),
        buttons=_people(),
        pad=DIGITS,
        prompt=_("seat and sum"),
    )


def _betting(state: ChemindeFer, offers: Offers) -> Panel:
    buttons = (
        Button("banco", _("Banco"), "B", begins="b "),
        Button("associate", _("Associate"), "A", begins="a "),
        *((Button("add_to_bank", _("From garage"), "G", begins="g "),) if state.garage else ()),
        Button("add_to_bank", _("From pocket"), "K", begins="k "),
    )
    closed = _if_closed(state)
    panel = Panel(
        waits=_("Waiting for stakes"),
        duty=_("Take the stakes. Enter closes the bets.")
        if closed
        else _("Take the stakes: seat, sum, Enter."),
        more=_last_coup(state),
        buttons=buttons,
        pad=DIGITS,
        prompt=_("seat and sum"),
    )
    if not closed:
        return panel
    return replace(
        panel,
        title=_("Covered, if the bets close now"),
        rows=tuple(_calls(state)) + payment_rows(closed, after(state, closed)),
        main=_("Close the bets"),
        prompt=_("seat and sum; Enter closes the bets"),
    )


def _dealing(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        waits=_("Waiting for the cards"),
        hands=shown_hands((), ()),
        duty=_("Deal. Two cards each, ponte first."),
        more=_last_coup(state),
        buttons=(
            Button("result", _("Ponte wins"), "RP", line="rp"),
            Button("result", _("Banker wins"), "RB", line="rb"),
            Button("result", _("Tie"), "RT", line="rt"),
            Button("void", _("No coup"), "X", begins="x "),
        ),
        pad=RANKS,
        prompt="23 k5",
    )


def _deciding(state: ChemindeFer, offers: Offers) -> Panel:
    return Panel(
        duty=_("Enter for the next coup, or W if %(player)s retires.")
        % {"player": state.seats.get(state.banker, "")},
        more=_last_coup(state),
        buttons=(Button("retire", _("Retire"), "W", line="w"), _cut_card()),
        main=_("Next coup"),
        prompt=_("Enter for the next coup"),
    )


def _suite(state: ChemindeFer, offers: Offers) -> Panel:
    price = writing_of(state).full(state.price)
    return Panel(
        waits=_("Waiting for his answer"),
        duty=_("Offer the suite to %(who)s at %(price)s.")
        % {"who": at_seat(state, state.offered_to), "price": price},
        more=_("A higher sum may be typed.") if _takes_more(offers) else "",
        buttons=(Button("take_over", _("Take it"), "+", line="+"), _declines()),
        pad=DIGITS if _takes_more(offers) else (),
        prompt=_("+ to take it, - to decline"),
    )


def _auction(state: ChemindeFer, offers: Offers) -> Panel:
    best = state.highest_bid
    rows: tuple[Row, ...] = ()
    if best is not None:
        figure = writing_of(state).full(best.amount)
        rows = (Row(first_capital(at_seat(state, best.seat)), figure, "sum"),)
    return Panel(
        waits=_("Waiting for bids"),
        duty=_("The bank is auctioned: seat and sum."),
        more=_range(state, offers, "bid"),
        title=_("Highest bid") if rows else "",
        rows=rows,
        main=_("Close the auction") if rows else _("Nobody bids"),
        pad=DIGITS,
        prompt=_("seat and sum; Enter closes the auction"),
    )


PANELS: Mapping[str, Callable[[ChemindeFer, Offers], Panel]] = {
    "between_sittings": _between_sittings,
    "closed": _closed,
    "shoe_over": _shoe_over,
    "offering": _offering,
    "idle": _idle,
    "betting": _betting,
    "dealing": _dealing,
    "deciding": _deciding,
    "suite": _suite,
    "auction": _auction,
}


# ---- pieces ----------------------------------------------------------------------------------


def _people() -> tuple[Button, ...]:
    """Who comes and goes, and the end of the sitting."""
    return (
        Button("sit", _("Sit"), "S", begins="s "),
        Button("leave", _("Leave"), "L", begins="l "),
        Button("close_sitting", _("Close the sitting"), "Z", line="z"),
    )


def _declines() -> Button:
    return Button("decline", _("Decline"), "-", line="-")


def _cut_card() -> Button:
    return Button("cut_card", _("Cut card is out"), "N", line="n")


def _last_coup(state: ChemindeFer) -> str:
    return (
        _("The cut card is out: this coup is the last of the shoe.") if state.cut_card_shown else ""
    )


def _range(state: ChemindeFer, offers: Offers, do: str) -> str:
    """The sums that are allowed, as `legal` found them."""
    offer = offers.get(do)
    allowed = offer.arguments.get("amount") if offer else None
    if not isinstance(allowed, Amounts):
        return ""
    writing = writing_of(state)
    words = {
        "least": writing.short(allowed.least),
        "most": "" if allowed.most is None else writing.short(allowed.most),
        "step": writing.short(allowed.step),
    }
    if allowed.most is None:
        return _("From %(least)s, in steps of %(step)s.") % words
    return _("From %(least)s to %(most)s, in steps of %(step)s.") % words


def _takes_more(offers: Offers) -> bool:
    offer = offers.get("take_over")
    allowed = offer.arguments.get("amount") if offer else None
    return isinstance(allowed, Amounts) and allowed.most != allowed.least


def _if_closed(state: ChemindeFer) -> tuple[ev.Event, ...]:
    """What closing the bets would do; nothing if it would be refused."""
    try:
        return variants.decide(state, {"do": "close_bets"})
    except Refused:
        return ()


def after(state: ChemindeFer, events: Sequence[ev.Event]) -> ChemindeFer:
    """The table once these events have happened, by the rules themselves."""
    for event in events:
        state = cast(ChemindeFer, variants.evolve(state, event))
    return state


def _calls(state: ChemindeFer) -> list[Row]:
    rows = []
    for call in state.calls.values():
        kind = KINDS[call.kind]
        partner = f" {call.partner}" if call.partner else ""
        rows.append(
            Row(first_capital(at_seat(state, call.seat)), f"banco {kind}{partner}", "quiet")
        )
    return rows
