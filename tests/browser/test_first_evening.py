"""From nothing to the first throw: a club is founded and plays, tap by tap."""

import time

import pytest
from playwright.sync_api import Page, expect

from games.scoring.models import Entry
from league.club.queries import the_club
from league.events.models import Event
from league.people.models.people import Membership, Person
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import PHONE, enter_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS, MOST_SECONDS = 12, 60


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    page.clock.install()
    # Every page counts on from the one before it.
    page.add_init_script(
        """addEventListener("click", ({ isTrusted }) => {
          if (isTrusted) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
        }, true)"""
    )
    return page


def taps(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def to_the_first_throw(page: Page, first: str = "") -> None:
    """From the preview over the lobby to three dice in the log."""
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
    begun = time.monotonic()
    phone.goto(live_server.url)
    # What is typed goes on with the keyboard's „next“; the first field has the cursor.
    for word in ("Die Becherrunde", "Musterdorf", "Wilma Erste", "wilma@club.invalid"):
        phone.keyboard.type(word)
        phone.keyboard.press("Tab")
    phone.get_by_role("button", name="Club gründen").click()

    phone.get_by_role("radio", name="RSC 2003").click()
    for heading in ("Wappen und Farbe", "Name und Anschrift", "Impressum und Datenschutz"):
        phone.get_by_role("button", name="Weiter").click()
        expect(phone.get_by_role("heading", level=1, name=heading)).to_be_visible()
    phone.get_by_role("button", name="Weiter").click()

    expect(phone.get_by_label("Wer spielt mit?")).to_be_focused()
    phone.keyboard.type("Bernd, Clara, Dieter")
    phone.get_by_role("button", name="Weiter").click()
    to_the_first_throw(phone, "Clara")
    assert taps(phone) <= MOST_TAPS
    assert time.monotonic() - begun < MOST_SECONDS

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
