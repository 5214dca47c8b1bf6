"""A phone, and a server that sends it files as a club does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.page_checks import PHONE, enter_as
from tests.browser.waiting import eventually


class Wire:
    """The traffic of a page from now on: each address, and all bytes with their headers."""

    def __init__(self, devtools: CDPSession) -> None:
        self.urls: list[str] = []
        self.bytes = 0
        devtools.on("Network.requestWillBeSent", self._asked)
        devtools.on("Network.loadingFinished", self._came)
        devtools.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self.urls.append(event["request"]["url"])

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


class Site:
    """A server that sends static files as in production, and what it has sent."""

    def __init__(self) -> None:
        self.sent: dict[str, int] = {}  # path -> bytes of the bodies
        self.thread = LiveServerThread(
            "localhost", connections_override={}, static_handler=self._counting
        )
        self.thread.daemon = True

    @property
    def url(self) -> str:
        return f"http://localhost:{self.thread.port}"

    def _counting(self, handler: Any) -> Any:
        def answer(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
            for part in (parts := handler(environ, start_response)):
                path = environ["PATH_INFO"]
                self.sent[path] = self.sent.get(path, 0) + len(part)
                yield part
            if hasattr(parts, "close"):
                parts.close()

        return answer


@contextmanager
def served() -> Iterator[Site]:
    site = Site()
    site.thread.start()
    site.thread.is_ready.wait()
    assert site.thread.error is None
    try:
        yield site
    finally:
        site.thread.terminate()


def phone_of(browser: Browser, site: Site, person: Any = None, **wishes: Any) -> Page:
    """Return a page on a phone of its own, logged in as this person, or as a guest without one."""
    page = browser.new_context(viewport=PHONE, locale="de-DE", **wishes).new_page()
    if person is not None:
        enter_as(page, site, person)
    return page


# The pages that are on the phone.
KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    const keys = name.startsWith("pages-") ? await (await caches.open(name)).keys() : [];
    paths.push(...keys.map(({ url }) => new URL(url).pathname));
  }
  return paths;
}"""


def opened(page: Page, site: Site, address: str) -> None:
    """Open a page and wait until the phone has stored it."""
    page.goto(site.url + address)
    eventually(page, lambda: address in page.evaluate(KEPT))
