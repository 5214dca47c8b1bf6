"""A tournament on the phones in the hall: light, without a login, and up to date by itself."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from league.services.tournaments import setting_up
from tests import builders
from tests import tournaments as day
from tests.browser.test_evening import PHONE
from tests.browser.weight import Visit

pytestmark = pytest.mark.browser
NAMES = ("Kai", "Jenny", "Ute", "Ole", "Ada", "Ben", "Cem", "Dirk")


@pytest.fixture
def event(transactional_db, club):
    """One block played, the second at its tables."""
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
        "mein-tisch/?q=Kai",
        "tabelle/",
        "mannschaften/",
        f"spieler/{kai}/",
        f"auslosung/2/?wer={kai}",
    )


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_page_is_light_fits_the_screen_and_can_be_read_aloud(
    page: Page, live_server, event, width
):
    page.set_viewport_size({"width": width, "height": 844})
    for address in addresses(event):
        visit = Visit(page)
        there = f"{live_server.url}/turniere/{event.pk}/{address}"
        assert page.goto(there, wait_until="networkidle").status == 200, address
        assert visit.sent() <= 60_000, address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        found = [
            (one["id"], one["nodes"][0]["html"][:200])
            for one in Axe().run(page).response["violations"]
        ]
        assert found == [], address


def test_the_table_moves_on_by_itself(page: Page, live_server, event):
    page.set_viewport_size(PHONE)
    day.counted(event)
    page.goto(f"{live_server.url}/turniere/{event.pk}/tabelle/")
    expect(page.locator("#live")).to_contain_text("0 von 2 Karten sind da.")
    day.play(event, 2, random.Random(2))
    day.counted(event)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#live")).to_contain_text("2 von 2 Karten sind da.")
