"""Events in the log: what is written is read back, and nothing else is."""

import json
from typing import Any

import pytest

from tables.rules import variants
from tables.rules.events import (
    EVENTS,
    BancoCalled,
    BankTaken,
    Bet,
    BetsClosed,
    CoupSettled,
    Cover,
    Hand,
    HouseBetsClosed,
    HouseCoupSettled,
    SettledBet,
    TableauStake,
    TableauxClosed,
    TableauxSettled,
    as_json,
    from_json,
)
from tests.rules.playing import BANKER_WINS, betting, do, play, table


def test_a_coups_events_as_they_stand_in_the_log() -> None:
    state = play(
        betting(1, 2, 3, bank=10_000),
        do("stake", bystander="Zoe", amount=3_000),
        do("banco", seat=3, kind="avec"),
    )
    (closed,) = variants.decide(state, do("close_bets"))
    assert as_json(closed) == {
        "event": "bets_closed",
        "covers": [
            {"who": 3, "player": "Cleo", "amount": 5_000},
            {"who": "Zoe", "player": "Zoe", "amount": 3_000},
        ],
        "to_garage": 2_000,
        "ponte": 3,
        "call": {"seat": 3, "kind": "avec", "partner": None},
    }
    (settled,) = variants.decide(play(state, do("close_bets")), BANKER_WINS)
    assert as_json(settled) == {
        "event": "coup_settled",
        "number": 1,
        "winner": "banker",
        "hands": [
            {"side": "ponte", "cards": ["7S", "KD"], "point": 7},
            {"side": "banker", "cards": ["9H", "QC"], "point": 9},
        ],
        "irregular": None,
        "covers": [
            {"who": 3, "player": "Cleo", "amount": 5_000},
            {"who": "Zoe", "player": "Zoe", "amount": 3_000},
        ],
        "base": 8_000,
        "commission": 400,
    }


@pytest.mark.parametrize(
    "event",
    [
        BankTaken(number=1, seat=2, player="Bob", amount=2**53 + 1, turn=2),
        BetsClosed((Cover("7", "7", 5),), 0, "7", BancoCalled(3, "deux", 4)),
        CoupSettled(1, "tie", (Hand("ponte", ("7S", "K"), 7),), "exposed", (), 0, 0),
        HouseCoupSettled(
            2, "tie", (), None, (SettledBet(3, "Cleo", "tie", 500, 4_000, 0, 0),), "owed"
        ),
        HouseBetsClosed((Bet(3, "Cleo", "either_pair", 500),)),
        TableauxClosed((TableauStake("Zoe", "Zoe", 2, 501, 0),), (6, 1)),
        TableauxSettled(
            *(3, ("tie", "banker"), (Hand("two", ("7S", "K"), 7),), None),
            *((TableauStake(1, "Ann", 1, 5, 5),), (Cover(1, "Ann", 10),), 0, 0),
        ),
        *variants.decide(table(), do("open_sitting")),
    ],
)
def test_written_and_read_back(event: Any) -> None:
    text = json.dumps(as_json(event))
    assert from_json(json.loads(text)) == event


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"event": "coup_dreamt"},
        {"event": ["staked"]},
        {"event": "staked", "who": 2},
        {"event": "staked", "who": 2, "amount": 5, "colour": "red"},
    ],
)
def test_what_is_no_event(raw: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"event|Staked"):
        from_json(raw)


def test_the_names_in_the_log() -> None:
    assert set(EVENTS) == {
        *("sitting_opened", "sitting_closed", "croupier_relieved", "rules_set", "seated", "left"),
        *("shoe_opened", "cut_card_shown", "shoe_ended", "bank_offered", "bank_declined"),
        *("table_idled", "bank_taken", "bank_kept", "bank_raised", "bank_passed"),
        *("auction_opened", "bid_made", "auction_closed", "staked", "banco_called"),
        *("bets_closed", "coup_voided", "coup_settled"),
        *("cards_burned", "last_coup_announced", "bet_placed", "house_bets_closed"),
        *("house_coup_voided", "house_coup_settled", "commission_collected"),
        *("staked_on", "went_bank", "tableaux_closed", "stakes_accepted", "tableaux_settled"),
    }
