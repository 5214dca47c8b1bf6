"""An evening with sixteen people closed by taps, on two phones; and what its pages owe a person."""

import re
from datetime import timedelta
from io import BytesIO
from types import SimpleNamespace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from finance.books.formulas import AVERAGE, UP, Formula
from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.services.claims import confirm_evening
from finance.catalogue.services.catalogue import set_tariff
from finance.checks.books import check_books
from finance.close.models import EveningClose
from league.events.services import attendance
from league.results.services.results import record_charge
from tests import builders
from tests.browser.page_checks import PHONE, check_page, enter_as, new_phone
from tests.browser.waiting import into_view

pytestmark = pytest.mark.browser

NAMES = (
    *("Kadir", "Bernd", "Jette", "Ömer", "Rolf", "Stine", "Nuray", "Cem"),
    *("Dörte", "Henk", "Ilse", "Torben", "Swantje", "Wiebke", "Fiete", "Gesa"),
)
# What a treasurer taps at the close of an evening with sixteen people, the fields that she types
# coins into counted as taps, and the second who signs. At ten seconds for each payer and three
# for anything else, that is less than four minutes.
TAPS = 29

HEIGHTS = "all => all.map(element => element.getBoundingClientRect().y)"


class Thumb:
    """Taps as a person does, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    def types(self, label: str, text: str) -> None:
        field = self.page.get_by_label(label, exact=True)
        field.click()
        field.fill(text)
        self.taps += 1


def played(day) -> SimpleNamespace:
    """Sixteen around two tables, each owes something; two owe a round, one stayed at home."""
    persons = {name: builders.member(name) for name in NAMES}
    builders.people.appoint(person=persons["Kadir"], role="treasurer", start=day)
    anke = builders.member("Anke")
    before = builders.evening(day=day - timedelta(days=14))
    for name in ("Bernd", "Jette"):
        builders.attendance.add_participant(event=before, person=persons[name])
    there = builders.table(before, *(persons[name] for name in NAMES[1:5]))
    for name in ("Bernd", "Jette"):
        charge(before, persons[name], "dropped_dice", "drinks_round", None)
    claims = Claim.objects.filter(event=before).values_list("pk", flat=True)
    confirm_evening(event=before, seen=list(claims), by=None, now=timezone.now())
    assert there.seats.count() == 4

    event = builders.evening(day=day)
    builders.table(event, *(persons[name] for name in NAMES[:8]))
    builders.table(event, *(persons[name] for name in NAMES[8:]))
    for number, person in enumerate(persons.values(), start=1):
        charge(event, person, "early_lift", "fine", 50 * number)
    away = event.participations.get(person=anke)
    attendance.mark_attendance(participation=away, attendance="absent")
    set_tariff(
        code="absent",
        title="Gefehlt",
        formula=Formula(AVERAGE, round_to=50, rounding=UP),
        start=day,
        now=timezone.now(),
    )
    return SimpleNamespace(event=event, persons=persons, anke=anke)


def charge(event, person, code, kind, cents) -> None:
    record_charge(
        event=event,
        person=person,
        code=code,
        kind=kind,
        cents=cents,
        client_id=f"{code}-{person.pk}-{event.pk}",
        by=None,
        now=timezone.now(),
    )


@pytest.fixture
def evening(transactional_db) -> SimpleNamespace:
    return played(timezone.localdate())


def test_sixteen_people_in_five_minutes(page: Page, browser, live_server, evening):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, evening.persons["Kadir"])
    page.goto(f"{live_server.url}/kasse/abend/{evening.event.pk}/abschluss/")
    kadir = Thumb(page)

    kadir.button("Alle bestätigen")
    expect(page.get_by_text("16 Forderungen gebucht.")).to_be_visible()
    # 0,50 € to 8,00 €, which is 68,00 € of sixteen people.
    expect(page.get_by_text("68,00 € : 16 = 4,25 €, gerundet auf 4,50 €")).to_be_visible()
    kadir.button("Jeder von ihnen zahlt 4,50 €")
    expect(page.get_by_text("Schon berechnet: Anke (4,50 €)")).to_be_visible()

    for name in ("Bernd", "Jette"):
        kadir.button(f"{name}: Runde ausgegeben")
        expect(page.get_by_text(f"Die Runde von {name} ist ausgegeben.")).to_be_visible()

    paying = page.get_by_role("button", name=re.compile(r"zahlt [0-9,]+\s€ bar"))
    into_view(paying.first)
    following = paying.evaluate_all(HEIGHTS)[1:]
    kadir.button("Bernd zahlt 1,00\u00a0€ bar")
    expect(page.get_by_text("1,00 € von Bernd gebucht.")).to_be_in_viewport()
    expect(paying).to_have_count(15)
    # The next one stays where it was, so that no one pays for another.
    assert paying.evaluate_all(HEIGHTS) == pytest.approx(following, abs=1)
    for number, name in enumerate(NAMES, start=1):
        if name != "Bernd":
            kadir.button(f"{name} zahlt {number // 2},{number % 2 * 5}0\u00a0€ bar")
    expect(page.get_by_text("8,00 € von Gesa gebucht.")).to_be_in_viewport()
    expect(page.get_by_text("Von denen, die da sind, ist nichts mehr offen.")).to_be_visible()

    for kind, number in (("20 €", 2), ("10 €", 1), ("5 €", 3), ("2 €", 1), ("50 ct", 1)):
        kadir.types(kind, str(number))
    expect(page.get_by_text("Es fehlen")).to_be_visible()
    expect(page.locator("[data-rest] output")).to_have_text("0,50\u00a0€")
    kadir.types("50 ct", "2")
    expect(page.locator("[data-rest]")).to_have_text("Stimmt")
    kadir.button("Zählung speichern")
    expect(page.get_by_text("Gezählt: 68,00 €, stimmt.")).to_be_visible()
    kadir.button("Unterschreiben")
    expect(page.get_by_role("img", name="QR-Code zum Mitunterschreiben")).to_be_visible()

    # Henk scans the code with his own phone.
    address = page.get_by_role("link", name="Die Seite zum Mitunterschreiben").get_attribute("href")
    own = browser.new_context(viewport=PHONE, locale="de-DE")
    henk = Thumb(own.new_page())
    enter_as(henk.page, live_server, evening.persons["Henk"])
    henk.page.goto(address)
    henk.button("Ich war da und unterschreibe")
    expect(henk.page.get_by_text("Der Abend ist abgeschlossen.")).to_be_visible()

    # The treasurer's page hears it by itself.
    expect(page.get_by_text("unterschrieben von Kadir und Henk")).to_be_visible()
    link = page.get_by_role("link", name="Das unterschriebene PDF").get_attribute("href")
    paper = own.request.get(live_server.url + link)
    assert "Henk" in PdfReader(BytesIO(paper.body())).pages[0].extract_text()
    own.close()

    assert kadir.taps + henk.taps == TAPS
    assert Payment.objects.filter(method="cash").count() == 16
    assert EveningClose.objects.get().is_closed
    assert check_books().wrong == []


def test_whoever_was_struck_out_stays_so_and_all_others_pay_by_one_tap(
    page: Page, live_server, evening
):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, evening.persons["Kadir"])
    page.goto(f"{live_server.url}/kasse/abend/{evening.event.pk}/abschluss/")
    kadir = Thumb(page)
    kadir.button("Alle bestätigen")
    expect(page.get_by_text("16 Forderungen gebucht.")).to_be_visible()
    page.get_by_role("checkbox", name="Henk").uncheck()
    kadir.button("Bernd zahlt 1,00\u00a0€ bar")
    expect(page.get_by_role("checkbox")).to_have_count(15)
    expect(page.get_by_role("checkbox", name="Henk")).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Ilse")).to_be_checked()
    kadir.button("Alle mit Haken haben bezahlt")
    # 68,00 € of all, less 1,00 € of Bernd and 5,00 € of Henk.
    expect(page.get_by_text("14 Zahlungen gebucht: 62,00 €.")).to_be_visible()
    expect(page.get_by_role("button", name="Henk zahlt 5,00\u00a0€ bar")).to_be_visible()
    assert Payment.objects.filter(method="cash").count() == 15
    assert check_books().wrong == []


def test_its_pages_are_accessible_light_and_fit_the_phone(browser, live_server, evening):
    with new_phone(browser) as page:
        enter_as(page, live_server, evening.persons["Kadir"])
        for address in (f"/kasse/abend/{evening.event.pk}/abschluss/", "/kasse/zaehlen/"):
            check_page(page, live_server.url + address)
