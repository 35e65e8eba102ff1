"""Files: harmless to spreadsheets, exact to machines, the same as the page, kept byte for byte."""

import csv
import hashlib
import io
import tracemalloc
from decimal import Decimal
from zoneinfo import ZoneInfo

import openpyxl
import pytest

from ledger import reports
from ledger.exports import delimited, kept, workbook
from ledger.exports.delimited import EXCEL_FR, MACHINE, harmless
from ledger.exports.files import FORMATS, make
from ledger.exports.sheets import BY_TABLE, EACH_COMMISSION
from tests.books.conftest import DAY
from tests.conftest import BANKER_WINS, COVERED, NOW, SEATED, add_table

PARIS = ZoneInfo("Europe/Paris")


def file_of(sheet, profile):
    return b"".join(delimited.written(sheet, DAY, profile, PARIS))


def machine(sheet):
    return list(csv.DictReader(io.StringIO(file_of(sheet, MACHINE).decode("utf-8"))))


def french(sheet):
    text = file_of(sheet, EXCEL_FR).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def worksheet(sheet, **how):
    data = b"".join(workbook.written(sheet, DAY, PARIS, NOW))
    return openpyxl.load_workbook(io.BytesIO(data), **how).active


def named(tamper, name):
    """Whatever the rules let nobody be called: it may stand in older books all the same."""
    tamper("UPDATE ledger_commission SET player = $name$" + name + "$name$ WHERE table_id = 4")


@pytest.fixture
def three_wins(play):
    """P13: 23.75 at 5 % to the cent, three times: 1.1875 each, 1.19 taken."""
    to_the_cent = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
    cents = {"unit": 5, "min_stake": 5, "commission": to_the_cent}
    play({"do": "set_rules", **cents}, *SEATED)
    stake = ({"do": "stake", "seat": 2, "amount": 2_375}, {"do": "close_bets"}, BANKER_WINS)
    play(*stake, {"do": "continue"}, *stake, {"do": "continue"}, *stake)


DANGEROUS = [
    '=HYPERLINK("http://x.example","a")',
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
]


class TestHarmless:
    """P01."""

    @pytest.mark.parametrize("text", DANGEROUS)
    def test_text_that_would_run_does_not(self, text):
        assert harmless(text) == "'" + text

    @pytest.mark.parametrize("text", ["Ann", "", "1-2", "Mrs = K", "d'Évian", "x@y"])
    def test_other_text_stays_as_it_is(self, text):
        assert harmless(text) == text

    @pytest.mark.parametrize("text", DANGEROUS)
    def test_in_the_files_too_and_the_columns_are_as_many(self, coup, tamper, text):
        named(tamper, text)
        for rows, column in ((machine, "player"), (french, "Banquier")):
            (row,) = rows(EACH_COMMISSION)
            assert row[column] == "'" + text
            assert None not in row
            assert None not in row.values()

    def test_numbers_are_never_guarded(self, play):
        """5 % of 2.90 to ten cents is 0.10: rounding took 0.045 from the house."""
        play({"do": "set_rules", "unit": 10, "min_stake": 10}, *SEATED)
        play({"do": "stake", "seat": 2, "amount": 290}, {"do": "close_bets"}, BANKER_WINS)
        (row,) = machine(EACH_COMMISSION)
        assert (row["commission"], row["exact"], row["rounding"]) == ("0.10", "0.145", "-0.045")
        assert french(EACH_COMMISSION)[0]["Écart d’arrondi"] == "-0,045"

    @pytest.mark.parametrize("text", [*DANGEROUS[:4], "＝1+1"])
    def test_in_a_workbook_it_is_text(self, coup, tamper, text):
        named(tamper, text)
        cell = worksheet(EACH_COMMISSION)["F2"]
        assert (cell.value, cell.data_type) == (text, "s")
        assert cell.quotePrefix


class TestDelimited:
    def test_the_machines_profile(self, coup):
        assert file_of(BY_TABLE, MACHINE).decode("ascii") == (
            "gaming_day,table,sitting,coups,wins,base,exact,commission,rounding,currency\r\n"
            "2026-11-30,4,1,1,1,700.00,35.00,35.00,0.00,EUR\r\n"
        )

    def test_the_french_profile(self, coup):
        """P05: a semicolon, so that the decimal comma is no separator."""
        assert file_of(BY_TABLE, EXCEL_FR).decode("utf-8-sig") == (
            "Journée de jeu;Table;Séance;Coups;Avec cagnotte;Assiette;Montant exact;Cagnotte;"
            "Écart d’arrondi;Devise\r\n"
            "30/11/2026;4;1;1;1;700,00;35,00;35,00;0,00;EUR\r\n"
        )

    def test_thousands_are_not_grouped(self, coup, tamper):
        tamper("UPDATE ledger_commission SET amount = 123_450 WHERE table_id = 4")
        assert machine(BY_TABLE)[0]["commission"] == "1234.50"
        assert french(BY_TABLE)[0]["Cagnotte"] == "1234,50"

    def test_accents_survive(self, coup, tamper):
        """P03."""
        named(tamper, "Hélène d’Évian")
        data = file_of(EACH_COMMISSION, EXCEL_FR)
        assert data.startswith(b"\xef\xbb\xbf")
        assert french(EACH_COMMISSION)[0]["Banquier"] == "Hélène d’Évian"
        assert machine(EACH_COMMISSION)[0]["player"] == "Hélène d’Évian"

    def test_the_mark_is_only_where_it_is_wanted(self, coup):
        """P04."""
        assert next(iter(french(BY_TABLE)[0])) == "Journée de jeu"
        assert next(iter(machine(BY_TABLE)[0])) == "gaming_day"
        for profile in (MACHINE, EXCEL_FR):
            assert b"sep=" not in file_of(BY_TABLE, profile)

    def test_times_are_the_casinos(self, coup):
        """Entry 10 was recorded at 20:09 UTC."""
        assert machine(EACH_COMMISSION)[0]["recorded_at"] == "2026-11-30T21:09:00.000000+01:00"
        assert french(EACH_COMMISSION)[0]["Heure"] == "30/11/2026 21:09:00"

    def test_an_empty_day_has_its_header(self, house):
        assert file_of(EACH_COMMISSION, MACHINE).startswith(b"gaming_day,recorded_at,table,")
        assert machine(EACH_COMMISSION) == []

    def test_every_figure_adds_up_to_the_pages(self, three_wins):
        """P13: 3.57 on the screen and in the file; in theory 3.5625."""
        for sheet in (BY_TABLE, EACH_COMMISSION):
            rows = machine(sheet)
            assert sum(Decimal(row["commission"]) for row in rows) == Decimal("3.57")
            assert sum(Decimal(row["exact"]) for row in rows) == Decimal("3.5625")
            assert sum(Decimal(row["rounding"]) for row in rows) == Decimal("0.0075")
        taken = reports.totals(reports.commission_by_sitting(DAY))["EUR"]
        assert (taken.amount, taken.exact) == (357, Decimal("356.25"))

    def test_nothing_is_written_minus_nothing(self, play):
        """L08: 5 % of 2.80 is 0.14, taken as 0.10; of 3.20, 0.16 as 0.20: in sum nothing."""
        play({"do": "set_rules", "unit": 10, "min_stake": 10}, *SEATED)
        for amount in (280, 320):
            play({"do": "stake", "seat": 2, "amount": amount}, {"do": "close_bets"}, BANKER_WINS)
            play({"do": "continue"})
        assert [row["rounding"] for row in machine(EACH_COMMISSION)] == ["-0.04", "0.04"]
        assert machine(BY_TABLE)[0]["rounding"] == "0.00"
        assert french(BY_TABLE)[0]["Écart d’arrondi"] == "0,00"


class TestCurrencies:
    """L09, L11: as many decimals as the currency has, in every format."""

    @pytest.fixture
    def yen_and_dinars(self, house, play):
        cent = {"rate_bp": 500, "round_to": 1, "rounding": "nearest", "half": "up"}
        fine = {"unit": 1, "min_stake": 1, "min_bank": 1_000, "commission": cent}
        seated = (*SEATED[:-1], {"do": "take_bank", "seat": 1, "amount": 500_000})
        for number, currency, stake in ((7, "JPY", 500_000), (8, "KWD", 12_345)):
            add_table(number, currency=currency, **fine)
            play(
                *seated,
                {"do": "stake", "seat": 2, "amount": stake},
                {"do": "close_bets"},
                BANKER_WINS,
                table_id=number,
            )

    def test_in_text(self, yen_and_dinars):
        yen, dinars = machine(BY_TABLE)
        assert (yen["base"], yen["commission"]) == ("500000", "25000")
        assert (dinars["base"], dinars["commission"]) == ("12.345", "0.617")
        assert (dinars["exact"], dinars["rounding"]) == ("0.61725", "-0.00025")

    def test_in_a_workbook_each_has_its_own_total(self, coup, yen_and_dinars):
        page = worksheet(BY_TABLE)
        assert [page.cell(row, 8).number_format for row in (2, 3, 4)] == [
            "#,##0.00",
            "#,##0",
            "#,##0.000",
        ]
        assert [(page.cell(row, 10).value, page.cell(row, 8).value) for row in (5, 6, 7)] == [
            ("EUR", '=SUMIF(J2:J4,"EUR",H2:H4)'),
            ("JPY", '=SUMIF(J2:J4,"JPY",H2:H4)'),
            ("KWD", '=SUMIF(J2:J4,"KWD",H2:H4)'),
        ]
        worked_out = worksheet(BY_TABLE, data_only=True)
        assert [worked_out.cell(row, 8).value for row in (5, 6, 7)] == [35, 25_000, 0.617]


class TestWorkbook:
    @pytest.mark.parametrize("sheet", [BY_TABLE, EACH_COMMISSION])
    def test_read_back_it_holds_every_figure(self, three_wins, sheet):
        page = worksheet(sheet)
        titles = [cell.value for cell in page[1]]
        assert titles == [column.title for column in sheet.columns]
        rows = [dict(zip(titles, row, strict=True)) for row in page.iter_rows(2, values_only=True)]
        for row, line in zip(rows, machine(sheet), strict=False):
            for title, name in (
                ("Table", "table"),
                ("Sitting", "sitting"),
                ("Base", "base"),
                ("Exact", "exact"),
                ("Commission", "commission"),
                ("Rounding difference", "rounding"),
            ):
                assert not isinstance(row[title], str)
                assert Decimal(repr(row[title])) == Decimal(line[name])
            assert row["Gaming day"].isoformat() == "2026-11-30T00:00:00"
        assert len(rows) == len(machine(sheet)) + 1

    def test_times_are_real_and_the_casinos(self, coup):
        assert worksheet(EACH_COMMISSION)["B2"].value.isoformat() == "2026-11-30T21:09:00"

    def test_the_header_stays_and_the_total_is_a_formula(self, three_wins):
        page = worksheet(BY_TABLE)
        assert page.freeze_panes == "A2"
        assert [page["A3"].value, page["H3"].value] == ["Total", '=SUMIF(J2,"EUR",H2)']
        assert worksheet(BY_TABLE, data_only=True)["H3"].value == 3.57

    def test_a_day_without_commission_is_a_header_alone(self, house):
        assert worksheet(BY_TABLE).max_row == 1

    def test_what_a_worksheet_cannot_hold_is_refused_not_cut(self, three_wins, monkeypatch):
        monkeypatch.setattr(workbook, "MOST_ROWS", 2)
        with pytest.raises(workbook.TooLong):
            b"".join(workbook.written(EACH_COMMISSION, DAY, PARIS, NOW))


class TestKept:
    @pytest.mark.parametrize("name", FORMATS)
    def test_byte_for_byte_with_its_hash(self, coup, people, name):
        file = make(
            sheet=BY_TABLE,
            day=DAY,
            form=FORMATS[name],
            made_by=people["accountant"].id,
            now=NOW,
        )
        again = b"".join(kept.pieces_of(file, piece=100))
        assert hashlib.sha256(again).digest() == bytes(file.sha256)
        assert kept.size_of(file) == len(again)
        assert again == b"".join(FORMATS[name].written(BY_TABLE, DAY, PARIS, NOW))
        assert (file.made_by.username, file.made_at) == ("accountant", NOW)

    def test_it_stays_what_it_was_when_the_books_go_on(self, play, people):
        play(*COVERED, BANKER_WINS)
        csv_file = FORMATS["csv"]
        maker = people["accountant"].id
        file = make(sheet=BY_TABLE, day=DAY, form=csv_file, made_by=maker, now=NOW)
        play({"do": "continue"}, {"do": "stake", "seat": 2, "amount": 30_000})
        play({"do": "close_bets"}, BANKER_WINS)
        later = make(sheet=BY_TABLE, day=DAY, form=csv_file, made_by=maker, now=NOW)
        assert b",700.00,35.00," in b"".join(kept.pieces_of(file))
        assert b",1000.00,50.00," in b"".join(kept.pieces_of(later))

    def test_nothing_is_kept_of_a_file_that_fails(self, coup, people):
        def pieces():
            yield b"half"
            raise OSError("the disk is full")

        with pytest.raises(OSError, match="full"):
            kept.keep(
                name="n",
                media_type="text/csv",
                pieces=pieces(),
                made_by=people["accountant"].id,
                made_at=NOW,
            )
        assert not kept.without_content().exists()


def test_a_long_file_is_written_while_it_is_read(coup, tamper):
    """P06: the first piece is there before the last row is read, and memory does not grow."""
    tamper(
        "INSERT INTO ledger_commission (table_id, seq, number, sitting, gaming_day, recorded_at, "
        "player, base, rate_bp, round_to, rounding, half, minimum, version, amount) "
        "SELECT c.table_id, c.seq, n, c.sitting, c.gaming_day, c.recorded_at, c.player, c.base, "
        "c.rate_bp, c.round_to, c.rounding, c.half, c.minimum, c.version, c.amount "
        "FROM ledger_commission c, generate_series(2, 20_000) n WHERE c.table_id = 4"
    )
    tracemalloc.start()
    pieces = delimited.written(EACH_COMMISSION, DAY, MACHINE, PARIS)
    size = len(next(pieces))
    assert size < 100_000
    for piece in pieces:
        size += len(piece)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > 2_000_000
    assert peak < 2_000_000
