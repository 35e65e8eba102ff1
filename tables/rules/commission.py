"""The house's share of a win."""

from ledger.book.money import round_share
from tables.rules.table import CommissionRule


def commission_on(base: int, rule: CommissionRule) -> int:
    """Minor units due on a win of `base`: at least the rule's minimum, never more than the win.

    Nothing won, nothing due: a minimum is the minimum of a commission, not a fee.
    """
    share = round_share(base, rule.rate_bp, rule.round_to, rule.rounding, rule.half)
    return min(max(share, rule.minimum), base)
