"""The scorer as an app: how little has to come before it can be used, and what the phone keeps."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from config import app_shell
from games.scoring.models import Game
from games.scoring.queries import live_game
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import enter_as
from tests.browser.phones import Wire, opened, phone_of
from tests.browser.tapping import begin
from tests.browser.waiting import eventually, goes_on, stand_still

pytestmark = pytest.mark.browser

FIRST, TOGETHER = 60_000, 146_000  # bytes over the wire


def four_at_a_table(club):
    return builders.table(builders.evening("rsc2003"), club.anke, club.bernd, club.jette, club.rolf)


def first_visit(browser: Browser, site, person, address: str) -> tuple[int, int]:
    """Return the bytes and requests until a new phone can use the page.

    No timer of the page runs meanwhile: nothing of it waits for one.
    """
    page = phone_of(browser, site, person)
    page.clock.install()
    page.goto("about:blank")
    stand_still(page)
    wire = Wire(page.context.new_cdp_session(page))
    page.goto(site.url + address, wait_until="commit")
    page.wait_for_selector(".pad button, #scorer fieldset")
    seen = wire.bytes, len(wire.urls)
    page.context.close()
    return seen


def test_the_scorer_can_be_used_after_little_has_come(browser, site, club):
    """On a first visit, before a game and in the middle of one, one request after the other."""
    table = four_at_a_table(club)
    address = f"/tische/{table.pk}/spiel/"
    for step in ("lobby", "game"):
        came, asked = first_visit(browser, site, club.rolf, address)
        assert came <= FIRST, step
        assert asked <= 4, step
        if step == "lobby":
            page = phone_of(browser, site, club.rolf)
            page.goto(site.url + address)
            begin(page, table, "Anke")
            page.context.close()


# Taps, and waits until the next picture, which must show what the tap did.
PICTURE = """async (tapped) => {
  const scorer = document.getElementById("scorer");
  const before = scorer.innerHTML;
  await new Promise(requestAnimationFrame);
  document.querySelector(tapped).click();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  if (scorer.innerHTML === before) throw new Error("the same picture");
}"""


def test_the_next_picture_shows_a_tap(browser, site, club):
    """`bench/tap.py` measures the work of the processor for it."""
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    page.goto(f"{site.url}/tische/{table.pk}/spiel/")
    begin(page, table, "Anke")
    for sequence in range(1, 5):
        for tapped in ("#pad-6", f"#pad-5{sequence}"):
            page.wait_for_selector(f"{tapped}:not([aria-disabled])")
            goes_on(page, tapping.NEXT_PAD)
            page.evaluate(PICTURE, tapped)
        tapping.settled(page, sequence)
    page.context.close()


# --- without a network --------------------------------------------------------------------------
UPDATE = """async () => {
  window.before = navigator.serviceWorker.controller;
  await (await navigator.serviceWorker.ready).update();
}"""
UPDATED = """() => {
  const now = navigator.serviceWorker.controller;
  return now !== window.before && now.state === "activated";
}"""
KEPT = """async () => {
  const pages = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) pages.push(`${name} ${url}`);
  }
  return pages;
}"""


def scorer(table) -> str:
    return f"/tische/{table.pk}/spiel/"


def pages_kept(page: Page) -> list[str]:
    """Return the paths of the pages stored on this phone, for any reader."""
    pages = [key.split("/", 3)[3] for key in page.evaluate(KEPT) if key.startswith("pages-")]
    return sorted("/" + page.partition("?")[0] for page in pages)


def test_a_table_opens_without_a_network_also_after_the_browser_was_closed(browser, site, club):
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    page.goto(site.url + scorer(table))
    begin(page, table, "Anke")
    opened(page, site, scorer(table))
    # Looks at the game do not count: there are as many of them as this takes seconds.
    came = {path: size for path, size in site.sent.items() if not path.startswith("/api/")}
    assert sum(came.values()) <= TOGETHER, came
    page.context.set_offline(True)
    page.reload()
    tapping.settled(page, 0)
    page.close()
    page = page.context.new_page()
    page.goto(site.url + scorer(table))
    tapping.settled(page, 0)
    assert page.locator(".pad button").count() == 6
    expect(page.get_by_text("Kein Netz.")).to_be_visible()
    page.context.close()


# The page as the phone keeps it.
KEPT_PAGE = """async (path) => {
  const stored = await caches.match(location.origin + path, { ignoreSearch: true });
  return stored ? await stored.text() : "";
}"""


def test_a_page_of_an_old_game_opens_on_what_the_table_plays_next(browser, site, club):
    """The phone was there during game 1, which others ended; games 2 and 3 came as cards."""
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    page.goto(site.url + scorer(table))
    game = begin(page, table, "Anke")
    opened(page, site, scorer(table))
    page.reload()
    eventually(page, lambda: str(game.key) in page.evaluate(KEPT_PAGE, scorer(table)))
    page.goto("about:blank")
    finish_elsewhere(game, club.rolf)
    for number in (2, 3):
        builders.card(table, club.anke, club.bernd, club.anke, number=number)
    page.goto(site.url + scorer(table))
    # It asks about the last card, and no longer about the game it was kept with.
    expect(page.locator("#scorer")).to_contain_text("Spiel 3")
    expect(page.get_by_role("button", name="Ja, stimmt")).to_be_visible()
    expect(page.get_by_role("button", name="Nächstes Spiel")).to_have_count(0)
    page.context.close()


def finish_elsewhere(game: Game, person) -> None:
    """Enter the whole game from another phone of the table, and close it."""
    events = tapping.a_game(live_game(game.key).header, lambda _events: True)
    client = Client()
    client.force_login(person.user)
    address, seen = f"/api/games/{game.key}", len(events)
    body = {"seen": 0, "events": [{"id": str(uuid4()), **event} for event in events]}
    for path, sent in (("events", body), ("finish", {"seen": seen, "id": str(uuid4())})):
        answer = client.post(f"{address}/{path}/", sent, content_type="application/json")
        assert answer.status_code == 200, answer.json()


def test_without_a_network_a_page_says_what_still_works(browser, site, club):
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    opened(page, site, scorer(table))
    page.context.set_offline(True)
    page.goto(f"{site.url}/abende/")
    expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()
    expect(page.get_by_role("heading", name="No network")).to_have_count(0)  # nor said twice
    page.context.set_offline(False)
    evenings = page.get_by_role("heading", name="Abende", exact=True)
    expect(evenings).to_be_visible()
    page.context.set_offline(True)
    page.goto(f"{site.url}/abende/")
    page.get_by_role("link", name="Tisch 1").first.click()
    expect(page.locator("#scorer fieldset").first).to_be_visible()
    page.context.close()


def test_logging_out_takes_the_pages_along_and_no_entry(browser, site, club):
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    opened(page, site, scorer(table))
    page.evaluate(
        """() => new Promise((done) => {
          const asked = indexedDB.open("entries");
          asked.onsuccess = () => done(asked.result.close());
        })"""
    )
    assert pages_kept(page) == [scorer(table)]
    page.goto(f"{site.url}/abmelden/")
    page.get_by_role("main").get_by_role("button").click()
    page.wait_for_url(f"{site.url}/")
    page.goto(f"{site.url}/anmelden/")
    eventually(page, lambda: pages_kept(page) == [])
    names = page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
    assert "entries" in names
    page.context.close()


def test_nobody_is_shown_what_the_phone_kept_for_another_login(browser, site, club):
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    opened(page, site, scorer(table))
    enter_as(page, site, club.anke)
    page.goto(site.url)
    page.context.set_offline(True)
    page.goto(site.url + scorer(table))
    expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()
    expect(page.get_by_text("Auf diesem Handy ist das noch nichts")).to_be_visible()
    page.context.set_offline(False)  # the page goes on by itself
    expect(page.get_by_text("Eingetragen wird von Anke.")).to_be_visible()
    page.context.close()


def test_a_new_version_takes_the_place_of_the_old_one_and_its_pages(
    browser, site, club, monkeypatch
):
    table = four_at_a_table(club)
    page = phone_of(browser, site, club.rolf)
    opened(page, site, scorer(table))
    old = {key.split()[0] for key in page.evaluate(KEPT)}
    first = app_shell.worker_config()
    for number in (1, 2):
        newer = {**first, "version": f"newer-{number}"}
        monkeypatch.setattr(app_shell, "worker_config", lambda newer=newer: newer)
        page.evaluate(UPDATE)
        eventually(page, lambda: page.evaluate(UPDATED))
        names = {key.split()[0] for key in page.evaluate(KEPT)}
        assert {f"files-newer-{number}", f"pages-newer-{number}"} <= names
    # The files of the version before stay once more, for pages that are still open.
    assert names == {"files-newer-1", "files-newer-2", "pages-newer-2"}
    assert not old & names
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#scorer fieldset").first).to_be_visible()
    page.context.close()


def test_the_club_can_be_installed_as_an_app(browser, site, club):
    page = phone_of(browser, site, club.rolf)
    devtools = page.context.new_cdp_session(page)
    page.goto(site.url)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as every test is
    body = json.loads(devtools.send("Page.getAppManifest")["data"])
    assert body["name"] == "Schockwart"
    assert (body["start_url"], body["scope"], body["display"]) == ("/", "/", "standalone")
    icons = {(icon["sizes"], icon["purpose"]) for icon in body["icons"]}
    assert icons == {
        (size, kind) for size in ("192x192", "512x512") for kind in ("any", "maskable")
    }
    page.context.close()
