"""A real Chromium for the tests marked `browser`; they get `page` and `live_server`."""

from collections.abc import Iterator
from typing import Any

import pytest

from workshop import browser as chromium
from workshop.console import Trouble

pytest.register_assert_rewrite("tests.browser.looking")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    try:
        path = chromium.find()
    except Trouble as trouble:
        pytest.fail(str(trouble), pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.FLAGS}


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


@pytest.fixture(autouse=True)
def _page_waits_not_long(request: pytest.FixtureRequest) -> None:
    if "page" in request.fixturenames:
        request.getfixturevalue("page").set_default_timeout(10_000)
