"""The phone's storage fails under an open page: a tap arrives, is stored or is refused in words."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.scoring.models import Game
from tests import builders
from tests.browser import tapping
from tests.browser.offline import (
    arrived,
    cut_off,
    enter,
    entries,
    ready,
    reconnect,
    shown,
    whole_round,
)
from tests.browser.phones import phone_of
from tests.browser.test_without_network import address, noted, pressed, tap
from tests.browser.waiting import appears, eventually, time_passes

pytestmark = pytest.mark.browser

# What a browser may do to its storage; `connections` are those that were opened.
STORAGE = """() => {
  globalThis.connections = [];
  globalThis.full = false;
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...how) {
    const request = open.apply(this, how);
    request.addEventListener("success", () => connections.push(request.result));
    return request;
  };
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...what) {
    if (full) this.transaction.abort();
    return put.apply(this, what);
  };
}"""
CLOSE = "() => connections.forEach((connection) => connection.close())"
FULL, ROOM = "() => { full = true; }", "() => { full = false; }"
CLEAR = """() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase("schockwart");
  request.onsuccess = resolve;
  request.onerror = reject;
})"""
# As where everything that a page may keep is forbidden.
FORBIDDEN = """() => {
  for (const place of ["localStorage", "sessionStorage", "indexedDB"]) {
    const get = () => { throw new DOMException("", "SecurityError"); };
    Object.defineProperty(globalThis, place, { get });
  }
}"""
FULL_VALUES = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
}"""


@pytest.fixture
def scored(at_table, page, club):
    """Begin a game on a phone ready to go on offline, with the tools to break its storage."""
    page.add_init_script(f"({STORAGE})()")
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    return table


def test_an_entry_is_stored_though_the_browser_has_closed_its_storage(page, scored):
    page.evaluate(CLOSE)
    cut_off(page)
    enter(page, [whole_round(scored), whole_round(scored)])
    page.evaluate(CLOSE)
    page.reload()
    shown(page, 2)
    reconnect(page)
    arrived(page)
    assert entries(scored) == ["round", "round"]


def test_with_a_full_storage_each_entry_goes_straight_to_the_server(page, scored):
    page.evaluate(FULL)
    enter(page, [whole_round(scored), whole_round(scored)])
    eventually(page, lambda: entries(scored) == ["round", "round"])
    expect(page.locator(".notices")).to_contain_text("kann gerade nichts speichern")
    expect(page.locator(".strip")).not_to_contain_text("auch ohne Netz")
    page.evaluate(ROOM)
    enter(page, [whole_round(scored)], shown_before=2)
    arrived(page)
    expect(page.locator(".notices")).to_be_empty()
    appears(page, page.locator(".strip").get_by_text("auch ohne Netz"))


def test_with_a_full_storage_and_no_network_the_page_says_that_nothing_is_saved(page, scored):
    cut_off(page)
    enter(page, [whole_round(scored)])
    page.evaluate(FULL)
    tapping.calm(page)
    tapping.tap(page, whole_round(scored))
    notices = page.locator(".notices")
    appears(page, notices.get_by_text("Der Eintrag ist noch nicht gespeichert."))
    expect(notices).to_contain_text("kann gerade nichts speichern")
    expect(notices).not_to_contain_text("alles bleibt auf dem Handy")
    reconnect(page)
    shown_at_last(page, 2)
    assert entries(scored) == ["round", "round"]


def shown_at_last(page, sequence: int) -> None:
    time_passes(page, page.locator(f'#scorer[data-sequence="{sequence}"]').is_visible, 4_000)


def test_what_waits_is_laid_again_where_the_browser_clears_its_storage(page, scored):
    cut_off(page)
    enter(page, [whole_round(scored), whole_round(scored)])
    page.evaluate(CLEAR)
    enter(page, [whole_round(scored)], shown_before=2)
    page.reload()
    shown(page, 3)
    reconnect(page)
    arrived(page)
    assert entries(scored) == ["round"] * 3


def test_a_phone_on_which_nothing_may_be_kept_scores_by_the_server(page, at_table, club):
    page.add_init_script(f"({FORBIDDEN})()")
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    page.locator("#depth-rounds").click()
    tapping.tap(page, whole_round(table))
    tapping.settled(page, 1)
    assert entries(table) == ["round"]


def test_the_depth_is_changed_also_where_the_phone_remembers_nothing(page, at_table, club):
    page.add_init_script(f"({FULL_VALUES})()")
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    page.locator("#depth-hands").click()
    expect(page.locator("#depth-hands")).to_have_attribute("aria-pressed", "true")


def test_the_next_game_begins_at_the_server_where_the_phone_is_full(page, scored):
    page.locator("#more").click()
    page.get_by_role("button", name="Spiel abbrechen").click()
    page.locator("dialog textarea, dialog input[type=text]").first.fill("Bus")
    page.locator("dialog").get_by_role("button", name="Spiel abbrechen").click()
    page.evaluate(FULL)
    appears(page, page.get_by_role("button", name="Nächstes Spiel"))
    tapping.calm(page)
    page.get_by_role("button", name="Nächstes Spiel").click()
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    page.get_by_role("button", name="Anke").last.click()
    tapping.calm(page)
    page.locator("#primary").click()
    shown_at_last(page, 0)
    eventually(page, lambda: Game.objects.filter(number=2).exists())


# A page of a newer version, which wants its database otherwise.
NEWER = """() => new Promise((done, fail) => {
  const request = indexedDB.open("schockwart", 2);
  request.onsuccess = () => { globalThis.newer = request.result; done(); };
  request.onblocked = () => fail(new Error("the old page does not let go"));
  request.onerror = () => fail(request.error);
})"""


def test_an_old_page_gives_way_to_a_newer_version_and_loses_nothing(page, scored, live_server):
    newer = page.context.new_page()
    newer.goto(f"{live_server.url}/anmelden/")
    cut_off(page)
    enter(page, [whole_round(scored)])
    newer.evaluate(NEWER)
    tapping.calm(page)
    tapping.tap(page, whole_round(scored))
    notices = page.locator(".notices")
    appears(page, notices.get_by_text("Der Eintrag ist noch nicht gespeichert."))
    expect(notices).to_contain_text("kann gerade nichts speichern")
    reconnect(page)
    shown_at_last(page, 2)
    eventually(page, lambda: entries(scored) == ["round", "round"])
    expect(page.locator(".strip")).not_to_contain_text("auch ohne Netz")
    newer.close()


def test_who_is_here_is_noted_at_the_server_where_nothing_may_be_kept(browser, site, club):
    evening = builders.evening(day=timezone.localdate())
    page = phone_of(browser, site, club.rolf)
    page.add_init_script(f"({FORBIDDEN})()")
    faults = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(site.url + address(evening))
    tap(page, "Anke", "da")
    eventually(page, lambda: noted(evening) == {"Anke": "present"})
    expect(pressed(page, "Anke")).to_have_text("da")
    tap(page, "Bernd", "fehlt")
    eventually(page, lambda: noted(evening) == {"Anke": "present", "Bernd": "absent"})
    page.context.set_offline(True)
    tap(page, "Bernd", "später")
    expect(page.get_by_text("Nicht gespeichert: kein Netz")).to_be_visible()
    expect(pressed(page, "Bernd")).to_have_text("fehlt")
    page.context.set_offline(False)
    tap(page, "Bernd", "später")
    eventually(page, lambda: noted(evening) == {"Anke": "present", "Bernd": "late"})
    assert faults == []
    page.context.close()
