"""Every typed line means one command, or is answered with a sentence."""

from dataclasses import replace

import pytest

from tables.console.keys import Situation, read
from tables.console.keys_help import KEYS
from tables.console.misread import Misread

EUR = Situation(phase="betting", exponent=2)
AT = {
    "closed_table": Situation(phase="between_sittings", exponent=2, sitting_open=False),
    "closed": replace(EUR, phase="closed"),
    "shoe_over": replace(EUR, phase="shoe_over"),
    "offering": replace(EUR, phase="offering", offered_to=4),
    "idle": replace(EUR, phase="idle"),
    "betting": EUR,
    "dealing": replace(EUR, phase="dealing"),
    "deciding": replace(EUR, phase="deciding"),
    "suite": replace(EUR, phase="suite", offered_to=5, price=136_550),
    "auction": replace(EUR, phase="auction"),
}


def do(name: str, **arguments: object) -> dict[str, object]:
    return {"do": name, **arguments}


@pytest.mark.parametrize(
    ("phase", "line", "command"),
    [
        # Enter alone is the one obvious next act
        ("closed_table", "", do("open_sitting")),
        ("closed", "", do("open_shoe")),
        ("shoe_over", "", do("open_shoe")),
        ("betting", "", do("close_bets")),
        ("betting", "   ", do("close_bets")),
        ("deciding", "", do("continue")),
        ("auction", "", do("close_auction")),
        # opening and closing
        ("closed_table", "o", do("open_sitting")),
        ("shoe_over", "O", do("open_shoe")),
        ("closed", "z", do("close_sitting")),
        # people
        ("closed", "s 4 Dan", do("sit", seat=4, player="Dan")),
        ("betting", "S 4 Mrs Kay", do("sit", seat=4, player="Mrs Kay")),
        ("dealing", "l 4", do("leave", seat=4)),
        ("betting", "h Marc Dupont", do("relieve", croupier="Marc Dupont")),
        # the bank offered
        ("offering", "1000", do("take_bank", seat=4, amount=100_000)),
        ("offering", "2 1000", do("take_bank", seat=2, amount=100_000)),
        ("offering", "-", do("decline", seat=4)),
        ("offering", "- 3", do("decline", seat=3)),
        ("idle", "4 1000", do("take_bank", seat=4, amount=100_000)),
        # stakes
        ("betting", "3 400", do("stake", seat=3, amount=40_000)),
        ("betting", "3   400", do("stake", seat=3, amount=40_000)),
        ("betting", "3 12,34", do("stake", seat=3, amount=1_234)),
        ("betting", "3 12.34", do("stake", seat=3, amount=1_234)),
        ("betting", "3 12,5", do("stake", seat=3, amount=1_250)),
        ("betting", "3 -", do("stake", seat=3, amount=0)),
        ("betting", "3 0", do("stake", seat=3, amount=0)),
        ("betting", "3 -5", do("stake", seat=3, amount=-500)),
        ("betting", "zoe 50", do("stake", bystander="zoe", amount=5_000)),
        ("betting", "Mrs Kay 50,5", do("stake", bystander="Mrs Kay", amount=5_050)),
        ("betting", "zoe -", do("stake", bystander="zoe", amount=0)),
        ("betting", "@z 50", do("stake", bystander="z", amount=5_000)),
        ("betting", "@7 50", do("stake", bystander="7", amount=5_000)),
        # bancos
        ("betting", "b 3", do("banco", seat=3)),
        ("betting", "B 3 solo", do("banco", seat=3, kind="solo")),
        ("betting", "b 3 deux 4", do("banco", seat=3, kind="deux", partner=4)),
        ("betting", "b 3 d 4", do("banco", seat=3, kind="deux", partner=4)),
        ("betting", "b 3 avec", do("banco", seat=3, kind="avec")),
        ("betting", "b 3 a", do("banco", seat=3, kind="avec")),
        ("betting", "b 3 marche", do("banco", seat=3, kind="marche")),
        # more into the bank
        ("betting", "g 100", do("add_to_bank", amount=10_000, source="garage")),
        ("betting", "k 100", do("add_to_bank", amount=10_000, source="pocket")),
        ("betting", "a 5", do("associate", seat=5)),
        # the coup
        ("dealing", "rp", do("result", winner="ponte")),
        ("dealing", "RB", do("result", winner="banker")),
        ("dealing", "rt", do("result", winner="tie")),
        ("dealing", "x card shown", do("void", reason="card shown")),
        ("betting", "n", do("cut_card")),
        ("dealing", "n", do("cut_card")),
        ("deciding", "w", do("retire")),
        # the suite and the auction
        ("suite", "+", do("take_over", seat=5, amount=136_550)),
        ("suite", "1400", do("take_over", seat=5, amount=140_000)),
        ("suite", "2 1400", do("take_over", seat=2, amount=140_000)),
        ("suite", "-", do("decline", seat=5)),
        ("auction", "4 1200", do("bid", seat=4, amount=120_000)),
        # limits
        ("closed", "m min_bank 200", do("set_rules", min_bank=20_000)),
        ("betting", "m max_bank 5000", do("set_rules", max_bank=500_000)),
        ("betting", "m max_bank -", do("set_rules", max_bank=None)),
        ("betting", "m min_stake 20", do("set_rules", min_stake=2_000)),
    ],
)
def test_a_line_is_a_command(phase: str, line: str, command: dict[str, object]) -> None:
    assert read(line, AT[phase]) == command


@pytest.mark.parametrize(
    ("line", "ponte", "banker", "irregular"),
    [
        ("23 k5", ["2", "3"], ["K", "5"], None),
        ("23 K5 4", ["2", "3", "4"], ["K", "5"], None),
        ("23 k5 4 6", ["2", "3", "4"], ["K", "5", "6"], None),
        ("67 k3 - 6", ["6", "7"], ["K", "3", "6"], None),
        ("23 k5 4 -", ["2", "3", "4"], ["K", "5"], None),
        ("234 k56", ["2", "3", "4"], ["K", "5", "6"], None),
        ("234 k5 6", ["2", "3", "4"], ["K", "5", "6"], None),
        ("p 2s 3d 4c b ks 5h", ["2S", "3D", "4C"], ["KS", "5H"], None),
        ("p 2s3d b ks5h p 4c", ["2S", "3D", "4C"], ["KS", "5H"], None),
        ("b ks 5h p 2s 3d", ["2S", "3D"], ["KS", "5H"], None),
        ("P 2♠ 3♦ B K♣ 5♥", ["2S", "3D"], ["KC", "5H"], None),
        ("t9 100", ["T", "9"], ["T", "T"], None),  # ten is T, 10 or 0
        ("aa aq", ["A", "A"], ["A", "Q"], None),
        ("10s9 0hq", ["TS", "9"], ["TH", "Q"], None),
        ("23 k7 4 2 i shown too early", ["2", "3", "4"], ["K", "7", "2"], "shown too early"),
        ("2345 k5", ["2", "3", "4", "5"], ["K", "5"], None),  # the rules say what is wrong
    ],
)
def test_a_line_of_cards_is_a_deal(
    line: str, ponte: list[str], banker: list[str], irregular: str | None
) -> None:
    expected: dict[str, object] = {"do": "deal", "ponte": ponte, "banker": banker}
    if irregular is not None:
        expected["irregular"] = irregular
    assert read(line, AT["dealing"]) == expected


@pytest.mark.parametrize(
    ("exponent", "written", "minor"), [(0, "500000", 500_000), (3, "12,345", 12_345), (2, "7", 700)]
)
def test_sums_have_the_decimals_of_the_currency(exponent: int, written: str, minor: int) -> None:
    situation = replace(EUR, exponent=exponent)
    assert read(f"3 {written}", situation) == do("stake", seat=3, amount=minor)


@pytest.mark.parametrize(
    ("phase", "line", "says"),
    [
        # U05: a comma never groups, so that no thousand becomes one
        ("betting", "3 1,234", "comma"),
        ("betting", "3 1,000", "comma"),
        ("betting", "3 1.000", "comma"),
        ("betting", "3 1.234,50", "comma"),
        ("betting", "3 1E+2", "no sum"),
        ("betting", "3 ٣", "no sum"),
        ("betting", "3 ,", "no sum"),
        ("betting", "3", "seat, a space, and the sum"),
        ("betting", "3 4 5", "seat, a space, and the sum"),
        ("betting", "1234 400", "no seat number"),
        ("betting", "zoe", "means nothing"),
        ("betting", "zoe much", "no sum"),
        ("betting", "@ 50", "bystander"),
        ("betting", "b", "Type b"),
        ("betting", "b x", "no seat number"),
        ("betting", "b 3 trois", "kind of banco"),
        ("betting", "b 3 deux 4 5", "one partner"),
        ("betting", "g", "sum after"),
        ("betting", "a", "one seat"),
        ("betting", "a 1 2", "one seat"),
        ("betting", "s 4", "name"),
        ("betting", "h", "croupier"),
        ("betting", "n now", "Nothing comes after"),
        ("betting", "-", "offered to nobody"),
        ("betting", "m max_bank", "min_bank"),
        ("betting", "m decks 8", "min_bank"),
        ("betting", "m min_bank -", "no sum"),
        ("closed", "400", "No sum is asked"),
        ("deciding", "yes", "means nothing"),
        ("offering", "", "Type the sum"),
        ("offering", "1 2 3", "the sum alone"),
        ("suite", "", r"Type \+"),
        ("suite", "+ 3", "alone"),
        ("offering", "+", "price"),
        ("idle", "", "seat that takes"),
        ("idle", "500", "seat, a space"),
        ("dealing", "", "cards first"),
        ("dealing", "x", "reason"),
        ("dealing", "rp 23", "alone"),
        ("dealing", "23", "Two cards each first"),
        ("dealing", "2 k5", "Two cards each first"),
        # U12: a third card before both first hands are complete
        ("dealing", "234", "third card comes only after"),
        ("dealing", "p 2 3 4", "third card comes only after"),
        ("dealing", "p 3 2 b 4 p 5", "third card comes only after"),
        ("dealing", "23 k1", "no card"),
        ("dealing", "23 kx", "no card"),
        ("dealing", "p 2s 3z b 4 5", "no card"),
        ("dealing", "23 k7 4 2 i", "reason"),
    ],
)
def test_any_other_line_is_answered_with_a_sentence(phase: str, line: str, says: str) -> None:
    with pytest.raises(Misread, match=says) as misread:
        read(line, AT[phase])
    assert misread.value.sentence.endswith(".") or misread.value.sentence.endswith("?")


@pytest.mark.parametrize(
    ("phase", "example"), [(part.phase, key.example) for part in KEYS for key in part.keys]
)
def test_every_example_of_the_help_reads_as_it_stands(phase: str, example: str) -> None:
    assert read(example, AT[phase or "betting"])["do"]


def test_every_command_of_the_game_has_a_key() -> None:
    from tables.rules.variants import GAMES

    typed = {
        read(key.example, AT[part.phase or "betting"])["do"] for part in KEYS for key in part.keys
    }
    typed |= {read("", AT[phase])["do"] for phase in ("closed_table", "closed")}
    assert typed == set(GAMES["chemin_de_fer"].acts)


@pytest.mark.parametrize(
    "cards",
    ["23 k5 4 6", "67 k3 - 6", "234 k56"],
)
def test_a_plain_coup_takes_twelve_key_presses_at_most(cards: str) -> None:
    close_the_bets, the_cards, next_coup = "\n", cards + "\n", "\n"
    assert len(close_the_bets + the_cards + next_coup) <= 12
    assert read(cards, AT["dealing"])["do"] == "deal"
