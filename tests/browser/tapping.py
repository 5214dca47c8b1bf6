"""Taps a game's log into the scorer's page: what a referee's thumb does, event by event."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from games.engine import State, apply, legal_actions, start
from games.scoring.models import Game
from tests.browser.waiting import eventually

Json = dict[str, Any]
NEXT_PAD = 410  # milliseconds; the pad of the next throw takes no tap that was meant for the last
NEW_PAD = 260  # milliseconds; a new pad takes no tap that was meant for the one before
CALM = 850  # milliseconds; in the first 800 after an entry the page takes a tap for a double one


COUNT = "window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)"
"""For a page that is to say how often it was tapped."""


def taps(page: Page) -> int:
    return int(page.evaluate("window.taps"))


def begin(page: Page, table, first: str | None = None) -> Game:
    """Start the game as proposed, or with the chosen first player, and return it."""
    if first:
        page.get_by_role("group", name=re.compile("Wer fängt an|first")).get_by_role(
            "button", name=first
        ).click()
    page.locator("#primary").click()
    settled(page, 0)
    return Game.objects.get(table=table)


def settled(page: Page, sequence: int) -> None:
    """Wait until the page shows the game after so many entries and has sent everything."""
    page.wait_for_selector(f'#scorer[data-sequence="{sequence}"]:not([aria-busy])')


def sent(page: Page) -> None:
    """Wait until the server has what the page shows."""
    page.wait_for_selector("#scorer:not([aria-busy])")


def calm(page: Page) -> None:
    """Later the buttons of the bar count again after an entry; a tap on a die does it too.

    The clock of the page is moved on, so it must be installed before the page is opened.
    """
    page.clock.fast_forward(CALM)


def confirm(page: Page) -> None:
    """Go on from the sheet of a breach or a ruling, and confirm it."""
    page.get_by_role("button", name="Weiter").click()
    page.locator("#confirm-entry").wait_for()
    calm(page)
    page.locator("#confirm-entry").click()


def tap(page: Page, event: Json) -> None:
    """Enter one event by tapping; the page must show the state before it."""
    GESTURES[event["type"]](page, event)


def dice(page: Page, faces: list[int]) -> None:
    """Tap the first of three dice by its face, then the last two at once: that enters them."""
    page.clock.fast_forward(NEXT_PAD)
    first, *rest = faces
    if len(faces) == 3:
        page.locator(f"#pad-{first}").click()
        page.clock.fast_forward(NEW_PAD)
        faces = rest
    page.locator("#pad-" + "".join(map(str, sorted(faces, reverse=True)))).click()


def typed(page: Page, faces: list[int]) -> None:
    """Type the dice on the keyboard, which shows them before they are entered."""
    first, *rest = faces
    first_key(page, first)
    for face in rest:
        page.keyboard.press(str(face))


def first_key(page: Page, face: int) -> None:
    """Press a key until it is heard: the part that listens comes after the first picture."""
    entered = page.locator("button.slot .die")
    before = entered.count()

    def heard() -> bool:
        page.keyboard.press(str(face))
        return entered.count() > before

    eventually(page, heard)


def depth(page: Page, name: str) -> None:
    button = page.locator(f"#depth-{name}")
    if button.get_attribute("aria-pressed") != "true":
        button.click()


def keep(page: Page, event: Json) -> None:
    """Leave dice of the last throw on the table and turn sixes."""
    locked = [int(face) for face in page.locator(".slot.locked .die").evaluate_all(FACES)]
    more = Counter(event["kept"]) - Counter(locked)
    for turned in range(event["turned"]):
        page.locator('.slot.last.free:has([data-face="6"])').first.click()
        if page.locator(".slot.last.turned").count() == turned:
            page.locator('.slot.last.kept:has([data-face="6"])').first.click()
    more[1] -= event["turned"]
    for face in more.elements():
        page.locator(f'.slot.last.free:has([data-face="{face}"])').first.click()


def throw(page: Page, event: Json) -> None:
    depth(page, "throws")
    keep(page, event)
    if event["dice"] is None:
        calm(page)
        page.locator("#cover").click()
    else:
        dice(page, event["dice"])


def stand(page: Page, event: Json) -> None:
    calm(page)
    page.locator("#stand").click()


def hand(page: Page, event: Json) -> None:
    depth(page, "hands")
    way = page.locator(f"#{'whole' if event['in_one_throw'] else 'built'}-{event['throws']}")
    if way.get_attribute("aria-pressed") != "true":
        way.click()
    dice(page, event["dice"])


def whole_round(page: Page, event: Json) -> None:
    """Tap the loser, then how many: the second tap enters the round. After a Schock-Aus also tap
    its thrower.
    """
    depth(page, "rounds")
    page.locator(f"#lost-{event['loser']}").click()
    penalty, best = event["penalty"], event["best"]
    given = page.locator(f"#give-{best}-{penalty}")
    if given.count():
        given.click()
        return
    page.locator(f"#pad-{penalty}").click()
    if page.locator("#aus-nobody").count():
        page.locator(f"#aus-{best}").click()


def chosen(page: Page, event: Json) -> None:
    """Enter an opening roll or a cup: of several players the one is tapped first."""
    place = page.locator(f"button#place-{event['player']}")
    if place.count():
        place.click()
    dice(page, event["dice"])


def reenter(page: Page, event: Json) -> None:
    page.locator(f"button#place-{event['player']}").click()
    calm(page)
    page.locator("#primary").click()


def retract(page: Page, event: Json) -> None:
    calm(page)
    page.locator("#undo").click()


FACES = "dice => dice.map(die => die.dataset.face)"
GESTURES = {
    "throw": throw,
    "stand": stand,
    "hand": hand,
    "round": whole_round,
    "opening": chosen,
    "reveal": chosen,
    "reenter": reenter,
    "retract": retract,
}


# --- games to tap ---------------------------------------------------------------------------
MEAN = (1, 1, 1, 2, 3, 4, 5, 6, 6)  # short games: many ones, and pairs of sixes to turn


def next_event(state: State, rng: Random, hands: float = 0.2) -> Json:
    """Return a legal event, chosen by chance among what people do at a table."""
    offered: dict[str, list[Json]] = {}
    for action in legal_actions(state):
        offered.setdefault(action["type"], []).append(action)
    for kind in ("opening", "reveal"):
        if kind in offered:
            action = offered[kind][0]
            return {"type": kind, "player": action["player"], "dice": fall(rng, action["dice"])}
    if "reenter" in offered and rng.random() < 0.1:
        return {"type": "reenter", "player": offered["reenter"][0]["player"]}
    if "stand" in offered and rng.random() < 0.3:
        return offered["stand"][0]
    if "hand" in offered and rng.random() < hands:
        action = offered["hand"][0]
        throws = rng.randint(*action["throws"])
        whole = throws == 1 or rng.random() < 0.5
        event = {"type": "hand", "player": action["player"], "dice": fall(rng, 3)}
        return {**event, "throws": throws, "in_one_throw": whole}
    (action,) = offered["throw"]
    turning = [row for row in action["choices"] if row["turned"]]
    choice = rng.choice(turning or action["choices"])
    down = action["may_cover"] and rng.random() < 0.15
    return {
        "type": "throw",
        "player": action["player"],
        "kept": choice["kept"],
        "turned": choice["turned"],
        "dice": None if down else fall(rng, choice["dice"]),
    }


def fall(rng: Random, number: int) -> list[int]:
    return [rng.choice(MEAN) for _ in range(number)]


def a_game(
    header: Json,
    wanted: Callable[[list[Json]], bool],
    choose: Callable[[State, Random], Json] = next_event,
    most: int = 32,
) -> list[Json]:
    """Return the first game of so many entries, by seed, in which all happens that is wanted."""
    for seed in range(3000):
        rng, state, events = Random(seed), start(header), []
        while state.step != "over" and len(events) < most:
            events.append(choose(state, rng))
            state = apply(state, events[-1])
        if state.step == "over" and wanted(events):
            return events
    raise AssertionError("no such game among the first seeds")
