"""Baccarat banque: one bank, two tableaux against it, and a banker who stays.

`state` is what the table knows, `tableaux` who sits where and in which order, `bank` who holds the
bank and how it is awarded, `bets` what lies on the table, `drawing` who draws, `coup` the deal and
its settlement, `changes` what each event makes of it all. The acts below are the whole game as
commands.
"""

from tables.rules.act import AMOUNT, SEAT, Act, Argument, during
from tables.rules.banks import AUCTION, OFFERING, SUITE, bid, cut_card
from tables.rules.banque import bank, bets, coup
from tables.rules.banque.changes import CHANGES
from tables.rules.banque.state import (
    BROKEN,
    DEFAULTS,
    IN_A_SHOE,
    Banque,
    bystanders,
    furnish,
    has_no_bank,
    landmarks,
    new,
    nothing_is_placed,
    view,
)
from tables.rules.banque.tableaux import ON
from tables.rules.game import Game
from tables.rules.state import BETTING, CLOSED, DEALING, SHOE_OVER

_ON = Argument("on", "tableau", ON, "optional")
_STAKE = (
    Argument("seat", "seat", presence="optional"),
    Argument("bystander", "bystander", presence="optional"),
    AMOUNT,
    _ON,
)
_HANDS = (
    Argument("one", "cards"),
    Argument("two", "cards"),
    Argument("banker", "cards"),
    Argument("irregular", "text", presence="optional"),
)
_RESULTS = (Argument("one", "word", coup.RESULTS), Argument("two", "word", coup.RESULTS))


ACTS = {
    "open_shoe": Act(bank.open_shoe, during(CLOSED, SHOE_OVER)),
    "cut_card": Act(cut_card, IN_A_SHOE),
    "take_bank": Act(bank.take_bank, during(OFFERING), (SEAT, AMOUNT)),
    "decline": Act(bank.decline, during(OFFERING, SUITE), (SEAT,)),
    "take_over": Act(bank.take_over, during(SUITE), (SEAT, AMOUNT)),
    "bid": Act(bid, during(AUCTION), (SEAT, AMOUNT)),
    "close_auction": Act(bank.close_auction, during(AUCTION)),
    "add_to_bank": Act(bank.add_to_bank, during(BETTING, BROKEN), (AMOUNT,)),
    "stake": Act(bets.stake, during(BETTING), _STAKE, either=("seat", "bystander")),
    "go_bank": Act(bets.go_bank, during(BETTING), (SEAT, _ON)),
    "close_bets": Act(bets.close_bets, during(BETTING)),
    "accept_all": Act(bets.accept_all, during(DEALING)),
    "deal": Act(coup.deal, during(DEALING), _HANDS),
    "result": Act(coup.result, during(DEALING), _RESULTS),
    "void": Act(coup.void, during(DEALING), (Argument("reason", "text"),)),
    "retire": Act(bank.retire, during(BETTING, BROKEN)),
}

BANQUE: Game[Banque] = Game(
    name="banque",
    defaults=DEFAULTS,
    furnish=furnish,
    new=new,
    acts=ACTS,
    changes=CHANGES,
    view=view,
    standing=bystanders,
    check_may_leave=bank.check_may_leave,
    is_between_coups=nothing_is_placed,
    has_no_bank=has_no_bank,
    landmarks=landmarks,
    keeps=("results",),
)
