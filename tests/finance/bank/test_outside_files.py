"""Files of banks through the page that a treasurer uses: read, asked about, or refused in words."""

import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from finance.bank.models.bank import BankImport, BankLine
from finance.checks.books import check_books
from tests.finance.bank_club import CLUB, Bank, file_of, row
from tests.finance.pages import hidden, text, url
from tests.outside.banks import ENCODINGS, LINE_ENDS, NAMES, SAID, expected, written

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


def sends(kim: Any, name: str, content: bytes) -> Any:
    return kim.post(url("import_bank"), {"file": SimpleUploadedFile(name, content)})


def says_its_columns(kim: Any, asked: Any, **changes: str) -> Any:
    """Send the page of columns as it is proposed, with a few of its columns said otherwise."""
    page = kim.get(asked.url)
    sent = {"file": hidden(page, "file"), "amounts": "signed"}
    chosen = r'<select name="(column_\d+)".*?(?:<option value="([^"]*)" selected|</select>)'
    sent |= dict(re.findall(chosen, page.content.decode(), re.DOTALL))
    return kim.post(url("bank_columns"), sent | changes)


@pytest.mark.parametrize("name", NAMES)
def test_a_treasurer_reads_it_on_the_page_of_the_bank(name: str, kim: Any, bank: Bank) -> None:
    place = NAMES.index(name)
    encoding = "utf-8" if name.endswith(".xml") else ENCODINGS[place % 5]
    done = sends(kim, name, written(name, encoding, LINE_ENDS[place % 3]))
    if "asks" in SAID["files"][name]:
        assert not BankImport.objects.exists()
        done = says_its_columns(kim, done)
    made = BankImport.objects.get()
    assert done.url == url("bank_import", made.pk)
    assert made.adds_up
    lines = [line for line in BankLine.objects.order_by("day", "pk") if not line.is_fee]
    assert [(line.day, line.cents) for line in lines] == [
        (wanted["day"], wanted["cents"]) for wanted in expected(name)
    ]
    assert "Schockclub" not in [line.text.name for line in lines]
    assert check_books().wrong == []


# --- what is refused, asked about or left out ----------------------------------------------------
OTHER = "DE71370502990000815002"
OTHERS = {
    "by its IBAN": written("camt053.xml").replace(CLUB.encode(), OTHER.encode()),
    "by code and number": written("mt940_blz.sta").replace(b"12030000/202051", b"37050299/815002"),
    "by its number": written("sparkasse_mt940.csv").replace(b"202051", b"815002"),
    "by its number in front": written("gls_vwz.csv").replace(b"202051", b"815002"),
    "by its number above": written("vr_letters.csv").replace(b"202051", b"815002"),
    "as a card": b"Kreditkarte:;4871********1234;\n\n" + written("n26.csv").replace(b",", b";"),
}


@pytest.mark.parametrize("how", list(OTHERS))
def test_another_account_is_refused_whatever_names_it(how: str, kim: Any, bank: Bank) -> None:
    refused = sends(kim, "umsaetze.csv", OTHERS[how])
    if refused.status_code == 302:
        refused = says_its_columns(kim, refused)
    assert refused.status_code == 422
    assert "gehört zu einem anderen Konto" in text(refused)
    assert not BankImport.objects.exists()


def test_a_table_without_a_minus_is_asked_about_and_never_read_as_it_comes(
    kim: Any, bank: Bank
) -> None:
    content = written("n26.csv").replace(b"-1040.5", b"1040.5")
    asked = sends(kim, "n26.csv", content)
    assert asked.url.startswith(url("bank_columns"))
    assert "Kein Betrag hat ein Minus" in text(kim.get(asked.url))
    refused = says_its_columns(kim, asked)
    assert refused.status_code == 422
    assert not BankImport.objects.exists()


@pytest.mark.parametrize(("amounts", "cents"), [("signed", 2500), ("turned", -2500)])
def test_letters_for_debit_and_credit_are_asked_about_with_both_ways(
    amounts: str, cents: int, kim: Any, bank: Bank
) -> None:
    asked = sends(kim, "umsaetze.csv", written("vr_letters.csv"))
    page = text(kim.get(asked.url))
    assert "Soll und Haben können zweierlei bedeuten" in page
    says_its_columns(kim, asked, amounts=amounts)
    assert BankLine.objects.get(day="2026-11-02").cents == cents
    # The next month is read at once, unless the balances in the file speak against the answer.
    later = written("vr_letters.csv").replace(b".11.2026", b".12.2026")
    again = sends(kim, "umsaetze.csv", later)
    assert again.url.startswith(url("bank_columns")) == (amounts == "turned")


def test_a_row_nobody_can_read_is_named_and_left_out_only_by_a_tap(kim: Any, bank: Bank) -> None:
    content = written("n26.csv").replace(b"2026-11-16,2026-11-16", b"2026-13-16,2026-13-16")
    content += b'2026-11-20,2026-11-20,"X",,"Direct Debit","y","Hauptkonto",-2.0,,,\n'
    asked = sends(kim, "n26.csv", content)
    page = text(kim.get(asked.url))
    assert "3 Zeilen in der Datei, 2 gelesen" in page
    assert "kein lesbares Datum: Zeile 3" in page
    assert "Nicht benutzt: Account Name" in page
    says_its_columns(kim, asked)
    assert [line.cents for line in BankLine.objects.order_by("day")] == [2500, -200]


def test_what_a_known_file_says_besides_is_named(kim: Any, bank: Bank) -> None:
    done = sends(kim, "umsaetze.csv", written("paypal.csv"))
    page = text(kim.get(done.url))
    assert "Ausgelassen: bewegt kein Geld: Zeile 3" in page
    assert "Nicht benutzt: Uhrzeit, Zeitzone, Netto, Transaktionscode" in page


def test_days_that_could_be_months_are_asked_about(kim: Any, bank: Bank) -> None:
    content = written("deutsche_en.csv").replace(b"11/16/2026", b"11/06/2026")
    content = content.replace(b"11/30/2026", b"11/10/2026")
    asked = sends(kim, "transactions.csv", content)
    assert "Tag vorn oder der Monat" in text(kim.get(asked.url))
    says_its_columns(kim, asked, days="mdy")
    assert [f"{line.day:%d.%m.}" for line in BankLine.objects.order_by("day")] == [
        "02.11.",
        "06.11.",
    ]


def test_balances_that_do_not_follow_are_said_before_anything_is_booked(
    kim: Any, bank: Bank
) -> None:
    content = written("comdirect.csv").replace(b'"984,50 EUR"', b'"974,50 EUR"')
    done = sends(kim, "umsaetze.csv", content)
    page = text(kim.get(done.url))
    assert "weicht um −10,00 € von ihren Umsätzen ab" in page
    assert not BankImport.objects.get().adds_up


# --- what is money of its own, and what was here already -----------------------------------------
BEER = ":61:2603060306C5,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20SVWZ+Bier?32TONI\n"
DRINK = ":61:2603060306C2,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20SVWZ+Wasser?32SASCHA\n"
BACK = ":61:2603060306D5,00NTRFNONREF\n:86:177?00UEBERWEISUNG?20SVWZ+Zurueck?32TONI\n"


def statement(opening: str, closing: str, *lines: str, number: int = 1) -> bytes:
    head = f":20:STARTUMSE\n:25:{CLUB}\n:28C:0000{number}/001\n:60F:C260306EUR{opening}\n"
    return f"{head}{''.join(lines)}:62F:C260306EUR{closing}\n-\n".encode()


def cents() -> list[int]:
    return sorted(BankLine.objects.values_list("cents", flat=True))


def test_two_equal_lines_in_one_statement_are_two(kim: Any, bank: Bank) -> None:
    sends(kim, "1.sta", statement("100,00", "110,00", BEER, BEER))
    assert cents() == [500, 500]


def test_an_equal_line_in_the_next_statement_of_a_day_is_a_second_one(kim: Any, bank: Bank) -> None:
    sends(kim, "1.sta", statement("100,00", "105,00", BEER))
    sends(kim, "2.sta", statement("105,00", "112,00", BEER, DRINK, number=2))
    assert cents() == [200, 500, 500]
    assert [line.is_twin for line in BankLine.objects.filter(cents=500).order_by("pk")] == [0, 1]
    # The bank's file of the whole day, and the second statement once more: nothing twice.
    for content in (
        statement("100,00", "112,00", BEER, BEER, DRINK),
        statement("105,00", "112,00", DRINK, BEER, number=2),
    ):
        sends(kim, "again.sta", content)
        assert cents() == [200, 500, 500]


def test_a_day_whose_lines_came_to_nothing_is_not_doubled(kim: Any, bank: Bank) -> None:
    sends(kim, "1.sta", statement("100,00", "100,00", BEER, BACK))
    sends(kim, "2.sta", statement("100,00", "102,00", BEER, BACK, DRINK))
    assert cents() == [-500, 200, 500]


def test_a_line_in_almost_the_same_words_on_the_last_day_of_a_file_is_not_lost(
    kim: Any, bank: Bank
) -> None:
    """A line of the same day in a later file of the same bank, whose words hold those before."""
    sends(kim, "1.csv", file_of(row("5,00", "Runde", "Toni"), row("2,00", "Wasser", "Sascha")))
    sends(kim, "2.csv", file_of(row("5,00", "Runde 2", "Toni"), row("1,00", "Rest", "Toni")))
    assert cents() == [100, 200, 500, 500]
    assert BankLine.objects.get(text__text="Runde 2").is_twin
    assert not BankLine.objects.get(text__text="Rest").is_twin


def test_words_that_were_read_otherwise_before_the_last_day_are_known(kim: Any, bank: Bank) -> None:
    later = row("2,00", "Wasser", "Sascha", day="08.03.2026")
    sends(kim, "1.csv", file_of(row("5,00", "Runde", "Toni"), later))
    sends(kim, "2.csv", file_of(row("5,00", "Runde 2", "Toni"), later, row("1,00", "Rest")))
    assert cents() == [100, 200, 500]


def test_an_archive_is_read_as_far_as_it_can_be_and_the_rest_is_named(kim: Any, bank: Bank) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("Auszug 11-2026/2026-11.xml", written("camt053.xml"))
        archive.writestr("Auszug 11-2026/2026-11.pdf", b"%PDF-1.7 ...")
        archive.writestr("__MACOSX/Auszug 11-2026/._2026-11.xml", b"\0\5\x16\7\0")
        archive.writestr("Auszug 11-2026/.DS_Store", b"\0\0\0\1Bud1")
    done = sends(kim, "Archiv.zip", packed.getvalue())
    page = text(kim.get(done.url))
    assert "Im Archiv nicht gelesen: 2026-11.pdf." in page
    assert "Store" not in page
    assert BankLine.objects.count() == 2
