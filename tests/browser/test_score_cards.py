"""A paper card of six games, typed in at the desk by keyboard alone."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.cards.sheet_reading import read
from games.cards.sheets import sheet_of
from league.access.tokens import LinkToken, sign_link
from league.events import queries
from league.links import services as access
from tests import builders
from tests import tournaments as day
from tests.browser.effort import seconds_of_a_hand
from tests.browser.page_checks import DESK, PHONE, check_page, enter_as, new_phone
from tests.browser.tapping import COUNT

pytestmark = pytest.mark.browser
SIX = ("121", "233", "44+1", "122+3", "313", "12s")
NAMES = ("Kai", "Jenny", "Ute", "Ole", "Ada", "Ben", "Cem", "Dirk")
SECONDS = 10


@pytest.fixture
def tables(transactional_db, club):
    """Return the two tables of four in the first block of a tournament."""
    event = builders.tournament()
    day.people(event, *(f"{name} Muster" for name in NAMES))
    day.draw(event, 1)
    return [queries.table(table.table.pk) for table in day.tables(event, 1)]


def test_a_card_of_six_games_is_typed_in_under_ten_seconds(page: Page, live_server, tables, club):
    page.set_viewport_size(DESK)
    enter_as(page, live_server, club.stine)
    first, second = tables
    sheet = sheet_of(first)
    sums = [total.total for total in read(sheet, dict(enumerate(SIX, start=1)), {}).sums]
    page.goto(f"{live_server.url}/tische/{first.pk}/spielkarte/")
    expect(page.locator('[name="game_1"]')).to_be_focused()
    typed = [*SIX, *sums]
    for text in typed:  # the hand waits for nothing
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/tische/{second.pk}/spielkarte/")
    assert seconds_of_a_hand(keys=len("".join(typed)) + len(typed)) < SECONDS
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
    names = [total.name for total in read(sheet_of(tables[0]), {}, {}).sums]
    page.goto(f"{live_server.url}/tische/{tables[0].pk}/spielkarte/")
    expect(page.locator('[name="game_1"]')).to_be_focused()
    page.keyboard.type("121")
    meaning = page.locator("#means_1")
    expect(meaning).to_have_text(f"H1 {names[0]}, H2 {names[1]}, verloren {names[0]}")
    page.keyboard.press("Tab")
    page.keyboard.type("129")
    page.keyboard.press("Tab")
    expect(page.locator("#means_2")).to_contain_text("Platz 9 gibt es hier nicht")
    page.locator('[name="game_2"]').fill("")
    nth = page.locator('.sums input[type="text"]').nth(1)
    nth.fill("2")
    expect(page.get_by_text("Karte sagt 2, die Spiele ergeben 1.")).to_be_visible()
    expect(page.get_by_label("So speichern, obwohl")).to_be_visible()
    nth.fill("1")
    expect(page.get_by_text("Karte sagt 2")).to_be_hidden()
    nth.fill("2")
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Eine Summe stimmt nicht")
    expect(page.locator('[name="game_1"]')).to_have_value("121")
    assert not tables[0].results.exists()


def test_the_page_is_accessible_and_fits_the_phone(browser, live_server, tables, club):
    with new_phone(browser) as page:
        enter_as(page, live_server, club.anke)
        for address in (
            f"/tische/{tables[0].pk}/spielkarte/",
            f"/tische/{tables[0].pk}/spiele/1/entscheidung/",
        ):
            check_page(page, live_server.url + address)


def test_what_was_ticked_at_the_table_survives_a_reload_and_a_lost_network(
    page: Page, live_server, tables
):
    page.set_viewport_size(PHONE)
    table = tables[0]
    now = timezone.now()
    link = access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    token = sign_link(LinkToken(link.pk, link.table_id, link.ends_at))
    first, second = (seat.participation.name for seat in queries.seats_of(table)[:2])
    page.goto(f"{live_server.url}{reverse('league:enter_table', args=[token])}")
    page.get_by_text(first, exact=True).first.click()
    page.wait_for_url("**/karte/")
    page.get_by_label(f"{first} hat die erste Hälfte verloren").check(force=True)
    page.get_by_label(f"{second} hat die zweite Hälfte verloren").check(force=True)
    page.reload()
    expect(page.get_by_label(f"{first} hat die erste Hälfte verloren")).to_be_checked()
    page.get_by_label(f"{second} hat das Spiel verloren").check(force=True)

    page.context.set_offline(True)
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_text("Kein Netz. Ein Eintrag wartet auf diesem Handy")).to_be_visible()
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    assert not table.results.exists()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.context.set_offline(False)
        page.goto(page.url)  # the phone was put away, the page is opened again
    expect(page.locator("#waiting")).to_be_hidden()
    assert table.results.get().number == 1
    page.goto(page.url)
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    expect(page.get_by_label(f"{first} hat die erste Hälfte verloren")).not_to_be_checked()
    page.get_by_label(f"{first} hat die erste Hälfte verloren").check(force=True)
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_role("alert")).to_be_visible()  # refused, with what is missing
    expect(page.get_by_label(f"{first} hat die erste Hälfte verloren")).to_be_checked()


def test_a_helper_ticks_a_card_of_five_games_by_six_without_knowing_the_short_form(
    page: Page, live_server, transactional_db, club
):
    event = builders.tournament(template="gonzerath")
    day.people(event, *(f"{name} Muster" for name in (*NAMES, "Eva", "Fin", "Gil", "Hel")))
    day.draw(event, 1)
    table = queries.table(day.tables(event, 1)[0].table.pk)
    sheet = sheet_of(table)
    assert (len(sheet.seats), len(sheet.columns)) == (6, 5)
    names = list(sheet.names.values())
    page.add_init_script(COUNT)
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.stine)
    page.goto(f"{live_server.url}/tische/{table.pk}/spielkarte/")

    def tick(name: str, deed: str, number: int) -> None:
        page.get_by_role("button", name=f"{name} verliert {deed} von Spiel {number}").click()

    expect(page.get_by_text("Spiel 1: Wer hat die 1. Hälfte verloren?")).to_be_visible()
    for number in range(1, 6):
        first, second = names[number - 1], names[number]
        tick(first, "die erste Hälfte", number)
        tick(second, "die zweite Hälfte", number)
        other = page.get_by_role("button", name=f"{names[number - 2]} verliert das Finale")
        expect(other).to_be_disabled()
        tick(first, "das Finale", number)
        expect(page.get_by_text(f"Spiel {number} ist vollständig.")).to_be_visible()
        if number == 2:
            page.get_by_role("button", name=f"Schock-Aus von {names[5]} in Spiel 2").click()
        if number < 5:
            page.get_by_role("button", name="Nächstes Spiel").click()
    expect(page.locator('[name="game_2"]')).to_have_value("232+6")
    expect(page.get_by_label("Die Karte ist vollständig")).to_be_checked()
    page.evaluate("sessionStorage.taps = window.taps")
    page.get_by_role("button", name="Karte speichern").click()
    page.wait_for_url(f"**/tische/{day.tables(event, 1)[1].table.pk}/spielkarte/")
    assert int(page.evaluate("sessionStorage.taps")) + 1 <= 24
    assert table.results.filter(is_current=True).count() == 5
    assert day.tables(event, 1)[0].state == "in"


def test_what_is_ticked_and_what_is_typed_are_one_card(page: Page, live_server, tables, club):
    enter_as(page, live_server, club.stine)
    page.goto(f"{live_server.url}/tische/{tables[0].pk}/spielkarte/")
    first, second, third = (total.name for total in read(sheet_of(tables[0]), {}, {}).sums[:3])
    page.locator('[name="game_1"]').fill("121+33")

    def is_ticked(deed: str) -> None:
        button = page.get_by_role("button", name=f"{deed} von Spiel 1")
        expect(button).to_have_attribute("aria-pressed", "true")

    is_ticked(f"{first} verliert die erste Hälfte")
    is_ticked(f"{second} verliert die zweite Hälfte")
    is_ticked(f"{first} verliert das Finale")
    expect(page.get_by_role("button", name=f"Schock-Aus von {third} in Spiel 1: 2")).to_be_visible()
    # Both halves lost: there was no final.
    page.get_by_role("button", name=f"{first} verliert die zweite Hälfte von Spiel 1").click()
    expect(page.locator('[name="game_1"]')).to_have_value("11+33")
    page.get_by_role("button", name="Spiel 2", exact=True).click()
    page.get_by_role("button", name=f"{third} verliert die erste Hälfte von Spiel 2").click()
    page.get_by_role("button", name="Scharf").click()
    expect(page.locator('[name="game_2"]')).to_have_value("3s")
    page.reload()  # what was ticked stays on this device
    expect(page.locator('[name="game_2"]')).to_have_value("3s")
    expect(page.get_by_role("button", name="Spiel 3", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Nicht gespielt").click()
    expect(page.locator('[name="game_3"]')).to_have_value("0")


def test_whoever_got_up_is_on_the_card_of_the_games_played_before(
    page: Page, live_server, tables, club
):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.stine)
    address = f"{live_server.url}/tische/{tables[0].pk}/spielkarte/"
    page.goto(address)
    first = next(total.name for total in read(sheet_of(tables[0]), {}, {}).sums)
    page.locator('[name="game_1"]').fill("121")
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_text("Karte von Tisch 1 ist gespeichert.")).to_be_visible()
    tables[0].seats.filter(position=1).update(active=False)
    page.goto(address)
    row = page.locator("#tick-pad").get_by_role("row").filter(has_text=first)
    page.get_by_role("button", name="Spiel 2", exact=True).click()
    expect(row).to_be_hidden()
    page.get_by_role("button", name="Spiel 1", exact=True).click()
    expect(row).to_contain_text("nicht mehr am Tisch")
    expect(row.get_by_role("button").first).to_be_enabled()  # what was played can be corrected
    # The paper says that two games were played together: then both are ticked.
    page.get_by_label(f"{first}: dabei bis Spiel").fill("2")
    page.get_by_role("button", name="Spiel 2", exact=True).click()
    row.get_by_role("button").first.click()
    expect(page.locator('[name="game_2"]')).to_have_value("1")
