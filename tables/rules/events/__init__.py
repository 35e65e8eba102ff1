"""What happened at a table, in words and in whole minor units: the records the log keeps.

Every event is frozen and carries all the money it moves, so that a past moment is rebuilt and the
ledger is posted from events alone. `records` is what they are made of, `sittings` what happens at
every table, `banks` and `coups` what happens round a banker, `tableaux` at banque, `house` where
the bank is the house's; `written` is the form they have in the log.
"""

from tables.rules.events.banks import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankKept,
    BankOffered,
    BankPassed,
    BankRaised,
    BankTaken,
    BidMade,
    Source,
    TableIdled,
)
from tables.rules.events.coups import BancoCalled, BetsClosed, CoupSettled, CoupVoided, Staked
from tables.rules.events.house import (
    Bet,
    BetPlaced,
    CommissionCollected,
    CommissionMode,
    HouseBetsClosed,
    HouseCoupSettled,
    HouseCoupVoided,
    SettledBet,
)
from tables.rules.events.records import Cover, Event, Hand, Who
from tables.rules.events.sittings import (
    CardsBurned,
    CroupierRelieved,
    CutCardShown,
    LastCoupAnnounced,
    Left,
    RulesSet,
    Seated,
    ShoeEnded,
    ShoeOpened,
    SittingClosed,
    SittingOpened,
)
from tables.rules.events.tableaux import (
    On,
    StakedOn,
    StakesAccepted,
    TableauStake,
    TableauxClosed,
    TableauxSettled,
    WentBank,
)
from tables.rules.events.written import EVENTS, NAMES, as_json, from_json

__all__ = [
    "EVENTS",
    "NAMES",
    "AuctionClosed",
    "AuctionOpened",
    "BancoCalled",
    "BankDeclined",
    "BankKept",
    "BankOffered",
    "BankPassed",
    "BankRaised",
    "BankTaken",
    "Bet",
    "BetPlaced",
    "BetsClosed",
    "BidMade",
    "CardsBurned",
    "CommissionCollected",
    "CommissionMode",
    "CoupSettled",
    "CoupVoided",
    "Cover",
    "CroupierRelieved",
    "CutCardShown",
    "Event",
    "Hand",
    "HouseBetsClosed",
    "HouseCoupSettled",
    "HouseCoupVoided",
    "LastCoupAnnounced",
    "Left",
    "On",
    "RulesSet",
    "Seated",
    "SettledBet",
    "ShoeEnded",
    "ShoeOpened",
    "SittingClosed",
    "SittingOpened",
    "Source",
    "Staked",
    "StakedOn",
    "StakesAccepted",
    "TableIdled",
    "TableauStake",
    "TableauxClosed",
    "TableauxSettled",
    "WentBank",
    "Who",
    "as_json",
    "from_json",
]
