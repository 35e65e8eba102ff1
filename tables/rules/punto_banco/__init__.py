"""Punto banco: the house holds the bank, drawing is fixed, and everybody bets on the result.

`state` is what the table knows, `bets` what may be staked and what is owed, `coup` the deal and
what it pays, `changes` what each event makes of it all. The acts below are the whole game as
commands.
"""

from tables.rules.act import AMOUNT, SEAT, Act, Argument, during
from tables.rules.game import Game
from tables.rules.punto_banco import bets, coup
from tables.rules.punto_banco.changes import CHANGES
from tables.rules.punto_banco.state import (
    DEFAULTS,
    PAYS,
    PuntoBanco,
    furnish,
    landmarks,
    new,
    nothing_is_placed,
    view,
)
from tables.rules.state import BETTING, CLOSED, DEALING, SHOE_OVER

_HANDS = (
    Argument("player", "cards"),
    Argument("banker", "cards"),
    Argument("irregular", "text", presence="optional"),
)


ACTS = {
    "open_shoe": Act(bets.open_shoe, during(CLOSED, SHOE_OVER)),
    "burn": Act(bets.burn, during(BETTING), (Argument("count", "count"),)),
    "cut_card": Act(bets.cut_card, during(BETTING, DEALING)),
    "stake": Act(bets.stake, during(BETTING), (SEAT, Argument("on", "word", tuple(PAYS)), AMOUNT)),
    "close_bets": Act(bets.close_bets, during(BETTING)),
    "deal": Act(coup.deal, during(DEALING), _HANDS),
    "void": Act(coup.void, during(DEALING), (Argument("reason", "text"),)),
    "collect_commission": Act(
        bets.collect_commission, during(CLOSED, BETTING, DEALING, SHOE_OVER), (SEAT,)
    ),
}


def _nobody(state: PuntoBanco) -> tuple[str, ...]:
    """Who bets has a seat."""
    return ()


PUNTO_BANCO: Game[PuntoBanco] = Game(
    name="punto_banco",
    defaults=DEFAULTS,
    furnish=furnish,
    new=new,
    acts=ACTS,
    changes=CHANGES,
    view=view,
    standing=_nobody,
    check_may_leave=bets.check_may_leave,
    is_between_coups=nothing_is_placed,
    has_no_bank=nothing_is_placed,
    landmarks=landmarks,
    limits=("bets",),
    keeps=("house", "points"),
    check_may_close=bets.check_may_close,
)
