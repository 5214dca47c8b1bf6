"""Lists as files: what a spreadsheet finds in them."""

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from league.files import sheets
from league.files.sheets import Column, Sheet, respond

COLUMNS = [
    Column("Wer"),
    Column("Betrag", "cents"),
    Column("Runden", "number"),
    Column("Tag", "day"),
    Column("Erfasst", "moment"),
    Column("Bar", "yes"),
]
ROBIN = ["Robin", -1250, 3, date(2026, 3, 6), datetime(2026, 3, 6, 23, 30, tzinfo=UTC), True]
NOTHING = ["Toni", None, None, None, None, None]


def sheet(*rows, title="Zahlungen", columns=COLUMNS):
    return Sheet(title, columns, iter(rows))


def body(response):
    return b"".join(response.streaming_content)


def read_csv(response):
    return list(csv.reader(io.StringIO(body(response).decode("utf-8-sig")), delimiter=";"))


def read_xlsx(response):
    return load_workbook(io.BytesIO(body(response)))


def test_a_german_excel_reads_the_csv_as_it_is():
    response = respond(sheet(ROBIN, NOTHING), "csv", "zahlungen-2026")
    assert response["Content-Disposition"] == 'attachment; filename="zahlungen-2026.csv"'
    raw = body(respond(sheet(ROBIN), "csv", "x"))
    assert raw.startswith(b"\xef\xbb\xbfWer;Betrag")
    assert read_csv(response) == [
        ["Wer", "Betrag", "Runden", "Tag", "Erfasst", "Bar"],
        ["Robin", "-12,50", "3", "2026-03-06", "2026-03-07 00:30:00", "ja"],
        ["Toni", "", "", "", "", ""],
    ]


def test_a_fraction_has_a_comma_or_excel_makes_a_day_of_it():
    columns = [Column("Wertung", "number")]
    for number, phrase in ((27.06, "27,06"), (-0.5, "-0,5"), (12, "12"), (Decimal("3.5"), "3,5")):
        assert read_csv(respond(sheet([number], columns=columns), "csv", "x"))[1] == [phrase]


@pytest.mark.parametrize(
    ("cents", "written"), [(0, "0,00"), (-5, "-0,05"), (123456789, "1234567,89")]
)
def test_cents_stay_exact(cents, written):
    assert read_csv(respond(sheet([cents], columns=[Column("€", "cents")]), "csv", "x"))[1] == [
        written
    ]


def test_the_workbook_has_numbers_and_days():
    book = read_xlsx(respond(sheet(ROBIN, NOTHING), "xlsx", "x"))
    assert book.sheetnames == ["Zahlungen"]
    head, robin, toni = book["Zahlungen"].rows
    assert [cell.value for cell in head] == [column.title for column in COLUMNS]
    assert [cell.value for cell in robin] == [
        "Robin",
        -12.5,
        3,
        datetime(2026, 3, 6),  # noqa: DTZ001
        datetime(2026, 3, 7, 0, 30),  # noqa: DTZ001
        "ja",
    ]
    assert robin[1].number_format == "#,##0.00"
    assert [cell.value for cell in toni] == ["Toni", None, None, None, None, None]


@pytest.mark.parametrize(
    "typed",
    ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "＝1+1", "#N/A", "=1+1"],
)
@pytest.mark.parametrize("kind", ["text", "number"])
def test_what_somebody_typed_is_never_a_formula(typed, kind):
    columns = [Column("Text", kind)]
    text = read_csv(respond(sheet([typed], columns=columns), "csv", "x"))[1][0]
    assert not text.startswith(("=", "+", "-", "@", "\t", "\n", "＝"))
    cell = read_xlsx(respond(sheet([typed], columns=columns), "xlsx", "x")).active["A2"]
    assert (cell.data_type, cell.value) == ("s", typed)


def test_a_column_that_held_a_formula_like_text_holds_the_next_one_right():
    book = read_xlsx(respond(sheet(["=1"], ["Robin"], columns=[Column("Text")]), "xlsx", "x"))
    assert [cell.value for cell in book.active["A"]] == ["Text", "=1", "Robin"]


def test_control_characters_break_nothing():
    rows = sheet(["a\x00b\x1fc"], columns=[Column("Text")])
    assert read_xlsx(respond(rows, "xlsx", "x")).active["A2"].value == "a b c"


def test_a_long_list_goes_on_in_the_next_sheet(monkeypatch):
    monkeypatch.setattr(sheets, "MOST_ROWS", 3)
    rows = [[number] for number in range(5)]
    book = read_xlsx(respond(sheet(*rows, columns=[Column("Nr", "number")]), "xlsx", "x"))
    assert book.sheetnames == ["Zahlungen", "Zahlungen 2", "Zahlungen 3"]
    value = [cell.value for page in book for cell in page["A"][1:]]
    assert value == [0, 1, 2, 3, 4]


def test_a_list_without_rows_still_has_its_headings():
    assert read_xlsx(respond(sheet(), "xlsx", "x")).active["A1"].value == "Wer"
    assert len(read_csv(respond(sheet(), "csv", "x"))) == 1


def test_sheets_of_one_workbook_have_names_of_their_own():
    columns = [Column("Nr", "number")]
    twins = [sheet([1], title="Kasse/Bank: alles, was im Jahr gebucht ist", columns=columns)] * 2
    names = read_xlsx(sheets.xlsx_response(twins, "x")).sheetnames
    assert len({name.lower() for name in names}) == 2
    assert all(len(name) <= 31 for name in names)


def test_rows_are_read_while_they_are_sent():
    read = []

    def rows():
        for number in range(2000):
            read.append(number)
            yield [number]

    pieces = iter(
        respond(Sheet("Lang", [Column("Nr", "number")], rows()), "csv", "x").streaming_content
    )
    next(pieces)
    assert 0 < len(read) < 2000


def test_the_language_is_the_readers_though_it_is_sent_later():
    with override("en"):
        response = respond(sheet([True], columns=[Column("Bar", "yes")]), "csv", "x")
    with override("de"):
        assert read_csv(response)[1] == ["yes"]
