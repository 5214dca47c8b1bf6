"""Taps a game's log into the scorer's page: what a referee's thumb does, event by event."""

from collections import Counter
from typing import Any

from playwright.sync_api import Page

Json = dict[str, Any]


def settled(page: Page, sequence: int) -> None:
    """Waits until the page shows the game after so many entries and has sent everything."""
    page.wait_for_selector(f'#scorer[data-sequence="{sequence}"]:not([aria-busy])')


def tap(page: Page, event: Json) -> None:
    """One event, by tapping; the page must show the state before it."""
    GESTURES[event["type"]](page, event)


def dice(page: Page, faces: list[int]) -> None:
    for face in faces:
        page.locator(f"#pad-{face}").click()


def depth(page: Page, name: str) -> None:
    button = page.locator(f"#depth-{name}")
    if button.get_attribute("aria-pressed") != "true":
        button.click()


def keep(page: Page, event: Json) -> None:
    """Leaves dice of the last throw on the table and turns sixes."""
    locked = [int(face) for face in page.locator(".slot.locked .die").evaluate_all(FACES)]
    more = Counter(event["kept"]) - Counter(locked)
    for _ in range(event["turned"]):
        page.locator('.slot.last.free:has([data-face="6"])').first.click()
        page.locator('.slot.last.kept:has([data-face="6"])').first.click()
    more[1] -= event["turned"]
    for face in more.elements():
        page.locator(f'.slot.last.free:has([data-face="{face}"])').first.click()


def throw(page: Page, event: Json) -> None:
    depth(page, "throws")
    keep(page, event)
    if event["dice"] is None:
        cover = page.locator("#cover")
        (cover if cover.count() else page.locator("#primary")).click()
    else:
        dice(page, event["dice"])
        page.locator("#primary").click()


def stand(page: Page, event: Json) -> None:
    page.locator("#stand").click()


def hand(page: Page, event: Json) -> None:
    depth(page, "hands")
    page.locator(f"#throws-{event['throws']}").click()
    whole = page.locator("#whole")
    if (whole.get_attribute("aria-pressed") == "true") != event["in_one_throw"]:
        whole.click()
    dice(page, event["dice"])
    page.locator("#primary").click()


def chosen(page: Page, event: Json) -> None:
    """An opening roll or a cup: of several people the one is tapped first."""
    place = page.locator(f"button#place-{event['player']}")
    if place.count():
        place.click()
    dice(page, event["dice"])
    page.locator("#primary").click()


def reenter(page: Page, event: Json) -> None:
    page.locator(f"button#place-{event['player']}").click()


def retract(page: Page, event: Json) -> None:
    page.locator("#undo").click()


FACES = "dice => dice.map(die => die.dataset.face)"
GESTURES = {
    "throw": throw,
    "stand": stand,
    "hand": hand,
    "opening": chosen,
    "reveal": chosen,
    "reenter": reenter,
    "retract": retract,
}
