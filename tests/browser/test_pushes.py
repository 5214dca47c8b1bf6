"""„Ja, sag Bescheid“ in a real browser: asked after a tap, woken by a push, and taken back.

Headless Chromium reaches no push service and its shell shows no notifications, so permission and
subscription are made up for it, and what is to be shown is written down; the service worker and the
push itself are the browser's own.
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
  Object.defineProperty(Notification, "permission", { get: () => sessionStorage.may ?? "default" });
  Notification.requestPermission = async () => (sessionStorage.may = "granted");
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
  self.shown = new Promise((resolve) => {
    registration.showNotification = async (title, { body }) => resolve(`${title}: ${body}`);
  });
}"""

# The browser says that the address has changed; with no new one the worker asks for it.
CHANGED = """async ([old, made]) => {
  let done;
  registration.pushManager.constructor.prototype.subscribe = async () => ({ endpoint: old.back });
  dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), {
    oldSubscription: { endpoint: old.endpoint, options: {} },
    newSubscription: made && { endpoint: made },
    waitUntil: (promise) => (done = promise),
  }));
  await done;
}"""
ON_AN_IPHONE = """() => {
  delete globalThis.PushManager;
  Object.defineProperty(Navigator.prototype, "standalone", { get: () => false });
}"""


WITHOUT_COOKIE_STORE = "() => { delete globalThis.cookieStore; }"


def deliver_push(page: Page, worker: Worker) -> None:
    """Deliver a push without anything in it, as the browser's service does."""
    devtools = page.context.new_cdp_session(page)
    there: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: there.extend(worker["registrationId"] for worker in event["registrations"]),
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
    page.add_init_script(f"({SUBSCRIPTION})('{endpoint('m')}')")
    page.goto(f"{site.url}/turniere/{event.pk}/mein-tisch/")
    with page.context.expect_event("serviceworker") as started:
        page.get_by_role("button", name="Ja, sag Bescheid").click()
    worker = started.value
    installed = page.get_by_text("Dieses Gerät sagt dir, wo du sitzt.")
    expect(installed).to_be_visible()
    device = PushDevice.objects.get()
    assert (device.person, device.endpoint) == (club.bernd, endpoint("m"))

    day.draw(event, 1, now=timezone.now())
    worker.evaluate(IN_WORKER, endpoint("m"))
    deliver_push(page, worker)
    shown = worker.evaluate("self.shown")
    assert "Tisch" in shown
    assert "Platz" in shown
    assert "Bernd" not in shown

    worker.evaluate(CHANGED, [{"endpoint": endpoint("m")}, endpoint("n")])
    assert PushDevice.objects.get().endpoint == endpoint("n")
    worker.evaluate(CHANGED, [{"endpoint": endpoint("n"), "back": endpoint("m")}, None])
    assert PushDevice.objects.get().endpoint == endpoint("m")

    page.reload()  # the page knows that this device agreed
    page.get_by_role("button", name="Nicht mehr").click()
    expect(page.get_by_role("button", name="Ja, sag Bescheid")).to_be_visible()
    assert not PushDevice.objects.exists()
    iphone = page.context.new_page()
    iphone.add_init_script(f"({ON_AN_IPHONE})()")
    iphone.goto(page.url)
    expect(iphone.get_by_text("Zum Home-Bildschirm")).to_be_visible()
    older = page.context.new_page()
    older.add_init_script(f"({WITHOUT_COOKIE_STORE})()")
    older.goto(page.url)
    expect(older.get_by_text("Dieser Browser kann dir nicht sagen")).to_be_visible()
    expect(older.get_by_role("button", name="Ja, sag Bescheid")).to_be_hidden()
    page.context.close()
    assert public_key()
