"""The catalogue's pages: read by every member, kept by the treasurer, used in three taps."""

from datetime import timedelta

import pytest

from finance.books.models.catalogue import Tariff
from finance.catalogue.services.catalogue import end_tariff
from tests.finance.club import DAY, NOW, tariff
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.once

DECIDED = {"ground": "Satzung § 7", "decided_on": "2026-01-01", "start": "2026-01-01"}


def add(browser, kind, **data):
    return browser.post(f"{url('new_tariff')}?kind={kind}", {**DECIDED, **data})


def test_every_member_reads_what_is_fined_and_no_guest(as_, club):
    tariff(cents=200, title="Handy auf dem Tisch", ground="Satzung § 7", start=DAY)
    page_text = text(as_("robin").get(url("catalogue")))
    assert "Handy auf dem Tisch 2,00 € je Stück Satzung § 7" in page_text
    assert "Beenden" not in page_text
    assert as_("gabi").get(url("catalogue")).status_code == 404


def test_the_security_log_calls_an_entry_as_the_catalogue_does(as_, club):
    tariff(code="cup_off_table", cents=200, start=DAY)
    tariff(cents=200, title="Zu spät gekommen", start=DAY)
    gone = tariff(code="left_table", cents=200, start=DAY)
    end_tariff(tariff=gone, end=DAY, now=NOW)
    log = text(as_("kim").get("/sicherheit/"))
    assert "Strafenkatalog geändert · Zu spät gekommen" in log
    assert "Strafenkatalog geändert · Tisch ohne wichtigen Grund verlassen" in log
    assert "Strafenkatalog geändert · Becher nicht auf dem Tisch" in log


def test_first_the_kind_then_the_few_fields_it_asks_for(kim):
    page_text = text(kim.get(url("new_tariff")))
    assert "für jede angefangene Viertelstunde zu spät" in page_text
    page = kim.get(f"{url('new_tariff')}?kind=thing").content.decode()
    assert 'name="thing"' in page
    assert 'name="amount"' not in page


@pytest.mark.parametrize(
    ("kind", "data", "price"),
    [
        ("fixed", {"title": "Handy", "amount": "2"}, "2,00 €"),
        (
            "piece",
            {"title": "Glas", "amount": "1", "again_1": "3", "within": "year"},
            "1,00 € je Stück, beim nächsten Mal im Jahr 3,00 €",
        ),
        (
            "started",
            {"title": "Spät", "amount": "1", "per": "15", "most": "5"},
            "1,00 € je angefangene 15 Minuten, höchstens 5,00 €",
        ),
        (
            "steps",
            {
                "title": "Spät",
                "measure": "minutes",
                "until_1": "30",
                "cents_1": "5",
                "until_2": "60",
                "cents_2": "10",
                "beyond": "15",
            },
            "bis 30 Minuten 5,00 €, bis 60 Minuten 10,00 €, darüber 15,00 €",
        ),
        ("open", {"title": "Rauchen"}, "offener Betrag"),
        ("others", {"title": "Alle Neune", "amount": "0,50"}, "0,50 € von allen anderen"),
        ("thing", {"title": "Pokal", "thing": "ein Kasten Bier"}, "ein Kasten Bier"),
        (
            "average",
            {"title": "Gefehlt", "round_to": "50", "rounding": "up", "amount": "5"},
            "Durchschnitt des Abends, aufgerundet auf 0,50 €, dazu 5,00 €",
        ),
    ],
)
def test_every_kind_is_entered_and_read_back(kim, kind, data, price):
    assert add(kim, kind, **data).status_code == 302
    assert price in text(kim.get(url("catalogue")))


def test_what_is_wrong_is_said_beside_the_field_and_what_was_typed_stays(kim):
    answer = add(kim, "fixed", title="Handy", amount="12,5", ground="")
    assert answer.status_code == 422
    page_text = text(answer)
    assert "Meinst du 12,50 oder 12,05?" in page_text
    assert "Bitte sag, worauf sich das stützt." in page_text
    assert 'value="12,5"' in answer.content.decode()
    assert "Jede Stufe reicht weiter" in text(
        add(
            kim,
            "steps",
            title="Spät",
            measure="minutes",
            until_1="30",
            cents_1="5",
            until_2="20",
            cents_2="9",
            beyond="15",
        )
    )
    assert "Was vor dem Beschluss geschah" in text(
        add(kim, "fixed", title="Handy", amount="2", start="2025-12-31")
    )
    assert not Tariff.objects.exists()


def test_the_rulebooks_amount_is_replaced_by_the_clubs(kim, evening):
    evening.charge("toni", "dice_off_table", "fine", 300, n=3)
    add(kim, "piece", code="dice_off_table", amount="1,50")
    page_text = text(kim.get(url("evening", evening.event.pk)))
    assert "Katalog 4,50 €, Regelwerk 3,00 €" in page_text


def test_who_enters_again_what_is_there_hears_that_it_is_a_new_version(kim):
    for title, amount, sentence in (
        ("Handy", "2", "„Handy“ steht im Katalog."),
        ("Handy", "3", "„Handy“ gab es schon. Das ist die neue Fassung."),
        ("Gläser", "2", "„Gläser“ steht im Katalog."),
    ):
        add(kim, "fixed", title=title, amount=amount)
        assert sentence in text(kim.get(url("catalogue")))


def test_a_new_version_starts_from_the_one_before(kim, club):
    old = tariff(cents=200, title="Handy", kind="fixed", ground="Satzung", start=DAY)
    address = f"{url('new_tariff')}?from={old.pk}"
    page = kim.get(address)
    assert "Handy: neue Fassung" in text(page)
    assert 'value="2,00"' in page.content.decode()
    kim.post(
        address,
        {"title": "Handy", "amount": "3", **DECIDED, "start": "2026-04-01"},
    )
    page_text = text(kim.get(url("catalogue")))
    assert "3,00 €" in page_text
    assert "Frühere Fassungen" in page_text
    kim.post(url("end_tariff", Tariff.objects.get(cents=300).pk))
    assert Tariff.objects.get(cents=300).end is not None


def test_a_ready_catalogue_is_taken_over_with_one_button(kim):
    page = kim.get(url("adopt", "rsc2003"))
    assert "Nicht zum Schocktermin erschienen § 17 5,00 €" in text(page)
    answer = kim.post(url("adopt", "rsc2003"), DECIDED, follow=True)
    assert "Übernommen: 8 Einträge." in text(answer)
    answer = kim.post(url("adopt", "rsc2003"), DECIDED, follow=True)
    assert "Das steht alles schon darin." in text(answer)
    page_text = text(kim.get(url("adopt", "schock4life")))
    assert "Einsatz Z. 43–44 habt ihr schon" in page_text
    assert page_text.count("habt ihr schon") == 1
    answer = kim.post(url("adopt", "schock4life"), DECIDED, follow=True)
    assert "Übernommen: ein Eintrag." in text(answer)
    assert kim.get(url("adopt", "nobody")).status_code == 404


def test_a_deed_is_written_down_in_three_taps(as_, evening):
    entry = tariff(cents=200, title="Handy auf dem Tisch", start=DAY)
    chris = as_("chris")
    address = url("deeds", evening.event.pk)
    page = chris.get(address)
    person = evening.event.participations.get(person=evening.club.robin).pk
    data = {"client_id": hidden(page), "person": person, "tariff": entry.pk, "count": "1"}
    answer = chris.post(address, data, follow=True)
    chris.post(address, data)
    assert "Eingetragen für Robin: Handy auf dem Tisch" in text(answer)
    claim = evening.claim("robin")
    assert claim.amount == 200
    assert "Handy auf dem Tisch" in text(as_("robin").get(url("own_account")))
    chris = as_("chris")
    chris.post(url("take_back_deed", claim.charge_id))
    assert evening.claims("robin") == []


def test_what_all_the_others_pay_is_taken_back_with_one_tap(as_, evening):
    nines = tariff(cents=50, kind="others", title="Alle Neune", start=DAY)
    glass = tariff(cents=100, title="Glas umgeworfen", start=DAY)
    address = url("deeds", evening.event.pk)
    chris = as_("chris")
    robin = evening.event.participations.get(person=evening.club.robin).pk
    for entry in (glass, nines):
        page = chris.get(address)
        data = {"client_id": hidden(page), "person": robin, "tariff": entry.pk, "count": "1"}
        chris.post(address, data)
    assert [claim.amount for claim in evening.claims("sascha")] == [50]
    page = chris.get(address)
    assert text(page).count("„Alle Neune“ bei allen zurücknehmen") == 1
    charge = evening.claim("sascha").charge_id
    page_text = text(chris.post(url("take_back_deed", charge), {"all": "1"}, follow=True))
    assert "Zurückgenommen bei 2 Personen." in page_text
    assert evening.claims("sascha") == evening.claims("toni") == []
    assert [claim.amount for claim in evening.claims("robin")] == [100]


def test_the_list_of_the_rulebook_names_deeds_of_the_club(as_, evening):
    from django.urls import reverse

    entry = tariff(cents=200, title="Handy auf dem Tisch", start=DAY)
    chris = as_("chris")
    person = evening.event.participations.get(person=evening.club.robin).pk
    address = url("deeds", evening.event.pk)
    data = {"client_id": "x", "person": person, "tariff": entry.pk, "count": "1"}
    chris.post(address, data)
    page_text = text(chris.get(reverse("games:breaches", args=[evening.event.pk])))
    assert "Handy auf dem Tisch" in page_text
    assert "handy-auf-dem-tisch" not in page_text


def test_what_is_missing_for_a_deed_is_said(as_, evening):
    entry = tariff("late", 100, "started", per=15, start=DAY)
    address = url("deeds", evening.event.pk)
    person = evening.event.participations.get(person=evening.club.robin).pk
    data = {"client_id": "x", "person": person, "tariff": entry.pk, "count": "1"}
    answer = as_("chris").post(address, data)
    assert answer.status_code == 422
    assert "Wie viele Minuten waren es?" in text(answer)
    assert as_("robin").get(address).status_code == 403


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("count", "0", "Wie oft war es? Schreib eine Zahl bis 99."),
        ("count", "", "Wie oft war es? Schreib eine Zahl bis 99."),
        ("count", "1e9", "Wie oft war es? Schreib eine Zahl bis 99."),
        ("minutes", "-3", "Wie viele Minuten waren es? Schreib eine Zahl bis 999."),
        ("amount", "9,00", "Was das kostet, steht im Katalog. Lass den Betrag leer."),
    ],
)
def test_a_slip_in_a_deed_is_named(as_, evening, field, typed, sentence):
    entry = tariff(cents=200, title="Handy auf dem Tisch", start=DAY)
    person = evening.event.participations.get(person=evening.club.robin).pk
    data = {"client_id": "x", "person": person, "tariff": entry.pk, "count": "1", field: typed}
    answer = as_("chris").post(url("deeds", evening.event.pk), data)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert evening.claims("robin") == []


def test_a_version_that_is_over_names_the_last_day_it_held(kim):
    old = tariff("late", 100, title="Zu spät", start=DAY)
    tariff("late", 200, title="Zu spät", start=DAY + timedelta(days=14))
    page_text = text(kim.get(url("catalogue")))
    assert f"{DAY:%d.%m.%Y} – {DAY + timedelta(days=13):%d.%m.%Y}" in page_text
    old.refresh_from_db()
    assert old.end == DAY + timedelta(days=14)
