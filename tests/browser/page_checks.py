"""Check in one visit what every page owes its reader: its weight, its words for a screen reader,
its contrast in light and dark, and that nothing sticks out, with text twice as large too.
"""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import Browser, Page, Response

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
FIRST_VISIT = 60_000  # bytes over the wire

# Whatever sticks out of the window, but for what is wide and pushed to and fro by itself.
STICKS_OUT = """[...document.querySelectorAll("body *")].filter(e => e.checkVisibility()
    && !e.closest("thead, .visually-hidden, .skip, .across > *, .pushed > *")
    && e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 40)}`).slice(0, 6)"""
UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true })"
RUN_AXE = """options => globalThis.axe?.run(options).then(({ violations }) =>
    violations.map(({ id, nodes: [node] }) => [id, node.html]))"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


class Visit:
    """The answers a page gets from now on, and its messages to the console.

    Static files are sent compressed, by WhiteNoise, and so are pages that say it of themselves.
    """

    def __init__(self, page: Page) -> None:
        self.answers: list[Response] = []
        self.loud: list[str] = []
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("console", lambda message: self.loud.append(message.text))
        page.on("pageerror", lambda error: self.loud.append(str(error)))

    def sent(self, part: str = "") -> int:
        """Return the bytes of the answers whose address holds this part."""
        return sum(_sent(answer) for answer in list(self.answers) if part in answer.url)


_static: dict[str, int] = {}  # address of a file -> its bytes over the wire; no test changes one


def _sent(answer: Response) -> int:
    if 300 <= answer.status < 400:
        return 0
    if "/static/" in answer.url:
        if answer.url not in _static:
            _static[answer.url] = len(gzip.compress(answer.body()))
        return _static[answer.url]
    body = answer.body()
    return len(gzip.compress(body) if answer.headers.get("content-encoding") == "gzip" else body)


def enter_as(page: Page, live_server: Any, person: Any) -> None:
    """Log in by the session's cookie; the login itself has its own tests."""
    client = Client()
    client.force_login(person.user)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )


@contextmanager
def new_phone(browser: Browser, **wishes: Any) -> Iterator[Page]:
    """Yield a page that loads everything anew at each address, as on a first visit."""
    context = browser.new_context(**{"viewport": PHONE, "locale": "de-DE", **wishes})
    page = context.new_page()
    context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    yield page
    context.close()


def check_page(page: Page, url: str, *, unfolded: bool = False, status: int = 200) -> None:
    """Open the page and look at it in every way that needs no knowledge of it."""
    page.goto("about:blank")  # what the page before has asked for is no part of this visit
    visit = Visit(page)
    answer = page.goto(url)
    assert answer is not None
    assert answer.status == status, url
    if unfolded:
        page.evaluate(UNFOLD)
    assert violations(page) == [], url
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == [], (url, "dark")
    page.emulate_media(color_scheme="light")
    assert not page.evaluate(TOO_WIDE), url
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(STICKS_OUT) == [], url
    assert not page.evaluate(TOO_WIDE), url
    assert visit.sent() <= FIRST_VISIT, url
    refused = [] if status == 200 else ["Failed to load resource"]  # the page itself
    assert [message[:23] for message in visit.loud] == refused, (url, visit.loud)


def violations(page: Page, *rules: str) -> list[tuple[str, str]]:
    """Return what axe finds: each broken rule with one place where it is broken."""
    options: dict[str, Any] = {"resultTypes": ["violations"], "iframes": False}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate(RUN_AXE, options)
    if found is None:
        # As the browser's own tools do it, so our policy on scripts stays in force.
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(RUN_AXE, options)
    return [(rule, html[:200]) for rule, html in found]
