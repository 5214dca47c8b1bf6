"""A thumb that taps twice, or that is on its way when the page under it becomes another one."""

import pytest
from playwright.sync_api import expect

from games.scoring.models import Game
from league.results.models.results import Result
from tests.browser import tapping
from tests.browser.offline import ready
from tests.browser.waiting import eventually, goes_on, stand_still

pytestmark = pytest.mark.browser
POLL = 2_000  # milliseconds between two looks at the server


@pytest.mark.parametrize("depth", ["throws", "hands"])
def test_a_double_tap_on_a_pair_enters_nothing_of_the_next_throw(page, at_table, club, depth):
    """With the phone's own queue the next pad lies there at once."""
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    tapping.depth(page, depth)
    stand_still(page)
    page.locator("#pad-3").click()
    page.clock.run_for(tapping.NEW_PAD)
    box = page.locator("#pad-31").bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*at)
    page.wait_for_selector('#scorer[data-sequence="1"]')
    page.clock.run_for(80)
    page.mouse.click(*at)
    expect(page.locator(".pad.pairs")).to_have_count(0)
    expect(page.locator("button.slot:not(.last)")).to_have_count(0)
    page.clock.run_for(tapping.NEXT_PAD)
    page.mouse.click(*at)
    expect(page.locator(".pad.pairs")).to_be_visible()


def test_who_is_asked_about_the_last_game_sees_no_pad_before(page, at_table, club, other_phone):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ended(page)
    page.get_by_role("button", name="Nächstes Spiel").click()
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    tapping.calm(page)
    page.locator("#primary").click()
    tapping.settled(page, 0)
    asked, running = (Game.objects.get(number=number).key for number in (1, 2))
    held = []
    other = other_phone(table)
    expect(other.locator("#primary")).to_have_text("Ja, stimmt")
    other.route(f"**/api/games/{asked}/", lambda route: held.append(route))
    other.reload()
    eventually(other, lambda: bool(held))
    goes_on(other, 300)
    assert str(running) in other.content()
    expect(other.locator(".pad, .round.entry")).to_have_count(0)
    held[0].continue_()
    expect(other.locator("#primary")).to_have_text("Ja, stimmt")


def ended(page) -> None:
    page.locator("#more").click()
    page.get_by_role("button", name="Entscheidung des Schiedsrichters").click()
    page.get_by_role("radio", name="Jemand verliert das Spiel").check(force=True)
    page.get_by_role("group", name="Wer?").get_by_role("radio", name="Bernd").check(force=True)
    page.get_by_label("Begründung").fill("so war es")
    tapping.confirm(page)
    page.get_by_role("button", name="Spiel abschließen").wait_for()
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    expect(page.get_by_text("noch nicht bestätigt")).to_be_visible()
    tapping.calm(page)


def test_a_tap_meant_for_the_pad_confirms_nothing_that_came_in_its_place(
    page, at_table, club, other_phone
):
    """Another phone closes the game while a thumb is on its way to a die."""
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    other = other_phone(table)
    tapping.settled(other, 0)
    expect(other.locator(".pad")).to_be_visible()
    stand_still(other)
    ended(page)
    other.clock.run_for(POLL)
    expect(other.locator("#primary")).to_have_text("Ja, stimmt")
    other.locator("#primary").click()
    goes_on(page, 300)
    assert Result.objects.get().confirmed_at is None
    other.clock.run_for(tapping.CALM)
    other.locator("#primary").click()
    eventually(other, lambda: Result.objects.get().confirmed_at is not None)
