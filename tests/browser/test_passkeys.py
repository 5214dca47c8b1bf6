"""Passkeys in a real browser with a virtual authenticator: add, log in, show again, remove."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import expect

from league.access.reauthentication import PROVED
from league.security.models import SecurityEntry
from tests.browser.page_checks import PHONE, enter_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.once]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_added_logs_in_proves_again_and_goes(page, live_server, club, loud):
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.anke)

    page.goto(f"{live_server.url}/meine-passkeys/")
    page.get_by_label("Wie er heißt").fill("Telefon")
    page.get_by_role("button", name="Passkey hinzufügen").click()
    expect(page.get_by_role("listitem").filter(has_text="Telefon")).to_be_visible()
    page.get_by_role("button", name="Passkey hinzufügen").click()
    expect(page.get_by_text("Dieses Gerät hat hier schon einen Passkey.")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{live_server.url}/anmelden/")
    page.get_by_role("button", name="Mit Passkey einloggen").click()
    expect(page.locator(".who")).to_contain_text("Anke")

    _make_late(page)
    page.goto(f"{live_server.url}/leute/{club.bernd.pk}/")
    page.get_by_text("Amt geben").click()
    page.get_by_label("Amt", exact=True).select_option("director")
    page.locator("form[action$='/amt/'] button").click()
    page.get_by_role("button", name="Passkey zeigen").click()
    expect(page.get_by_text("Das Amt ist eingetragen")).to_be_visible()

    page.goto(f"{live_server.url}/meine-passkeys/")
    page.get_by_role("button", name="Entfernen").click()
    expect(page.get_by_text("Noch keiner.")).to_be_visible()
    kinds = list(SecurityEntry.objects.filter(actor=club.anke.pk).values_list("kind", flat=True))
    assert [kind for kind in kinds if kind != "login"] == [
        "key_new",
        "again",
        "office_new",
        "key_end",
    ]
    assert not [line for line in loud if "403" not in line]


def _make_late(page):
    """Make the login look longer ago than ten minutes."""
    (key,) = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    session = SessionStore(key)
    session[PROVED] = 0.0
    session.save()
