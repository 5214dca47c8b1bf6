"""Whole games on the scorer's page, tapped event by event."""

from collections import Counter
from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games.engine import replay, slugs, state_json
from games.scoring.labels import scorer_words
from games.scoring.queries import live_game
from league.results.models.results import Result
from tests.browser import tapping
from tests.browser.tapping import begin

pytestmark = pytest.mark.browser


def told(state) -> dict:
    """Return a state without the places in the log, which an undo moves."""
    values = state_json(state)
    for part in (*values["rounds"], *values["charges"]):
        del part["event"]
    return values


def has_all(events: list[dict]) -> bool:
    kinds = {event["type"] for event in events}
    turned = any(event.get("turned") for event in events)
    return {"throw", "hand", "stand", "reveal"} <= kinds and turned


@pytest.mark.parametrize("rulebook", slugs())
def test_a_whole_game_by_tapping(page, at_table, loud, live_server, rulebook):
    """With a covered cup, a turned six, turns in one entry among throws, and an undo. The leaflet
    of Dortmund is in English, and so is its game from end to end.
    """
    lang = "en" if rulebook == "dortmund" else "de"
    page.context.add_cookies([{"name": "django_language", "value": lang, "url": live_server.url}])
    with override(lang):
        words = scorer_words()
    page.add_init_script(tapping.COUNT)
    page.emulate_media(reduced_motion="reduce")
    table = at_table(rulebook)
    page.locator("#primary").wait_for()
    game = begin(page, table, {"rsc2003": "Anke", "dortmund": "Bernd"}.get(rulebook))
    events = tapping.a_game(game.header, has_all, most=20)
    sequence, spent = 0, Counter[Any]()
    for number, event in enumerate(events):
        if number == 7:
            tapping.tap(page, event)
            tapping.settled(page, sequence + 1)
            tapping.tap(page, {"type": "retract"})
            sequence += 2
            tapping.settled(page, sequence)
        if lang == "en":
            assert german(page) == []
        if event["type"] in ("hand", "throw"):
            tapping.depth(page, f"{event['type']}s")  # a table keeps to its depth, and this not
        before = tapping.taps(page)
        tapping.tap(page, event)
        sequence += 1
        tapping.settled(page, sequence)
        spent[event["type"]] += tapping.taps(page) - before
        spent["number of", event["type"]] += 1
    assert spent["hand"] / spent["number of", "hand"] <= 3
    # What belongs to a throw counts with it: dice that stay, „Steht“, cups that are lifted.
    assert (spent["throw"] + spent["stand"] + spent["reveal"]) / spent["number of", "throw"] <= 3.2

    live = live_game(game.key)
    live.refresh()
    expected = replay(game.header, events)
    assert told(live.state) == told(expected)
    names = {str(seat.pk): seat.participation.person.name for seat in table.seats.all()}
    loser = names[expected.table.part.loser]
    lost = words["has_lost"].format(name=loser)
    expect(page.get_by_role("heading", name=lost)).to_be_visible()
    tapping.calm(page)
    page.get_by_role("button", name=words["finish"]).click()
    expect(page.get_by_role("button", name=words["next_game"])).to_be_visible()
    expect(page.get_by_text(words["entered_by"].format(name="Rolf"))).to_be_visible()
    tapping.sent(page)
    if lang == "en":
        page.locator("#more").click()
        page.get_by_role("dialog").wait_for()
        assert german(page) == []
        page.keyboard.press("Escape")
    (line,) = [line for line in Result.objects.get().lines.all() if line.lost_game]
    assert line.seat.participation.person.name == loser
    tapping.calm(page)
    page.get_by_role("button", name=words["next_game"]).click()
    expect(page.get_by_role("heading", name=words["next_is"].format(number=2))).to_be_visible()
    assert loud == []


def german(page: Page) -> list[str]:
    """German words of the scorer that are to be seen, where an English one would be there."""
    with override("de"):
        ours = scorer_words()
    with override("en"):
        theirs = scorer_words()
    seen = page.evaluate("document.body.innerText")
    lines = {line.strip() for line in seen.splitlines()}
    return [text for key, text in ours.items() if text != theirs[key] and text in lines]


def test_hands_and_throws_in_one_game(page, at_table, club):
    """The depth changes at any time; a turn that is begun is thrown to its end."""
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    page.get_by_role("button", name="Hände").click()
    expect(page.locator("#built-3")).to_have_attribute("aria-pressed", "true")
    page.locator("#built-2").click()
    page.get_by_role("button", name="Würfel 6", exact=True).click()
    page.clock.fast_forward(tapping.NEW_PAD)
    page.get_by_role("button", name="Würfel 1 und 1", exact=True).click()
    tapping.settled(page, 1)
    page.get_by_role("button", name="Würfe", exact=True).click()
    tapping.dice(page, [4, 3, 1])
    tapping.settled(page, 2)
    page.get_by_role("button", name="Hände").click()
    tapping.calm(page)
    page.get_by_role("button", name="Steht").click()
    tapping.settled(page, 3)
    # The typing player sees what will happen before it is entered, with the way of the Deckel.
    page.clock.fast_forward(3_000)  # the keyboard works once the picture is at rest
    tapping.typed(page, [3, 2, 2])
    expect(page.locator("#said")).to_contain_text("Mitte → anJette6 Deckel")
    page.reload()
    expect(page.get_by_role("button", name="Hände")).to_have_attribute("aria-pressed", "true")
    # At first the page may be as the phone kept it, one throw before; then its buttons change.
    expect(page.locator("#primary")).to_have_text("Eintragen")
    expect(page.locator(".slot .die")).to_have_count(3)
    tapping.calm(page)
    page.locator("#primary").click()
    tapping.settled(page, 4)
    expect(page.locator("#said")).to_contain_text("Schock 6 von Anke schlägt")
    expect(page.locator("#live")).to_contain_text("Jette bekommt 6 Deckel")
    expect(page.locator('[data-mats="middle"] .mat')).to_have_count(7)
