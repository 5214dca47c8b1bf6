"""A scorer's phone without network: what waits on it, what it shows, what has arrived."""

from typing import Any

from playwright.sync_api import Page

from games.scoring.models import Game
from tests.browser import tapping

Json = dict[str, Any]
JUST_ASKED = 850  # milliseconds; in the first 800 the two versions take no answer
AFTER_THE_PICTURE = 3_100  # milliseconds until what scoring without network needs is fetched


def ready(page: Page) -> None:
    """What goes on without network is fetched, and what waits there is shown."""
    page.clock.fast_forward(AFTER_THE_PICTURE)
    page.wait_for_selector('#scorer[data-phone="yes"]', state="attached")


def shown(page: Page, sequence: int) -> None:
    """The phone shows the game after so many entries, whether they have arrived or not."""
    page.wait_for_selector(f'#scorer[data-sequence="{sequence}"]')


def arrived(page: Page) -> None:
    """Nothing waits any more; a page just opened has first to show what waits on its phone."""
    for _second in range(90):
        page.clock.fast_forward(1_000)
        if page.locator('#scorer[data-phone="yes"]:not([data-waiting])').count() == 1:
            return
        page.wait_for_timeout(20)
    raise AssertionError("it does not arrive")


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
