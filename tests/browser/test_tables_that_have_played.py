"""The scorer's page of a tournament's table that plays no more."""

import re

import pytest
from playwright.sync_api import Page, expect

from league.events import queries
from tests import builders
from tests import tournaments as day
from tests.browser.page_checks import PHONE, enter_as, violations
from tests.browser.tapping import calm

pytestmark = pytest.mark.browser


def test_after_the_last_game_the_phone_lists_all_and_offers_no_other(
    page: Page, live_server, transactional_db, club
):
    event = builders.tournament()
    day.people(event, "Kai Muster", "Jenny Muster", "Ute Muster", "Ole Muster")
    table = queries.table(day.draw(event, 1).tables.get().pk)
    first, second = day.circle(table)[:2]
    for number in range(1, 7):
        day.game(table, number, first, second, first)
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    expect(page.get_by_text("alle 6 Spiele gespielt")).to_be_visible()
    games = page.get_by_role("link", name=re.compile("^Spiel [1-6] .*hat verloren.*unbestätigt"))
    expect(games).to_have_count(6)
    expect(page.get_by_role("button", name="Spiel starten")).to_have_count(0)
    assert violations(page) == []
    games.last.click()
    page.wait_for_url("**/ergebnisse/*/")


def test_a_card_that_came_last_is_asked_about_before_the_next_game(
    page: Page, at_table, live_server, club
):
    table = at_table("rsc2003")
    enter_as(page, live_server, club.jette)
    result = builders.card(table, club.anke, club.bernd, club.bernd)
    page.reload()
    expect(page.get_by_role("heading", name="Bernd hat verloren")).to_be_visible()
    expect(page.get_by_text("Stimmt das so?")).to_be_visible()
    expect(page.locator(".tile")).to_have_count(0)
    assert violations(page) == []
    no = page.get_by_role("link", name="Nein")
    expect(no).to_have_attribute("href", f"/ergebnisse/{result.pk}/?problem=1#problem")
    calm(page)
    page.get_by_role("button", name="Ja, stimmt").click()
    expect(page.get_by_text("Wer spielt mit?")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Spiel 1 .*bestätigt"))).to_be_visible()
