"""The direction with a phone in its hand: long deeds show at once that they are under way."""

import pytest
from playwright.sync_api import Page, Route, expect

from league.tournaments.direction.services import rounds
from tests import builders
from tests import tournaments as day
from tests.browser.page_checks import PHONE, enter_as

pytestmark = pytest.mark.browser
LONG = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenauszahlungsstellenleiterin"


@pytest.fixture
def event(transactional_db, club):
    made = builders.tournament(template="steele")
    day.people(made, LONG[:80], "Kai", "Jenny", "Ute")
    return made


def test_while_it_is_drawn_the_button_says_so_and_a_second_tap_does_nothing(
    page: Page, live_server, club, event
):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.anke)
    page.goto(f"{live_server.url}/turniere/{event.pk}/leitung/", wait_until="networkidle")
    asked = []

    def go_nowhere(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=204)  # the page stays, as while the search runs

    page.route("**/auslosung/", go_nowhere)
    button = page.locator('form[data-busy*="ausgelost"] button')
    button.click(no_wait_after=True)
    expect(button).to_have_text("Es wird ausgelost …")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(page.locator('body > [role="status"]')).to_have_text("Es wird ausgelost …")
    # The page asks again every five seconds: a player has come meanwhile.
    with page.expect_response(lambda answer: "mark=" in answer.url and answer.status == 200):
        day.people(event, "Nachzügler")
    button.click(force=True, no_wait_after=True)
    expect(button).to_have_text("Es wird ausgelost …")
    assert len(asked) == 1


def test_a_name_of_one_long_word_does_not_make_the_ranking_scroll(
    page: Page, live_server, club, event
):
    day.draw(event, 1)
    rounds.call_sharp(block=day.block_of(event, 1), seen=day.seen(event), now=builders.NIGHT)
    enter_as(page, live_server, club.anke)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for address in ("", "durchgang/1/"):
            there = f"{live_server.url}/turniere/{event.pk}/leitung/{address}"
            page.goto(there, wait_until="networkidle")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), there
