"""Tables from outside, whatever program wrote them: letters, rows, amounts and days."""

from datetime import date
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from league.files.reading import amounts, days, headings, separated, text
from league.files.reading.faults import TableError
from league.files.reading.tables import only, open_tables

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman", "cp850")
LINE_ENDS = ("\n", "\r\n", "\r")
NAMES = ["Jürgen Größmann", "Änne Süßmilch", "Björn Käßler", "René Öztürk", "Zoë Krüger"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line_end", LINE_ENDS)
def test_letters_come_whole_in_every_encoding_and_with_every_line_end(encoding, line_end):
    written = f"Name;Straße{line_end}" + "".join(f"{name};Weg 1{line_end}" for name in NAMES)
    table = only(open_tables(written.encode(encoding)))
    assert [row[0] for row in table.rows] == ["Name", *NAMES]
    assert [row.number for row in table.rows] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "word",
    [*NAMES, "MÜLLER;GRÖẞE", "José Peña;Øystein", "„Runde“ – für Änne", "Währung;Dušan Miloš"],
)
def test_what_windows_writes_is_never_taken_for_another(word):
    content = word.encode("cp1252", errors="ignore")
    assert text.decoded(content) == content.decode("cp1252")


def test_letters_that_could_be_two_are_refused_with_both_words():
    with pytest.raises(TableError) as refused:
        text.decoded("Weiß;1\r\n".encode("cp850"))
    assert refused.value.code == "encoding_unclear"
    assert refused.value.place == "Weiá / Weiß"


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"\x00\x01\x02\xff\xfe", "encoding", ""),
        ("Name\nJ\ufffdrgen".encode(), "encoding_lost", "2"),
        (b"\r\n  \n", "empty", ""),
        (b"PK\x03\x04nothing", "workbook_broken", ""),
    ],
)
def test_what_is_no_table_is_refused_with_its_reason(content, code, place):
    with pytest.raises(TableError) as refused:
        open_tables(content)
    assert (refused.value.code, refused.value.place) == (code, place)


def test_a_letter_that_was_cut_at_the_end_of_a_cell_goes_alone():
    content = "Größe;".encode() + "Grü".encode()[:-1] + ";Käse\n".encode()
    assert text.decoded(content) == "Größe;Gr;Käse\n"


def test_quotation_marks_that_were_not_doubled_keep_their_row():
    written = '"4.11.";"Beitrag "Runde am Tisch" November";"x"\n"5.11.";"a ""b""";"c;d\ne"\n'
    assert separated.records(written) == [
        ["4.11.", 'Beitrag "Runde am Tisch" November', "x"],
        ["5.11.", 'a "b"', "c;d\ne"],
    ]


@given(
    st.lists(
        st.lists(st.text("ab ;,|\t\"'\nü0", max_size=6), min_size=3, max_size=3),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(separated.SEPARATORS),
)
def test_a_table_that_was_written_well_comes_back(rows, separator):
    import csv
    from io import StringIO

    written = StringIO()
    csv.writer(written, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(rows)
    read = separated.split(written.getvalue().replace("\r\n", "\n"), separator)
    assert read == rows


def test_the_number_of_a_row_is_the_one_excel_shows():
    table = only(open_tables(b"sep=;\nListe\n\nName;Betrag\n\nAnna;1,00\n;;\nBen;2,00\n"))
    assert [(row.number, row[0]) for row in table.rows] == [
        *((1, "Liste"), (3, "Name"), (5, "Anna"), (7, "Ben"))
    ]


def test_one_name_in_each_line_has_no_separator():
    assert separated.records("Anna Bolte\nKrug, Ben\nIda") == [
        ["Anna Bolte"],
        ["Krug, Ben"],
        ["Ida"],
    ]


def workbook(rows, formats=None, more=()):
    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for cell, number_format in (formats or {}).items():
        sheet[cell].number_format = number_format
    for name in more:
        book.create_sheet(name).append(["x"])
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def test_a_workbook_says_numbers_and_days_as_they_are():
    rows = [["Name", "Saldo", "seit", "PLZ"], ["Anna", 7.5, date(2005, 12, 1), 1067]]
    rows.append(["Ben", 0.1 + 0.2, None, 44137])
    content = workbook(rows, {"D2": "00000", "B3": "#,##0.00"})
    table = only(open_tables(content))
    assert [row.cells for row in table.rows[1:]] == [
        ("Anna", "7,50", "2005-12-01", "01067"),
        ("Ben", "0,30", "", "44137"),
    ]


def test_several_sheets_and_formulas_without_a_value_are_asked_about():
    with pytest.raises(TableError) as refused:
        only(open_tables(workbook([["a"]], more=["2025"])))
    assert (refused.value.code, refused.value.place) == ("several_sheets", "Sheet, 2025")
    with pytest.raises(TableError) as refused:
        open_tables(workbook([["Summe", "=1+1"]]))
    assert (refused.value.code, refused.value.place) == ("formula", "B1")


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        *(("1.040,50", 104050), ("1,025.00", 102500), ("7,5", 750), ("1.040", 104000)),
        *(("-7,20", -720), ("7,20-", -720), ("\u22127,20 €", -720), ("(12,50)", -1250)),
        *(("12,50 S", -1250), ("12,50 H", 1250), ("€ -5", -500), ("EUR 5.00", 500)),
        *(("1'234.50", 123450), ("1 234,50", 123450), ("12,-", 1200), ("-1.000,00 €", -100000)),
        *(("12.3400", 1234), ("1,1250", None), ("1.2.58", None), ("", None), ("zwölf", None)),
    ],
)
def test_an_amount_is_read_however_it_is_written(written, cents):
    assert amounts.cents_of(written) == cents


def test_thousands_are_told_from_cents_by_the_whole_column():
    assert amounts.decimal_of(["1,025.00", "7.50"]) == "."
    assert amounts.decimal_of(["1.040,50", "3"]) == ","
    assert amounts.decimal_of(["1.040", "3"]) == ""
    assert amounts.cents_of("1.040", amounts.decimal_of(["1.040", "7.5"])) is None


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["02/11/2026", "25/11/2026"], "dmy"),
        (["11/02/2026", "11/25/2026"], "mdy"),
        (["02.11.2026", "03.11.2026"], "dmy"),
        (["02/11/2026", "03/11/2026"], None),
        (["10/02/2026", "11/03/2026", "12/04/2026", "12/11/2026"], None),
        (["02/09/2026", "01/10/2026", "05/10/2026"], None),
        (["2026-11-02"], "dmy"),
    ],
)
def test_day_and_month_are_told_apart_by_the_whole_column(cells, order):
    assert days.order_of(cells) == order


def test_a_year_of_two_figures_is_as_late_as_it_can_be():
    today = date(2026, 11, 28)
    assert days.day_of("1.2.58", latest=today) == date(1958, 2, 1)
    assert days.day_of("1.4.65", latest=today) == date(1965, 4, 1)
    assert days.day_of("28.11.26", latest=today) == today
    assert days.day_of("29.11.26", latest=today) == date(1926, 11, 29)
    assert days.day_of("1.2.58") == date(2058, 2, 1)
    assert days.day_of("01.02.2058", latest=today) is None


@pytest.mark.parametrize(
    "written",
    [
        *("04.11.2026", "4.11.26", "2026-11-04", "04/11/2026", "20261104", "4. November 2026"),
        *("2026-11-04T18:30:00Z", "04.11.2026 18:30", "Mi, 04.11.2026", "4 Nov 2026"),
        *("Nov 4, 2026", "2026/11/04", "04-11-2026", "4. 11. 2026"),
    ],
)
def test_a_day_is_read_however_it_is_written(written):
    assert days.day_of(written) == date(2026, 11, 4)


def test_days_that_no_calendar_has_and_parts_of_days():
    assert days.day_of("30.02.2026") is None
    assert days.day_of("30.02.2026", last_of_month=True) == date(2026, 2, 28)
    assert days.day_of("12/2005", periods=True) == date(2005, 12, 1)
    assert days.day_of("2005", periods=True) == date(2005, 1, 1)
    assert days.day_near("30.12.", date(2027, 1, 2)) == date(2026, 12, 30)


def test_the_better_word_has_the_role_and_the_heading_is_found_below_titles():
    words = {"text": ("verwendungszweck", "buchungstext"), "kind": ("buchungstext",)}
    assert headings.roles(["Buchungstext", "Verwendungszweck", "?"], words) == ("kind", "text", "")
    rows = [["Liste"], ["Buchungstext", "Verwendungszweck"], ["a", "b"]]
    assert headings.find(rows, words) == 1
