"""The scorer's own scripts on a page without a server, with or without a fault in them."""

from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.sync.faults import Fault

PLACE = "http://phones.invalid"
SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
WORLD = Path(__file__).parent / "sync"


def serve(page: Page) -> dict[str, Fault]:
    """Open the place: the scripts of the world below `/world/`, ours below any other version.

    A fault that a test puts under a version is in the answers of that version alone.
    """
    faults: dict[str, Fault] = {}

    def answer(route: Any) -> None:
        version, name = route.request.url.removeprefix(f"{PLACE}/").split("/", 1)
        if version == "world":
            text = (WORLD / name).read_text()
        else:
            text = (SCRIPTS / name).read_text()
            fault = faults.get(version)
            if fault and fault.script == name:
                assert text.count(fault.text) == 1, f"{fault.text!r} is not in {name} once"
                text = text.replace(fault.text, fault.instead)
        route.fulfill(body=text, content_type="text/javascript")

    page.route(f"{PLACE}/**", answer)
    page.route(f"{PLACE}/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{PLACE}/")
    return faults
