"""The standings of a club of 24 on a phone: a table that is read in three screens."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from league.standings.models import Standing
from league.tasks import sweep_standings
from tests import builders
from tests.browser.test_evening import PHONE, enter_as

pytestmark = pytest.mark.browser


@pytest.fixture
def standings(transactional_db, club):
    """24 people at six tables; Jette is somewhere in the middle, and one card was corrected."""
    people = [club.anke, club.bernd, club.jette]
    people += [builders.member(f"Maximiliane Brettschneider {n:02}") for n in range(20)]
    people += [builders.member("Ömer Äußerst-Langenname")]
    event = builders.evening()
    for n in range(0, 24, 4):
        four = people[n : n + 4]
        table = builders.table(event, *four)
        for game, lost in enumerate((0, 0, 1, 2), 1):
            builders.card(table, four[lost], four[lost], four[lost], number=game)
    builders.card(table, four[3], four[3], four[3], seen=1, reason="verwechselt")
    sweep_standings()
    return f"/tabelle/{Standing.objects.get(scope='season').season_id}/"


def test_a_table_of_24_is_read_in_three_screens_of_a_phone(page, live_server, club, standings):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.jette)
    page.goto(live_server.url + standings)
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    rows = page.locator("table.ranking tbody tr:not(.rest, .apart)")
    expect(rows).to_have_count(24)
    heights = rows.evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    assert min(heights) >= 44
    assert max(heights) <= 48
    # The own row stays in sight at every scroll position, above the tabs.
    mine = page.locator("table.ranking tr.mine th")
    tabs = page.locator("nav.tabs").bounding_box()
    for top in (0, 300, 700):
        page.evaluate(f"scrollTo(0, {top})")
        box = mine.bounding_box()
        assert 0 <= box["y"] <= tabs["y"] - 44
    # What else is counted opens below the row.
    row = rows.filter(has_text="Ömer Äußerst-Langenname")
    assert page.get_by_text("Blattschüsse").locator("visible=true").count() == 0
    row.locator("summary").click()
    rest = page.locator("tr.rest").locator("visible=true")
    expect(rest).to_contain_text("Blattschüsse")
    assert not Axe().run(page).response["violations"]


def test_on_a_desk_every_figure_stands_in_its_column(page, live_server, club, standings):
    page.set_viewport_size({"width": 1280, "height": 900})
    enter_as(page, live_server, club.jette)
    page.goto(live_server.url + standings)
    expect(page.get_by_role("columnheader", name="Blattschüsse")).to_be_visible()
    expect(page.locator("table.ranking summary").first).to_be_hidden()
    assert page.locator("table.ranking tr.mine th").bounding_box()["y"] < 900
