"""The page of an evening's close, the second signature on the own phone, the PDF, Kassensturz."""

import re
from datetime import timedelta
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.services.objections import object_to
from finance.cash.models import CashCount
from finance.close.models import ClosePaper, EveningClose
from games.scoring.services.start import start_game
from league.access.actors import NOBODY
from league.approvals.models import Approval
from league.club.models import Club
from league.club.services import choose_look
from league.events.services import attendance
from league.people.models.people import Person
from tests.finance.close import signing
from tests.finance.club import DAY, NOW, tariff
from tests.finance.files import picture
from tests.finance.pages import hidden, text, url
from tests.finance.rounds import goes_home
from tests.plugins.built import built_once

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("that_night")]


@pytest.fixture
def that_night():
    """Half past eleven, at the evening."""
    with time_machine.travel(NOW + timedelta(minutes=30), tick=False):
        yield


@built_once
def lost(evening):
    evening.card("robin", also=(("sascha", "left_table", "fine", 250, 1),))
    return evening


def at(name, evening, *more):
    return reverse(name, args=[evening.event.pk, *more])


def close(browser, evening):
    return browser.get(at("close_evening", evening))


def confirms(browser, evening):
    page = close(browser, evening)
    claims = re.findall(r'name="claim" value="(\d+)"', page.content.decode())
    return browser.post(at("close_confirm", evening), {"claim": claims}, follow=True)


def pays(browser, evening, name, cents):
    page = close(browser, evening).content.decode()
    way = at("close_pay", evening, evening.club.persons[name].pk)
    form = page[page.index(f'action="{way}"') :]
    sent = dict(re.findall(r'name="(client_id|cents)" value="([^"]+)"', form)[:2])
    assert sent["cents"] == str(cents)
    return browser.post(way, sent, follow=True)


def counts(browser, evening, **typed):
    page = close(browser, evening)
    sent = {"client_id": hidden_of_count(page), "seen": balance("cash"), **typed}
    return browser.post(at("close_count", evening), sent, follow=True)


def hidden_of_count(page):
    body = page.content.decode()
    return re.search(r'name="client_id" value="([^"]+)"', body[body.index('class="form count"') :])[
        1
    ]


@built_once
def counted(lost):
    """Return the evening as it is after the pages of `test_the_whole_way`."""
    lost.confirm()
    signing.pays(lost, "robin", 100)
    signing.pays(lost, "sascha", 250)
    signing.counts_all(lost)
    return lost


@pytest.fixture
def signed(kim, counted):
    kim.post(at("close_sign", counted))
    return counted


@pytest.fixture
def closed(signed, as_):
    browser = as_("toni")
    page = browser.get(at("cosign_evening", signed))
    browser.post(at("cosign_evening", signed), {"seen": hidden(page, "seen")})
    return signed


def test_the_page_says_what_is_still_to_do(kim, lost):
    page_text = text(close(kim, lost))
    assert "Abend abschließen Spielabend, 6. März 2026 · noch 3 Schritte" in page_text
    assert "Alle Spiele sind zu Ende, nichts ist strittig." in page_text
    assert "Einsätze und Strafen 3,50 €" in page_text
    assert "Von denen, die da sind, ist nichts mehr offen." in page_text
    assert "Das geht, wenn die Vorschläge bestätigt sind und die Kasse gezählt ist." in page_text


def test_the_whole_way_from_the_proposals_to_the_pdf(kim, lost, as_):
    assert "2 Forderungen gebucht." in text(confirms(kim, lost))
    assert "1,00 € von Robin gebucht." in text(pays(kim, lost, "robin", 100))
    assert "Nichts offen: Gabi, Robin, Sascha und Toni" in text(pays(kim, lost, "sascha", 250))
    assert "Gezählt: 3,50 €, stimmt." in text(counts(kim, lost, eur_2="1", eur_1="1", ct_50="1"))
    page_text = text(kim.post(at("close_sign", lost), follow=True))
    assert "Unterschrieben. Jetzt noch jemand, der da war." in page_text
    assert "Code scannen, auf dem eigenen Handy einloggen" in page_text

    toni = as_("toni")
    page = toni.get(at("cosign_evening", lost))
    page_text = text(page)
    assert "Einsätze und Strafen zusammen 3,50 €" in page_text
    assert "An diesem Tag eingenommen 3,50 €" in page_text
    assert "Robin" not in page_text
    done = toni.post(at("cosign_evening", lost), {"seen": hidden(page, "seen")}, follow=True)
    assert "Der Abend ist abgeschlossen." in text(done)
    assert toni.get(at("close_paper", lost, 1)).headers["Content-Type"] == "application/pdf"
    assert "unterschrieben von Kim und Toni." in text(close(as_("kim"), lost))


def test_who_was_absent_is_shown_the_average_before_one_tap_charges_it(kim, lost):
    tariff(kind="average", title="Gefehlt", start=DAY, round_to=50, rounding="up")
    attendance.mark_attendance(
        participation=lost.event.participations.get(person=lost.club.chris), attendance="absent"
    )
    lost.confirm()
    page_text = text(close(kim, lost))
    assert "3,50 € : 3 = 1,17 €, gerundet auf 1,50 €" in page_text
    assert "Es zahlen: Chris Jeder von ihnen zahlt 1,50 €" in page_text
    done = kim.post(at("close_average", lost), {"cents": 100}, follow=True)
    assert "Der Durchschnitt ist inzwischen 1,50 €, nicht 1,00 €." in text(done)
    assert not lost.claims("chris")
    done = kim.post(at("close_average", lost), {"cents": 150}, follow=True)
    assert "eine Forderung gebucht." in text(done)
    assert "Schon berechnet: Chris (1,50 €)" in text(done)
    assert [(claim.amount, claim.state) for claim in lost.claims("chris")] == [(150, "confirmed")]
    again = kim.post(at("close_average", lost), {"cents": 150}, follow=True)
    assert "0 Forderungen gebucht." in text(again)


def test_where_the_evening_cost_nothing_the_absent_owe_nothing(kim, evening):
    tariff(kind="average", title="Gefehlt", start=DAY)
    attendance.mark_attendance(
        participation=evening.event.participations.get(person=evening.club.chris),
        attendance="absent",
    )
    page_text = text(close(kim, evening))
    assert "Gefehlt, aber nichts zu zahlen: Chris" in page_text
    assert "Wer gefehlt hat (erledigt)" in page_text
    assert "Es zahlen" not in page_text


def test_a_round_that_nobody_here_has_to_come_keeps_no_step_open(kim, club, evening):
    before = club.evening("robin", "sascha", day=DAY - timedelta(days=14))
    before.card("robin", kind="drinks_round", cents=None)
    before.confirm()
    assert "Runden (erledigt)" not in text(close(kim, evening))
    goes_home(evening, "sascha")
    page_text = text(close(kim, evening))
    assert "Runden (erledigt)" in page_text
    assert "Von denen, die diese Runde noch bekommen, ist niemand da." in page_text


def test_a_difference_asks_for_its_reason_and_keeps_what_was_counted(kim, lost):
    lost.confirm()
    signing.pays(lost, "robin", 100)
    again = counts(kim, lost, ct_50="1")
    assert again.status_code == 422
    assert "Es fehlen 0,50 €. Zähl noch einmal nach, oder sag, woran es liegt." in text(again)
    assert re.search(r'name="ct_50" value="1"', again.content.decode())
    assert CashCount.objects.count() == 0
    page_text = text(counts(kim, lost, ct_50="1", reason="Wechselgeld vertan"))
    assert "Gezählt: 0,50 €, es fehlen 0,50 €." in page_text
    assert "Wechselgeld vertan" in page_text


@pytest.mark.parametrize("typed", ["-3", "1e9", "1,5", "drei", "10000"])
def test_what_is_no_number_of_coins_is_said_beside_the_field(kim, lost, typed):
    page = counts(kim, lost, eur_2=typed)
    assert page.status_code == 422
    assert re.search(r"Schreib eine ganze Zahl\.|So viele Stück können es nicht sein\.", text(page))
    assert f'value="{typed}"' in page.content.decode()
    assert CashCount.objects.count() == 0


def test_who_counted_before_somebody_paid_counts_against_the_book_of_now(kim, lost, pay):
    lost.confirm()
    page = close(kim, lost)
    sent = {"client_id": hidden_of_count(page), "seen": 0, "eur_5": "1"}
    pay("toni", 500)
    again = kim.post(at("close_count", lost), sent)
    assert "Laut Buch liegen jetzt 5,00 € in der Kasse, vorhin waren es 0,00 €." in text(again)
    sent["seen"] = re.search(r'name="seen" value="(\d+)"', again.content.decode())[1]
    assert "Gezählt: 5,00 €, stimmt." in text(kim.post(at("close_count", lost), sent, follow=True))


def test_somebody_who_is_here_pays_another_amount(kim, lost):
    page = close(kim, lost)
    body = page.content.decode()
    form = body[body.index(at("close_pay_other", lost)) :]
    sent = {
        "client_id": re.search(r'name="client_id" value="([^"]+)"', form)[1],
        "person": lost.club.toni.pk,
        "amount": "20",
    }
    wrong = kim.post(at("close_pay_other", lost), sent | {"amount": "12,5"})
    assert wrong.status_code == 422
    assert "Meinst du 12,50 oder 12,05?" in text(wrong)
    done = kim.post(at("close_pay_other", lost), sent, follow=True)
    assert "20,00 € von Toni gebucht." in text(done)
    assert Payment.objects.get().transaction.date == DAY


def test_a_close_of_another_day_asks_on_which_day_it_was_paid(kim, lost, club):
    """Nothing is dated today by itself: the page offers no payment before the day is said."""
    lost.confirm()
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        page = close(kim, lost)
        assert "Bezahlt am" in text(page)
        assert at("close_pay_all", lost) not in page.content.decode()
        way = at("close_pay", lost, club.robin.pk)
        silent = kim.post(way, {"client_id": "one", "cents": 100}, follow=True)
        assert "Wähl zuerst, an welchem Tag bezahlt wurde." in text(silent)
        early = kim.post(way, {"client_id": "one", "cents": 100, "day": "2026-03-01"}, follow=True)
        assert "Wähl zuerst" in text(early)
        assert not Payment.objects.exists()
        day = f"{DAY:%Y-%m-%d}"
        page = kim.get(at("close_evening", lost), {"day": day})
        assert page.content.decode().count(f'name="day" value="{day}"') >= 2
        done = kim.post(at("close_pay_all", lost), everybody(page) | {"day": day}, follow=True)
        assert "2 Zahlungen gebucht" in text(done)
    assert {payment.transaction.date for payment in Payment.objects.all()} == {DAY}


def test_who_is_not_here_pays_elsewhere(kim, lost):
    sent = {"client_id": "x", "person": lost.club.chris.pk, "amount": "20"}
    assert kim.post(at("close_pay_other", lost), sent).status_code == 422
    assert Payment.objects.count() == 0


def test_a_second_tap_on_an_old_page_takes_no_money(kim, lost):
    lost.confirm()
    way = at("close_pay", lost, lost.club.robin.pk)
    kim.post(way, {"client_id": "one", "cents": 100})
    page_text = text(kim.post(way, {"client_id": "two", "cents": 100}, follow=True))
    assert "Inzwischen sind bei Robin 0,00 € offen." in page_text
    assert Payment.objects.count() == 1


def test_signing_while_a_game_runs_asks_for_a_tick_and_the_page_keeps_saying_it(kim, counted, as_):
    seats = [seat.pk for seat in counted.seats.values()]
    start_game(
        table=counted.table,
        key=uuid4(),
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=NOW,
        rng=Random(1),
    )
    tick = 'name="although" value="1" required'
    assert tick in close(kim, counted).content.decode()
    page_text = text(kim.post(at("close_sign", counted), follow=True))
    assert "Es läuft noch ein Spiel. Wenn du trotzdem abschließen willst" in page_text
    assert not EveningClose.objects.exists()
    kim.post(at("close_sign", counted), {"although": "1"})
    toni = as_("toni")
    page = toni.get(at("cosign_evening", counted))
    toni.post(at("cosign_evening", counted), {"seen": hidden(page, "seen")})
    page_text = text(close(as_("kim"), counted))
    assert "unterschrieben von Kim und Toni. Ein Spiel war noch nicht beendet." in page_text
    assert "· noch ein Schritt" in page_text


def test_the_second_signature_is_found_on_the_start_page(signed, as_):
    assert "Mitunterschreiben" in text(as_("toni").get("/"))
    assert "Mitunterschreiben" not in text(as_("chris").get("/"))


def test_what_is_changed_later_is_said_on_both_pages(closed, as_, storno):
    storno(Payment.objects.order_by("pk").first().transaction)
    page_text = text(close(as_("kim"), closed))
    assert "Nach dem Abschluss geändert" in page_text
    assert "Bar gezahlt haben: 1 (unterschrieben: 2)" in page_text
    assert "An diesem Tag ausgegeben: 1,00 € (unterschrieben: 0,00 €)" in page_text
    page_text = text(as_("toni").get(at("cosign_evening", closed)))
    assert "Hier steht, was unterschrieben ist." in page_text


def test_the_pdf_is_for_ever_the_same(closed, as_, tmp_path):
    browser = as_("kim")
    first = browser.get(at("close_paper", closed, 1)).content
    Person.objects.filter(pk=closed.club.kim.pk).update(name="Ganz anders")
    assert browser.get(at("close_paper", closed, 1)).content == first
    file = tmp_path / "abschluss.pdf"
    file.write_bytes(first)
    page_text = " ".join(PdfReader(file).pages[0].extract_text().split())
    assert "Kim" in page_text
    assert "Toni" in page_text
    assert "3,50 €" in page_text.replace("\u00a0", " ")
    assert "Gezahlt hat hier, wer da war" in page_text
    assert EveningClose.objects.get().digest in page_text.replace(" ", "")


def test_who_reads_english_gets_the_signed_figures_in_english(closed, as_, tmp_path):
    browser = as_("kim")
    german = browser.get(at("close_paper", closed, 1)).content
    english = browser.get(at("close_paper", closed, 1), headers={"accept-language": "en"}).content
    file = tmp_path / "close.pdf"
    file.write_bytes(english)
    page_text = " ".join(PdfReader(file).pages[0].extract_text().split())
    assert "Signatures" in page_text
    assert "Unterschriften" not in page_text
    assert EveningClose.objects.get().digest in page_text.replace(" ", "")
    assert browser.get(at("close_paper", closed, 1)).content == german


def test_made_again_the_pdf_would_be_the_same_with_the_crest(closed, settings, tmp_path):
    from finance.close.paper import evening_close
    from finance.close.queries import last_close

    settings.CREST_DIR = tmp_path
    choose_look(colour=Club.Colour.RED, crest=picture(20, 30))
    actual = last_close(closed.event)
    paper = evening_close(actual, "de")
    assert paper == evening_close(actual, "de")
    assert ClosePaper.objects.count() == 0
    assert [drawn.image.size for drawn in PdfReader(BytesIO(paper)).pages[0].images] == [(20, 30)]


def test_who_has_no_part_in_it_finds_nothing(closed, as_):
    for name, answer in (("chris", 403), ("gabi", 404)):
        browser = as_(name)
        assert browser.get(at("close_evening", closed)).status_code == answer
        assert browser.get(at("close_paper", closed, 1)).status_code == 404
        assert browser.get(at("cosign_evening", closed)).status_code == 404


def test_who_comes_third_hears_that_two_have_signed(closed, as_):
    page = as_("sascha").get(at("cosign_evening", closed))
    assert page.status_code == 409
    assert "Diesen Abend haben schon zwei unterschrieben." in text(page)


def test_the_auditor_looks_on_and_does_nothing(closed, as_):
    alex = as_("alex")
    page = close(alex, closed)
    assert "unterschrieben von Kim und Toni" in text(page)
    assert "<button" not in re.sub(
        r"<footer.*", "", page.content.decode()[page.content.index(b"<main") :], flags=re.DOTALL
    )
    assert alex.post(at("close_sign", closed)).status_code == 403
    assert alex.get(at("close_paper", closed, 1)).status_code == 200


def test_an_evening_to_come_is_not_closed_yet(kim, club):
    later = club.evening("robin", day=DAY + timedelta(days=14))
    assert "Alle bestätigen" not in text(close(kim, later))
    assert 'class="form count"' not in close(kim, later).content.decode()


# --- Kassensturz ----------------------------------------------------------------------------
def test_the_cash_is_counted_without_an_evening(kim, pay):
    pay("robin", 1250)
    page = kim.get(url("counts"))
    sent = {"client_id": hidden(page), "seen": "1250", "eur_10": "1", "eur_2": "1", "ct_50": "1"}
    done = kim.post(url("add_count"), sent, follow=True)
    page_text = text(done)
    assert "Gezählt: 12,50 €, stimmt." in page_text
    assert "1 × 10 €, 1 × 2 €, 1 × 50 ct" in page_text
    assert CashCount.objects.get().event is None


def test_the_auditor_sees_what_was_counted_and_counts_nothing(as_, kim, pay):
    alex = as_("alex")
    assert "Noch nie." in text(alex.get(url("counts")))
    assert alex.post(url("add_count"), {"seen": "0"}).status_code == 403


def test_a_claim_that_is_objected_to_is_called_so_in_either_language(as_, lost):
    robin = lost.club.user("robin")
    object_to(claim=lost.claim("robin"), text="Das war ich nicht", by=robin, now=NOW)
    kim = as_("kim")
    german = text(close(kim, lost))
    assert "Robin Einspruch" in german
    assert "disputed" not in german
    english = kim.get(at("close_evening", lost), headers={"accept-language": "en"})
    assert "Robin disputed" in text(english)


def test_who_may_object_reads_no_dispute_where_there_is_none(as_, lost):
    lost.confirm()
    account = as_("robin").get(url("own_account"), headers={"accept-language": "en"})
    assert "disputed" not in text(account)
    assert re.search(r">\s*Object\s*</a>", account.content.decode())


# --- „alle haben bezahlt“ -----------------------------------------------------------------------
def everybody(page, *without):
    """Return the fields of the button „alle bezahlt“: all who are ticked but `without`."""
    body = page.content.decode()
    form = body[body.index('id="alle-bezahlt"') :]
    ticked = re.findall(r'name="paid" value="(\d+)" checked', body)
    return {
        "client_id": re.search(r'name="client_id" value="([^"]+)"', form)[1],
        "paid": [key for key in ticked if int(key) not in {person.pk for person in without}],
        **dict(re.findall(r'name="(cents-\d+)" value="(\d+)"', body)),
    }


def test_all_have_paid_but_for_one(kim, lost, club):
    lost.confirm()
    page = close(kim, lost)
    assert "Wer hat bar bezahlt?" in text(page)
    sent = everybody(page, club.sascha)
    page_text = text(kim.post(at("close_pay_all", lost), sent, follow=True))
    assert "Eine Zahlung gebucht: 1,00 €." in page_text
    assert balance("cash") == 100
    assert Payment.objects.get().person == club.robin
    # The same button once more: nothing more is booked.
    kim.post(at("close_pay_all", lost), sent)
    assert Payment.objects.count() == 1


def test_all_have_paid_together_or_nobody(kim, lost, club, pay):
    lost.confirm()
    sent = everybody(close(kim, lost))
    assert len(sent["paid"]) == 2
    pay("sascha", 50)
    page_text = text(kim.post(at("close_pay_all", lost), sent, follow=True))
    assert "Inzwischen sind bei Sascha 2,00 € offen" in page_text
    assert Payment.objects.filter(person=club.robin).count() == 0
    page_text = text(kim.post(at("close_pay_all", lost), everybody(close(kim, lost)), follow=True))
    assert "2 Zahlungen gebucht: 3,00 €." in page_text
    assert balance("cash") == 350


def test_with_nobody_ticked_nothing_is_booked(kim, lost, club):
    lost.confirm()
    sent = everybody(close(kim, lost), club.robin, club.sascha)
    page_text = text(kim.post(at("close_pay_all", lost), sent, follow=True))
    assert "Bitte wähle, wer bezahlt hat." in page_text
    assert not Payment.objects.exists()


def test_one_alone_needs_no_tick(kim, evening):
    evening.card("robin")
    evening.confirm()
    assert "alle-bezahlt" not in close(kim, evening).content.decode()


# --- let off the average ------------------------------------------------------------------------
@pytest.fixture
def absent(lost, club):
    """Let Kim and Chris be absent, in a club where absent members pay the average."""
    tariff(kind="average", title="Gefehlt", start=DAY)
    for participation in lost.event.participations.exclude(attendance="present"):
        attendance.mark_attendance(participation=participation, attendance="absent")
    return lost


def lets_off(browser, evening, person, reason="Krank"):
    sent = {"excuse-person": person.pk, "excuse-reason": reason}
    return browser.post(at("close_excuse", evening), sent, follow=True)


def test_one_of_the_absent_is_let_off_with_the_reason(kim, absent, club):
    absent.confirm()
    assert "warum" in text(lets_off(kim, absent, club.chris, reason=""))
    page_text = text(lets_off(kim, absent, club.chris))
    assert "Chris zahlt für diesen Abend nichts." in page_text
    assert "Chris entschuldigt Krank" in page_text
    shown = page_text[page_text.index("Es zahlen") :].split(".")[0]
    assert "Chris" not in shown[:40]
    body = close(kim, absent).content.decode()
    cents = re.search(r'name="cents" value="(\d+)"', body)[1]
    kim.post(at("close_average", absent), {"cents": cents})
    assert not absent.claims("chris")
    assert absent.claims("alex")


def test_whoever_did_not_turn_up_is_proposed_for_the_fine_of_the_catalogue(kim, absent, club):
    tariff("no_show", 500, "fixed", start=DAY)
    absent.confirm()
    lets_off(kim, absent, club.chris)
    assert "Je 5,00 € vorschlagen" in text(close(kim, absent))
    page_text = text(kim.post(at("close_no_shows", absent), follow=True))
    assert "Strafen sind vorgeschlagen." in page_text
    (claim,) = absent.claims("chris")  # § 17 asks for no reason
    assert (claim.amount, claim.state) == (500, "proposed")
    assert not [claim for claim in absent.claims("robin") if claim.code == "no_show"]
    assert "vorschlagen" not in text(close(kim, absent))
    kim.post(at("close_no_shows", absent))
    assert len(absent.claims("chris")) == 1


def test_who_was_let_off_pays_after_all(kim, absent, club):
    absent.confirm()
    lets_off(kim, absent, club.chris)
    way = re.search(r'action="([^"]+/zurueck/)"', close(kim, absent).content.decode())[1]
    kim.post(way)
    assert "entschuldigt Krank" not in text(close(kim, absent))


def test_the_own_absence_waits_for_a_second_person(kim, absent, club, client):
    absent.confirm()
    assert "Kim will für das eigene Fehlen" in text(lets_off(kim, absent, club.kim))
    assert "Kim entschuldigt" not in text(close(kim, absent))
    waiting = Approval.objects.get(kind="excuse")
    chris = Client()
    chris.force_login(club.user("chris"))
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"})
    assert "Kim entschuldigt Krank" in text(close(kim, absent))
