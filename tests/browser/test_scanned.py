"""From the phone in the cellar to the one with network: the code, and the page it leads to."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.results.models.results import Result
from tests import builders
from tests.browser.looking import PHONE, STICKS_OUT, enter_as, violations
from tests.games.qr_codes import draw
from tests.games.scoring.test_scorer_api import Phone, at_seats, finished

pytestmark = pytest.mark.browser

QUIET = 4


@pytest.fixture
def table(transactional_db, club):
    event = builders.evening("dortmund", day=timezone.localdate())
    people = (club.anke, club.bernd, club.jette)
    return builders.table(event, *people[: len(finished("dortmund")["header"]["players"])])


@pytest.fixture
def played(table, club):
    """The referee's phone has scored a game to its end."""
    header, events = at_seats(finished("dortmund"), table)
    phone = Phone(table, club.rolf)
    assert phone.start(starter=int(header.get("starter") or header["players"][0])).status_code == 201
    assert phone.send(*events).status_code == 200
    assert phone.mark("finish").status_code == 200
    return phone


def modules(page: Page) -> set[tuple[int, int]]:
    """The dark modules of the code on the page: row and column."""
    path = page.locator(".qr-frame path").get_attribute("d")
    return {(int(y) - QUIET, int(x) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)", path)}


def says(link: str) -> list[set[tuple[int, int]]]:
    """What a code of this text may look like: as many as there are masks."""
    codes = [draw(link, "l", mask=mask) for mask in range(8)]
    return [
        {(y, x) for y, row in enumerate(code) for x, dark in enumerate(row) if dark == "1"}
        for code in codes
    ]


def of_the_next_game(link: str) -> str:
    """The same result as a phone without network shows it of the game after this one."""
    address, code = link.split("#")
    said = json.loads(urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    said[2], said[3] = "D4-tW9nLRp-hZXCGdyiVDg", 2
    packed = json.dumps(said, separators=(",", ":")).encode()
    return f"{address}#{urlsafe_b64encode(packed).decode().rstrip('=')}"


def open_at(browser, live_server, person, link: str) -> Page:
    context = browser.new_context(viewport=PHONE, locale="de-DE", timezone_id="Europe/Berlin")
    page = context.new_page()
    page.set_default_timeout(10_000)
    if person is not None:
        enter_as(page, live_server, person)
    page.goto(link)
    return page


def test_a_result_goes_from_phone_to_phone_by_its_code(
    page, browser, live_server, table, played, club, loud
):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/?game={played.key}")
    page.get_by_role("button", name="Ergebnis als QR zeigen").click()
    link = page.locator("#result-link").input_value()
    assert link.startswith(f"{live_server.url}/ergebnis/#")
    assert modules(page) in says(link)
    assert not page.evaluate(STICKS_OUT)
    assert not loud

    # Bernd's phone reads it: this game is on the server already, so there is nothing to do.
    bernd = open_at(browser, live_server, club.bernd, link)
    expect(bernd.get_by_text("Das Ergebnis ist eingetragen.")).to_be_visible()
    expect(bernd.get_by_role("button", name="Ergebnis eintragen")).to_have_count(0)

    # The next one has not arrived.
    bernd.goto("about:blank")
    bernd.goto(of_the_next_game(link))
    loser = Result.objects.get().lines.get(lost_game=True).seat.participation.name
    expect(bernd.get_by_role("heading", name=f"{loser} hat verloren")).to_be_visible()
    expect(bernd.get_by_text("Tisch 1, Spiel 2")).to_be_visible()
    assert Result.objects.count() == 1
    assert not violations(bernd)
    assert not bernd.evaluate(STICKS_OUT)
    bernd.get_by_role("button", name="Ergebnis eintragen").click()
    expect(bernd.get_by_text("Das Ergebnis ist eingetragen.")).to_be_visible()
    result = Result.objects.get(number=2)
    assert (result.source, result.entered_by, result.confirmed_by) == (
        "card",
        club.bernd.user,
        None,
    )
    bernd.reload()
    expect(bernd.get_by_text("Das Ergebnis ist eingetragen.")).to_be_visible()
    assert Result.objects.count() == 2
    bernd.get_by_role("link", name="Zur Karte").click()
    expect(bernd.get_by_text("Als QR-Code von dem Telefon gescannt")).to_be_visible()
    bernd.context.close()


def test_who_is_logged_out_comes_back_to_the_code_after_the_login(
    page, live_server, table, played, club, browser
):
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/?game={played.key}")
    page.get_by_role("button", name="Ergebnis als QR zeigen").click()
    link = of_the_next_game(page.locator("#result-link").input_value())
    stranger = open_at(browser, live_server, None, link)
    expect(stranger.get_by_text("Eintragen kann das, wer an diesem Tisch sitzt")).to_be_visible()
    stranger.locator("#scanned").get_by_role("link", name="Anmelden").click()
    expect(stranger).to_have_url(re.compile(r"next=/ergebnis/"))
    enter_as(stranger, live_server, club.bernd)
    stranger.goto(f"{live_server.url}/ergebnis/")
    expect(stranger.get_by_role("button", name="Ergebnis eintragen")).to_be_visible()
    stranger.goto(f"{live_server.url}/ergebnis/#WzE")
    expect(stranger.get_by_text("Dieser Link ist unterwegs abgeschnitten")).to_be_visible()
    assert Result.objects.count() == 1
    stranger.context.close()
