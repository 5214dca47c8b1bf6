"""A real Chromium for the tests marked `browser`; they get `page` and `live_server`."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import builders
from tests.browser import scripts as places
from tests.browser import tapping
from tests.browser.offline import ready
from tests.browser.page_checks import PHONE, enter_as
from tests.browser.phones import Site, served
from tests.browser.sync.faults import Fault
from tests.waiting import LIMIT_MS
from workshop import browser as chromium
from workshop.console import Trouble

# A page lives for a second here: its scripts end before optimising them has paid, but with --long.
NOT_OPTIMISED = "--js-flags=--max-optimized-bytecode-size=0"


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], pytestconfig: pytest.Config
) -> dict[str, Any]:
    try:
        path = chromium.find()
    except Trouble as trouble:
        pytest.fail(str(trouble), pytrace=False)
    args = chromium.FLAGS if pytestconfig.getoption("--long") else [*chromium.FLAGS, NOT_OPTIMISED]
    return {**browser_type_launch_args, "executable_path": path, "args": args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "de-DE", "timezone_id": "Europe/Berlin"}


@pytest.fixture(scope="session")
def playwright(django_db_setup: None, playwright: Any) -> Iterator[Any]:
    """Playwright, started after and stopped before the test database.

    Its event loop keeps running in this thread, which Django would take for asynchronous code. The
    permission to go on holds only while the browser tests run; they are sorted to the end.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield playwright


@pytest.fixture(scope="session", autouse=True)
def _what_is_expected_may_take_long() -> None:
    # The other suite may have both cores; what is there at once costs nothing.
    expect.set_options(timeout=LIMIT_MS)


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Return a browser whose pages may take their time, as other work uses both cores."""
    made = browser.new_context

    def new_context(**wishes: Any) -> BrowserContext:
        context = made(**wishes)
        context.set_default_timeout(LIMIT_MS)
        context.set_default_navigation_timeout(LIMIT_MS)
        return context

    browser.new_context = new_context
    return browser


@pytest.fixture
def loud(page: Page) -> list[str]:
    """Return the list to which every message and error of the page's console is added."""
    loud: list[str] = []
    page.on("console", lambda message: loud.append(message.text))
    page.on("pageerror", lambda error: loud.append(str(error)))
    return loud


@pytest.fixture
def scripts(page: Page) -> dict[str, Fault]:
    """Serve a place where the scorer's scripts run without a server; return the faults put into
    them.
    """
    return places.serve(page)


@pytest.fixture
def at_table(page: Page, live_server, transactional_db, club):
    """Return a function that opens the page of a fresh table for the referee."""
    page.clock.install()
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)

    def sit(rulebook: str, *people, **fields):
        fields.setdefault("day", timezone.localdate())  # the players may confirm for a week
        people = people or (club.anke, club.bernd, club.jette)
        table = builders.table(builders.evening(rulebook, **fields), *people)
        page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
        return table

    return sit


@pytest.fixture
def offline_at(at_table, page, context, club):
    """Return a function that opens a table, begins a game and takes the network away."""

    def lose_it(rulebook="rsc2003", *people):
        table = at_table(rulebook, *(people or (club.anke, club.bernd)))
        tapping.begin(page, table, "Anke")
        ready(page)
        context.set_offline(True)
        return table

    return lose_it


@pytest.fixture
def other_phone(browser, page, live_server, club):
    """Anke's phone at the same table."""
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    other = context.new_page()
    other.clock.install()
    enter_as(other, live_server, club.anke)

    def goes_to(table):
        other.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
        return other

    yield goes_to
    context.close()


@pytest.fixture
def site(collected, settings, transactional_db) -> Iterator[Site]:
    """Serve the site as a club does, but for its threads: static files hashed and compressed."""
    for name, value in collected.items():
        setattr(settings, name, value)
    with served() as site:
        yield site
