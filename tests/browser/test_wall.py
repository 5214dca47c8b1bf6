"""The screen on the wall in a browser: it sees a throw, turns its pages, says how old it is."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.access.tokens import sign_wall
from league.events.services import attendance, seating
from league.standings.services import compute_evenings
from league.wall import services
from tests import builders
from tests.browser.waiting import Traffic, stand_still
from tests.games.scoring.test_scorer_api import Phone

pytestmark = pytest.mark.browser

TELEVISION = {"width": 1920, "height": 1080}
NIGHT = 8 * 3600  # seconds
NODES_MAY_GROW = 500  # what a game more or less draws


FIRST_NAMES = (
    *("Wiebke", "Tjorven", "Hannes", "Frauke", "Detlef", "Meike", "Torben", "Silke", "Ingolf"),
    *("Antje", "Birger", "Dörte", "Eike", "Folke", "Gesche", "Hauke", "Imke", "Joris", "Keno"),
    *("Levke", "Momme", "Nele", "Onno", "Tomke"),
)


def fits(page: Page) -> bool:
    """Return whether nothing reaches beyond the screen, which no one can scroll."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")].every((one) => {
          const { right, bottom } = one.getBoundingClientRect();
          return right <= innerWidth + 1 && bottom <= innerHeight + 1;
        })"""
    )


def cut(page: Page) -> list[str]:
    """Return the texts of which a part is hidden."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *:not(.visually-hidden)")]
          .filter((element) => element.clientWidth
            && getComputedStyle(element).overflow !== "visible"
            && element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.textContent)"""
    )


def smallest(page: Page, places: str) -> float:
    """Return the size of the smallest letters in pixels, and of a die the size of its picture."""
    return page.evaluate(
        """(places) => Math.min(...[...document.querySelectorAll(places)].map(
          (element) => parseFloat(element.matches("svg")
            ? element.getBoundingClientRect().height : getComputedStyle(element).fontSize)))""",
        places,
    )


@pytest.fixture
def phone(transactional_db, club) -> Phone:
    """Return the phone of Rolf, who scores a game of Anke, Bernd and Jette."""
    event = builders.evening("dortmund", day=timezone.localdate())
    phone = Phone(builders.table(event, club.anke, club.bernd, club.jette), club.rolf)
    phone.start(starter=builders.seat_of(phone.table, club.anke))
    return phone


@pytest.fixture
def wall(page: Page, live_server, phone, loud) -> Iterator[Callable[[], None]]:
    """Yield a function that opens the evening's screen, whose clock then waits until a test moves
    it.
    """

    def hang() -> None:
        event = phone.table.block.event
        link = services.renew_link(event=event, seen=None, by=None, now=timezone.now())
        page.clock.install()
        page.set_viewport_size(TELEVISION)
        page.goto(live_server.url + reverse("games:wall_by_link", args=[sign_wall(link.pk)]))
        stand_still(page)
        expect(page.locator(".screen")).to_be_visible()

    yield hang
    assert not [line for line in loud if "503" not in line]  # some tests take the server away


def later(page: Page, seconds: int) -> None:
    """Second by second, and each answer arrives before patience is over."""
    traffic = Traffic(page)
    for _second in range(seconds):
        page.clock.run_for(1_000)
        traffic.answered()


def throw(phone: Phone, person) -> None:
    hand = {"type": "hand", "throws": 1, "in_one_throw": True, "dice": [1, 1, 1]}
    answer = phone.send({**hand, "player": str(builders.seat_of(phone.table, person))})
    assert answer.status_code == 200


def test_a_throw_arrives_and_the_pages_turn_by_themselves(page: Page, wall, phone, club):
    wall()
    expect(page.locator(".turn .name")).to_have_text("Anke")
    assert fits(page)
    throw(phone, club.anke)
    later(page, 3)
    expect(page.locator(".turn .name")).to_have_text("Bernd")
    expect(page.locator(".seat", has_text="Anke").locator(".die")).to_have_count(3)
    later(page, 17)
    expect(page.locator(".qr")).to_be_visible()
    assert fits(page)
    later(page, 8)
    expect(page.locator(".turn .name")).to_have_text("Bernd")


def test_a_schock_aus_has_its_moment_once(page: Page, wall, phone, club):
    wall()
    for person in (club.anke, club.bernd, club.jette):
        throw(phone, person)
    later(page, 3)
    moment = page.locator("#moment")
    expect(moment).to_contain_text("Schock-Aus")
    expect(moment).to_contain_text("Anke")
    later(page, 8)
    expect(moment).to_be_hidden()
    later(page, 20)
    expect(moment).to_be_hidden()


def test_without_a_connection_the_screen_says_how_old_it_is(page: Page, wall):
    wall()
    page.route("**/bild/**", lambda route: route.fulfill(status=503))
    later(page, 60)
    expect(page.locator("#stale")).to_contain_text("Keine Verbindung. Stand von")
    assert page.locator(".tile, .qr").count() == 1
    page.unroute("**/bild/**")
    for _try in range(9):  # it asks only every half a minute now
        later(page, 10)
        if page.locator("#stale").is_hidden():
            break
    expect(page.locator("#stale")).to_be_hidden()


def measured(page: Page) -> dict[str, float]:
    """Return what the page holds in memory after garbage is collected."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    for _time in range(2):
        devtools.send("HeapProfiler.collectGarbage")
    values = {
        metric["name"]: metric["value"]
        for metric in devtools.send("Performance.getMetrics")["metrics"]
    }
    devtools.detach()
    return {name: values[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


@pytest.mark.long
def test_a_night_of_eight_hours_leaves_nothing_behind(page: Page, wall, phone, club):
    """Second by second; every half an hour a Schock-Aus of three, and a new game."""
    statuses = Counter[int]()
    page.on("response", lambda answer: statuses.update([answer.status]))
    wall()
    later(page, 60)
    before = measured(page)
    statuses.clear()
    for _half_hour in range(NIGHT // 1800):
        later(page, 1_700)
        for person in (club.anke, club.bernd, club.jette):
            throw(phone, person)
        later(page, 100)
        assert phone.mark("abandon", reason="Feierabend").status_code == 200
        phone.start(starter=builders.seat_of(phone.table, club.anke))
    after = measured(page)
    print(f"\n{before}\n{after}\n{statuses}")
    assert set(statuses) == {200, 304}
    assert statuses[200] < 0.05 * statuses[304]
    assert after["JSHeapUsedSize"] < 2 * before["JSHeapUsedSize"]
    assert after["Nodes"] - before["Nodes"] < NODES_MAY_GROW
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 10
    assert page.locator(".screen").count() == 1
    assert page.locator("#stale").is_hidden()


LONG = ("Maximiliane-Charlotte", "Bartholomäus", "Friedhelm-August", "Wilhelmine-Sophie", "Ann")


@pytest.mark.parametrize("tables", [1, 8])
def test_long_names_and_dice_fill_the_screen_and_nothing_is_cut(
    page: Page, wall, phone, club, tables
):
    for number in range(tables):
        names = [f"{name} {'ABCDEFGH'[number]}." for name in LONG]
        members = [builders.member(name) for name in names]
        other = Phone(builders.table(phone.table.block.event, *members), club.rolf)
        other.start(starter=builders.seat_of(other.table, members[0]))
        for member in members[:4]:
            throw(other, member)
    throw(phone, club.anke)
    wall()
    for width in (1920, 3840):
        page.set_viewport_size({"width": width, "height": width * 9 // 16})
        page.clock.run_for(1_000)
        assert fits(page)
        assert not cut(page)
        assert smallest(page, ".seat .name, .around b") >= 0.009 * width
        assert smallest(page, ".die") >= 0.017 * width


# Letters that are read from eight metres on a television of 50 inches, in pixels of 1920 by 1080:
# what is beside a name leaves no more where seven tables share a page.
@pytest.mark.parametrize(("tables", "least"), [(2, 50), (4, 44), (7, 38)])
def test_names_are_read_from_eight_metres(page: Page, wall, phone, club, tables, least):
    names = iter(FIRST_NAMES)
    for _number in range(tables - 1):
        members = [builders.member(next(names)) for _seat in range(4)]
        other = Phone(builders.table(phone.table.block.event, *members), club.rolf)
        other.start(starter=builders.seat_of(other.table, members[0]))
        for member in members[:3]:
            throw(other, member)
    wall()
    expect(page.locator(".tile")).to_have_count(tables)
    assert fits(page)
    assert not cut(page)
    assert smallest(page, ".seat .name, .around b") >= least


def test_seventeen_tables_are_paged(page: Page, wall, phone, club):
    event = phone.table.block.event
    for _number in range(16):
        table = seating.add_table(event=event)
        for at in range(6):
            guest = attendance.add_guest(event=event, name=f"Gast {table.number}-{at}")
            seating.seat(table=table, participation=guest)
    wall()
    expect(page.locator(".tile")).to_have_count(9)
    assert fits(page)
    later(page, 20)
    expect(page.locator(".tile")).to_have_count(8)
    assert fits(page)


def test_a_long_name_leaves_the_others_of_the_ceremony_on_the_screen(page: Page, wall, phone):
    event = phone.table.block.event
    members = [builders.member(f"{name} Brettschneider-Schüttelmeier") for name in LONG]
    members += [builders.member(f"{name} Württemberger-Leutheusser") for name in LONG]
    table = builders.table(event, *members)
    losers = [member for at, member in enumerate(members) for _game in range(at)]
    for number, loser in enumerate(losers, start=1):
        builders.card(table, loser, loser, number=number)
    compute_evenings(season=event.season, now=timezone.now())
    services.hide_results(event=event, hides=True)
    services.reveal(event=event, revealed=len(members))
    wall()
    expect(page.locator(".newest .name")).to_contain_text(LONG[0])
    expect(page.locator(".announced li")).to_have_count(9)
    lines = page.locator(".announced li .name").evaluate_all(
        "all => all.map(name => name.clientHeight / parseFloat(getComputedStyle(name).fontSize))"
    )
    assert max(lines) < 2.5
    assert fits(page)
    assert not cut(page)


def test_a_screen_that_hung_before_the_first_game_turns_to_the_tables(
    page: Page, live_server, transactional_db, club
):
    event = builders.evening("dortmund", day=timezone.localdate())
    link = services.renew_link(event=event, seen=None, by=None, now=timezone.now())
    page.clock.install()
    page.goto(live_server.url + reverse("games:wall_by_link", args=[sign_wall(link.pk)]))
    expect(page.locator(".of-follow")).to_be_visible()
    phone = Phone(builders.table(event, club.anke, club.bernd), club.rolf)
    phone.start(starter=builders.seat_of(phone.table, club.anke))
    for _second in range(20):
        with page.expect_response("**/bild/**"):
            later(page, 2)
        if page.locator(".of-tables").count():
            break
    expect(page.locator(".of-tables")).to_be_visible()
