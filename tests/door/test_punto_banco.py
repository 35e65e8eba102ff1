"""A punto banco table through the one door: what its coups write, and that it all verifies."""

from datetime import date
from functools import partial

import pytest
from django.core.management import call_command
from django.db import connection

from ledger import reconciliation
from ledger.models import Commission, Entry, Line
from tables.commission_due import COMMISSION_DUE
from tables.models import Coup, Shoe, Sitting, Stake, Table
from tables.proofs import PROOFS, first_failures
from tables.rules.errors import CommissionOwed
from tests.conftest import NOW, add_table
from tests.rules.house import LINE, deal, stake
from tests.rules.playing import do

DAY = date(2026, 11, 30)
SEATED = (
    do("open_sitting"),
    do("sit", seat=1, player="Ann"),
    do("sit", seat=2, player="Bob"),
    do("open_shoe"),
)
# Ann 100.00 on the banker, Bob 123.00 on the banker and 10.00 on the player.
BETS = (
    *SEATED,
    stake(1, "banker", 10_000),
    stake(2, "banker", 12_300),
    stake(2, "player", 1_000),
    do("close_bets"),
)
BANKER_WINS, PLAYER_WINS, TIE = deal("K2", "Q8"), deal("K8", "T7"), deal("K7", "25")


def house_table(**options):
    line = {name: value for name, value in LINE.items() if name != "game"}
    limits = {"min_bank": 0, "min_stake": 0}
    return add_table(
        5, game="punto_banco", **line | limits | {"options": LINE["options"] | options}
    )


@pytest.fixture
def night(play):
    """Record commands at table 5, a minute apart; returns the last answer."""
    return partial(play, table_id=5)


@pytest.fixture
def table_5(house):
    return house_table()


@pytest.fixture
def owing_table(house):
    return house_table(commission_mode="owed")


def entry_of(answer):
    """The kind of the entry and its lines."""
    lines = Line.objects.filter(table_id=5, seq=answer.seq)
    return Entry.objects.get(table_id=5, seq=answer.seq).kind, sorted(
        lines.values_list("kind", "holder", "amount")
    )


def test_closed_bets_are_stakes_of_each_player(table_5, night):
    assert entry_of(night(*BETS)) == (
        "bets_closed",
        [("player", "Ann", 10_000), ("player", "Bob", 13_300), ("stakes", "", -23_300)],
    )


def test_a_coup_of_the_house_with_commission_kept_at_once(table_5, night):
    """Bob wins 123.00, loses 10.00 and pays 6.25, his 6.15 rounded to a quarter."""
    answer = night(*BETS, BANKER_WINS)
    assert entry_of(answer) == (
        "house_coup_settled",
        [
            ("cagnotte", "", -1_125),
            ("player", "Ann", -19_500),
            ("player", "Bob", -23_975),
            ("stakes", "", 23_300),
            ("table_win", "", 21_300),
        ],
    )
    taken = Commission.objects.filter(table_id=5, seq=answer.seq).order_by("number")
    assert [(c.player, c.base, c.rate_bp, c.exact, c.amount) for c in taken] == [
        ("Ann", 10_000, 500, 500, 500),
        ("Bob", 12_300, 500, 615, 625),
    ]


def test_commission_owed_is_earned_with_the_coup_and_collected_later(owing_table, night):
    assert entry_of(night(*BETS, BANKER_WINS)) == (
        "house_coup_settled",
        [
            ("cagnotte", "", -1_125),
            ("commission_owed", "Ann", 500),
            ("commission_owed", "Bob", 625),
            ("player", "Ann", -20_000),
            ("player", "Bob", -24_600),
            ("stakes", "", 23_300),
            ("table_win", "", 21_300),
        ],
    )
    with pytest.raises(CommissionOwed):
        night(do("leave", seat=2))
    assert entry_of(night(do("collect_commission", seat=2))) == (
        "commission_collected",
        [("commission_owed", "Bob", -625), ("player", "Bob", 625)],
    )
    assert Table.objects.get(number=5).view["owed"] == {"Ann": 500}
    night(do("leave", seat=2))


def test_a_loss_a_tie_and_a_void_coup(table_5, night):
    lost = night(*BETS, PLAYER_WINS)
    assert entry_of(lost)[1] == [
        ("player", "Bob", -2_000),
        ("stakes", "", 23_300),
        ("table_win", "", -21_300),
    ]
    back = [("player", "Ann", -1_000), ("stakes", "", 1_000)]
    bet = (stake(1, "banker", 1_000), do("close_bets"))
    assert entry_of(night(*bet, TIE)) == ("house_coup_settled", back)
    assert entry_of(night(*bet, do("void", reason="card exposed"))) == ("coup_voided", back)


def test_a_free_hand_is_a_coup_and_no_entry(table_5, night):
    answer = night(*SEATED, do("burn", count=5), do("close_bets"), TIE)
    assert not Entry.objects.filter(table_id=5).exists()
    coup = Coup.objects.get(table_id=5)
    assert (coup.seq, coup.number, coup.winner, coup.covered) == (answer.seq, 1, "tie", 0)


def test_a_coup_of_the_house_is_a_row_without_a_bank(table_5, night):
    night(*BETS, BANKER_WINS)
    coup = Coup.objects.get(table_id=5)
    assert (coup.number, coup.shoe, coup.bank, coup.winner) == (1, 1, None, "banker")
    assert (coup.covered, coup.base, coup.commission) == (23_300, 22_300, 1_125)
    assert coup.hands == [
        {"side": "player", "cards": ["K", "2"], "point": 2},
        {"side": "banker", "cards": ["Q", "8"], "point": 8},
    ]
    stakes = Stake.objects.filter(table_id=5).order_by("place")
    assert [(s.seat, s.player, s.amount) for s in stakes] == [
        (1, "Ann", 10_000),
        (2, "Bob", 1_000),
        (2, "Bob", 12_300),
    ]


def whole_night(night):
    again = (stake(1, "banker", 1_000), stake(2, "tie", 500), do("close_bets"))
    night(*BETS, BANKER_WINS, *again, TIE, *again, PLAYER_WINS, *again, do("cut_card"))
    night(BANKER_WINS, *again)


@pytest.mark.parametrize("mode", ["immediate", "owed"])
def test_a_night_verifies_with_money_in_play_and_at_its_end(house, night, mode, capsys):
    house_table(commission_mode=mode)
    whole_night(night)
    assert not [proof.name for proof in PROOFS if first_failures(proof, None)]
    answer = night(BANKER_WINS)
    assert answer.view["phase"] == "shoe_over"
    for seat in (1, 2) if mode == "owed" else ():
        night(do("collect_commission", seat=seat))
    call_command("verify")
    assert "The record verifies." in capsys.readouterr().out
    night(do("close_sitting"))
    call_command("verify")
    assert Sitting.objects.get(table_id=5).closed_at is not None
    assert Shoe.objects.get(table_id=5).ended_at is not None


@pytest.mark.parametrize("what", ["house", "cagnotte", "owed"])
def test_a_table_that_shows_other_money_is_named(owing_table, night, what):
    night(*BETS, BANKER_WINS)
    path = "{owed,Ann}" if what == "owed" else f"{{{what}}}"
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE")  # whoever signed in: a superuser
        cursor.execute(
            "UPDATE tables_table SET view = jsonb_set(view, %s, '7') WHERE number = 5", [path]
        )
    assert "money" in {proof.name for proof in PROOFS if first_failures(proof, None)}


def due():
    with connection.cursor() as cursor:
        cursor.execute(f"{COMMISSION_DUE} ORDER BY table_id, seq", {"day": DAY.isoformat()})
        return [amount for *_, amount in cursor.fetchall()]


@pytest.mark.parametrize("mode", ["immediate", "owed"])
def test_the_commission_worked_out_again_stake_by_stake(house, night, mode):
    """5.00 and 6.25; a tie; a win of the player; two coups with 10.00 on the banker: 0.50 each."""
    house_table(commission_mode=mode)
    whole_night(night)
    night(BANKER_WINS)
    assert due() == [1_125, 0, 0, 50, 50]
    reconciliation.ask(day=DAY, asked_by="accountant", now=NOW)
    run = reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW)
    assert run is not None
    assert (run.state, run.open_differences) == ("done", 0)


def test_no_commission_nothing_due(house, night):
    house_table(no_commission=True)
    night(*BETS, BANKER_WINS)
    assert due() == [0]
    night(do("set_rules", options={"no_commission": False}))
    night(stake(1, "banker", 1_000), do("close_bets"), BANKER_WINS)
    assert due() == [0, 50]
