"""The bank's pages: from the file to the booking, the code to scan, what members announce."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from finance.bank.models.bank import BankBalance, BankImport, BankLine, ClubAccount
from finance.bank.models.notices import PaymentNotice
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from tests.finance.bank_club import CLUB, ROBINS, file_of, row
from tests.finance.club import DAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


@pytest.fixture
def at_night(time_machine):
    """Set the clock two days after the evening, when the tests' bank writes it."""
    time_machine.move_to("2026-03-09T20:00:00+01:00", tick=False)


def upload(browser, content, name="umsaetze.csv"):
    return browser.post(url("import_bank"), {"file": SimpleUploadedFile(name, content)})


def test_from_the_file_to_the_booking_in_two_taps(kim, owing):
    response = upload(kim, file_of(row("12,50", owing.ref("robin")), row("7,00", "?", "Niemand")))
    bank_imports = BankImport.objects.get()
    assert response.url == url("bank_import", bank_imports.pk)
    page = kim.get(response.url)
    assert "Gebucht ist noch nichts" in text(page)
    assert "Eine sichere Zeile buchen" in text(page)
    assert balance("bank") == 0
    sure = re.findall(r'name="line" value="(\d+)"', page.content.decode())
    for _click in range(2):
        kim.post(url("book_sure", bank_imports.pk), {"line": sure})
    assert (balance("bank"), owing_of(owing.club.robin).cents) == (1250, 0)
    assert "Niemand" in text(kim.get(url("bank_imports")))


def test_the_same_file_again_leads_to_its_import(kim, owing):
    content = file_of(row("12,50", "x"))
    first = upload(kim, content)
    again = upload(kim, content)
    assert again.url == first.url
    assert "Diese Datei war schon da" in text(kim.get(again.url))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<Document><Stmt>", "unvollständig oder beschädigt (Zeile 1)"),
        (b"", "Die Datei ist leer."),
        (b"x" * 5_000_001, "Die Datei ist zu groß"),
        (b"\x89PNG\r\n\x1a\n\0\0", "keine Textdatei"),
        (b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "nicht von einer Bank"),
    ],
)
def test_a_broken_file_gets_a_sentence_beside_the_field(kim, bank, content, sentence):
    response = upload(kim, content)
    assert (response.status_code, BankImport.objects.count()) == (422, 0)
    assert sentence in text(response)


def test_without_a_file_it_is_asked_for(kim, bank):
    response = kim.post(url("import_bank"), {})
    assert response.status_code == 422
    assert "Bitte wähl die Datei der Bank." in text(response)


def test_a_line_says_why_and_is_booked_for_several(kim, owing):
    sends = owing.sends(row("30,00", f"{owing.ref('robin')} {owing.ref('sascha')}", "Oma", ROBINS))
    line = sends.lines.get()
    page = kim.get(url("bank_line", line.pk))
    assert "Das Kennzeichen von Robin steht im Verwendungszweck." in text(page)
    assert "Die Summe passt nicht: Verteile sie selbst." in text(page)
    sent = {
        "client_id": hidden(page),
        "person_1": owing.club.robin.pk,
        "amount_1": "12,50",
        "person_2": owing.club.sascha.pk,
        "amount_2": "17,50",
    }
    for _click in range(2):
        kim.post(url("book_line", line.pk), sent)
    assert sorted(Payment.objects.values_list("amount", flat=True)) == [1250, 1750]
    assert "Gebucht" in text(kim.get(url("bank_line", line.pk)))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("-3", "ohne Vorzeichen"),
        ("1e9", "kein Betrag"),
        ("12,5", "Cent mit zwei Ziffern"),
        ("31", "nicht mehr übrig"),
        ("", "Bitte gib einen Betrag ein"),
    ],
)
def test_an_amount_that_is_none_is_said_beside_it_and_stays(kim, owing, typed, sentence):
    line = owing.sends(row("30,00")).lines.get()
    sent = {"client_id": client_id(), "person_1": owing.club.robin.pk, "amount_1": typed}
    response = kim.post(url("book_line", line.pk), sent)
    assert response.status_code == 422
    assert sentence in text(response)
    assert f'value="{typed}"' in response.content.decode() or not typed
    assert balance("bank") == 0


def test_whoever_books_a_line_second_is_told(kim, owing):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    line = sends.lines.get()
    sent = {"person_1": owing.club.robin.pk, "amount_1": "12,50"}
    kim.post(url("book_line", line.pk), sent | {"client_id": client_id()})
    late = kim.post(url("book_line", line.pk), sent | {"client_id": client_id()})
    assert late.status_code == 422
    assert "Diese Zeile ist schon gebucht." in text(late)
    all_sure = kim.post(url("book_sure", sends.pk), {"line": [line.pk]}, follow=True)
    assert "Nichts gebucht: Diese Zeilen sind schon gebucht" in text(all_sure)
    assert balance("bank") == 1250


def test_what_the_bank_took_is_an_expense_in_one_tap(kim, owing, pay):
    pay("robin", 1250, method="bank")
    line = owing.sends(row("-3,00", "Kontoführung Entgelt")).lines.get()
    BankLine.objects.filter(pk=line.pk)
    page = kim.get(url("bank_line", line.pk))
    sent = {
        "client_id": hidden(page),
        "account": "bank_fees",
        "text": "Kontoführung",
        "payee": "Bank",
        "why": "Steht auf dem Kontoauszug",
    }
    assert kim.post(url("book_elsewhere", line.pk), sent).status_code == 302
    assert (balance("bank_fees"), balance("bank")) == (300, 950)


def test_an_expense_without_a_voucher_is_refused(kim, owing):
    line = owing.sends(row("-3,00", "Irgendwas")).lines.get()
    sent = {"client_id": client_id(), "account": "material", "text": "Würfel"}
    response = kim.post(url("book_elsewhere", line.pk), sent)
    assert response.status_code == 422
    assert "Beleg" in text(response)


def test_a_line_is_ignored_with_a_reason_and_taken_up_again(kim, owing):
    line = owing.sends(row("5,00", "Irrläufer")).lines.get()
    assert kim.post(url("ignore_line", line.pk), {"reason": ""}).status_code == 422
    kim.post(url("ignore_line", line.pk), {"reason": "Falsches Konto"})
    assert "Falsches Konto" in text(kim.get(url("bank_line", line.pk)))
    kim.post(url("take_up_line", line.pk))
    assert "Als Zahlung buchen" in text(kim.get(url("bank_line", line.pk)))


def test_an_import_is_undone_from_its_page_until_something_is_booked(kim, owing):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    assert "Import rückgängig machen" in text(kim.get(url("bank_import", sends.pk)))
    owing.books_all_sure(sends)
    assert "Import rückgängig machen" not in text(kim.get(url("bank_import", sends.pk)))
    assert kim.post(url("undo_import", sends.pk)).status_code == 409
    other = owing.sends(row("1,00"))
    kim.post(url("undo_import", other.pk))
    assert "rückgängig" in text(kim.get(url("bank_import", other.pk)))


def test_a_line_whose_import_was_undone_is_gone(kim, owing):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    line = sends.lines.get()
    kim.post(url("undo_import", sends.pk))
    assert kim.post(url("book_line", line.pk), {}).status_code == 404
    sent = kim.post(url("book_sure", sends.pk), {"line": [line.pk]})
    assert (sent.status_code, balance("bank")) == (302, 0)


def test_the_clubs_account_is_entered_and_every_change_is_shown(kim, club):
    assert "Trag zuerst das Konto des Clubs ein." in text(kim.get(url("bank_imports")))
    wrong = kim.post(
        url("set_bank_account"), {"holder": "Schockclub", "iban": "DE03120300000000202051"}
    )
    assert wrong.status_code == 422
    assert "keine gültige IBAN" in text(wrong)
    wrong = kim.post(url("set_bank_account"), {"holder": "Шоккен", "iban": CLUB})
    assert "Banken kennen nur lateinische Buchstaben" in text(wrong)
    kim.post(
        url("set_bank_account"), {"holder": "Schockclub", "iban": "DE02 1203 0000 0000 2020 51"}
    )
    assert ClubAccount.objects.get().iban == CLUB
    kim.post(url("set_bank_account"), {"holder": "Schockclub", "iban": ROBINS})
    page = text(kim.get(url("bank_account")))
    assert "DE02 1203 0000 0000 2020 51" in page
    assert "Kim" in page


def test_a_member_sees_the_code_with_all_that_is_open(as_, owing):
    page = as_("robin").get(url("own_account"))
    page_text = text(page)
    assert "DE02 1203 0000 0000 2020 51" in page_text
    assert owing.ref("robin") in page_text
    assert "GiroCode über 12,50" in page.content.decode().replace("\u00a0", " ")


def test_the_treasurer_shows_a_member_the_code_on_the_members_account(evening, bank, kim):
    robin = evening.club.robin
    assert "GiroCode" not in kim.get(url("account", robin.pk)).content.decode()
    evening.card("robin", cents=1250)
    evening.confirm()
    page = kim.get(url("account", robin.pk))
    assert "GiroCode über 12,50" in page.content.decode().replace("\u00a0", " ")
    assert bank.ref("robin") in text(page)


def test_without_an_account_of_the_club_it_says_so(as_, evening):
    evening.card("robin", cents=500)
    evening.confirm()
    assert "noch kein Bankkonto eingetragen" in text(as_("robin").get(url("own_account")))


def test_a_slip_is_a_pdf_for_the_treasurer_and_oneself(as_, owing):
    for browser, address in (("robin", url("own_slip")), ("kim", url("slip", owing.club.robin.pk))):
        response = as_(browser).get(address)
        assert response["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF")


def test_what_a_member_announces_is_shown_to_both_and_changes_no_balance(as_, owing):
    robin = as_("robin")
    page = robin.get(url("transfer"))
    sent = {"client_id": hidden(page), "amount": "12,50", "day": DAY.isoformat()}
    for _click in range(2):
        assert robin.post(url("transfer"), sent).status_code == 302
    assert "unterwegs" in text(robin.get(url("own_account")))
    assert owing_of(owing.club.robin).cents == 1250
    kim = as_("kim")
    assert "Robin" in text(kim.get(url("bank_imports")))
    assert "12,50 € sind angekündigt" in text(kim.get(url("account", owing.club.robin.pk)))
    assert "12,50 € angekündigt" in text(kim.get(url("who_pays")))
    notice = PaymentNotice.objects.get()
    for _click in range(2):
        kim.post(url("confirm_notice", notice.pk))
    assert (owing_of(owing.club.robin).cents, balance("bank")) == (0, 1250)


def test_what_was_not_found_is_said_with_its_reason(as_, owing):
    robin = as_("robin")
    robin.post(url("transfer"), {"client_id": "a", "amount": "12,50", "day": DAY.isoformat()})
    notice = PaymentNotice.objects.get()
    as_("kim").post(url("refuse_notice", notice.pk), {"reason": "Kam nie an"})
    page = text(as_("robin").get(url("own_account")))
    assert "nicht gefunden" in page
    assert "Kam nie an" in page


def test_nobody_withdraws_what_another_announced(as_, owing):
    as_("robin").post(
        url("transfer"), {"client_id": "a", "amount": "12,50", "day": DAY.isoformat()}
    )
    notice = PaymentNotice.objects.get()
    assert as_("sascha").post(url("withdraw_notice", notice.pk)).status_code == 404
    assert as_("robin").post(url("withdraw_notice", notice.pk)).status_code == 302
    assert PaymentNotice.objects.get().state == "withdrawn"


def test_one_takes_over_from_another_on_a_page(kim, owing):
    page = kim.get(url("take_over", owing.club.robin.pk))
    sent = {
        "client_id": hidden(page),
        "taker": owing.club.sascha.pk,
        "amount": "10",
        "reason": "Wette verloren",
        "day": DAY.isoformat(),
    }
    for _click in range(2):
        kim.post(url("take_over", owing.club.robin.pk), sent)
    assert [owing_of(owing.club.persons[who]).cents for who in ("robin", "sascha")] == [250, 2500]
    too_much = sent | {"client_id": client_id(), "amount": "10"}
    refused = kim.post(url("take_over", owing.club.robin.pk), too_much)
    assert "nicht offen" in text(refused)


def test_the_bank_is_read_with_few_queries(kim, owing, django_assert_max_num_queries):
    owing.sends(*[row(f"{n},00", f"Zeile {n}", "Wer auch immer") for n in range(1, 40)])
    with django_assert_max_num_queries(32):
        kim.get(url("bank_imports"))


def test_what_came_back_shows_first_what_becomes_of_it(kim, owing):
    came = owing.sends(row("12,50", owing.ref("robin")))
    owing.books_all_sure(came)
    back = owing.sends(row("-15,00", f"Rückgabe {owing.ref('robin')}", day="08.03.2026"))
    line = back.lines.get()
    page = text(kim.get(url("bank_line", line.pk)))
    assert "Robin schuldet ab 08.03.2026 wieder 12,50 €." in page
    assert "Die Bank hat 2,50 € Gebühr genommen." in page
    kim.post(url("give_back_line", line.pk), {"booking": came.lines.get().bookings.get().pk})
    page_text = text(kim.get(url("bank_import", back.pk)))
    assert "Rest von −15,00 €" in page_text
    assert "−2,50 €" in page_text


def test_what_the_bank_states_stands_beside_what_was_booked_on_that_day(kim, owing, pay):
    pay("robin", 1250, method="bank", day=DAY)
    pay("sascha", 700, method="bank", day=DAY + timedelta(days=2))
    sends = owing.sends(row("12,50"))
    BankBalance.objects.create(bank_import=sends, iban=CLUB, day=DAY, moment="closing", cents=1250)
    page_text = text(kim.get(url("bank_imports")))
    assert "Am Ende des 06.03.2026: 12,50 € laut Bank, 12,50 € gebucht." in page_text
