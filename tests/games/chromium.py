"""A Chromium whose pages know our scripts and nothing else.

Playwright leaves an event loop running in the thread that starts it, and Django takes that for
asynchronous code; so it has a thread of its own.
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, sync_playwright

from workshop import browser

ROOT = Path(__file__).resolve().parents[2]
ORIGIN = "https://phone.test"
PAGE = '<!doctype html><script type="module" src="/harness.js"></script>'
TYPES = {".js": "text/javascript", ".json": "application/json"}


class Chromium:
    """One page with a harness: a module that leaves asynchronous functions in `window.harness`."""

    def __init__(self, harness: Path) -> None:
        self._harness = harness
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._there(self._open)

    def _there(self, function: Callable[..., Any], *args: Any) -> Any:
        return self._thread.submit(function, *args).result()

    def _open(self) -> None:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=browser.find(), args=browser.FLAGS
        )
        self._page = self._browser.new_page()
        self._page.route("**/*", self._answer)
        self.complaints: list[str] = []
        self._page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self._page.goto(f"{ORIGIN}/")
        self._page.wait_for_function("window.harness !== undefined")

    def call(self, name: str, *args: Any) -> Any:
        """Return what a function of the harness returns, its arguments and its answer as JSON."""
        code = "([name, args]) => harness[name](...JSON.parse(args)).then(JSON.stringify)"
        text = self._there(self._page.evaluate, code, [name, json.dumps(args)])
        assert not self.complaints, self.complaints
        return None if text is None else json.loads(text)

    def close(self) -> None:
        self._there(self._browser.close)
        self._there(self._playwright.stop)
        self._thread.shutdown()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        file = self._harness if path == "/harness.js" else ROOT / path.lstrip("/")
        if path == "/":
            route.fulfill(body=PAGE, content_type="text/html")
        elif file.is_file():
            route.fulfill(body=file.read_text(), content_type=TYPES[file.suffix])
        else:
            route.fulfill(status=404, body="")
