"""Attendance and the cards of a tournament without a network: kept, sent in order, once."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from playwright.sync_api import Locator, Page, expect

from league.access.tokens import LinkToken, sign_link
from league.events import queries
from league.events.models import AttendanceMark
from league.events.services.attendance import mark_attendance
from league.links import services as links
from tests import builders
from tests import tournaments as day
from tests.browser.page_checks import check_page, enter_as, new_phone
from tests.browser.phones import opened, phone_of
from tests.browser.waiting import eventually

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(transactional_db, club):
    return builders.evening(day=timezone.localdate())


def address(event) -> str:
    return f"/abende/{event.pk}/anwesenheit/"


def tap(page: Page, name: str, word: str) -> None:
    page.get_by_role("group", name=name).get_by_role("button", name=word).click()


def noted(event) -> dict[str, str]:
    """Return the attendance noted for each person, by name, without those who have none."""
    people = queries.participations(event).exclude(attendance="")
    return {person.person.name: person.attendance for person in people}


def waits(page: Page, number: int) -> None:
    strip = page.locator("#waiting")
    if not number:
        expect(strip).to_be_hidden()
    elif number == 1:
        expect(strip).to_contain_text("Ein Eintrag wartet auf diesem Handy")
    else:
        expect(strip).to_contain_text(f"{number} Einträge warten auf diesem Handy")


def pressed(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name).locator("[aria-pressed=true]")


# Says whether this person is noted so in the page as the phone keeps it.
KEPT_SAYS = """async ([path, name, attendance]) => {
  for (const key of (await caches.keys()).filter((key) => key.startsWith("pages-"))) {
    const cache = await caches.open(key);
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname !== path) continue;
      const text = await (await cache.match(request)).text();
      const stored = new DOMParser().parseFromString(text, "text/html");
      const group = stored.querySelector(`[role=group][aria-label="${name}"]`);
      if (group.querySelector("[aria-pressed=true]")?.dataset.value === attendance) return true;
    }
  }
  return false;
}"""


def back_in_the_network(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")  # phones do not always say so


def test_who_is_here_is_noted_without_a_network_and_sent_later(browser, site, evening, club):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    page.context.set_offline(True)
    page.reload()
    tap(page, "Anke", "da")
    tap(page, "Bernd", "fehlt")
    tap(page, "Anke", "später")
    waits(page, 3)
    # A phone that dies loses nothing.
    page.close()
    page = page.context.new_page()
    page.goto(site.url + address(evening))
    waits(page, 3)
    assert noted(evening) == {}
    back_in_the_network(page)
    waits(page, 0)
    assert noted(evening) == {"Anke": "late", "Bernd": "absent"}
    assert [
        attendance_mark.attendance for attendance_mark in AttendanceMark.objects.order_by("pk")
    ] == [
        "present",
        "absent",
        "late",
    ]
    page.context.close()


def test_what_somebody_else_noted_meanwhile_stands(browser, site, evening, club):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    page.context.set_offline(True)
    tap(page, "Anke", "fehlt")
    tap(page, "Bernd", "da")
    waits(page, 2)
    anke = queries.participations(evening).get(person=club.anke)
    mark_attendance(participation=anke, attendance="present")
    back_in_the_network(page)
    strip = page.locator("#waiting")
    expect(strip).to_have_text("Anke ist schon als „da“ eingetragen. Verwerfen")
    row = page.get_by_role("listitem").filter(has_text="Anke")
    expect(row).to_contain_text("nicht eingetragen")
    assert noted(evening) == {"Anke": "present", "Bernd": "present"}
    strip.get_by_role("button", name="Verwerfen").click()
    waits(page, 0)
    expect(pressed(page, "Anke")).to_have_text("da")
    page.context.close()


def test_marks_that_wait_are_shown_again_and_the_next_tap_follows_them(
    browser, site, evening, club
):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    tap(page, "Bernd", "fehlt")
    bernd = [address(evening), "Bernd", "absent"]
    eventually(page, lambda: page.evaluate(KEPT_SAYS, bernd))
    page.context.set_offline(True)
    tap(page, "Anke", "da")
    waits(page, 1)
    page.reload()
    expect(pressed(page, "Anke")).to_have_text("da")
    expect(pressed(page, "Bernd")).to_have_text("fehlt")
    # No one else was at work: neither of these is refused.
    tap(page, "Anke", "fehlt")
    tap(page, "Bernd", "da")
    waits(page, 3)
    back_in_the_network(page)
    waits(page, 0)
    assert noted(evening) == {"Anke": "absent", "Bernd": "present"}
    page.context.close()


def test_the_page_without_network_says_of_which_evening_each_page_is(browser, site, evening, club):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    page.goto(f"{site.url}/ohne-netz/")
    day = date_format(evening.business_date, "j. N")
    link = page.get_by_role("link", name="Wer ist da?")
    expect(link).to_have_count(1)
    expect(link).to_have_text(f"Wer ist da?{evening.name}, {day}")
    page.context.close()


def test_logging_out_says_how_many_entries_wait_and_keeps_them(browser, site, evening, club):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    page.context.set_offline(True)
    tap(page, "Anke", "da")
    tap(page, "Bernd", "da")
    waits(page, 2)
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(f"{site.url}/abmelden/")
    expect(page.locator("#waits")).to_contain_text("warten noch 2 Einträge. Sie bleiben hier")
    page.get_by_role("main").get_by_role("button", name="Ausloggen").click()
    enter_as(page, site, club.rolf)
    page.goto(site.url + address(evening))
    waits(page, 0)
    expect(pressed(page, "Anke")).to_have_text("da")
    eventually(page, lambda: noted(evening) == {"Anke": "present", "Bernd": "present"})
    waits(page, 0)
    page.context.close()


def test_whoever_was_logged_out_keeps_what_waits_and_another_login_does_not_send_it(
    browser, site, evening, club
):
    page = phone_of(browser, site, club.rolf)
    opened(page, site, address(evening))
    page.context.set_offline(True)
    tap(page, "Anke", "da")
    waits(page, 1)
    Session.objects.all().delete()
    back_in_the_network(page)
    expect(page.locator("#waiting")).to_contain_text("Logg dich ein, dann geht er hinaus.")
    enter_as(page, site, club.stine)
    page.goto(site.url + address(evening))
    expect(page.locator("#waiting")).to_contain_text("Eintrag von jemand anderem")
    assert noted(evening) == {}
    enter_as(page, site, club.rolf)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.goto(site.url + address(evening))
    waits(page, 0)
    assert noted(evening) == {"Anke": "present"}
    page.context.close()


def test_the_pages_can_be_read_by_everybody(browser, live_server, evening, club):
    with new_phone(browser) as page:
        enter_as(page, live_server, club.rolf)
        check_page(page, live_server.url + address(evening))
        check_page(page, f"{live_server.url}/ohne-netz/")


@pytest.fixture
def tables(transactional_db, club):
    """Return the two tables of four in the first block of a tournament."""
    event = builders.tournament()
    names = ("Kai", "Jenny", "Ute", "Ole", "Ada", "Ben", "Cem", "Dirk")
    day.people(event, *(f"{name} Muster" for name in names))
    day.draw(event, 1)
    return [queries.table(table.table.pk) for table in day.tables(event, 1)]


def link_of(table) -> str:
    now = timezone.now()
    link = links.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    token = sign_link(LinkToken(link.pk, link.table_id, link.ends_at))
    return reverse("league:enter_table", args=[token])


def card(table) -> str:
    return f"/tische/{table.pk}/spielkarte/"


def test_cards_of_a_tournament_wait_on_the_phone(browser, site, tables, club):
    page = phone_of(browser, site, club.stine)
    for table in tables:
        opened(page, site, card(table))
    page.context.set_offline(True)
    for number, table in enumerate(tables, start=1):
        page.goto(site.url + card(table))
        page.locator('[name="game_1"]').fill("121")
        page.locator('[name="game_2"]').fill("233")
        page.get_by_role("button", name="Karte speichern").click()
        waits(page, number)
        here = page.locator("#waits-here")
        expect(here).to_have_text(
            f"Karte von Tisch {table.number}: auf diesem Handy gespeichert, noch nicht gesendet."
        )
    # Looked at again before it went out, it says what was typed.
    page.goto(site.url + card(tables[0]))
    expect(page.locator('[name="game_2"]')).to_have_value("233")
    page.locator('[name="game_2"]').fill("122+3")
    page.get_by_role("button", name="Karte speichern").click()
    waits(page, 2)
    back_in_the_network(page)
    waits(page, 0)
    assert [table.results.count() for table in tables] == [2, 2]
    page.context.close()


def test_a_table_goes_on_game_by_game(browser, site, tables, club):
    """On its own phone, by the table's link."""
    table = tables[0]
    seats = [seat.participation.name for seat in queries.seats_of(table)]
    page = phone_of(browser, site)
    page.goto(site.url + link_of(table))
    page.get_by_text(seats[0], exact=True).first.click()
    page.wait_for_url("**/karte/")
    opened(page, site, f"/tische/{table.pk}/karte/")
    page.context.set_offline(True)
    page.reload()
    for number, loser in enumerate(seats[:2], start=1):
        expect(page.get_by_role("heading", name=f"Spiel {number}")).to_be_visible()
        for part in ("die erste Hälfte", "die zweite Hälfte"):
            page.get_by_label(f"{loser} hat {part} verloren").check(force=True)
        page.get_by_role("button", name="Karte speichern").click()
        waits(page, number)
    page.reload()
    expect(page.get_by_role("heading", name="Spiel 3")).to_be_visible()
    waits(page, 2)
    expect(page.locator("#waits-here")).to_contain_text("Spiel 2: auf diesem Handy gespeichert")
    back_in_the_network(page)
    waits(page, 0)
    stored = table.results.order_by("number")
    losers = [
        stored_item.lines.get(lost_game=True).seat.participation.name for stored_item in stored
    ]
    assert losers == seats[:2]
    page.context.close()


def test_a_card_that_is_refused_says_why_beside_its_fields(browser, site, tables, club):
    page = phone_of(browser, site, club.stine)
    page.goto(site.url + card(tables[0]))
    page.locator('[name="game_1"]').fill("199")
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Die Karte ist noch nicht gespeichert")
    expect(page.locator('[name="game_1"]')).to_have_value("199")
    expect(page.locator('[name="game_1"]')).to_be_focused()
    expect(page.locator("#means_1")).to_contain_text("Platz 9 gibt es hier nicht")
    waits(page, 0)
    page.context.close()


def test_without_a_network_a_card_is_read_and_added_up_and_nothing_impossible_is_taken(
    browser, site, tables, club
):
    page = phone_of(browser, site, club.stine)
    opened(page, site, card(tables[0]))
    names = [seat.participation.name for seat in queries.seats_of(tables[0])]
    page.context.set_offline(True)
    page.reload()
    page.locator('[name="game_1"]').fill("121")
    meaning = page.locator("#means_1")
    expect(meaning).to_have_text(f"H1 {names[0]}, H2 {names[1]}, verloren {names[0]}")
    sums = page.locator(".sums .total")
    before = sums.all_inner_texts()
    page.locator('[name="game_2"]').fill("233")
    expect(sums).not_to_have_text(before)
    # Looked at again, the sums are those of what is written there.
    both = sums.all_inner_texts()
    page.reload()
    expect(page.locator('[name="game_2"]')).to_have_value("233")
    expect(sums.nth(0)).to_have_text(both[0])
    assert sums.all_inner_texts() == both
    page.locator('.sums input[type="text"]').first.fill("99")
    page.get_by_role("button", name="Karte speichern").click()
    expect(page.get_by_role("alert")).to_contain_text("Eine Summe stimmt nicht")
    expect(page.get_by_text("Karte sagt 99")).to_be_visible()
    waits(page, 0)
    page.locator('.sums input[type="text"]').first.fill("")
    page.get_by_role("button", name="Karte speichern").click()
    waits(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.context.close()


def test_what_is_typed_and_not_saved_yet_stands_there_again(browser, site, tables, club):
    page = phone_of(browser, site, club.stine)
    opened(page, site, card(tables[0]))
    page.context.set_offline(True)
    page.locator('[name="game_1"]').fill("121")
    page.reload()
    expect(page.locator('[name="game_1"]')).to_have_value("121")
    expect(page.locator("#waits-here")).to_contain_text("Noch nicht gespeichert")
    waits(page, 0)
    page.context.close()


def test_a_card_refused_later_says_so_at_its_button(browser, site, tables, club):
    page = phone_of(browser, site, club.stine)
    opened(page, site, card(tables[0]))
    page.context.set_offline(True)
    page.locator('[name="game_1"]').fill("121")
    page.locator('[name="game_2"]').fill("233")
    page.get_by_role("button", name="Karte speichern").click()
    waits(page, 1)
    page.goto("about:blank")
    # Meanwhile another user has saved another card of the second game.
    names = [seat.participation.name for seat in queries.seats_of(tables[0])]
    day.game(tables[0], 2, names[0], names[0])
    page.context.set_offline(False)
    page.goto(site.url + card(tables[0]))
    here = page.locator("#waits-here")
    expect(here).to_contain_text("inzwischen anders eingetragen")
    expect(page.locator("#waiting")).not_to_contain_text("·")
    page.context.set_offline(True)
    page.reload()
    expect(here).to_contain_text("inzwischen anders eingetragen")
    expect(page.locator('[name="game_2"]')).to_have_value("233")
    expect(page.locator("#means_2 .words")).not_to_be_empty()
    page.context.close()
