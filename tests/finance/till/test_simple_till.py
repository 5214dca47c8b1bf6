"""The till's front page with its five buttons, and the simple till, through the pages."""

import pytest

from finance.books.models.payments import Payment
from finance.close.models import EveningClose
from tests.finance.close.test_close_pages import at
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.once


def switch(browser, *names):
    return browser.post(url("settings"), dict.fromkeys(names, "on"), follow=True)


def counted(browser, evening):
    """Count just what the book says."""
    page = browser.get(at("close_evening", evening))
    seen = int(hidden(page, "seen"))
    pieces = {"eur_1": seen // 100, "ct_1": seen % 100}
    data = {"client_id": "count", "seen": seen, "reason": "", **pieces}
    browser.post(at("close_count", evening), data)


def test_the_front_page_begins_with_what_is_there_and_five_buttons(club, evening, pay, as_):
    pay("robin", 1250)
    page = as_("kim").get(url("till"))
    front = text(page)
    begin, more = front[: front.index(" Mehr ")], front[front.index(" Mehr ") :]
    assert begin.index("12,50") < begin.index("Geld eintragen")
    for word in ("Ausgabe", "Kasse zählen", "Abend abschließen", "Wer zahlt noch?"):
        assert word in begin
    assert "Kassenbuch" not in begin
    assert "Jahresabschluss" in more
    assert '<details class="more">' in page.content.decode()


def test_the_auditor_finds_no_button_that_books(club, as_):
    front = text(as_("alex").get(url("till")))
    assert "Geld eintragen" not in front
    assert "Kasse zählen" in front
    assert as_("alex").get(url("money_in")).status_code == 403


def test_money_comes_in_by_two_taps_and_once_only(club, evening, as_):
    evening.card("robin", cents=700)
    evening.confirm()
    kim = as_("kim")
    page = kim.get(url("money_in"))
    assert "zahlt 7,00" in text(page)
    data = {"client_id": hidden(page), "cents": hidden(page, "cents")}
    for _tap in range(2):
        after = kim.post(url("take", club.robin.pk), data, follow=True)
    assert Payment.objects.get().amount == 700
    assert "Niemand schuldet etwas." in text(after)
    assert "Sonstige Einnahme" in text(after)


def test_what_was_paid_meanwhile_is_not_taken_again(club, evening, pay, as_):
    evening.card("robin", cents=700)
    evening.confirm()
    kim = as_("kim")
    page = kim.get(url("money_in"))
    pay("robin", 700)
    data = {"client_id": hidden(page), "cents": hidden(page, "cents")}
    kim.post(url("take", club.robin.pk), data, follow=True)
    assert Payment.objects.count() == 1


def test_a_simple_till_shows_no_bank_and_no_spheres_and_gives_them_back(club, pay, as_, that_day):
    kim = as_("kim")
    pay("robin", 500)
    names = ("till", "expense", "income", "opening", "receipts")
    pages = [*map(url, names), url("account", club.robin.pk), url("year", 2026)]
    bank = (
        *("Kontoauszüge", "Für das Finanzamt", ", auf der Bank", "Zahlschein"),
        *("Überweisungen", "Nach Bereich"),
    )
    before = " ".join(text(kim.get(page)) for page in pages)
    assert [word for word in bank if word in before] == list(bank)
    switch(kim, "simple")
    simple = " ".join(text(kim.get(page)) for page in pages)
    assert [word for word in bank if word in simple] == []
    assert 'name="bank-amount"' not in kim.get(url("opening")).content.decode()
    switch(kim)
    assert 'name="bank-amount"' in kim.get(url("opening")).content.decode()
    assert " ".join(text(kim.get(page)) for page in pages) == before


def test_a_simple_till_is_five_buttons_and_who_owes(club, evening, as_):
    evening.card("robin", cents=700)
    evening.confirm()
    kim = as_("kim")
    switch(kim, "simple")
    page = kim.get(url("till"))
    body = page.content.decode()
    five = body[body.index('class="five"') :]
    assert five[: five.index("</nav>")].count('class="button') == 5
    assert "Wer schuldet Robin 7,00 €" in text(page)
    main = body[body.index("<main") : body.index("</main>")]
    assert main.count("<a ") <= 9
    assert "Rücklagen" in text(kim.get(url("till"), {"alles": ""}))


def test_a_simple_till_asks_what_becomes_of_the_money_in_the_bank(club, pay, as_):
    pay("robin", 184_010, method="bank")
    kim = as_("kim")
    asked = switch(kim, "simple")
    assert asked.status_code == 422
    assert "1.840,10 € liegen auf der Bank." in text(asked)
    assert url("move") in asked.content.decode()
    assert "Kontoauszüge" in text(kim.get(url("till")))
    assert switch(kim, "simple", "bank_stays").status_code == 200
    assert "1.840,10 € auf der Bank" in text(kim.get(url("till")))
    assert url("move") in kim.get(url("till"), {"alles": ""}).content.decode()


def test_in_a_simple_till_an_expense_is_paid_in_cash_without_being_asked(club, pay, as_):
    pay("robin", 2000)
    kim = as_("kim")
    switch(kim, "simple")
    page = kim.get(url("expense"))
    data = {
        "client_id": hidden(page),
        "amount": "3,00",
        "account": "drinks",
        "text": "Salzstangen",
        "paid_from": hidden(page, "paid_from"),
        "day": hidden(page, "day"),
        "payee": "Markt",
        "why": "gibt keinen",
    }
    page_text = text(kim.post(url("expense"), data, follow=True))
    assert "Gebucht." in page_text
    assert "17,00" in text(kim.get(url("till")))


def test_in_a_simple_till_one_signature_closes_and_stays_when_it_is_switched_back(
    club, evening, as_
):
    kim = as_("kim")
    switch(kim, "simple")
    counted(kim, evening)
    page_text = text(kim.post(at("close_sign", evening), follow=True))
    assert "Unterschrieben. Der Abend ist abgeschlossen." in page_text
    assert "unterschrieben von Kim." in page_text
    assert kim.get(at("close_paper", evening, 1)).status_code == 200
    switch(kim)
    page = text(kim.get(at("close_evening", evening)))
    assert "unterschrieben von Kim." in page
    assert as_("robin").get(at("cosign_evening", evening)).status_code == 409
    assert "wartet auf eine zweite Unterschrift" not in text(as_("robin").get("/"))


def test_what_waits_for_a_second_signature_is_closed_by_the_first_once_it_is_simple(
    club, evening, as_
):
    kim = as_("kim")
    counted(kim, evening)
    kim.post(at("close_sign", evening))
    switch(kim, "simple")
    kim.post(at("close_sign", evening))
    kim.post(at("close_sign", evening))
    assert [close.is_closed for close in EveningClose.objects.all()] == [False, True]
