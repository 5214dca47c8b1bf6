"""A scorer's phone without network: what waits on it, what it shows, what has arrived."""

from typing import Any

from playwright.sync_api import Page

from games.scoring.models import Game
from tests.browser import tapping
from tests.browser.waiting import time_passes

Json = dict[str, Any]
JUST_ASKED = 850  # milliseconds; in the first 800 the two versions take no answer


CUT_OFF = """(() => {
  const ask = globalThis.fetch;
  globalThis.fetch = (to, ...rest) => {
    const isCut = sessionStorage.isCutOff && String(to).includes("/api/");
    return isCut ? Promise.reject(new TypeError("cut off")) : ask(to, ...rest);
  };
})()"""


def cut_off(page: Page) -> None:
    """Let no question to the API leave the page, also after a reload, until `reconnect`.

    Done in the page itself: Playwright's routes do not see every request of a page that has just
    been given a service worker.
    """
    page.add_init_script(CUT_OFF)
    page.evaluate(f"sessionStorage.isCutOff = true; {CUT_OFF}")


def reconnect(page: Page) -> None:
    """Let the page's questions through again."""
    page.evaluate("delete sessionStorage.isCutOff")


def without_https(page: Page) -> None:
    """Let the pages opened from now on come by plain HTTP: nothing of them stays on the phone, no
    worker answers for the server, and every entry needs the network.
    """
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")


def ready(page: Page) -> None:
    """Wait until the page and its game are stored for going on offline, and the queue is shown."""
    time_passes(page, page.locator('#scorer[data-phone="yes"]').is_visible)


def shown(page: Page, sequence: int) -> None:
    """Wait until the phone shows the game after so many entries, arrived or not."""
    page.wait_for_selector(f'#scorer[data-sequence="{sequence}"]')


def arrived(page: Page) -> None:
    """Wait until nothing waits; a page just opened has first to show what waits on its phone."""
    time_passes(page, page.locator('#scorer[data-phone="yes"]:not([data-waiting])').is_visible)


def entries(table) -> list[str]:
    return [entry.type for entry in Game.objects.get(table=table).entries.all()]


def enter(page: Page, events: list[Json], shown_before: int = 0) -> None:
    for number, event in enumerate(events, start=shown_before + 1):
        tapping.calm(page)
        tapping.tap(page, event)
        shown(page, number)


def whole_round(table, loser: int = 1, best: int = 0) -> Json:
    seats = [str(pk) for pk in table.seats.values_list("pk", flat=True)]
    return {"type": "round", "loser": seats[loser], "penalty": 1, "best": seats[best]}
