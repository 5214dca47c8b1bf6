"""The evening of a members' meeting on a phone: who is here, hands counted with one thumb."""

from datetime import time

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.assemblies.services import calling
from tests.browser.page_checks import PHONE, enter_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = "document.documentElement.scrollHeight / innerHeight"


@pytest.fixture
def assembly(club):
    return calling.call_assembly(
        title="Jahreshauptversammlung",
        day=timezone.localdate(),
        start_time=time(19, 30),
        place="Zum Anker",
        text="",
        motions_until=None,
        offices=["chair", "treasurer", "secretary"],
        client_id="jhv",
        by=club.stine.user,
        now=timezone.now(),
        today=timezone.localdate(),
    )


def test_a_meeting_is_run_with_one_thumb(page, live_server, club, assembly, loud):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.stine)
    page.goto(f"{live_server.url}/versammlung/{assembly.pk}/abend/")
    for name in ("Anke", "Bernd", "Jette", "Kadir", "Stine"):
        page.get_by_role("button", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("5 von 9 Stimmberechtigten sind da")
    page.get_by_role("button", name="Versammlung eröffnen").click()
    expect(page.get_by_text("Die Versammlung ist eröffnet.")).to_be_visible()
    assert page.evaluate(SCREENS) <= 3
    with page.expect_event("load"):  # before that the taps would be lost
        page.get_by_role("link", name="Entlastung des Vorstands").click()
    yes = page.get_by_label("Ja", exact=True)
    more = page.get_by_role("button", name="Enthaltungen: eins mehr")
    for _tap in range(2):
        more.click()
    page.get_by_role("button", name="Ja: alle übrigen").click()
    expect(yes).to_have_value("3")
    page.get_by_role("button", name="Nein: eins mehr").click()
    expect(page.locator("form.votes.too-many output")).to_have_text("6")
    page.get_by_role("button", name="Ergebnis eintragen").click()
    expect(page.get_by_role("alert")).to_contain_text("Das sind 6 Stimmen, da sind aber nur 5")
    page.get_by_role("button", name="Nein: eins weniger").click()
    page.get_by_label("Anke").check()
    page.get_by_role("button", name="Ergebnis eintragen").click()
    outcome = page.locator(".outcome")
    expect(outcome).to_have_text("Der Vorstand ist entlastet: 3 Ja, 0 Nein, 2 Enthaltungen.")
    expect(page.get_by_text("Aus dem Vorstand enthalten: Anke")).to_be_visible()
    page.get_by_role("link", name="Weiter: Wahl").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("6. Wahl")
    assert [line for line in loud if "422" not in line] == []
