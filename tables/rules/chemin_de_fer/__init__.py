"""Chemin de fer: the bank goes round, and whoever holds it plays against the table.

`state` is what the table knows, `bank` who holds the bank and how it passes on, `bets` what is in
play, `coup` the deal and its settlement, `changes` what each event makes of it all. The acts below
are the whole game as commands.
"""

from tables.rules.act import AMOUNT, SEAT, Act, Argument, during
from tables.rules.banks import AUCTION, OFFERING, SUITE, bid, cut_card
from tables.rules.chemin_de_fer import bank, bets, coup
from tables.rules.chemin_de_fer.changes import CHANGES
from tables.rules.chemin_de_fer.state import (
    DECIDING,
    DEFAULTS,
    IDLE,
    IN_A_SHOE,
    ChemindeFer,
    bystanders,
    furnish,
    has_no_bank,
    landmarks,
    new,
    nothing_is_placed,
    view,
)
from tables.rules.deal import BANKER, TIE
from tables.rules.game import Game
from tables.rules.state import BETTING, CLOSED, DEALING, SHOE_OVER

_SEAT_OR_BYSTANDER = (
    Argument("seat", "seat", presence="optional"),
    Argument("bystander", "bystander", presence="optional"),
)
_CALL = (
    SEAT,
    Argument("kind", "word", tuple(bets.PRECEDENCE), "optional"),
    Argument("partner", "seat", presence="optional"),
)
_HANDS = (
    Argument("ponte", "cards"),
    Argument("banker", "cards"),
    Argument("irregular", "text", presence="optional"),
)


ACTS = {
    "open_shoe": Act(bank.open_shoe, during(CLOSED, SHOE_OVER)),
    "cut_card": Act(cut_card, IN_A_SHOE),
    "take_bank": Act(bank.take_bank, during(OFFERING, IDLE), (SEAT, AMOUNT)),
    "decline": Act(bank.decline, during(OFFERING, SUITE), (SEAT,)),
    "take_over": Act(bank.take_over, during(SUITE), (SEAT, AMOUNT)),
    "bid": Act(bid, during(AUCTION), (SEAT, AMOUNT)),
    "close_auction": Act(bank.close_auction, during(AUCTION)),
    "add_to_bank": Act(
        bank.add_to_bank,
        during(BETTING),
        (AMOUNT, Argument("source", "choice", ("garage", "pocket"))),
    ),
    "associate": Act(bank.associate, during(BETTING), (SEAT,)),
    "stake": Act(
        bets.stake, during(BETTING), (*_SEAT_OR_BYSTANDER, AMOUNT), either=("seat", "bystander")
    ),
    "banco": Act(bets.banco, during(BETTING), _CALL),
    "close_bets": Act(bets.close_bets, during(BETTING)),
    "deal": Act(coup.deal, during(DEALING), _HANDS),
    "result": Act(
        coup.result,
        during(DEALING),
        (Argument("winner", "word", (coup.PONTE, BANKER, TIE)),),
    ),
    "void": Act(coup.void, during(DEALING), (Argument("reason", "text"),)),
    "continue": Act(bank.keep, during(DECIDING)),
    "retire": Act(bank.retire, during(DECIDING, BETTING)),
}

CHEMIN_DE_FER: Game[ChemindeFer] = Game(
    name="chemin_de_fer",
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
)
