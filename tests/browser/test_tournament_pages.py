"""A tournament on the phones in the hall: light, without a login, and up to date by itself."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from league.tournaments.direction.services import setting_up
from tests import builders
from tests import tournaments as day
from tests.browser.page_checks import (
    PHONE,
    TOO_WIDE,
    check_page,
    enter_as,
    new_phone,
    violations,
)

pytestmark = pytest.mark.browser
NAMES = ("Kai", "Jenny", "Ute", "Ole", "Ada", "Ben", "Cem", "Dirk")


@pytest.fixture
def event(transactional_db, club):
    """Return a tournament with one block played and the second at its tables."""
    made = builders.tournament()
    day.people(made, *(f"{name} Muster" for name in NAMES), team_size=2)
    setting_up.fit_to_people(event=made, seen=day.seen(made))
    day.draw(made, 1)
    day.play(made, 1, random.Random(1))
    day.close(made, 1, random.Random(1))
    day.draw(made, 2)
    return made


def addresses(event):
    kai = event.participations.get(person__name="Kai Muster").pk
    return (
        "",
        "mein-tisch/?search=Kai",
        "tabelle/",
        "mannschaften/",
        f"spieler/{kai}/",
        f"auslosung/2/?person={kai}",
    )


def test_every_page_is_light_fits_the_screen_and_can_be_read_aloud(browser, live_server, event):
    with new_phone(browser) as page:
        for address in addresses(event):
            check_page(page, f"{live_server.url}/turniere/{event.pk}/{address}")
            page.evaluate("document.documentElement.style.fontSize = ''")
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 844})
                assert not page.evaluate(TOO_WIDE), (address, width)
            assert violations(page) == [], address
            page.set_viewport_size(PHONE)


def test_the_table_moves_on_by_itself(page: Page, live_server, event):
    page.set_viewport_size(PHONE)
    day.counted(event)
    page.goto(f"{live_server.url}/turniere/{event.pk}/tabelle/")
    expect(page.locator("#live")).to_contain_text("0 von 2 Karten sind da.")
    day.play(event, 2, random.Random(2))
    day.counted(event)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#live")).to_contain_text("2 von 2 Karten sind da.")


def test_the_list_of_the_entrance_stays_short_with_eighty(
    browser, live_server, transactional_db, club
):
    event = builders.tournament(places=None)
    for number in range(80):
        day.registered(event, f"Vorname {number} Nachname")
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        address = f"{live_server.url}/turniere/{event.pk}/leitung/anmeldungen/"
        check_page(page, address)
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]
        page.get_by_role("link", name="noch nicht da").click()
        page.get_by_role("button", name=re.compile("Da, bezahlt.*Vorname 0 N")).click()
        expect(page.get_by_text("Vorname 0 Nachname ist da und hat bezahlt.")).to_be_visible()
        expect(page.get_by_role("link", name="Vorname 0 Nachname", exact=True)).to_be_hidden()
