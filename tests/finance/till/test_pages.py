"""The till's pages: the evening over HTTP, what is typed wrong, and who may see what."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.people import owing_of
from finance.books.services.claims import refuse_claim
from tests.finance.club import DAY, NOW
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@built_once
def played(evening):
    """Robin lost 5 €, Sascha owes a round, Toni a fine and something open, Gabi is a guest."""
    evening.card("robin", cents=500, also=(("toni", "dice_off_table", "fine", 300, 3),))
    evening.card("sascha", number=2, kind="drinks_round", cents=None)
    evening.charge("toni", "left_table", "donation", None, note="eine rauchen")
    evening.charge("gabi", "early_lift", "fine", 100)
    return evening


def pay_by_form(browser, person, **fields):
    page = browser.get(url("account", person.pk))
    data = {
        "client_id": hidden(page),
        "seen": hidden(page, "seen"),
        "amount": "5",
        "method": "cash",
        "day": timezone.localdate().isoformat(),
        **fields,
    }
    return browser.post(url("pay", person.pk), data), data


# --- an evening ------------------------------------------------------------------------------
def test_the_evening_says_who_owes_what_and_why(kim, played):
    page_text = text(kim.get(url("evening", played.event.pk)))
    assert "Was der 6. März 2026 kostet" in page_text
    assert "Spiel 1 an Tisch 1 verloren, Einsatz Regelwerk 5,00 €" in page_text
    assert "Spiel 1 an Tisch 1: Würfel nicht auf dem Tisch (3×)" in page_text
    assert "Spiel 2 an Tisch 1 verloren, Getränkerunde für 3 Köpfe" in page_text
    assert "Tisch ohne wichtigen Grund verlassen (eine rauchen)" in page_text
    assert "Betrag offen" in page_text
    assert "Gast" in page_text
    assert "Ganzen Abend bestätigen: 8,00 € + 1 Runde" in page_text


def test_the_whole_evening_is_confirmed_with_one_button_and_only_once(kim, played):
    page = kim.get(url("evening", played.event.pk))
    seen = re.findall(r'name="claim" value="(\d+)"', page.content.decode())
    answer = kim.post(url("confirm_evening", played.event.pk), {"claim": seen}, follow=True)
    assert "3 Forderungen gebucht." in text(answer)
    answer = kim.post(url("confirm_evening", played.event.pk), {"claim": seen}, follow=True)
    assert "gebucht." not in text(answer)
    assert Transaction.objects.count() == 3
    page_text = text(kim.get(url("till")))
    assert "5,00 €" in page_text
    assert "1 Runde" in page_text
    assert "2 Vorschläge" in page_text


def test_a_page_older_than_the_card_confirms_nothing(kim, played):
    page = kim.get(url("evening", played.event.pk))
    seen = re.findall(r'name="claim" value="(\d+)"', page.content.decode())
    played.card("toni", cents=500)
    answer = kim.post(url("confirm_evening", played.event.pk), {"claim": seen})
    assert answer.status_code == 409
    assert "Der Abend hat sich inzwischen geändert" in text(answer)
    assert not Transaction.objects.exists()


def test_one_claim_is_refused_with_a_reason(kim, played):
    claim = played.claims("robin")[0]
    answer = kim.post(url("refuse_claim", claim.pk), {"refuse-reason": ""})
    assert answer.status_code == 422
    assert "Bitte sag kurz, warum." in text(answer)
    kim.post(url("refuse_claim", claim.pk), {"refuse-reason": "War ein Probespiel"})
    assert Claim.objects.get(pk=claim.pk).state == "refused"
    assert "abgelehnt" in text(kim.get(url("evening", played.event.pk)))
    kim.post(url("propose_again", claim.pk))
    assert played.claims("robin")[0].state == "proposed"


def test_an_open_amount_is_given_when_confirming(kim, played):
    claim = played.claims("toni")[-1]
    answer = kim.post(url("confirm_claim", claim.pk), {"amount": "2,5"})
    assert answer.status_code == 422
    assert "Meinst du 2,50 oder 2,05?" in text(answer)
    assert 'value="2,5"' in answer.content.decode()
    kim.post(url("confirm_claim", claim.pk), {"amount": "2,50"})
    assert owing_of(played.club.toni).cents == 250


def test_a_round_is_given_with_one_button(kim, played):
    played.confirm()
    claim = played.claims("sascha")[0]
    page = kim.get(url("account", played.club.sascha.pk))
    kim.post(url("give_round", claim.pk), {"client_id": hidden(page)})
    kim.post(url("give_round", claim.pk), {"client_id": hidden(page)})
    assert Payment.objects.count() == 1
    assert "ausgegeben" in text(kim.get(url("claim", claim.pk)))


def test_what_is_open_can_be_waived(kim, played):
    played.confirm()
    claim = played.claims("robin")[0]
    page = kim.get(url("claim", claim.pk))
    data = {"waive-client_id": hidden(page, "waive-client_id"), "waive-reason": "Geburtstag"}
    kim.post(url("waive_claim", claim.pk), data)
    assert "erlassen" in text(kim.get(url("claim", claim.pk)))


def test_a_guests_fine_is_shown_and_not_booked(kim, played):
    claim = played.claims("gabi")[0]
    page_text = text(kim.get(url("claim", claim.pk)))
    assert "Ein Gast zahlt nur, was ein Spiel kostet" in page_text
    assert "Bestätigen" not in page_text
    assert kim.post(url("confirm_claim", claim.pk)).status_code == 422
    assert owing_of(played.club.gabi).cents == 0


# --- payments --------------------------------------------------------------------------------
def test_a_payment_is_booked_and_shown(kim, played):
    played.confirm()
    answer, _data = pay_by_form(kim, played.club.robin, amount="12,50 €", text="stimmt so")
    assert answer.status_code == 302
    page_text = text(kim.get(url("account", played.club.robin.pk)))
    assert "12,50 € von Robin gebucht." in page_text
    assert "7,50 € Guthaben" in page_text
    assert "stimmt so" in page_text
    assert "12,50 €" in text(kim.get(url("journal", "cash")))


def test_the_same_form_sent_twice_books_once(kim, played):
    _answer, data = pay_by_form(kim, played.club.robin)
    assert kim.post(url("pay", played.club.robin.pk), data).status_code == 302
    assert Payment.objects.count() == 1


def test_who_looked_before_another_booked_is_told_and_may_book_all_the_same(kim, played, pay):
    played.confirm()
    robin = played.club.robin
    open_before = hidden(kim.get(url("account", robin.pk)), "seen")
    pay("robin", 500)
    sent = {"seen": open_before, "text": "im Keller"}
    answer, data = pay_by_form(kim, robin, **sent)
    assert answer.status_code == 422
    assert "Inzwischen sind bei Robin 0,00 € offen. Sieh noch einmal nach." in text(answer)
    assert 'value="im Keller"' in answer.content.decode()
    assert Payment.objects.count() == 1
    again = {**data, "seen": hidden(answer, "seen")}
    assert kim.post(url("pay", robin.pk), again).status_code == 302
    answer, _data = pay_by_form(kim, robin, **sent)
    assert "Inzwischen hat Robin 5,00 € Guthaben. Sieh noch einmal nach." in text(answer)
    assert Payment.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("amount", "12,5", "Meinst du 12,50 oder 12,05?"),
        ("amount", "-3", "ohne Vorzeichen"),
        ("amount", "1e9", "Das ist kein Betrag."),
        ("amount", "", "Bitte gib einen Betrag ein."),
        ("day", (timezone.localdate() + timedelta(days=7)).isoformat(), "kommt erst noch"),
    ],
)
def test_what_is_typed_wrong_gets_a_sentence_and_stays(kim, played, field, typed, sentence):
    answer, data = pay_by_form(kim, played.club.robin, **{field: typed, "text": "bar im Keller"})
    assert answer.status_code == 422
    assert sentence in text(answer)
    page = answer.content.decode()
    assert f'value="{typed}"' in page or not typed
    assert 'value="bar im Keller"' in page
    assert hidden(answer) == data["client_id"]
    assert not Payment.objects.exists()


def test_a_storno_shows_first_what_it_does(kim, played, pay):
    played.confirm()
    payment = pay("robin", 600)
    page = kim.get(url("storno", payment.transaction_id))
    page_text = text(page)
    assert "6,00 € gehen wieder aus der Kasse." in page_text
    assert "Wieder offen: 5,00 € für Spiel 1 an Tisch 1 verloren, Einsatz." in page_text
    assert "Vom Guthaben von Robin gehen 1,00 € ab." in page_text
    answer = kim.post(url("storno", payment.transaction_id), {"reason": ""})
    assert answer.status_code == 422
    kim.post(url("storno", payment.transaction_id), {"reason": "Falscher Name"})
    page_text = text(kim.get(url("journal", "cash")))
    assert "Storno von Kasse 2026/1" in page_text
    assert "Falscher Name" in page_text
    assert "storniert durch Kasse 2026/2" in page_text
    assert "Schon storniert" in text(kim.get(url("storno", payment.transaction_id)))


def test_a_storno_of_a_claim_says_what_becomes_of_the_payment(kim, played, pay):
    played.confirm()
    pay("robin", 500)
    page_text = text(kim.get(url("storno", played.claims("robin")[0].transaction_id)))
    assert "Robin schuldet danach 5,00 € weniger." in page_text
    assert "5,00 € schon beglichen. Das wird Guthaben." in page_text


def test_the_cash_book_has_numbers_and_a_running_balance(kim, played, pay):
    pay("robin", 500)
    pay("toni", 250)
    page_text = text(kim.get(url("journal", "cash")))
    assert page_text.index("7,50 €") < page_text.index("5,00 €")
    assert "Toni: Barzahlung 2 " in page_text
    assert text(kim.get(url("journal_year", "cash", 2026))) == page_text
    assert kim.get(url("journal_year", "cash", 2020)).status_code == 404
    assert kim.get(url("journal", "pocket")).status_code == 404
    assert "Die erste kommt" in text(kim.get(url("journal", "bank")))


# --- who may ---------------------------------------------------------------------------------
def addresses(played, transaction):
    claim = played.claims("toni")[-1]
    person = played.club.robin
    reading = [
        url("till"),
        url("evening", played.event.pk),
        url("claim", claim.pk),
        url("account", person.pk),
        url("journal", "cash"),
    ]
    writing = [
        url("confirm_evening", played.event.pk),
        url("confirm_claim", claim.pk),
        url("refuse_claim", claim.pk),
        url("propose_again", claim.pk),
        url("give_round", claim.pk),
        url("waive_claim", claim.pk),
        url("pay", person.pk),
        url("storno", transaction.pk),
        url("new_tariff"),
        url("end_tariff", 1),
    ]
    return reading, writing


@pytest.mark.parametrize(("name", "answer"), [("chris", 403), ("robin", 404), ("gabi", 404)])
def test_nobody_else_sees_the_till(as_, played, pay, name, answer):
    """The chair hears how the club lets him read along, and posts nothing then either."""
    reading, writing = addresses(played, pay("robin", 500).transaction)
    browser = as_(name)
    assert {browser.get(address).status_code for address in reading} == {answer}
    assert {browser.post(address).status_code for address in writing} == {answer}


def test_the_auditor_sees_all_and_books_nothing(as_, played, pay):
    reading, writing = addresses(played, pay("robin", 500).transaction)
    alex = as_("alex")
    for address in reading:
        answer = alex.get(address)
        assert answer.status_code == 200
        assert 'method="post"' not in answer.content.decode().split("<main")[1].split("</main>")[0]
    assert {alex.post(address).status_code for address in writing} == {403}
    assert Transaction.objects.count() == 1


def test_strangers_are_sent_to_the_door(client, played, pay):
    reading, writing = addresses(played, pay("robin", 500).transaction)
    own = [url("own_account"), url("balance")]
    assert {client.get(address).status_code for address in reading + own} == {302}
    assert {client.post(address).status_code for address in writing} == {302}


def test_a_button_is_no_link(kim, played, pay):
    _reading, writing = addresses(played, pay("robin", 500).transaction)
    writing.remove(url("storno", Transaction.objects.get().pk))
    writing.remove(url("new_tariff"))
    assert {kim.get(address).status_code for address in writing} == {405}


def test_everybody_sees_their_own_account_and_no_other(as_, played, pay):
    played.confirm()
    pay("robin", 200)
    page = as_("robin").get(url("own_account"))
    page_text = text(page)
    assert "/storno/" not in page.content.decode()
    assert "3,00 € offen" in page_text
    assert "Spiel 1 an Tisch 1 verloren, Einsatz" in page_text
    assert "2,00 € von 5,00 € bezahlt" in page_text
    assert "Barzahlung" in page_text
    assert "Sascha" not in page_text
    assert "Betrag" in text(as_("toni").get(url("own_account")))
    page_text = text(as_("gabi").get(url("own_account")))
    assert "Das schuldest du erst, wenn die Kasse es bestätigt." in page_text
    assert "Alles bezahlt" in page_text
    fragment = as_("sascha").get(url("balance")).content.decode()
    assert "1 Runde" in fragment
    assert "<main" not in fragment


def test_money_is_never_kept_by_a_browser(kim, played):
    for address in [url("till"), url("own_account"), url("evening", played.event.pk)]:
        assert "no-store" in kim.get(address)["Cache-Control"]


def test_an_evening_without_charges_says_what_belongs_here(kim, evening):
    assert "Noch ist nichts eingetragen" in text(kim.get(url("evening", evening.event.pk)))
    assert "Niemand schuldet etwas" in text(kim.get(url("till")))


def test_the_till_speaks_english_too(kim, played):
    kim.cookies["django_language"] = "en"
    page_text = text(kim.get(url("evening", played.event.pk)))
    assert "Vorschläge" not in page_text
    assert "Confirm the whole evening: €8.00 + 1 round" in page_text
    played.confirm()
    page_text = text(kim.get(url("till")))
    assert "Who has yet to pay?" in page_text
    assert "€8.00 + 1 round" in page_text


# --- how many queries ------------------------------------------------------------------------
def queries_of(browser, address):
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)


def test_pages_ask_as_often_for_many_as_for_few(kim, played, pay):
    played.confirm()
    pay("robin", 50)
    addresses = {
        "till": (url("till"), 15),
        "evening": (url("evening", played.event.pk), 16),
        "account": (url("account", played.club.robin.pk), 34),
        "own account": (url("own_account"), 25),
        "cash book": (url("journal", "cash"), 16),
        "catalogue": (url("catalogue"), 8),
    }
    few = {name: queries_of(kim, address) for name, (address, _most) in addresses.items()}
    for number in range(3, 9):
        played.card(["robin", "toni", "sascha"][number % 3], number=number, cents=100)
    refuse_claim(claim=played.claims("robin")[-1], reason="nein", by=None, now=NOW)
    for _n in range(6):
        pay("robin", 50)
    played.club.evening("robin", "toni", day=DAY + timedelta(days=1)).card("robin")
    many = {name: queries_of(kim, address) for name, (address, _most) in addresses.items()}
    # Words of bookings may ask once more for what did not occur before, never once for each.
    assert {name for name in many if many[name] > few[name] + 3} == set()
    assert {name: n for name, n in many.items() if n > addresses[name][1]} == {}
