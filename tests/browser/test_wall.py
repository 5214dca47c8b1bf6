"""The screen on the wall in a browser: it sees a throw, turns its pages, says how old it is."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.access.tokens import sign_wall
from league.events import services as events
from league.wall import services
from tests import builders
from tests.games.scoring.test_scorer_api import Phone

pytestmark = pytest.mark.browser

TELEVISION = {"width": 1920, "height": 1080}


def fits(page: Page) -> bool:
    """Whether nothing reaches beyond the screen: nobody is there to scroll."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")].every((one) => {
          const { right, bottom } = one.getBoundingClientRect();
          return right <= innerWidth + 1 && bottom <= innerHeight + 1;
        })"""
    )


@pytest.fixture
def wall(page: Page, live_server, transactional_db, club, loud):
    """An evening's screen with a game of Anke, Bernd and Jette, whose first hand Rolf will tap."""
    event = builders.evening("dortmund", day=timezone.localdate())
    phone = Phone(builders.table(event, club.anke, club.bernd, club.jette), club.rolf)
    phone.start(starter=builders.seat_of(phone.table, club.anke))
    link = services.renew_link(event=event, seen=None, by=None, now=timezone.now())
    page.clock.install()
    page.set_viewport_size(TELEVISION)
    page.goto(live_server.url + reverse("games:wall_by_link", args=[sign_wall(link.pk)]))
    yield phone
    assert not [line for line in loud if "503" not in line]  # some tests take the server away


def throw(phone: Phone, person) -> None:
    hand = {"type": "hand", "throws": 1, "in_one_throw": True, "dice": [1, 1, 1]}
    answer = phone.send({**hand, "player": str(builders.seat_of(phone.table, person))})
    assert answer.status_code == 200


def test_a_throw_arrives_and_the_pages_turn_by_themselves(page: Page, wall, club):
    expect(page.locator(".turn .name")).to_have_text("Anke")
    assert fits(page)
    throw(wall, club.anke)
    page.clock.run_for(2_500)
    expect(page.locator(".turn .name")).to_have_text("Bernd")
    expect(page.locator(".seat", has_text="Anke").locator(".die")).to_have_count(3)
    page.clock.run_for(20_000)
    expect(page.locator(".qr")).to_be_visible()
    assert fits(page)
    page.clock.run_for(8_000)
    expect(page.locator(".turn .name")).to_have_text("Bernd")


def test_a_schock_aus_has_its_moment_once(page: Page, wall, club):
    expect(page.locator(".turn .name")).to_have_text("Anke")
    for person in (club.anke, club.bernd, club.jette):
        throw(wall, person)
    page.clock.run_for(2_500)
    moment = page.locator("#moment")
    expect(moment).to_contain_text("Schock-Aus")
    expect(moment).to_contain_text("Anke")
    page.clock.run_for(7_500)
    expect(moment).to_be_hidden()
    page.clock.run_for(30_000)
    expect(moment).to_be_hidden()


def test_without_a_connection_the_screen_says_how_old_it_is(page: Page, wall):
    expect(page.locator(".turn .name")).to_have_text("Anke")
    page.route("**/bild/", lambda route: route.fulfill(status=503))
    page.clock.run_for(60_000)
    expect(page.locator("#stale")).to_contain_text("Keine Verbindung. Stand von")
    assert page.locator(".tile, .qr").count() == 1
    page.unroute("**/bild/")
    with page.expect_response("**/bild/"):
        for _second in range(31):  # one by one: an answer takes real time, and patience is short
            page.clock.run_for(1_000)
    expect(page.locator("#stale")).to_be_hidden()


def test_sixteen_tables_fit_and_more_are_paged(page: Page, wall, club):
    event = wall.table.block.event
    for _number in range(16):
        table = events.add_table(event=event)
        for _seat in range(6):
            guest = events.add_guest(event=event, name=f"Gast {table.number}-{_seat}")
            events.seat(table=table, participation=guest)
    page.clock.run_for(15_000)
    expect(page.locator(".tile")).to_have_count(9)
    assert fits(page)
    page.clock.run_for(20_000)
    expect(page.locator(".tile")).to_have_count(8)
