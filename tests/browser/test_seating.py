"""Ticking who sits at a table, while another tap is still on its way."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.events.queries import seats_of
from league.events.services import attendance, seating
from tests import builders
from tests.browser.page_checks import PHONE, enter_as

pytestmark = pytest.mark.browser


def test_ticks_stay_when_another_tap_changes_the_page(
    page: Page, live_server, transactional_db, club
):
    event = builders.evening(day=timezone.localdate())
    table = seating.add_table(event=event)
    for person in (club.anke, club.bernd, club.jette, club.oemer):
        participation = attendance.add_participant(event=event, person=person)
        attendance.mark_attendance(participation=participation, attendance="present")
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/abende/{event.pk}/")
    page.get_by_text("4 sitzen noch nirgends").click()
    there = page.locator("#setzen")
    for name in ("Anke", "Jette"):
        there.get_by_role("checkbox", name=name).check()
    page.locator(".people").get_by_role("button", name="Stine").click()
    expect(there.get_by_role("checkbox", name="Stine")).to_be_visible()
    there.get_by_role("checkbox", name="Ömer").check()
    there.get_by_role("button", name=f"An Tisch {table.number}").click()
    seated = page.locator(f"#tisch-{table.number}")
    expect(seated.get_by_text("Anke, Jette, Ömer")).to_be_visible()
    assert [seat.participation.name for seat in seats_of(table)] == ["Anke", "Jette", "Ömer"]
