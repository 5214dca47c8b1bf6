"""A game among friends on one phone, and its way into the club."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from games.engine import replay
from games.engine.words import EDITIONS
from games.scoring.models import Game
from league.results.models.results import Result
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import PHONE, enter_as, violations
from tests.browser.test_scorer_rounds import a_round
from tests.browser.waiting import Traffic, time_passes

pytestmark = pytest.mark.browser

HEADER = {
    "format": 1,
    "rules": EDITIONS[-1],
    "rulebook": "dortmund",
    "players": ["1", "2", "3"],
    "starter": "1",
    "venue": "private",
    "house_rules": {},
}


def loaded(page: Page, url: str) -> list[Request]:
    """Open the page with all its parts; return the list of its requests from then on."""
    traffic = Traffic(page)
    page.goto(url)
    page.locator("#primary").wait_for()
    time_passes(page, lambda: any("/scorer-offline" in url for url in traffic.urls))
    traffic.quiet()
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => {})")
    page.context.set_offline(True)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    return asked


def test_a_game_among_friends_needs_no_login_and_no_request_and_goes_into_the_club_once(
    page, live_server, transactional_db, club, loud
):
    page.clock.install()
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    friends = f"{live_server.url}/spielen/"
    asked = loaded(page, friends)
    names = [person.name for person in (club.anke, club.bernd, club.jette)]
    page.locator("#names").fill(f"{names[0]}, {names[1]} und {names[0].lower()}")
    expect(page.locator("#names-help")).to_contain_text("anke steht zweimal da")
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#names")).to_have_value(f"{names[0]}, {names[1]} und {names[0].lower()}")
    page.locator("#names").fill(f"{names[0]}, {names[1]} und {names[2]}")
    page.locator("#book-dortmund").click()
    page.locator("#first-0").click()
    assert violations(page) == []
    page.locator("#primary").click()
    tapping.settled(page, 0)

    events = tapping.a_game(HEADER, lambda _events: True, a_round, most=12)
    for sequence, event in enumerate(events, start=1):
        tapping.tap(page, event)
        tapping.settled(page, sequence)
        if sequence == 3:
            assert asked == []
            page.context.set_offline(False)
            asked = loaded(page, friends)
            tapping.settled(page, 3)
    tapping.calm(page)
    page.locator("#primary").click()
    loser = names[int(replay(HEADER, events).table.part.loser) - 1]
    expect(page.locator(".result h1")).to_have_text(f"{loser} hat verloren")
    expect(page.locator(".scorer")).not_to_contain_text("€")
    tapping.settled(page, len(events) + 1)
    expect(page.locator(".result #to-club")).to_have_text("Spiele in den Club übernehmen")
    tapping.calm(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("#primary").click()
    expect(page.locator(".tally")).to_contain_text(loser)
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#names")).to_have_value(", ".join(names))
    assert asked == []

    page.locator("[id^=remove-]").click()
    expect(page.locator("[id^=show-]")).to_have_count(0)
    page.locator("#restore").click()
    expect(page.locator("[id^=show-]")).to_have_count(1)

    page.context.set_offline(False)
    evening = builders.evening("dortmund", day=timezone.localdate())
    table = builders.table(evening, club.jette, club.bernd, club.anke)
    enter_as(page, live_server, club.bernd)
    page.goto(friends)
    jule = builders.evening("jule", name="Jule", day=timezone.localdate())
    builders.table(jule, club.jette, club.bernd)
    page.locator("#to-club").click()
    # What the table makes impossible is said before anybody is asked who is who.
    page.locator("#table").select_option(
        label=page.locator("#table option", has_text="Jule").inner_text()
    )
    expect(page.locator("#problem")).to_contain_text("An diesem Tisch gilt Jule")
    expect(page.locator("#handin .who")).to_have_count(0)
    page.locator("#table").select_option(str(table.pk))
    page.locator("#who-1").select_option("")
    text, bar = (page.locator(phrase).bounding_box() for phrase in ("#problem", ".tabs"))
    assert text["y"] + text["height"] <= bar["y"]
    page.locator("#who-1").select_option(label=names[0])
    expect(page.locator("#becomes")).to_contain_text(f"{loser} hat verloren")
    expect(page.locator("#becomes")).to_contain_text("erste Halbzeit: ")
    expect(page.locator("#stake")).to_contain_text("der Verlierer gibt eine Runde")
    assert violations(page) == []
    page.locator("#enter").click()
    expect(page.get_by_role("status")).to_contain_text("Eingetragen als Spiel 1 an Tisch 1.")
    game = Game.objects.get()
    result = Result.objects.get()
    assert game.table == table
    assert result.depth == "rounds"
    assert result.confirmed_by is None
    assert result.lines.get(lost_game=True).seat.participation.name == loser
    assert loud == []

    # An answer that was lost: the phone does not know that it arrived.
    page.evaluate(
        """() => new Promise((resolve) => {
            indexedDB.open("schockwart-friends").onsuccess = ({ target: { result } }) => {
                const games = result.transaction("games", "readwrite").objectStore("games");
                games.openCursor().onsuccess = ({ target: { result: cursor } }) => {
                    cursor.update({ ...cursor.value, inClub: null }).onsuccess = resolve;
                };
            };
        })"""
    )
    page.reload()
    page.locator("#enter").click()
    expect(page.get_by_role("status")).to_contain_text("Eingetragen als Spiel 1 an Tisch 1.")
    assert Game.objects.count() == Result.objects.count() == 1
    page.reload()
    expect(page.locator("#handin")).to_contain_text("kein beendetes Spiel")


def test_among_friends_a_foul_is_noted_and_costs_nothing(page, live_server, transactional_db, club):
    page.clock.install()
    page.set_viewport_size(PHONE)
    asked = loaded(page, f"{live_server.url}/spielen/")
    page.locator("#names").fill("Anke, Bernd")
    page.locator("#book-rsc2003").click()
    page.locator("#first-1").click()
    page.locator("#primary").click()
    tapping.settled(page, 0)
    thrown = {"type": "throw", "player": "2", "kept": [], "turned": 0, "dice": [6, 4, 2]}
    tapping.tap(page, thrown)
    tapping.settled(page, 1)
    tapping.retract(page, {"type": "retract"})
    tapping.settled(page, 2)
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    sheet = page.locator("dialog.sheet")
    sheet.locator("[name=player][value='1']").check()
    expect(sheet.locator("[name=code]").first).to_be_attached()
    expect(sheet).not_to_contain_text("€")
    expect(sheet.get_by_label("Betrag")).to_have_count(0)
    sheet.locator("[name=code]").first.check()
    tapping.confirm(page)
    tapping.settled(page, 3)
    expect(page.locator("#scorer")).not_to_contain_text("€")
    assert asked == []


def test_an_abandoned_game_is_not_offered_to_the_club(page, live_server, transactional_db, club):
    page.clock.install()
    page.set_viewport_size(PHONE)
    loaded(page, f"{live_server.url}/spielen/")
    page.locator("#names").fill("Anke, Bernd")
    page.locator("#book-rsc2003").click()
    page.locator("#first-0").click()
    page.locator("#primary").click()
    tapping.settled(page, 0)
    page.locator("#more").click()
    page.get_by_role("button", name="Spiel abbrechen").click()
    page.get_by_label("Warum?").fill("Feierabend")
    page.get_by_role("button", name="Spiel abbrechen").click()
    expect(page.get_by_role("heading", name="Niemand hat verloren")).to_be_visible()
    page.context.set_offline(False)
    evening = builders.evening("rsc2003", day=timezone.localdate())
    builders.table(evening, club.anke, club.bernd)
    enter_as(page, live_server, club.bernd)
    page.goto(f"{live_server.url}/spielen/uebernehmen/")
    expect(page.locator("#handin")).to_contain_text("kein beendetes Spiel")
