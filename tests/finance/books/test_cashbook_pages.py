"""Expense, income, transfer, vouchers over HTTP: what is typed wrong, sent twice, and seen."""

import re
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from finance.books import papers, voucher_files
from finance.books.models.cashbook import CashbookEntry
from finance.books.models.ledger import Transaction
from finance.books.models.vouchers import Voucher
from finance.books.queries.ledger import balance
from finance.books.queries.vouchers import bookings_without_voucher
from finance.books.services.closing import close_through
from league.files import waiting
from tests.finance.bank_club import row
from tests.finance.files import JPEG, PDF, PNG, huge_picture
from tests.finance.pages import NBSP, first_message, hidden, text, url

pytestmark = pytest.mark.once


def file(name, content, kind="application/octet-stream"):
    return SimpleUploadedFile(name, content, kind)


def fill(browser, name, *args, page="", **fields):
    """Open a form and send it, with today and a new voucher unless said."""
    shown = browser.get(page or url(name, *args))
    data = {
        "client_id": hidden(shown),
        "amount": "12,50",
        "day": timezone.localdate().isoformat(),
        "text": "Kölsch",
        **fields,
    }
    data = {name: value for name, value in data.items() if value is not None}
    return browser.post(url(name, *args), data), data


def spend(browser, **fields):
    values = {"account": "drinks", "paid_from": "bank", "file": file("bon.pdf", PDF)}
    return fill(browser, "expense", **{**values, **fields})


# --- an expense ------------------------------------------------------------------------------
def test_an_expense_leads_to_its_booking_with_the_voucher(kim):
    answer, _sent = spend(kim)
    booking = Transaction.objects.get()
    assert answer.headers["Location"] == url("booking", booking.pk)
    page_text = text(kim.get(answer.headers["Location"]))
    assert "Essen und Getränke 12,50 € Kölsch" in page_text
    assert "ideeller Bereich" in page_text
    assert "Beleg 2" in page_text
    assert "bon.pdf" in page_text
    assert booking.hash in page_text
    assert "später erfasst" not in page_text


def test_a_photo_from_the_phone_is_a_voucher_as_well(kim):
    shown = kim.get(url("expense")).content.decode()
    assert 'capture="environment"' in shown
    spend(kim, file=None, photo=file("IMG_1.jpg", JPEG, "image/jpeg"))
    assert Voucher.objects.get().media_type == "image/jpeg"


def test_without_a_receipt_one_writes_a_voucher_oneself(kim):
    spend(kim, file=None, payee="Markthalle", why="Der Stand gibt keine")
    voucher = Voucher.objects.get()
    assert (voucher.kind, voucher.cents, voucher.text.what) == ("own", 1250, "Kölsch")


def test_an_expense_without_any_voucher_says_so_and_keeps_what_was_typed(kim):
    answer, _sent = spend(kim, file=None)
    assert answer.status_code == 422
    assert "Dazu gehört ein Beleg" in text(answer)
    assert 'value="12,50"' in answer.content.decode()
    assert not Transaction.objects.exists()


def test_what_is_wrong_stands_at_the_top_where_a_phone_shows_it(kim):
    answer, _sent = spend(kim, file=None)
    assert "Dazu gehört ein Beleg" in first_message(answer)
    assert '<a href="#id_file">' in answer.content.decode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"Ich bin kein PDF", "Das ist kein vollständiges PDF"),
        (b"", "leer"),
        (PDF + b" " * papers.LARGEST, "größer als 10 MB"),
    ],
)
def test_a_voucher_that_is_none_is_refused_in_a_sentence(kim, content, sentence):
    answer, _sent = spend(kim, file=file("bon.pdf", content))
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Transaction.objects.exists()
    assert not Voucher.objects.exists()


@pytest.mark.parametrize("typed", ["12,5", "-3", "1e9", "0", "viel", "100000"])
def test_an_amount_that_is_none_says_so_and_keeps_the_file(kim, typed):
    answer, _sent = spend(kim, amount=typed)
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.content.decode()
    assert "Beleg bon.pdf ist da." in text(answer)
    assert "noch einmal" not in text(answer)
    assert not Transaction.objects.exists()
    assert not Voucher.objects.exists()


# --- a file that waits while the form is put right ----------------------------------------------
def again(browser, answer, sent, name="expense", *args, **fields):
    """Send the form that was shown again, without the file: a browser does not keep it."""
    fields_sent = {key: value for key, value in sent.items() if key not in {"file", "photo"}}
    return browser.post(
        url(name, *args), {**fields_sent, "waiting": hidden(answer, "waiting"), **fields}
    )


def test_a_receipt_is_photographed_once_however_often_one_mistypes(kim):
    photo = file("quittung.jpg", JPEG, "image/jpeg")
    answer, sent = spend(kim, file=None, photo=photo, amount="viel")
    assert "Beleg quittung.jpg ist da." in text(answer)
    answer = again(kim, answer, sent, amount="12,50", text="")
    assert "Beleg quittung.jpg ist da." in text(answer)
    answer = again(kim, answer, sent, amount="12,50")
    assert answer.headers["Location"] == url("booking", Transaction.objects.get().pk)
    voucher = Voucher.objects.get()
    assert (voucher.text.name, voucher.sha256) == ("quittung.jpg", papers.sha256(JPEG))


def test_what_the_books_refuse_keeps_the_file_as_well(kim):
    answer, sent = spend(kim, paid_from="cash")
    assert "So viel Geld liegt nicht in der Kasse." in text(answer)
    assert again(kim, answer, sent, paid_from="bank").status_code == 302
    assert Voucher.objects.get().text.name == "bon.pdf"


def test_another_file_or_a_self_made_voucher_takes_its_place(kim):
    answer, sent = spend(kim, amount="viel")
    assert "Einen anderen nehmen" in text(answer)
    again(kim, answer, sent, amount="12,50", file=file("besser.png", PNG))
    assert Voucher.objects.get().text.name == "besser.png"
    answer, sent = spend(kim, amount="viel")
    again(kim, answer, sent, amount="12,50", payee="Markthalle", why="Der Bon ist ein anderer")
    assert list(Voucher.objects.order_by("pk").values_list("kind", flat=True)) == ["file", "own"]


def test_a_file_that_is_none_does_not_wait(kim):
    answer, _sent = spend(kim, amount="viel", file=file("bon.pdf", b"Ich bin kein PDF"))
    assert "Bitte wähl das Foto oder die Datei noch einmal." in text(answer)
    assert 'name="waiting"' not in answer.content.decode()


def test_a_ticket_is_good_for_its_user_for_a_day_and_unchanged(kim, club, time_machine):
    answer, sent = spend(kim, amount="viel")
    ticket = hidden(answer, "waiting")
    assert waiting.redeem(ticket, club.kim.user.pk).content == PDF
    assert waiting.redeem(ticket, club.robin.user.pk) is None
    changed = again(kim, answer, sent, amount="12,50", waiting=f"{ticket}x")
    assert changed.status_code == 422
    assert "Bitte wähl das Foto oder die Datei noch einmal." in text(changed)
    time_machine.move_to(timezone.now() + waiting.MAX_AGE + timedelta(minutes=1), tick=False)
    assert waiting.redeem(ticket, club.kim.user.pk) is None
    waiting.drop(ticket, club.user("kim"))
    assert again(kim, answer, sent, amount="12,50").status_code == 422
    assert not Transaction.objects.exists()


def test_income_with_a_ticket_that_is_none_is_not_booked_without_its_voucher(kim):
    fields = {"account": "gifts", "paid_into": "cash", "waiting": "nonsense"}
    answer, _sent = fill(kim, "income", **fields)
    assert answer.status_code == 422
    assert not Transaction.objects.exists()


def test_the_file_waits_at_a_line_of_the_bank_too(kim, bank):
    line = bank.sends(row("-12,50", "Getränke", "Markthalle")).lines.get()
    sent = {"client_id": "line", "account": "drinks", "text": ""}
    refused = kim.post(url("book_elsewhere", line.pk), {**sent, "file": file("bon.pdf", PDF)})
    assert "Beleg bon.pdf ist da." in text(refused)
    booked = again(kim, refused, sent, "book_elsewhere", line.pk, text="Getränke")
    assert booked.status_code == 302
    assert Voucher.objects.get().text.name == "bon.pdf"


def test_a_double_click_books_once(kim):
    _first, sent = spend(kim)
    sent["file"].seek(0)
    again = kim.post(url("expense"), sent)
    assert again.headers["Location"] == url("booking", Transaction.objects.get().pk)
    assert balance("bank") == -1250


def test_the_same_receipt_sent_by_another_form_is_refused_with_its_booking(kim):
    spend(kim)
    answer, _sent = spend(kim)
    assert answer.status_code == 409 or answer.status_code == 422
    assert "Dieser Beleg ist schon da" in text(answer)
    assert Transaction.objects.count() == 1


def test_a_receipt_of_two_expenses_is_booked_twice_from_its_page(kim):
    spend(kim)
    voucher = Voucher.objects.get()
    page = text(kim.get(url("voucher", voucher.pk)))
    assert "Noch eine Ausgabe dazu" in page
    answer, _sent = fill(
        kim,
        "expense",
        page=f"{url('expense')}?voucher={voucher.pk}",
        account="material",
        paid_from="bank",
        amount="3",
        voucher=str(voucher.pk),
    )
    assert answer.status_code == 302
    assert voucher.transactions.count() == 2


def test_a_self_made_voucher_proves_no_other_amount(kim):
    spend(kim, file=None, payee="Markthalle", why="Der Stand gibt keine")
    voucher = Voucher.objects.get()
    page = f"{url('expense')}?voucher={voucher.pk}"
    again = {"account": "material", "paid_from": "bank", "voucher": str(voucher.pk)}
    answer, _sent = fill(kim, "expense", page=page, amount="3", **again)
    assert answer.status_code == 422
    assert f"Eigenbeleg {voucher} lautet auf 12,50 €." in first_message(answer).replace(NBSP, " ")
    assert Transaction.objects.count() == 1
    answer, _sent = fill(kim, "expense", page=page, amount="12,50", **again)
    assert answer.status_code == 302


def test_an_address_with_nonsense_for_a_voucher_opens_an_empty_form(kim):
    assert kim.get(f"{url('expense')}?voucher=nonsense").status_code == 200
    assert kim.get(f"{url('expense')}?voucher=99").status_code == 200


# --- income, transfer, opening balances --------------------------------------------------------
def test_income_and_transfer_are_booked_from_their_pages(kim):
    fill(kim, "income", account="gifts", paid_into="cash")
    answer, _sent = fill(kim, "move", source="cash", amount="10")
    assert (balance("cash"), balance("bank")) == (250, 1000)
    page_text = text(kim.get(answer.headers["Location"]))
    assert "Gehört zu Bank" in page_text


def test_more_than_there_is_cannot_be_carried_away(kim):
    answer, _sent = fill(kim, "move", source="cash", amount="10")
    assert "So viel Geld liegt nicht in der Kasse." in text(answer)
    assert not CashbookEntry.objects.exists()


def test_opening_balances_are_entered_once_each(kim):
    shown = kim.get(url("opening"))
    click = re.search(r'name="cash-client_id" value="([^"]+)"', shown.content.decode())[1]
    today = timezone.localdate().isoformat()
    sent = {"cash-amount": "99,50", "cash-day": today, "cash-text": "Übergabe von Toni"}
    for _twice in range(2):
        answer = kim.post(url("open_money", "cash"), {**sent, "cash-client_id": click}, follow=True)
        assert "Übergabe von Toni" in text(answer)
    assert balance("cash") == 9950
    other = kim.post(url("open_money", "cash"), {**sent, "cash-client_id": "another"})
    assert other.status_code in {409, 422}
    assert balance("cash") == 9950
    assert kim.post(url("open_money", "drinks"), sent).status_code == 404


def test_the_storno_of_an_opening_balance_says_what_is_there_afterwards(kim):
    sent = {"bank-amount": "99,50", "bank-day": timezone.localdate().isoformat()}
    kim.post(url("open_money", "bank"), {**sent, "bank-client_id": "a", "bank-text": "Übergabe"})
    fill(kim, "income", account="gifts", paid_into="bank", amount="10")
    opened = Transaction.objects.get(kind="opening")
    page_text = text(kim.get(url("storno", opened.pk)))
    assert "99,50 € gehen wieder vom Bankkonto." in page_text
    assert "Auf dem Bankkonto sind laut Buch danach 10,00 €." in page_text


def test_a_storno_of_a_closed_year_lands_in_the_year_in_which_it_is_booked(kim, club):
    """Page and lists: the year before keeps what it had, and the new one is shown."""
    today = timezone.localdate()
    sent = {"bank-amount": "99,50", "bank-day": f"{today.year - 1}-12-30", "bank-text": "Übergabe"}
    kim.post(url("open_money", "bank"), {**sent, "bank-client_id": "a"})
    opened = Transaction.objects.get(kind="opening")
    end = date(today.year - 1, 12, 31)
    close_through(through=end, by=club.user("kim"), today=today, now=timezone.now())
    answer = kim.post(url("storno", opened.pk), {"reason": "Doppelt"})
    assert answer.url == url("journal_year", "bank", today.year)
    assert Transaction.objects.get(kind="reversal").date.year == today.year
    assert list(bookings_without_voucher(end.year)) == [opened]


def test_the_day_before_the_first_booking_is_proposed_for_the_opening_balance(kim):
    spend(kim, day="2026-03-06")
    assert 'value="2026-03-05"' in kim.get(url("opening")).content.decode()


# --- vouchers --------------------------------------------------------------------------------
def test_the_file_of_a_voucher_comes_in_a_cage(kim):
    spend(kim, file=file("<script>.pdf", PDF))
    pdf = kim.get(url("voucher_file", Voucher.objects.get().pk))
    assert pdf.content == PDF
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert "sandbox" in pdf.headers["Content-Security-Policy"]
    assert "'self'" not in pdf.headers["Content-Security-Policy"]
    assert pdf.headers["X-Content-Type-Options"] == "nosniff"
    year = timezone.localdate().year
    assert pdf.headers["Content-Disposition"] == f'attachment; filename="beleg-{year}-1.pdf"'
    spend(kim, file=file("foto.png", PNG))
    picture = kim.get(url("voucher_file", Voucher.objects.get(media_type="image/png").pk))
    assert picture.headers["Content-Disposition"].startswith("inline")
    assert "private" in picture.headers["Cache-Control"]


@pytest.mark.parametrize("field", ["photo", "file"])
def test_a_voucher_that_claims_900_million_pixels_is_refused_in_words(kim, field):
    answer, _sent = spend(kim, **{"file": None, field: file("foto.png", huge_picture())})
    assert answer.status_code == 422
    assert "Dieses Bild hat zu viele Pixel. Wähl ein kleineres." in text(answer)
    assert not Voucher.objects.exists()
    assert not Transaction.objects.exists()


def test_a_file_that_is_gone_is_said_on_the_page_of_its_voucher(kim):
    spend(kim)
    voucher = Voucher.objects.get()
    voucher_files.path_of(voucher.sha256).write_bytes(b"%PDF-1.4 something else %%EOF")
    assert "Hol sie aus der Sicherung" in text(kim.get(url("voucher", voucher.pk)))
    assert kim.get(url("voucher_file", voucher.pk)).status_code == 404


def test_a_self_made_voucher_is_printed(kim):
    spend(kim, file=None, payee="Markthalle", why="Der Stand gibt keine")
    voucher = Voucher.objects.get()
    printed = kim.get(url("voucher_file", voucher.pk))
    assert printed.headers["Content-Type"] == "application/pdf"
    assert papers.media_type(printed.content) == papers.PDF
    assert kim.get(url("voucher_file", voucher.pk)).content == printed.content


def test_a_voucher_is_attached_to_a_booking_that_has_none(kim):
    fill(kim, "income", account="gifts", paid_into="cash")
    booking = Transaction.objects.get()
    assert "Einnahme" in text(kim.get(url("booking", booking.pk)))
    assert "Ohne Beleg Spenden" in text(kim.get(url("vouchers")))
    sent = {"client_id": "late", "file": file("foto.png", PNG)}
    answer = kim.post(url("attach_voucher", booking.pk), sent, follow=True)
    assert "foto.png" in text(answer)
    assert "gibt es einen Beleg" in text(kim.get(url("vouchers")))
    empty = kim.post(url("attach_voucher", booking.pk), {"client_id": "nothing"})
    assert empty.status_code == 422


def test_vouchers_are_searched_and_go_out_as_a_sheet(kim):
    spend(kim)
    spend(kim, file=None, payee="Markthalle", why="Der Stand gibt keine")
    page_text = text(kim.get(f"{url('vouchers')}?search=markt"))
    assert "Eigenbeleg" in page_text
    assert "bon.pdf" not in page_text
    sheet = b"".join(kim.get(f"{url('vouchers')}?export=csv").streaming_content).decode()
    assert "bon.pdf" in sheet
    assert "Markthalle" in sheet


def test_an_auditor_sees_booking_and_voucher_and_enters_nothing(as_, kim):
    spend(kim)
    alex = as_("alex")
    page_text = text(alex.get(url("booking", Transaction.objects.get().pk)))
    assert "bon.pdf" in page_text
    assert "Anhängen" not in page_text
    assert "Storno" not in page_text
    assert alex.get(url("expense")).status_code == 403
    robin = as_("robin")
    assert robin.get(url("voucher_file", Voucher.objects.get().pk)).status_code == 404


def test_a_late_entry_says_how_late(kim):
    day = timezone.localdate() - timedelta(days=3)
    answer, _sent = spend(kim, day=day.isoformat())
    assert "3 Tage später erfasst" in text(kim.get(answer.headers["Location"]))
