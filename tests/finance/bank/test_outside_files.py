"""Files of banks through the page that a treasurer uses: read, asked about, or refused in words."""

import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from finance.bank.models.bank import BankImport, BankLine
from finance.checks.books import check_books
from tests.finance.bank_club import CLUB, Bank
from tests.finance.pages import hidden, text, url
from tests.outside.banks import ENCODINGS, LINE_ENDS, NAMES, SAID, expected, written

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


def sends(kim: Any, name: str, content: bytes) -> Any:
    return kim.post(url("import_bank"), {"file": SimpleUploadedFile(name, content)})


def says_its_columns(kim: Any, asked: Any, **changes: str) -> Any:
    """The page of columns as it is proposed, with a few of its columns said otherwise."""
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
