"""A Chromium that has the engine of the phones and nothing else: no server and no database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from games.engine.phone import rulebooks_json

ORIGIN = "https://phone.example"
HERE = Path(__file__).parent
STATIC = HERE.parent.parent.parent / "static"


def answer(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN)
    if path == "/":
        route.fulfill(body="<!doctype html>", content_type="text/html")
    elif path == "/rulebooks.json":
        route.fulfill(body=rulebooks_json(), content_type="application/json")
    else:
        file = HERE / "follow.js" if path == "/follow.js" else STATIC / path.removeprefix("/")
        route.fulfill(path=file, content_type="text/javascript")


@pytest.fixture(scope="session")
def playwright(playwright: Any) -> Iterator[Any]:
    """Its event loop would keep tests of the browser that follow from the database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield playwright


@pytest.fixture(scope="session")
def phone(browser: Browser) -> Iterator[Page]:
    """A page that has learned the rulebooks and imported `follow.js` as `phone`."""
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/*", answer)
        page.goto(ORIGIN)
        page.evaluate(
            "async () => { window.phone = await import('/follow.js'); await phone.learn() }"
        )
        yield page
