"""A paper card of six games, typed in at the desk by keyboard alone."""

from time import monotonic

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.sheets import read, sheet_of
from league import queries
from tests import builders
from tests import tournaments as day
from tests.browser.test_evening import DESK, PHONE, enter_as

pytestmark = pytest.mark.browser
SIX = ("121", "233", "44+1", "122+3", "313", "12s")
NAMES = ("Kai", "Jenny", "Ute", "Ole", "Ada", "Ben", "Cem", "Dirk")
SECONDS = 10


@pytest.fixture
def tables(transactional_db, club):
    """Two tables of four in the first block of a tournament."""
    event = builders.tournament()
    day.people(event, *(f"{name} Muster" for name in NAMES))
    day.draw(event, 1)
    return [queries.table(one.table.pk) for one in day.tables(event, 1)]


def test_a_card_of_six_games_by_keyboard_in_under_ten_seconds(
    page: Page, live_server, tables, club
):
    page.set_viewport_size(DESK)
    enter_as(page, live_server, club.stine)
    first, second = tables
    sheet = sheet_of(first)
    sums = [one.total for one in read(sheet, dict(enumerate(SIX, start=1)), {}).sums]
    page.goto(f"{live_server.url}/tische/{first.pk}/spielkarte/")
    expect(page.locator('[name="game_1"]')).to_be_focused()
    began = monotonic()
    for text in (*SIX, *sums):
        page.keyboard.type(text, delay=40)  # a practised hand
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/tische/{second.pk}/spielkarte/")
    assert monotonic() - began < SECONDS
    # The next card is there, with the focus where one goes on.
    expect(page.locator('[name="game_1"]')).to_be_focused()
    expect(page.locator('[name="game_1"]')).to_have_value("")
    assert first.results.filter(is_current=True).count() == 6
    assert day.tables(first.block.event, 1)[0].state == "in"


def test_it_says_while_typing_what_a_game_means_and_which_sum_is_wrong(
    page: Page, live_server, tables, club
):
    page.set_viewport_size(DESK)
    enter_as(page, live_server, club.stine)
    names = [one.name for one in read(sheet_of(tables[0]), {}, {}).sums]
    page.goto(f"{live_server.url}/tische/{tables[0].pk}/spielkarte/")
    page.keyboard.type("121")
    meaning = page.locator("#means_1")
    expect(meaning).to_have_text(f"H1 {names[0]}, H2 {names[1]}, verloren {names[0]}")
    page.keyboard.press("Tab")
    page.keyboard.type("129")
    page.keyboard.press("Tab")
    expect(page.locator("#means_2")).to_contain_text("Platz 9 gibt es hier nicht")
    page.locator('[name="game_2"]').fill("")
    said = page.locator('.sums input[type="text"]').nth(1)
    said.fill("2")
    expect(page.get_by_text("Karte sagt 2, die Spiele ergeben 1.")).to_be_visible()
    expect(page.get_by_label("So speichern, obwohl")).to_be_visible()
    said.fill("1")
    expect(page.get_by_text("Karte sagt 2")).to_be_hidden()
    said.fill("2")
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Eine Summe stimmt nicht")
    expect(page.locator('[name="game_1"]')).to_have_value("121")
    assert not tables[0].results.exists()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_and_fits_the_phone(browser, live_server, tables, club, scheme):
    context = browser.new_context(
        viewport=PHONE, color_scheme=scheme, locale="de-DE", bypass_csp=True
    )
    page = context.new_page()
    enter_as(page, live_server, club.anke)
    for address in (
        f"/tische/{tables[0].pk}/spielkarte/",
        f"/tische/{tables[0].pk}/spiele/1/entscheidung/",
    ):
        sizes = []
        page.on("response", lambda answer, sizes=sizes: sizes.append(len(answer.body())))
        answer = page.goto(live_server.url + address, wait_until="networkidle")
        assert answer.status == 200, address
        assert sum(sizes) <= 100_000, address
        found = [
            (one["id"], one["nodes"][0]["html"][:200])
            for one in Axe().run(page).response["violations"]
        ]
        assert found == [], address
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
    context.close()
