"""From nothing to the first throw: a club is founded and plays, tap by tap; and an old one, whose
people, tables, debts and till come out of its files, plays the same evening.
"""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.scoring.models import Entry
from league.club.queries import the_club
from league.events.models import Event
from league.people.models.people import Membership, Person
from tests import builders
from tests.browser import old_club, tapping
from tests.browser.effort import seconds_of_a_hand
from tests.browser.page_checks import PHONE, enter_as, new_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS, MOST_SECONDS = 12, 60
# The evening of an old club: what the secretary and the treasurer tap besides typing.
OF_THE_SECRETARY, OF_THE_TREASURER = 31, 5


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    page.clock.install()
    return counted(page)


def counted(page: Page) -> Page:
    """Return the page, made to count its taps from one address to the next."""
    page.add_init_script(
        """addEventListener("click", ({ isTrusted }) => {
          if (isTrusted) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
        }, true)"""
    )
    return page


def taps(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def to_the_first_throw(page: Page, first: str = "") -> None:
    """Go from the preview over the lobby to three dice in the log."""
    page.get_by_role("button", name="Hinsetzen und spielen").click()
    page.wait_for_url("**/spiel/")
    if first:  # where the rulebook leaves it to the table who begins
        page.get_by_role("group", name="Wer fängt an").get_by_role("button", name=first).click()
    page.locator("#primary").click()
    tapping.settled(page, 0)
    tapping.dice(page, [6, 5, 4])
    tapping.settled(page, 1)
    tapping.sent(page)


def test_a_new_club_throws_after_a_dozen_taps_and_within_a_minute(phone, live_server):
    people = "Bernd, Clara, Dieter"
    founding = ("Die Becherrunde", "Musterdorf", "Wilma Erste", "wilma@club.invalid")
    phone.goto(live_server.url)
    # What is typed goes on with the keyboard's „next“; the first field has the cursor.
    for word in founding:
        phone.keyboard.type(word)
        phone.keyboard.press("Tab")
    phone.get_by_role("button", name="Club gründen").click()

    phone.get_by_role("radio", name="RSC 2003").click()
    for heading in ("Wappen und Farbe", "Name und Anschrift", "Impressum und Datenschutz"):
        phone.get_by_role("button", name="Weiter").click()
        expect(phone.get_by_role("heading", level=1, name=heading)).to_be_visible()
    phone.get_by_role("button", name="Weiter").click()

    expect(phone.get_by_label("Wer spielt mit?")).to_be_focused()
    phone.keyboard.type(people)
    phone.get_by_role("button", name="Weiter").click()
    to_the_first_throw(phone, "Clara")
    assert taps(phone) <= MOST_TAPS
    keys = len("".join(founding)) + len(founding) + len(people)
    assert seconds_of_a_hand(keys=keys, taps=taps(phone)) < MOST_SECONDS

    event = Event.objects.get()
    assert event.rulebook == the_club().rulebook == "rsc2003"
    assert Entry.objects.count() == 1
    assert set(Person.objects.values_list("name", flat=True)) == {
        *("Wilma Erste", "Bernd", "Clara", "Dieter")
    }
    assert Membership.objects.count() == 4


def test_an_old_club_throws_after_six_taps(phone, live_server, club):
    enter_as(phone, live_server, club.rolf)
    phone.goto(f"{live_server.url}/")
    phone.get_by_role("link", name="Heute spielen").click()
    expect(phone.get_by_label("Wer spielt mit?")).to_be_focused()
    phone.keyboard.type("Anke, Bernd, Freundin von Anke")
    phone.get_by_role("button", name="Weiter").click()
    expect(phone.get_by_text("Freundin von Anke, neu, als Gast")).to_be_visible()
    to_the_first_throw(phone)
    assert taps(phone) <= 6
    assert not Membership.objects.filter(person__name="Freundin von Anke").exists()


def test_a_founder_may_leave_everything_for_later(phone, live_server):
    builders.member("Wilma", "chair")
    enter_as(phone, live_server, Person.objects.get())
    phone.goto(f"{live_server.url}/gruenden/1/")
    phone.get_by_role("link", name="Den Rest später").click()
    expect(phone.get_by_label("Wer spielt mit?")).to_be_focused()


# --- an old club ----------------------------------------------------------------------------
def take_in_everybody(phone: Page) -> None:
    """Take in all people of the file, whose headings are its own; those with an address are
    invited.
    """
    phone.get_by_role("link", name="Oder gleich alle, aus einer Liste").click()
    phone.get_by_label("oder Datei wählen").set_input_files(old_club.people())
    phone.get_by_role("button", name="Weiter").click()
    expect(phone.get_by_text("Nicht benutzt: Auf dem Deckel")).to_be_visible()
    phone.wait_for_load_state()  # what is chosen before that is read with the next tap only
    phone.get_by_label("Auf dem Deckel").select_option(label="Schulden")
    expect(phone.get_by_text("Schulden 16,50 €, Guthaben 7,30 €")).to_be_visible()
    phone.get_by_role("button", name="22 Leute aufnehmen").click()
    phone.get_by_role("button", name="11 Einladungen verschicken").click()
    expect(phone.get_by_text("11 Einladungen gehen per E-Mail hinaus.")).to_be_visible()


def appoint(phone: Page, name: str, office: str) -> None:
    phone.get_by_role("link", name=name).click()
    phone.get_by_text("Amt geben").click()
    role = phone.get_by_label("Amt", exact=True)
    role.select_option(label=office)
    form = phone.locator("form").filter(has=role)
    form.get_by_role("button", name="Eintragen").click()
    expect(phone.get_by_text("Das Amt ist eingetragen.")).to_be_visible()


def take_over(phone: Page, title: str, file: dict[str, Any], kind: str = "Saisontabelle") -> None:
    phone.get_by_role("link", name="Alte Tabelle übernehmen").click()
    phone.get_by_label("Titel").fill(title)
    phone.get_by_label("Art").select_option(label=kind)
    phone.get_by_label("Woher sie stammt").fill("Heft am Tresen")
    phone.get_by_label("oder Datei wählen").set_input_files(file)
    phone.get_by_role("button", name="Weiter").click()
    phone.get_by_role("button", name="So übernehmen").click()
    expect(phone.get_by_text("Übernommen, wie sie geschrieben war.")).to_be_visible()
    phone.get_by_role("link", name="‹ Aus alten Listen").click()


def open_the_books(till: Page, address: str) -> None:
    """Book what the people owed and what was in the till."""
    till.goto(address)
    till.get_by_role("link", name="Ansehen und buchen").click()
    till.get_by_role("button", name="3 Anfangsbestände buchen").click()
    expect(till.get_by_text("3 Anfangsbestände gebucht.")).to_be_visible()
    till.get_by_role("link", name="Kasse", exact=True).click()
    till.get_by_role("link", name="Trag ein, was darin lag, bevor dieses Buch begann").click()
    cash = till.locator("section").filter(has=till.get_by_role("heading", name="Kasse"))
    cash.get_by_label("Bestand", exact=True).fill(old_club.TILL)
    cash.get_by_label("Woher du das weißt").fill("gezählt")
    cash.get_by_role("button", name="Anfangsbestand buchen").click()
    expect(cash.get_by_text(f"{old_club.TILL} €")).to_be_visible()


def test_an_old_club_comes_out_of_its_files_and_throws_the_same_evening(
    phone, browser, live_server
):
    chair = builders.member("Wilma Erste", "chair")
    enter_as(phone, live_server, chair)
    phone.goto(live_server.url)
    take_in_everybody(phone)
    appoint(phone, "Adda Holzmann", "Kassenwart/in")
    phone.get_by_role("link", name="Tabelle", exact=True).click()
    phone.get_by_role("link", name="Aus alten Listen").click()
    take_over(phone, "Saison 2024", old_club.season_2024())
    take_over(phone, "Saison 2025", old_club.season_2025())
    take_over(phone, "Seit der Gründung", old_club.all_time(), "Ewige Tabelle")

    # A member without an address gets a link or a QR code, in any messenger.
    benno = Person.objects.get(name="Benno Holzmann")
    phone.get_by_role("link", name="Leute", exact=True).click()
    phone.get_by_role("link", name=benno.name).click()
    phone.get_by_role("button", name="Link zum Einladen erstellen").click()
    expect(phone.get_by_role("img", name="QR-Code des Links")).to_be_visible()
    link = urlsplit(phone.get_by_label("Link zum Weitergeben").input_value()).path
    with new_phone(browser) as his:
        his.goto(live_server.url + link)
        his.get_by_label("E-Mail").fill("benno@club.invalid")
        his.get_by_role("button", name="Hereinkommen").click()
        expect(his.get_by_text("Willkommen, Benno Holzmann.")).to_be_visible()

    with new_phone(browser) as till:
        enter_as(till, live_server, Person.objects.get(name="Adda Holzmann"))
        open_the_books(counted(till), live_server.url)
        assert taps(till) <= OF_THE_TREASURER
        till.goto(f"{live_server.url}/kasse/")
        expect(till.locator("main")).to_contain_text(f"{old_club.TILL} € in der Kasse")
        expect(till.get_by_role("link", name="Wer zahlt noch?")).to_contain_text("16,50 €")
        till.goto(f"{live_server.url}/kasse/konto/{Person.objects.get(name='Inge Holzmann').pk}/")
        expect(till.locator("main")).to_contain_text("7,30 €")

    phone.get_by_role("link", name="Start", exact=True).click()
    phone.get_by_role("link", name="Heute spielen").click()
    phone.get_by_label("Wer spielt mit?").fill("Adda H., Benno H., Carla H., Karin T.")
    phone.get_by_role("button", name="Weiter").click()
    to_the_first_throw(phone)
    assert taps(phone) <= OF_THE_SECRETARY

    assert Entry.objects.count() == 1
    assert Membership.objects.count() == 23
    event = Event.objects.get()
    phone.goto(f"{live_server.url}/abende/{event.pk}/")
    expect(phone.locator("main")).to_contain_text("Karin Tresen")
    phone.goto(f"{live_server.url}/tabelle/ewig/")
    expect(phone.locator("main")).to_contain_text("Noch kein Spiel")
    phone.get_by_role("link", name="Seit der Gründung").click()
    expect(phone.locator("main")).to_contain_text("Kein Spiel wird dadurch gezählt")
    phone.get_by_role("link", name="Dirk Holzmann").click()
    expect(phone.locator("main")).to_contain_text("Saison 2024")
    expect(phone.locator("main")).to_contain_text("Saison 2025")
