"""From the phone in the cellar to the one with network: the code, and the page it leads to."""

import json
import re
from base64 import urlsafe_b64encode

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.scoring.models import Game
from games.scoring.queries import live_game
from league.results.models.results import Result
from league.results.models.second_look import Objection
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import PHONE, STICKS_OUT, enter_as, violations
from tests.browser.test_cellar import arrived, enter, ready, short_game, shown
from tests.games.qr_codes import draw

pytestmark = pytest.mark.browser

QUIET = 4


def modules(page: Page) -> set[tuple[int, int]]:
    """Return the dark modules of the code on the page: row and column."""
    path = page.locator(".qr-frame path").get_attribute("d")
    return {(int(y) - QUIET, int(x) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)", path)}


def says(link: str) -> list[set[tuple[int, int]]]:
    """Return the dark cells of a code of this text under each of the masks."""
    return [
        {(y, x) for y, row in enumerate(code) for x, dark in enumerate(row) if dark == "1"}
        for code in (draw(link, "l", mask=mask) for mask in range(8))
    ]


@pytest.fixture
def opened(browser, live_server):
    """Return a function that opens a link on a phone that just read the code, logged in or not."""
    contexts = []

    def at(link: str, person=None) -> Page:
        contexts.append(browser.new_context(viewport=PHONE, locale="de-DE"))
        page = contexts[-1].new_page()
        if person is not None:
            enter_as(page, live_server, person)
        page.goto(link)
        return page

    yield at
    for context in contexts:
        context.close()


def test_a_result_goes_from_the_cellar_to_a_phone_with_network_by_its_code(
    page, context, at_table, opened, club
):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    context.set_offline(True)
    events = short_game(live_game(Game.objects.get().key).header)
    enter(page, events)
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    shown(page, len(events) + 1)
    tapping.calm(page)
    page.get_by_role("button", name="Ergebnis als QR zeigen").click()
    link = page.locator("#result-link").input_value()
    assert modules(page) in says(link)
    assert not page.evaluate(STICKS_OUT)

    bernd = opened(link, club.bernd)
    expect(bernd.get_by_role("heading", name=re.compile("hat verloren"))).to_be_visible()
    expect(bernd.get_by_text("Tisch 1, Spiel 1")).to_be_visible()
    assert not Result.objects.exists()
    assert not violations(bernd)
    assert not bernd.evaluate(STICKS_OUT)
    bernd.get_by_role("button", name="Ergebnis eintragen").click()
    expect(bernd.get_by_text("Das Ergebnis ist eingetragen.")).to_be_visible()
    result = Result.objects.get()
    assert (result.source, result.entered_by, result.confirmed_by) == (
        "card",
        club.bernd.user,
        None,
    )
    bernd.reload()
    expect(bernd.get_by_text("Das Ergebnis ist eingetragen.")).to_be_visible()
    expect(bernd.get_by_role("button", name="Ergebnis eintragen")).to_have_count(0)
    assert Result.objects.count() == 1

    page.get_by_role("button", name="Schließen").click()
    context.set_offline(False)
    arrived(page)
    assert Result.objects.get(is_current=True).source == "game"
    assert not Objection.objects.exists()
    bernd.get_by_role("link", name="Zur Karte").click()
    expect(bernd.get_by_text("Als QR-Code von dem Handy gescannt")).to_be_visible()


def test_who_is_logged_out_comes_back_to_the_code_after_the_login(
    transactional_db, live_server, opened, club
):
    event = builders.evening("rsc2003", day=timezone.localdate())
    table = builders.table(event, club.anke, club.bernd)
    seats = list(table.seats.values_list("pk", flat=True))
    sentences = [1, table.pk, "D4-tW9nLRp-hZXCGdyiVDg", 1, "rsc2003", 0, 1, seats, [0, 1, 1]]
    text = json.dumps([*sentences, [-1] * 7 * len(seats), "", 0, 0])
    code = urlsafe_b64encode(text.encode()).decode().rstrip("=")
    page = opened(f"{live_server.url}/ergebnis/#{code}")
    expect(page.get_by_text("Eintragen kann das, wer an diesem Tisch sitzt")).to_be_visible()
    page.locator("#scanned").get_by_role("link", name="Einloggen").click()
    expect(page).to_have_url(re.compile(r"next=/ergebnis/$"))
    enter_as(page, live_server, club.bernd)
    page.goto(f"{live_server.url}/ergebnis/")
    expect(page.get_by_role("heading", name="Bernd hat verloren")).to_be_visible()
    expect(page.get_by_role("term").filter(has_text="erste Hälfte")).to_be_visible()
    expect(page.get_by_text("1. Hälfte")).to_have_count(0)
    outsider = opened(f"{live_server.url}/ergebnis/#{code}", club.jette)
    expect(outsider.get_by_text("Du sitzt nicht an diesem Tisch")).to_be_visible()
    expect(outsider.locator("#scanned").get_by_role("link")).to_have_count(0)
    page.goto(f"{live_server.url}/ergebnis/#{code[:40]}")
    expect(page.get_by_text("Dieser Link ist unterwegs abgeschnitten")).to_be_visible()
    assert not Result.objects.exists()
