"""What was recorded, told in one sentence for each event. Pure: events and amounts, no rules."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from tables.rules import events as ev
from tables.rules.table import BetRule
from tables.telling.amounts import Writing

KINDS = {"solo": "solo", "deux": "à deux", "avec": "avec la table", "marche": "et la table marche"}


def told(events: Iterable[ev.Event], writing: Writing) -> str:
    """The events of one command as one short line."""
    return " ".join(TELLINGS[type(event)](event, writing) for event in events)


def winner_wins(winner: str) -> str:
    words = {"ponte": _("Ponte wins"), "banker": _("Banker wins"), "tie": _("Tie")}
    return (words | {"player": _("Punto wins")})[winner]


def bet_named(bet: str) -> str:
    """A bet of punto banco as it stands on the cloth."""
    return {
        "player": _("Punto"),
        "banker": _("Banco"),
        "tie": _("tie"),
        "player_pair": _("Punto's pair"),
        "banker_pair": _("Banco's pair"),
        "either_pair": _("either pair"),
    }[bet]


def winner_and_points(event: ev.CoupSettled | ev.HouseCoupSettled) -> str:
    """`Banker wins 7 – 5`: the winner's point first; without points if no cards were logged."""
    points = [hand.point for hand in event.hands]
    if not points:
        return winner_wins(event.winner)
    high, low = max(points), min(points)
    return f"{winner_wins(event.winner)} {high} – {low}"


def _sitting_opened(event: ev.SittingOpened, writing: Writing) -> str:
    return _("Sitting %(number)s is open.") % {"number": event.number}


def _sitting_closed(event: ev.SittingClosed, writing: Writing) -> str:
    return _("The sitting is closed.")


def _croupier_relieved(event: ev.CroupierRelieved, writing: Writing) -> str:
    return _("%(croupier)s deals.") % {"croupier": event.croupier}


def _rules_set(event: ev.RulesSet, writing: Writing) -> str:
    table = event.table
    if table.bets:
        limits = (_limits_of(name, bet, writing) for name, bet in table.bets.items())
        return _("Limits: %(limits)s.") % {"limits": ", ".join(limits)}
    most = _("no maximum") if table.max_bank is None else writing.short(table.max_bank)
    return _("Limits: bank %(least)s to %(most)s, stake from %(stake)s.") % {
        "least": writing.short(table.min_bank),
        "most": most,
        "stake": writing.short(table.min_stake),
    }


def _limits_of(name: str, bet: BetRule, writing: Writing) -> str:
    return _("%(bet)s %(least)s to %(most)s") % {
        "bet": bet_named(name),
        "least": writing.short(bet.min),
        "most": _("no maximum") if bet.max is None else writing.short(bet.max),
    }


def _seated(event: ev.Seated, writing: Writing) -> str:
    return _("%(player)s sits at seat %(seat)s.") % {"player": event.player, "seat": event.seat}


def _left(event: ev.Left, writing: Writing) -> str:
    return _("%(player)s leaves seat %(seat)s.") % {"player": event.player, "seat": event.seat}


def _shoe_opened(event: ev.ShoeOpened, writing: Writing) -> str:
    return _("Shoe %(number)s: %(cards)s cards.") % {"number": event.number, "cards": event.cards}


def _cut_card_shown(event: ev.CutCardShown, writing: Writing) -> str:
    return _("The cut card is out.")


def _shoe_ended(event: ev.ShoeEnded, writing: Writing) -> str:
    return _("The shoe is over.")


def _bank_offered(event: ev.BankOffered, writing: Writing) -> str:
    if event.price is None:
        return _("Bank offered to seat %(seat)s.") % {"seat": event.seat}
    return _("Bank offered to seat %(seat)s at %(price)s.") % {
        "seat": event.seat,
        "price": writing.short(event.price),
    }


def _bank_declined(event: ev.BankDeclined, writing: Writing) -> str:
    return _("Seat %(seat)s declines.") % {"seat": event.seat}


def _table_idled(event: ev.TableIdled, writing: Writing) -> str:
    return _("Everybody has declined.")


def _bank_taken(event: ev.BankTaken, writing: Writing) -> str:
    return _("%(player)s takes the bank with %(amount)s.") % {
        "player": event.player,
        "amount": writing.short(event.amount),
    }


def _bank_kept(event: ev.BankKept, writing: Writing) -> str:
    return _("The bank stays.")


def _bank_raised(event: ev.BankRaised, writing: Writing) -> str:
    words = {
        "garage": _("%(player)s adds %(amount)s from the garage."),
        "pocket": _("%(player)s adds %(amount)s from his pocket."),
        "associate": _("%(player)s joins the bank with %(amount)s."),
    }[event.source]
    return words % {"player": event.player, "amount": writing.short(event.amount)}


def _staked(event: ev.Staked, writing: Writing) -> str:
    who = event.who if isinstance(event.who, str) else _("Seat %(seat)s") % {"seat": event.who}
    if not event.amount:
        return _("%(who)s withdraws.") % {"who": who}
    return _("%(who)s stakes %(amount)s.") % {"who": who, "amount": writing.short(event.amount)}


def _banco_called(event: ev.BancoCalled, writing: Writing) -> str:
    words = {"seat": event.seat, "kind": KINDS[event.kind], "partner": event.partner}
    if event.partner is None:
        return _("Seat %(seat)s: banco %(kind)s.") % words
    return _("Seat %(seat)s: banco %(kind)s with seat %(partner)s.") % words


def _bets_closed(event: ev.BetsClosed, writing: Writing) -> str:
    covered = writing.short(sum(cover.amount for cover in event.covers))
    if not event.to_garage:
        return _("Bets closed: %(covered)s covered.") % {"covered": covered}
    return _("Bets closed: %(covered)s covered, %(aside)s to the garage.") % {
        "covered": covered,
        "aside": writing.short(event.to_garage),
    }


def _coup_voided(event: ev.CoupVoided | ev.HouseCoupVoided, writing: Writing) -> str:
    return _("No coup: %(reason)s.") % {"reason": event.reason}


def _coup_settled(event: ev.CoupSettled, writing: Writing) -> str:
    words = _("Coup %(number)s: %(result)s.") % {
        "number": event.number,
        "result": winner_and_points(event),
    }
    if event.commission:
        words += " " + _("%(amount)s to the cagnotte.") % {"amount": writing.full(event.commission)}
    return words


def _bank_passed(event: ev.BankPassed, writing: Writing) -> str:
    words = {
        "lost": _("The bank is lost."),
        "retired": _("The banker retires."),
        "shoe_over": _("The bank ends with the shoe."),
    }[event.reason]
    for share in event.shares:
        words += " " + _("%(amount)s to %(player)s.") % {
            "amount": writing.full(share.amount),
            "player": share.player,
        }
    return words


def _auction_opened(event: ev.AuctionOpened, writing: Writing) -> str:
    return _("The bank is auctioned.")


def _bid_made(event: ev.BidMade, writing: Writing) -> str:
    return _("Seat %(seat)s bids %(amount)s.") % {
        "seat": event.seat,
        "amount": writing.short(event.amount),
    }


def _auction_closed(event: ev.AuctionClosed, writing: Writing) -> str:
    return _("The auction is closed.")


def _cards_burned(event: ev.CardsBurned, writing: Writing) -> str:
    return _("Cards burned: %(count)s.") % {"count": event.count}


def _last_coup_announced(event: ev.LastCoupAnnounced, writing: Writing) -> str:
    return _("The next coup is the last of the shoe.")


def _bet_placed(event: ev.BetPlaced, writing: Writing) -> str:
    words = {"seat": event.seat, "bet": bet_named(event.on), "amount": writing.short(event.amount)}
    if not event.amount:
        return _("Seat %(seat)s takes back %(bet)s.") % words
    return _("Seat %(seat)s: %(amount)s on %(bet)s.") % words


def _house_bets_closed(event: ev.HouseBetsClosed, writing: Writing) -> str:
    if not event.bets:
        return _("Bets closed: a free hand.")
    staked = writing.short(sum(bet.amount for bet in event.bets))
    return _("Bets closed: %(staked)s on the table.") % {"staked": staked}


def _house_coup_settled(event: ev.HouseCoupSettled, writing: Writing) -> str:
    words = _("Coup %(number)s: %(result)s.") % {
        "number": event.number,
        "result": winner_and_points(event),
    }
    commission = sum(bet.commission for bet in event.bets)
    if commission:
        amount = {"amount": writing.full(commission)}
        if event.commission_mode == "owed":
            return words + " " + _("%(amount)s of commission owed.") % amount
        return words + " " + _("%(amount)s to the cagnotte.") % amount
    return words


def _commission_collected(event: ev.CommissionCollected, writing: Writing) -> str:
    return _("%(player)s pays %(amount)s of commission.") % {
        "player": event.player,
        "amount": writing.full(event.amount),
    }


def _staked_on(event: ev.StakedOn, writing: Writing) -> str:
    who = event.who if isinstance(event.who, str) else _("Seat %(seat)s") % {"seat": event.who}
    words = {"who": who, "amount": writing.short(event.amount), "tableau": event.on}
    if event.on == "cheval":
        return _("%(who)s stakes %(amount)s à cheval.") % words
    return _("%(who)s stakes %(amount)s on tableau %(tableau)s.") % words


def _went_bank(event: ev.WentBank, writing: Writing) -> str:
    if event.on == "cheval":
        return _("Seat %(seat)s goes bank à cheval.") % {"seat": event.seat}
    return _("Seat %(seat)s goes bank.") % {"seat": event.seat}


def _tableaux_closed(event: ev.TableauxClosed, writing: Writing) -> str:
    staked = sum(stake.amount for stake in event.stakes)
    held = sum(stake.held for stake in event.stakes)
    words = {"staked": writing.short(staked), "held": writing.short(held)}
    if held == staked:
        return _("Bets closed: %(staked)s staked, all held.") % words
    return _("Bets closed: %(staked)s staked, %(held)s held.") % words


def _stakes_accepted(event: ev.StakesAccepted, writing: Writing) -> str:
    return _("All stakes are accepted: the bank is open.")


def _tableaux_settled(event: ev.TableauxSettled, writing: Writing) -> str:
    one, two = (winner_wins(result) for result in event.results)
    words = _("Coup %(number)s. Tableau 1: %(one)s. Tableau 2: %(two)s.") % {
        "number": event.number,
        "one": one,
        "two": two,
    }
    if event.commission:
        words += " " + _("%(amount)s to the cagnotte.") % {"amount": writing.full(event.commission)}
    return words


# Any: each telling takes its own kind of event, and the table pairs them.
TELLINGS: dict[type[ev.Event], Callable[..., str]] = {
    ev.SittingOpened: _sitting_opened,
    ev.SittingClosed: _sitting_closed,
    ev.CroupierRelieved: _croupier_relieved,
    ev.RulesSet: _rules_set,
    ev.Seated: _seated,
    ev.Left: _left,
    ev.ShoeOpened: _shoe_opened,
    ev.CutCardShown: _cut_card_shown,
    ev.ShoeEnded: _shoe_ended,
    ev.BankOffered: _bank_offered,
    ev.BankDeclined: _bank_declined,
    ev.TableIdled: _table_idled,
    ev.BankTaken: _bank_taken,
    ev.BankKept: _bank_kept,
    ev.BankRaised: _bank_raised,
    ev.Staked: _staked,
    ev.BancoCalled: _banco_called,
    ev.BetsClosed: _bets_closed,
    ev.CoupVoided: _coup_voided,
    ev.CoupSettled: _coup_settled,
    ev.BankPassed: _bank_passed,
    ev.AuctionOpened: _auction_opened,
    ev.BidMade: _bid_made,
    ev.AuctionClosed: _auction_closed,
    ev.CardsBurned: _cards_burned,
    ev.LastCoupAnnounced: _last_coup_announced,
    ev.BetPlaced: _bet_placed,
    ev.HouseBetsClosed: _house_bets_closed,
    ev.HouseCoupVoided: _coup_voided,
    ev.HouseCoupSettled: _house_coup_settled,
    ev.CommissionCollected: _commission_collected,
    ev.StakedOn: _staked_on,
    ev.WentBank: _went_bank,
    ev.TableauxClosed: _tableaux_closed,
    ev.StakesAccepted: _stakes_accepted,
    ev.TableauxSettled: _tableaux_settled,
}
