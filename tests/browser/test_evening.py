"""An evening on a phone, by tapping; and what every page owes a person."""

from datetime import time, timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.access.actors import NOBODY
from league.access.tokens import sign_reminder
from league.evenings.services import answers
from league.evenings.services.calendars import renew_calendar
from league.events.models import Table
from league.events.queries import participations
from league.results.models.results import Charge, Result
from league.results.queries.results import current_result
from league.results.services import confirming
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import PHONE, check_page, enter_as, new_phone
from tests.browser.waiting import drawn_anew, goes_on, into_view

pytestmark = pytest.mark.browser

CUT_OFF = "tabs => tabs.filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)"


def name_of(page: Page, name: str) -> Locator:
    """Return the button with a person's name in the list: one tap."""
    return page.locator(".people").get_by_role("button", name=name)


@pytest.mark.smoke
def test_an_evening_by_tapping_on_a_phone(page: Page, live_server, transactional_db, club):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/abende/neu/")
    page.get_by_role("button", name="Weiter zum Regelwerk").click()
    page.get_by_role("link", name="RSC 2003").click()
    page.get_by_role("button", name="Nach RSC 2003 spielen").click()

    # Taps come faster than answers at a loud table; none of them may get lost.
    for name in ("Anke", "Bernd", "Jette"):
        name_of(page, name).click()
    for name in ("Anke", "Bernd", "Jette"):
        expect(name_of(page, name)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Name des Gastes").fill("Wiebke vom Nebentisch")
    page.get_by_role("button", name="Gast ist da").click()
    expect(name_of(page, "Wiebke vom Nebentisch")).to_be_visible()
    page.get_by_role("button", name="Alle 4 an einen Tisch setzen").click()
    expect(page.get_by_text("4 Plätze")).to_be_visible()

    page.get_by_text("Plätze, Karte, Link").click()
    page.get_by_role("link", name="Karte eintragen").click()
    page.wait_for_url("**/karte/")  # a forced tap does not wait until the page is laid out
    page.get_by_label("Anke hat die erste Hälfte verloren").check(force=True)
    page.get_by_label("Bernd hat die zweite Hälfte verloren").check(force=True)
    page.get_by_label("Jette hat das Spiel verloren").check(force=True)
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_text("Das Finale spielen nur die beiden")).to_be_visible()
    expect(page.get_by_label("Anke hat die erste Hälfte verloren")).to_be_checked()
    page.get_by_label("Bernd hat das Spiel verloren").check(force=True)
    page.get_by_label("Jette: 1. Schock-Aus").check(force=True)
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_text("Spiel 1 ist gespeichert: Bernd hat verloren.")).to_be_visible()

    # Four taps for a card: three losers, and save.
    page.goto(f"{live_server.url}/tische/{Table.objects.get().pk}/karte/")
    page.evaluate(tapping.COUNT)
    page.get_by_label("Anke hat die erste Hälfte verloren").check(force=True)
    page.get_by_label("Jette hat die zweite Hälfte verloren").check(force=True)
    page.get_by_label("Jette hat das Spiel verloren").check(force=True)
    assert tapping.taps(page) == 3
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_text("Spiel 2 ist gespeichert: Jette hat verloren.")).to_be_visible()

    page.goto(page.url.split("/tische/")[0] + "/abende/")
    page.get_by_role("link", name="Spielabend").first.click()
    page.get_by_text("Zu diesem Abend").click()
    page.get_by_role("link", name="Strafen").click()
    page.wait_for_url("**/strafen/")
    page.get_by_role("radio", name="Ömer").check(force=True)
    page.get_by_role("radio", name="Nicht zum Schocktermin erschienen").check(force=True)
    page.get_by_role("button", name="Eintragen").click()
    expect(
        page.get_by_text("Eingetragen für Ömer: Nicht zum Schocktermin erschienen")
    ).to_be_visible()
    assert [result.lines.count() for result in Result.objects.all()] == [4, 4]
    assert set(Charge.objects.values_list("code", flat=True)) == {"stake", "no_show"}


@pytest.fixture
def addresses(transactional_db, club) -> list[str]:
    """Return every page of an evening that was played, and of the club around it."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette, club.kadir)
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.jette, club.bernd, club.jette, seen=1, reason="verwechselt")
    event = table.block.event
    from league.links.services import make_link
    from league.standings.services import compute_all_time, compute_standing

    compute_standing(season=event.season, now=builders.NIGHT)
    compute_all_time(now=builders.NIGHT)
    tonight = builders.table(builders.evening(day=timezone.localdate()), club.anke, club.bernd)
    make_link(table=tonight, by=None, now=timezone.now())
    coming = builders.evening(
        day=timezone.localdate() + timedelta(days=3), start_time=time(20), end_time=time(1)
    )
    off = builders.evening(day=timezone.localdate() + timedelta(days=4))
    answers.cancel_event(event=off, reason="Kirmes", by=None, now=timezone.now())
    renew_calendar(person=club.kadir, seen=None, now=timezone.now())
    first, last = (timezone.localdate() + timedelta(days=days) for days in (7, 50))
    series = urlencode(
        {"name": "Reihe", "first": first, "last": last, "weeks": 2, "venue": "pub"},
    )
    return [
        "/",
        "/abende/",
        "/abende/neu/",
        "/abende/reihe/",
        f"/abende/reihe/?{series}",
        f"/abende/{event.pk}/wann/",
        f"/abende/{coming.pk}/",
        f"/abende/{off.pk}/",
        "/mein-kalender/",
        f"/keine-erinnerungen/{sign_reminder(club.kadir.pk)}/",
        f"/abende/{event.pk}/",
        f"/abende/{event.pk}/regeln/",
        f"/abende/{event.pk}/regeln/?rulebook=schock4life",
        f"/tische/{table.pk}/karte/",
        f"/tische/{table.pk}/karte/1/",
        f"/tische/{table.pk}/link/",
        f"/tische/{tonight.pk}/link/",
        f"/abende/{tonight.block.event_id}/tischkarten/",
        f"/ergebnisse/{current_result(table, 1).pk}/",
        f"/tabelle/{event.season_id}/",
        "/tabelle/ewig/",
        f"/tabelle/{event.season_id}/person/{club.jette.pk}/",
        "/leute/",
        f"/leute/{club.jette.pk}/",
        "/kasse/",
        f"/kasse/abend/{event.pk}/",
        f"/kasse/konto/{club.jette.pk}/",
        "/kasse/mein-konto/",
        "/kasse/katalog/",
        "/kasse/buch/cash/",
        "/kasse/buch/claims/?search=jette&since=yesterday",
        "/kasse/offen/",
        "/kasse/zahlen/",
        "/kasse/forderungen/",
        "/kasse/zahlungen/",
        "/kasse/belege/",
    ]


@pytest.mark.parametrize("slow", [0, 1_200])
def test_two_taps_at_once_both_count_and_nothing_jumps_under_the_thumb(
    page: Page, live_server, transactional_db, club, slow
):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    event = builders.evening(day=timezone.localdate())
    page.goto(f"{live_server.url}/abende/{event.pk}/")

    def late(route):
        goes_on(page, slow)
        route.continue_()

    page.route("**/anwesenheit/*/", late)
    stays = name_of(page, "Stine")
    into_view(stays)
    for name in ("Anke", "Bernd"):
        name_of(page, name).click()
        top = stays.bounding_box()["y"]
        drawn_anew(page)
        assert stays.bounding_box()["y"] == top
    expect(name_of(page, "Bernd")).to_have_attribute("aria-pressed", "true")
    assert abs(stays.bounding_box()["y"] - top) < 3
    present = event.participations.filter(attendance="present").order_by("person__sort_key")
    assert [participation.person for participation in present] == [club.anke, club.bernd]


def test_two_calls_are_answered_by_two_taps(page: Page, live_server, transactional_db, club):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    event = builders.evening(day=timezone.localdate())
    for people in ((club.anke, club.bernd), (club.jette, club.stine)):
        table = builders.table(event, *people)
        confirming.call_referee(
            table=table, client_id=f"c{table.pk}", note="", actor=NOBODY, now=timezone.now()
        )
    page.goto(f"{live_server.url}/schiedsrichter/")
    buttons = page.get_by_role("button", name="Ich komme")
    expect(buttons).to_have_count(2)
    buttons.first.click()
    buttons.last.click()
    expect(page.get_by_text("Rolf kommt")).to_have_count(2)


def test_every_page_is_light_accessible_and_fits_the_phone(browser, live_server, club, addresses):
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        for address in addresses:
            check_page(page, live_server.url + address)
            assert page.eval_on_selector_all(".tabs a", CUT_OFF) == [], address


def test_the_phone_works_without_javascript(browser, live_server, transactional_db, club):
    context = browser.new_context(viewport=PHONE, java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    enter_as(page, live_server, club.rolf)
    event = builders.evening()
    page.goto(f"{live_server.url}/abende/{event.pk}/")
    name_of(page, "Anke").click()
    expect(name_of(page, "Anke")).to_have_attribute("aria-pressed", "true")
    assert participations(event).get(person=club.anke).is_here
    context.close()
