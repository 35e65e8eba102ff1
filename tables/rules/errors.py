"""Why a command is refused: one class per code, each with a sentence a croupier can act on.

The codes are a promise to screens, API and exported logs: they are never renamed or reused.
"""

# ruff: noqa: N818 - a refusal is an answer of the rules, not an error of the program

from typing import ClassVar


class Refused(Exception):
    """The rules say no. `detail` says more where the code alone leaves a question (seldom)."""

    code: ClassVar[str] = "refused"
    sentence: ClassVar[str] = "The rules do not allow this."

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.sentence)
        self.detail = detail


class BadCommand(Refused):
    code = "bad_command"
    sentence = "This is not a command of this table, or something in it is missing or mistyped."


class BadAmount(Refused):
    code = "bad_amount"
    sentence = "The amount must be a whole number above zero."


class NotAMultiple(Refused):
    code = "not_a_multiple"
    sentence = "The amount must be a multiple of the table's unit."


class WrongPhase(Refused):
    code = "wrong_phase"
    sentence = "This cannot be done at this moment of the game."


class NoSuchSeat(Refused):
    code = "no_such_seat"
    sentence = "The table has no such seat."


class SeatTaken(Refused):
    code = "seat_taken"
    sentence = "Somebody sits there already."


class NameTaken(Refused):
    code = "name_taken"
    sentence = "Somebody of that name is at the table already."


class NotSeated(Refused):
    code = "not_seated"
    sentence = "Nobody sits at that seat."


class NobodySeated(Refused):
    code = "nobody_seated"
    sentence = "Nobody is seated yet."


class InPlay(Refused):
    code = "in_play"
    sentence = "There is money or a claim in play that must be settled first."


class NotOffered(Refused):
    code = "not_offered"
    sentence = "The bank is not being offered to that seat."


class BelowMinBank(Refused):
    code = "below_min_bank"
    sentence = "The amount is below the table's minimum bank."


class AboveMaxBank(Refused):
    code = "above_max_bank"
    sentence = "The bank would be above the table's maximum."


class BelowMinStake(Refused):
    code = "below_min_stake"
    sentence = "The stake is below the minimum."


class AboveMaxStake(Refused):
    code = "above_max_stake"
    sentence = "The stake is above the maximum."


class BankerCannotStake(Refused):
    code = "banker_cannot_stake"
    sentence = "The banker and his associate cannot play against their own bank."


class NothingStaked(Refused):
    code = "nothing_staked"
    sentence = "Nothing is staked against the bank."


class BadBanco(Refused):
    code = "bad_banco"
    sentence = "A banco is solo, deux, avec or marche; deux, and only deux, names a partner."


class GarageShort(Refused):
    code = "garage_short"
    sentence = "There is not that much in the garage."


class Associated(Refused):
    code = "associated"
    sentence = "The bank has an associate, or the banker would be his own."


class BadCards(Refused):
    code = "bad_cards"
    sentence = (
        "A hand is two or three cards, each A, 2 to 9, T, J, Q or K, and S, H, D or C after it."
    )


class BadResult(Refused):
    code = "bad_result"
    sentence = "That is not a result of this game."


class IrregularDraw(Refused):
    """`detail` names the side and the rule that was broken."""

    code = "irregular_draw"
    sentence = "The drawing rules do not allow these hands; give the reason if they were dealt so."


class ShoeShort(Refused):
    code = "shoe_short"
    sentence = "There are not that many cards left in the shoe."


class TakeoverTooLow(Refused):
    code = "takeover_too_low"
    sentence = "A bank that is passed on costs at least what is in it."


class TakeoverNotExact(Refused):
    code = "takeover_not_exact"
    sentence = "At this table a bank that is passed on is taken for exactly what is in it."


class BidTooLow(Refused):
    code = "bid_too_low"
    sentence = "A bid must be above the last one."


class NobodyBid(Refused):
    code = "nobody_bid"
    sentence = "Nobody has bid yet."


class WrongTableau(Refused):
    code = "wrong_tableau"
    sentence = "The stake does not belong on that tableau, or names none."


class ThreeTimes(Refused):
    code = "three_times"
    sentence = "Nobody goes bank more than three times running."


class OneCoupOwed(Refused):
    code = "one_coup_owed"
    sentence = "The banker owes the table one coup before he may retire."


class NoSuchBet(Refused):
    code = "no_such_bet"
    sentence = "This table does not offer that bet."


class CommissionOwed(Refused):
    code = "commission_owed"
    sentence = "There is commission to be collected first."


class NothingOwed(Refused):
    code = "nothing_owed"
    sentence = "Nothing is owed at that seat."


CATALOGUE: dict[str, type[Refused]] = {kind.code: kind for kind in Refused.__subclasses__()}
