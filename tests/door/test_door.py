"""The one door: what a command writes, what it never writes twice, and how it says no."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from django.db import OperationalError, connection

from ledger.models import Commission, Entry, Line
from tables import chain, log, standing
from tables.log import KeyReused, NoSitting, NoSuchTable, Stale, record
from tables.models import Bank, Coup, LogEntry, Seat, Shoe, Sitting, Stake, Table
from tables.rules import variants
from tables.rules.errors import BadAmount, WrongPhase
from tests.conftest import BANKER_WINS, COVERED, NOW, PONTE_WINS, SEATED, TIE, add_table


def give(table, command, *, key, actor="croupier", now=NOW, **more):
    return record(
        table_id=table.number, command=command, actor=actor, device="d", key=key, now=now, **more
    )


def lines_of(answer, table):
    return sorted(
        Line.objects.filter(table_id=table.number, seq=answer.seq).values_list(
            "kind", "holder", "amount"
        )
    )


def test_bank_taken_posts_the_bank(play, table_4):
    answer = play(*SEATED)
    assert lines_of(answer, table_4) == [("bank", "1", -100_000), ("player", "Ann", 100_000)]


def test_bets_closed_posts_stakes_and_garage(play, table_4):
    answer = play(*COVERED)
    assert lines_of(answer, table_4) == [
        ("bank", "1", 30_000),
        ("garage", "1", -30_000),
        ("player", "Bob", 30_000),
        ("player", "Cleo", 40_000),
        ("stakes", "", -70_000),
    ]


def test_a_banker_win_feeds_bank_and_cagnotte(play, table_4):
    answer = play(*COVERED, BANKER_WINS)
    assert lines_of(answer, table_4) == [
        ("bank", "1", -66_500),
        ("cagnotte", "", -3_500),
        ("stakes", "", 70_000),
    ]
    taken = Commission.objects.get(table_id=table_4.number, seq=answer.seq)
    assert (taken.base, taken.rate_bp, taken.amount, taken.player) == (70_000, 500, 3_500, "Ann")
    assert taken.exact == 3500
    assert taken.version == "house-5/2007-05-24"


def test_a_tie_gives_the_stakes_back(play, table_4):
    answer = play(*COVERED, TIE)
    assert lines_of(answer, table_4) == [
        ("player", "Bob", -30_000),
        ("player", "Cleo", -40_000),
        ("stakes", "", 70_000),
    ]
    assert not Commission.objects.exists()


def test_a_lost_bank_pays_the_pontes_and_gives_the_garage_back(play, table_4):
    """One entry carries the coup and the passing of the bank."""
    answer = play(*COVERED, PONTE_WINS)
    assert lines_of(answer, table_4) == [
        ("bank", "1", 70_000),
        ("garage", "1", 30_000),
        ("player", "Ann", -30_000),
        ("player", "Bob", -60_000),
        ("player", "Cleo", -80_000),
        ("stakes", "", 70_000),
    ]
    assert Entry.objects.get(table_id=table_4.number, seq=answer.seq).kind == "coup_settled"


def test_a_void_coup_takes_everything_back(play, table_4):
    answer = play(*COVERED, {"do": "void", "reason": "a card fell"})
    assert lines_of(answer, table_4) == [
        ("bank", "1", -30_000),
        ("garage", "1", 30_000),
        ("player", "Bob", -30_000),
        ("player", "Cleo", -40_000),
        ("stakes", "", 70_000),
    ]
    assert not Coup.objects.exists()


def test_a_rate_of_nothing_posts_no_line_of_nothing(play, table_4):
    """L06."""
    free = {"rate_bp": 0, "round_to": 10, "rounding": "nearest", "half": "up"}
    answer = play(
        *SEATED[:4],
        {"do": "set_rules", "commission": free},
        *SEATED[4:],
        *COVERED[6:],
        BANKER_WINS,
    )
    assert lines_of(answer, table_4) == [("bank", "1", -70_000), ("stakes", "", 70_000)]


def test_the_rows_say_what_happened(play, table_4):
    play(*COVERED, BANKER_WINS, {"do": "continue"})
    play({"do": "stake", "seat": 2, "amount": 66_500 + 70_000}, {"do": "close_bets"}, PONTE_WINS)
    sitting = Sitting.objects.get(table=table_4)
    assert (sitting.number, sitting.opened_by, str(sitting.gaming_day)) == (
        1,
        "croupier",
        "2026-11-30",
    )
    assert Shoe.objects.get(table=table_4).cards == 312
    assert list(Seat.objects.order_by("seat").values_list("seat", "player", "left_at")) == [
        (1, "Ann", None),
        (2, "Bob", None),
        (3, "Cleo", None),
    ]
    bank = Bank.objects.get(table=table_4)
    assert (bank.player, bank.amount, bank.reason, bank.paid_out) == (
        "Ann",
        100_000,
        "lost",
        30_000,
    )
    first, second = Coup.objects.order_by("number")
    assert (first.winner, first.covered, first.commission) == ("banker", 70_000, 3_500)
    assert (first.bank_after, first.garage_after) == (136_500, 30_000)
    assert first.hands == [
        {"side": "ponte", "cards": ["7S", "KD"], "point": 7},
        {"side": "banker", "cards": ["9H", "QC"], "point": 9},
    ]
    assert (second.winner, second.covered, second.bank_after) == ("ponte", 136_500, 0)
    assert list(
        Stake.objects.filter(coup=1).order_by("place").values_list("seat", "player", "amount")
    ) == [(2, "Bob", 30_000), (3, "Cleo", 40_000)]


def test_the_chain_can_be_checked_by_hand(play, table_4):
    play(*COVERED, BANKER_WINS)
    before = chain.GENESIS
    for place, entry in enumerate(LogEntry.objects.order_by("seq"), 1):
        assert entry.seq == place
        assert bytes(entry.previous_hash) == before
        before = chain.entry_hash(before, entry.body)
        assert bytes(entry.hash) == before
        assert chain.canonical(json.loads(entry.body)) == entry.body
    assert bytes(Table.objects.get(number=table_4.number).head) == before


def test_what_is_read_back_is_what_was_hashed_to_the_microsecond(play, table_4):
    """L27."""
    now = NOW + timedelta(hours=1, microseconds=123_456)
    play(*SEATED)
    answer = give(table_4, {"do": "stake", "seat": 2, "amount": 1_000}, key="k", now=now)
    entry = LogEntry.objects.get(table=table_4, seq=answer.seq)
    assert entry.recorded_at == now
    assert json.loads(entry.body)["recorded_at"] == "2026-11-30T21:00:00.123456Z"


def test_a_refused_command_changes_nothing(play, table_4):
    answer = play(*SEATED)
    with pytest.raises(BadAmount):
        play({"do": "stake", "seat": 2, "amount": -10_00})
    assert Table.objects.get(number=table_4.number).seq == answer.seq
    assert log.standing(table_4.number).state == answer.state


def test_the_same_key_gives_the_first_answer_again(play, table_4):
    """A06, A08: a retry comes later, when the rules would refuse it, and is still the same."""
    play(*COVERED[:-1])
    first = give(table_4, {"do": "close_bets"}, key="k")
    again = give(table_4, {"do": "close_bets"}, key="k", now=NOW + timedelta(seconds=2))
    assert again.replayed
    assert (again.seq, again.hash, again.events) == (first.seq, first.hash, first.events)
    assert again.view == first.view
    play(BANKER_WINS)
    later = give(table_4, {"do": "close_bets"}, key="k")
    assert later.view == first.view, "the first answer, not the table as it stands now"


def test_a_known_key_is_answered_before_the_expected_place_is_looked_at(play, table_4):
    at = play(*COVERED[:-1]).seq
    first = give(table_4, {"do": "close_bets"}, key="k", expected_seq=at)
    assert give(table_4, {"do": "close_bets"}, key="k", expected_seq=at).seq == first.seq


@pytest.mark.parametrize(
    "other", [{"command": {"do": "cut_card"}}, {"actor": "somebody else"}], ids=["command", "actor"]
)
def test_a_key_is_not_used_for_something_else(play, table_4, other):
    play(*COVERED[:-1])
    given = {"command": {"do": "close_bets"}, "actor": "croupier"}
    give(table_4, key="k", **given)
    with pytest.raises(KeyReused):
        give(table_4, key="k", **{**given, **other})


def test_a_key_belongs_to_its_table(play, table_4, house):
    """A08: scoped by table."""
    other = add_table(5)
    first = give(table_4, {"do": "open_sitting"}, key="k")
    second = give(other, {"do": "open_sitting"}, key="k")
    assert not first.replayed
    assert not second.replayed


def test_a_stale_command_is_told_where_the_table_stands(play, table_4):
    at = play(*SEATED).seq
    play({"do": "stake", "seat": 2, "amount": 1_000})
    with pytest.raises(Stale) as refused:
        give(table_4, {"do": "stake", "seat": 3, "amount": 1_000}, key="k", expected_seq=at)
    assert refused.value.seq == at + 1


def test_nothing_is_played_at_a_closed_table(table_4):
    with pytest.raises(NoSitting):
        give(table_4, {"do": "sit", "seat": 1, "player": "Ann"}, key="k")


def test_there_is_no_such_table(house):
    with pytest.raises(NoSuchTable):
        record(table_id=0, command={"do": "cut_card"}, actor="a", device="", key="k", now=NOW)


def test_a_process_that_has_fallen_behind_reads_on(play, table_4):
    """What this process remembers is old: another one has gone on at the table."""
    play(*SEATED)
    behind = standing.remembered(table_4.number)
    play({"do": "stake", "seat": 2, "amount": 1_000})
    standing.remember(behind)
    answer = give(table_4, {"do": "close_bets"}, key="k")
    assert answer.view["covered"] == 1_000


def test_a_refusal_is_never_given_on_an_old_memory(play, table_4):
    """By the old state nothing is staked; by the table as it stands something is."""
    play(*SEATED)
    behind = standing.remembered(table_4.number)
    play({"do": "stake", "seat": 2, "amount": 1_000}, {"do": "close_bets"})
    standing.remember(behind)
    assert give(table_4, TIE, key="k").view["winner"] == "tie"


def test_a_memory_of_what_was_rolled_back_is_forgotten(play, table_4):
    """Its place in the log is taken by another entry: the hash tells them apart."""
    at = play(*SEATED)
    lost = standing.remembered(table_4.number)
    standing.remember(replace(lost, seq=at.seq, head=b"\1" * 32, state=replace(at.state, bank=1)))
    answer = give(table_4, {"do": "banco", "seat": 2}, key="k")
    assert answer.state.bank == 100_000


def test_any_past_moment_can_be_rebuilt(play, table_4):
    views = {}
    for command in (*COVERED, BANKER_WINS, {"do": "retire"}):
        answer = play(command)
        views[answer.seq] = answer.view
    play({"do": "decline", "seat": 2}, {"do": "decline", "seat": 3})
    for seq, view in views.items():
        assert variants.view(log.standing_at(table_4.number, seq).state) == view


def test_a_second_sitting_starts_anew(play, table_4):
    play(*COVERED, PONTE_WINS, {"do": "close_sitting"})
    with pytest.raises(NoSitting):
        play({"do": "open_shoe"})
    answer = play({"do": "open_sitting"})
    assert answer.view["net"] == {}
    assert answer.view["cagnotte"] == 0
    standing._remembered.clear()
    assert log.standing(table_4.number).state == answer.state
    assert Sitting.objects.get(table=table_4, number=1).closed_at is not None
    assert not Seat.objects.filter(left_at=None).exists()


def test_a_sitting_is_not_closed_over_a_bank(play):
    play(*SEATED)
    with pytest.raises(WrongPhase):
        play({"do": "close_sitting"})


def test_a_deadlock_is_tried_again_and_the_coup_posted_once(
    real_database, play, table_4, monkeypatch
):
    """L25, L26: what PostgreSQL only asks to be said again is said again."""
    play(*COVERED)
    real, asked = connection.cursor, []

    class Deadlocked:
        def __enter__(self):
            error = OperationalError()
            error.__cause__ = psycopg.errors.DeadlockDetected()
            raise error

        def __exit__(self, *failure):
            return False

    def cursor():
        asked.append(1)
        return Deadlocked() if len(asked) == 1 else real()

    monkeypatch.setattr(connection, "cursor", cursor)
    answer = give(table_4, BANKER_WINS, key="once")
    monkeypatch.undo()
    assert answer.view["commission"] == 3_500
    assert Entry.objects.filter(table_id=table_4.number, seq=answer.seq).count() == 1


def test_twenty_clicks_make_one_coup(real_database, play, table_4):
    """U01, U02 and C08: the same key at once, from many connections."""
    play(*COVERED)

    def click(_):
        try:
            return give(table_4, BANKER_WINS, key="click")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(click, range(20)))
    assert len({answer.seq for answer in answers}) == 1
    assert [answer.replayed for answer in answers].count(False) == 1
    assert Coup.objects.count() == 1
    assert Commission.objects.count() == 1


def test_two_croupiers_make_one_coup(real_database, play, table_4):
    """U04: two posts of the same coup under different keys: the second is refused."""
    play(*COVERED)

    def settle(key):
        try:
            return give(table_4, BANKER_WINS, key=key)
        except WrongPhase as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(settle, ["one", "two"]))
    assert sorted(isinstance(answer, WrongPhase) for answer in answers) == [False, True]
    assert Coup.objects.count() == 1
