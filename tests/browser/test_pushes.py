"""„Ja, sag Bescheid“ in a real browser: asked after a tap, woken by a push, and taken back.

Headless Chromium reaches no push service, so a subscription is made up for it; permission, service
worker, the push itself and what is shown are the browser's own.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Worker, expect

from league.push import services
from league.push.models import PushDevice
from league.push.queries import public_key
from tests import builders
from tests import tournaments as day
from tests.browser.phones import phone_of
from tests.push_service import endpoint
from tests.registering import come, register

pytestmark = pytest.mark.browser
# What a push service would give, kept for as long as the page's session lasts.
SUBSCRIPTION = """(endpoint) => {
  const made = { endpoint, unsubscribe: async () => sessionStorage.removeItem("push") };
  PushManager.prototype.getSubscription = async () => (sessionStorage.push ? made : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("refused");
    sessionStorage.push = "1";
    return made;
  };
}"""
IN_WORKER = """(endpoint) => {
  PushManager.prototype.getSubscription = async () => ({ endpoint });
}"""
# Resolves with the sentence that is shown, as soon as one is.
SHOWN = """async () => {
  for (let tries = 0; tries < 200; tries += 1) {
    const [shown] = await registration.getNotifications();
    if (shown) return `${shown.title}: ${shown.body}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "";
}"""


def deliver_push(page: Page, worker: Worker) -> None:
    """A push without anything in it, as the browser's service hands it over."""
    devtools = page.context.new_cdp_session(page)
    there: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: there.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not there:
        page.evaluate("0")  # lets events in
    origin = worker.url.removesuffix("/sw.js")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": there[0], "data": ""},
    )


def test_a_device_agrees_is_woken_with_table_and_seat_and_takes_it_back(browser, site, club):
    services.switch(on=True, by=None, now=timezone.now())
    event = builders.tournament(day=timezone.localdate(), template="gonzerath")
    for name in ("Anna", "Bert", "Cleo", "Dirk", "Emil", "Fine", "Gerd"):
        come(register(event, name))
    come(register(event, person=club.bernd))
    page = phone_of(browser, site, club.bernd)
    page.context.grant_permissions(["notifications"], origin=site.url)
    page.add_init_script(f"({SUBSCRIPTION})('{endpoint('m')}')")
    page.goto(f"{site.url}/turniere/{event.pk}/mein-tisch/")
    with page.context.expect_event("serviceworker") as started:
        page.get_by_role("button", name="Ja, sag Bescheid").click()
    worker = started.value
    installed = page.get_by_text("Dieses Gerät sagt dir, wo du sitzt.")
    expect(installed).to_be_visible(timeout=30_000)
    device = PushDevice.objects.get()
    assert (device.person, device.endpoint) == (club.bernd, endpoint("m"))

    day.draw(event, 1, now=timezone.now())
    worker.evaluate(IN_WORKER, endpoint("m"))
    deliver_push(page, worker)
    said = worker.evaluate(SHOWN)
    assert "Tisch" in said
    assert "Platz" in said
    assert "Bernd" not in said

    page.reload()  # the page knows that this device agreed
    page.get_by_role("button", name="Nicht mehr").click()
    expect(page.get_by_role("button", name="Ja, sag Bescheid")).to_be_visible()
    assert not PushDevice.objects.exists()
    page.context.close()
    assert public_key()
