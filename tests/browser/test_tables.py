"""Getting to a table by its QR code, and the second pair of eyes, on several phones."""

import re
from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from league.access import tokens
from league.access.actors import Actor
from league.events.services import evenings
from league.links import services as access
from league.links.models import Holder
from league.people.services import people
from league.results.queries.confirming import open_call
from league.results.services import confirming
from tests import builders
from tests.browser import page_checks as looking
from tests.browser.page_checks import PHONE, enter_as
from tests.browser.waiting import eventually

pytestmark = pytest.mark.browser


@pytest.fixture
def tonight(transactional_db, club):
    """Return a table of an evening that is under way now, by the clock of the server."""
    day = timezone.localdate()
    return builders.table(builders.evening(day=day), club.anke, club.bernd, club.jette)


@pytest.fixture
def new_phone(browser):
    contexts = []

    def open_(**options) -> Page:
        context = browser.new_context(viewport=PHONE, locale="de-DE", **options)
        contexts.append(context)
        return context.new_page()

    yield open_
    for context in contexts:
        context.close()


def scan(referee: Page, live_server, table) -> str:
    """Return the address in the QR code of a table."""
    referee.goto(f"{live_server.url}/tische/{table.pk}/link/")
    if referee.get_by_role("button", name="Link erstellen").count():
        referee.get_by_role("button", name="Link erstellen").click()
    return referee.locator(".address a").get_attribute("href")


def test_two_phones_at_a_table_enter_and_confirm_until_the_link_is_revoked(
    new_phone, live_server, club, tonight
):
    referee = new_phone()
    enter_as(referee, live_server, club.rolf)
    address = scan(referee, live_server, tonight)

    anke, bernd = new_phone(), new_phone(java_script_enabled=False)
    for page, name in ((anke, "Anke"), (bernd, "Bernd")):
        page.goto(address)
        page.get_by_role("button", name=name).click()
        page.wait_for_url(f"**/tische/{tonight.pk}/spiel/")
    # A new tab, hours later, is not asked again.
    again = anke.context.new_page()
    again.goto(address)
    expect(again).to_have_url(f"{live_server.url}/tische/{tonight.pk}/spiel/")
    assert [holder.name for holder in Holder.objects.all()] == ["Anke", "Bernd"]

    first = Holder.objects.first()
    result = builders.card(
        tonight,
        club.jette,
        club.jette,
        actor=Actor(device=first.device, holder_id=first.pk, table_id=tonight.pk),
    )
    anke.goto(f"{live_server.url}/ergebnisse/{result.pk}/")
    expect(anke.get_by_text("Bestätigen muss es jemand anders am Tisch")).to_be_visible()
    bernd.goto(f"{live_server.url}/ergebnisse/{result.pk}/")
    bernd.get_by_role("button", name="Stimmt so: bestätigen").click()
    expect(bernd.get_by_text("Zwei haben hingesehen")).to_be_visible()
    expect(bernd.locator("article")).to_contain_text("Bestätigt von „Bernd“")

    referee.reload()
    referee.get_by_text("Neu machen oder sperren").click()
    expect(referee.get_by_text("2 Handys können dann nicht weiterschreiben")).to_be_visible()
    referee.get_by_role("button", name="Nur sperren").click()
    expect(referee.get_by_text("gilt gerade kein Link")).to_be_visible()
    for page in (anke, bernd):
        # Each process asks again after a second whether a link still holds.
        said = page.get_by_text("gilt nicht mehr").first
        eventually(page, lambda page=page, said=said: page.reload() and said.is_visible())
        page.goto(address)
        expect(page.get_by_role("heading", name="Der Link gilt nicht mehr")).to_be_visible()


def test_a_table_calls_and_the_referees_page_shows_it_by_itself(
    new_phone, live_server, club, tonight
):
    referee, bernd = new_phone(), new_phone()
    enter_as(referee, live_server, club.rolf)
    enter_as(bernd, live_server, club.bernd)
    referee.goto(f"{live_server.url}/schiedsrichter/")
    expect(referee.get_by_text("Gerade ruft niemand")).to_be_visible()
    bernd.goto(f"{live_server.url}/abende/{tonight.block.event_id}/")
    bernd.get_by_text("Schiedsrichter rufen").click()
    bernd.get_by_label("Worum geht es?").fill("Würfel am Boden")
    bernd.get_by_role("button", name="Rufen", exact=True).click()
    expect(bernd.get_by_text("Schiedsrichter gerufen um")).to_be_visible()
    expect(referee.get_by_text("Würfel am Boden")).to_be_visible()
    # What a user is about to tap stays under the finger when the page asks again.
    referee.get_by_role("button", name="Ich komme").focus()
    with referee.expect_response(re.compile("/schiedsrichter/.mark=")):
        pass
    expect(referee.get_by_role("button", name="Ich komme")).to_be_focused()
    referee.get_by_role("button", name="Ich komme").click()
    # The row stays where it is: what lies below does not move under the thumb.
    expect(referee.get_by_text("Rolf kommt")).to_be_visible()
    expect(referee.get_by_text("Würfel am Boden")).to_be_visible()
    assert open_call(tonight) is None


def test_four_cards_fill_a_sheet(new_phone, live_server, club, tonight):
    event = tonight.block.event
    for n in range(4):
        builders.table(event, *[builders.member(f"Gast {n}{m}", kind="") for m in range(8)])
    page = new_phone()
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/abende/{event.pk}/tischkarten/")
    page.get_by_role("button", name="Links für alle Tische machen").click()
    expect(page.locator(".table-card")).to_have_count(5)
    sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert [sheet.extract_text().count("Gilt bis") for sheet in sheets] == [4, 1]
    page.emulate_media(media="print")
    boxes = [page.locator(".table-card").nth(n).bounding_box() for n in range(5)]
    assert boxes[1]["y"] == boxes[0]["y"]
    assert boxes[2]["y"] > boxes[0]["y"]
    for n in range(5):
        inside = (
            page.locator(".table-card").nth(n).evaluate("e => e.scrollHeight <= e.clientHeight")
        )
        assert inside, n


@pytest.mark.parametrize("number", [3, 4, 6, 7, 8, 10])
def test_a_card_names_everybody_at_its_table(new_phone, live_server, club, number):
    event = builders.evening(day=timezone.localdate())
    names = [f"Maximiliane {n} Brettschneider-Schüttelmeier" for n in range(number)]
    table = builders.table(event, *[builders.member(name, kind="") for name in names])
    access.make_link(table=table, by=None, now=timezone.now())
    page = new_phone()
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/abende/{event.pk}/tischkarten/")
    page.emulate_media(media="print")
    card = page.locator(".table-card")
    assert card.evaluate("e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
    shown = card.locator(".names")
    assert all(name in shown.inner_text() for name in names)
    below = card.locator(".until").bounding_box()
    box = shown.bounding_box()
    assert shown.evaluate("e => e.scrollHeight <= e.clientHeight")
    assert box["y"] + box["height"] <= below["y"] + 1
    edge = card.bounding_box()
    assert below["y"] + below["height"] <= edge["y"] + edge["height"]


def test_the_pages_around_a_table_are_accessible_fit_the_phone_and_are_quiet(
    browser, live_server, club, tonight
):
    now = timezone.now()
    link = access.make_link(table=tonight, by=None, now=now)
    token = tokens.sign_link(tokens.LinkToken(link.pk, tonight.pk, link.ends_at))
    event = evenings.set_public(event=tonight.block.event, is_public=True)
    people.show_as(person=club.anke, seen_as="nickname", nickname="Annegret Thekenbrinkmeier")
    login = Actor(device="laptop", user_id=club.anke.user.pk)
    calm = builders.card(tonight, club.anke, club.anke, actor=login)
    frozen = builders.card(tonight, club.bernd, club.bernd, number=2, actor=login)
    confirming.raise_objection(
        result=frozen, client_id="o", text="Der Wurf lag am Boden", actor=login, now=now
    )
    confirming.call_referee(table=tonight, client_id="c", note="Streit", actor=login, now=now)
    with looking.new_phone(browser) as stranger:
        for address in (f"/abende/{event.pk}/", f"/t/{token}/"):
            quiet_and_tapped_easily(stranger, live_server.url + address)
        quiet_and_tapped_easily(stranger, f"{live_server.url}/t/erfunden/", status=403)
    with looking.new_phone(browser) as referee:
        enter_as(referee, live_server, club.rolf)
        for address in (
            f"/abende/{event.pk}/",
            "/schiedsrichter/",
            f"/ergebnisse/{calm.pk}/",
            f"/ergebnisse/{frozen.pk}/",
            f"/tische/{tonight.pk}/link/",
        ):
            quiet_and_tapped_easily(referee, live_server.url + address)


def quiet_and_tapped_easily(page: Page, url: str, status: int = 200) -> None:
    looking.check_page(page, url, unfolded=True, status=status)
    page.evaluate("document.documentElement.style.fontSize = ''")
    small = page.evaluate(
        """[...document.querySelectorAll("main button, main a.button, main summary")]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 48)
        .map(e => e.textContent.trim())"""
    )
    assert small == [], url
    spilled = page.evaluate(
        """[...document.querySelectorAll("main td")]
        .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim())"""
    )
    assert spilled == [], url
