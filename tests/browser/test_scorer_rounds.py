"""Rounds in one entry: faster than the table."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import State, legal_actions, replay, slugs, state_json
from games.scoring.models import Game
from games.scoring.queries import live_game
from league.events.queries import seats_of
from league.results.models.results import Result
from tests import builders
from tests import tournaments as day
from tests.browser import tapping
from tests.browser.page_checks import violations
from tests.browser.tapping import begin
from tests.games.scoring.test_scorer_api import Phone

pytestmark = pytest.mark.browser
Json = dict[str, Any]

FALL = {1: 50, 2: 16, 3: 12, 4: 7, 5: 6, 6: 6, 7: 2, "all": 3}
"""How often a best hand of a table of four asks for so many Deckel, of a hundred."""


def a_round(state: State, rng: Random) -> Json:
    """Return a round as a table tells it: the loser, with no more Deckel than are left, and the
    best player if he gives or threw a Schock-Aus.
    """
    actions = legal_actions(state)
    rolls = [row for row in actions if row["type"] == "opening"]
    if rolls and not state.table.game.book.opening.deals:
        # One die each says only who begins.
        return {**rolls[0], "dice": [rng.randint(1, 6)]}
    (action,) = [row for row in actions if row["type"] == "round"]
    loser = rng.choice(action["losers"])
    best = rng.choice([player for player in action["bests"] if player != loser])
    weights = [FALL[penalty] for penalty in action["penalties"]]
    (penalty,) = rng.choices(action["penalties"], weights)
    table = state.table
    named = action["best"] == "required" or penalty == "all" or len(action["bests"]) == 2
    if penalty != "all":
        heap = (
            table.deckel[table.game.seats[best]] if action["best"] == "required" else table.middle
        )
        penalty = min(penalty, heap)
    return {"type": "round", "loser": loser, "penalty": penalty, "best": best if named else None}


def play(page: Page, game: Game, events: list[Json]) -> Counter:
    """Tap a game to its end; return the number of taps and of entries by their type."""
    counted = Counter()
    for sequence, event in enumerate(events, start=1):
        before = tapping.taps(page)
        tapping.tap(page, event)
        tapping.settled(page, sequence)
        counted["taps", event["type"]] += tapping.taps(page) - before
        counted[event["type"]] += 1
    live = live_game(game.key)
    live.refresh()
    assert state_json(live.state) == state_json(replay(game.header, events))
    return counted


def some_are_given(events: list[Json]) -> bool:
    """Return whether a game has over ten rounds, of which some take the Deckel from the middle and
    some not.
    """
    bests = [event["best"] for event in events if event["type"] == "round"]
    return len(bests) > 10 and any(bests) and not all(bests)


@pytest.fixture
def begun(page, at_table, club):
    """Return a function that begins a game of four under a rulebook, with a count of the taps."""

    def start(rulebook: str) -> Game:
        page.add_init_script(tapping.COUNT)
        page.emulate_media(reduced_motion="reduce")
        table = at_table(rulebook, club.anke, club.bernd, club.jette, club.rolf)
        page.locator("#primary").wait_for()
        return begin(page, table, {"rsc2003": "Anke", "dortmund": "Anke"}.get(rulebook))

    return start


@pytest.mark.parametrize("rulebook", slugs())
def test_a_game_by_rounds_takes_two_taps_a_round(page, begun, loud, rulebook):
    game = begun(rulebook)
    tapping.depth(page, "rounds")
    counted = play(page, game, tapping.a_game(game.header, some_are_given, a_round, most=15))
    assert counted["taps", "round"] / counted["round"] <= 2.2
    expect(page.get_by_role("button", name="Spiel abschließen")).to_be_visible()
    tapping.calm(page)
    page.locator("#primary").click()
    expect(page.get_by_role("button", name="Nächstes Spiel")).to_be_visible()
    tapping.sent(page)
    result = Result.objects.get()
    assert (result.depth, result.source) == ("rounds", "game")
    assert loud == []


def test_the_next_game_is_scored_as_deep_as_the_last_one_and_no_deeper_than_it_may(
    page, at_table, live_server, club
):
    table = at_table("rsc2003", club.anke, club.bernd)
    game = begin(page, table, "Anke")
    tapping.depth(page, "rounds")
    phone = Phone(table, club.rolf)
    phone.key = game.key
    assert phone.mark("abandon", reason="Bus").status_code == 200
    page.reload()
    page.get_by_role("group", name="Wer fängt an").get_by_role("button", name="Anke").click()
    page.locator("#primary").click()
    tapping.settled(page, 0)
    expect(page.locator("#depth-rounds")).to_have_attribute("aria-pressed", "true")

    event = builders.tournament(template="koenigswinter", day=timezone.localdate())
    day.people(event, "Kai Berger", "Jenny Boll", "Ute Clausen", "Ole Dahl")
    day.draw(event, 1)
    cup = day.tables(event, 1)[0].table
    page.goto(f"{live_server.url}/tische/{cup.pk}/spiel/")
    begin(page, cup, seats_of(cup)[0].participation.name.split()[0])
    expect(page.locator("#depth-rounds")).to_have_count(0)
    expect(page.locator("#depth-hands")).to_have_attribute("aria-pressed", "true")


def change(page: Page, number: int) -> None:
    """Open the change of a round from what has been played so far."""
    page.locator("#more").click()
    page.get_by_role("button", name="Verlauf").click()
    page.locator(f"#mend-{number}").click()
    page.get_by_role("heading", name=f"Runde {number} ändern").wait_for()


def test_a_round_of_long_ago_is_put_right_and_taken_back_as_one(page, at_table, loud, club):
    table = at_table("rsc2003", club.anke, club.bernd, club.jette)
    begin(page, table, "Anke")
    _anke, bernd, jette = (str(seat.pk) for seat in table.seats.all())
    tapping.depth(page, "hands")
    for number, dice in enumerate(([5, 1, 1], [2, 2, 1], [6, 5, 2]), start=1):
        page.locator("#whole-1").click()
        tapping.dice(page, dice)
        tapping.settled(page, number)
    tapping.tap(page, {"type": "round", "loser": bernd, "penalty": 2, "best": None})
    tapping.settled(page, 4)

    change(page, 1)
    page.get_by_role("radio", name="Wer verlor, oder mit wie vielen").check(force=True)
    page.get_by_role("group", name="Wer hat verloren?").get_by_role("radio", name="Jette").check(
        force=True
    )
    page.get_by_role("button", name="Weiter").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Jette bekommt 5 Deckel; am besten war Anke.")
    expect(sheet.get_by_role("listitem").filter(has_text="Bernd")).to_contain_text("2 Deckel")
    assert violations(page) == []
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    page.wait_for_selector('#scorer:not([data-sequence="4"]):not([aria-busy])')
    expect(page.locator(f"#place-{jette}")).to_contain_text("5")
    expect(page.locator("#undo")).to_contain_text("Korrektur")

    tapping.calm(page)
    page.locator("#undo").click()
    expect(page.locator(f"#place-{bernd}")).to_contain_text("7")

    # A hand alone: with a Schock 6 Anke asks for one more.
    change(page, 1)
    page.get_by_role("radio", name="Anke: Schock 5").check(force=True)
    page.get_by_role("group", name="1. Würfel").get_by_role("radio", name="6").check(force=True)
    page.get_by_role("button", name="Weiter").click()
    expect(sheet).to_contain_text("Schock 6 von Anke schlägt")
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    expect(page.locator(f"#place-{bernd}")).to_contain_text("8")
    page.locator("#more").click()
    page.get_by_role("button", name="Verlauf").click()
    expect(page.get_by_role("dialog")).to_contain_text("geändert von Rolf")
    assert loud == []


@pytest.fixture
def given(page, at_table, club):
    """Return a function that opens the change of a round that Jette lost and Bernd gave, Bernd now
    its loser.
    """

    def play_with(*others):
        table = at_table("rsc2003", club.bernd, club.jette, *others)
        begin(page, table, "Bernd")
        seats = [str(seat.pk) for seat in table.seats.all()]
        bernd, jette, last = seats[0], seats[1], seats[-1]
        rounds = [(bernd, 6, jette), (jette, 6, bernd), (last, 1, bernd), (jette, 2, bernd)]
        for number, (loser, penalty, best) in enumerate(rounds, start=1):
            tapping.tap(page, {"type": "round", "loser": loser, "penalty": penalty, "best": best})
            tapping.settled(page, number)
            tapping.calm(page)
        change(page, len(rounds))
        lost = page.get_by_role("group", name="Wer hat verloren?")
        lost.get_by_role("radio", name="Bernd").check(force=True)
        return page.get_by_role("group", name="Wer war am besten und gibt?")

    return play_with


def test_of_two_players_whoever_did_not_lose_gives(page, given):
    gives = given()
    expect(gives.get_by_role("radio", name="Jette")).to_be_checked()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("dialog")).to_contain_text("Bernd bekommt 2 Deckel")
    expect(page.locator("#confirm-entry")).to_be_visible()


def test_a_change_that_is_refused_is_refused_in_its_form(page, given, club):
    gives = given(club.rolf)
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Die Deckel kommen jetzt vom besten Wurf: Wer hatte ihn?"
    )
    expect(page.get_by_role("radio", name="Bernd").first).to_be_checked()
    gives.get_by_role("radio", name="Jette").check(force=True)
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("dialog")).to_contain_text("Bernd bekommt 2 Deckel")
