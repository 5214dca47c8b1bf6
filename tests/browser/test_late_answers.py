"""Answers that take seconds, as in a cellar, and come in another order than they were asked for."""

import pytest
from playwright.sync_api import Page, Route, expect

from games.scoring.models import Game
from tests.browser import tapping
from tests.browser.offline import ready, without_https
from tests.browser.scripts import PLACE
from tests.browser.waiting import eventually, patient, stand_still, time_passes

pytestmark = pytest.mark.browser

# Two looks at the table are under way at once.
LOOKS = """async () => {
  const { httpSource } = await import("/whole/scorer/server.js");
  const { lobby } = httpSource({ api: "/api/", table: 1, token: "" });
  globalThis.looks = [lobby(), lobby()];
}"""
NEXT_NUMBERS = "async () => (await Promise.all(looks)).map((lobby) => lobby.next_number)"


@pytest.mark.usefixtures("scripts")
def test_of_two_looks_at_the_table_the_later_counts_whichever_is_answered_last(page: Page):
    patient(page)
    held: list[Route] = []
    page.route(f"{PLACE}/api/**", lambda route: held.append(route))
    page.evaluate(LOOKS)
    eventually(page, lambda: len(held) == 2)
    earlier, later = held
    later.fulfill(json={"next_number": 3}, headers={"ETag": '"3"'})
    assert page.evaluate("async () => (await looks[1]).next_number") == 3
    earlier.fulfill(json={"next_number": 2}, headers={"ETag": '"2"'})
    assert page.evaluate(NEXT_NUMBERS) == [3, 3]


# A session whose questions the steps of a test answer: `a` is over, `b` is the game after it.
SESSION = """async (steps) => {
  const { Session } = await import("/whole/scorer/session.js");
  const { Outbox } = await import("/whole/scorer/outbox.js");
  const game = (id) => ({ game: { id, number: 1 }, view: { sequence: 1, status: "finished" } });
  const answers = {};
  const later = (name) => new Promise((resolve) => { answers[name] = resolve; });
  const source = {
    identity: async () => null,
    lobby: async () => ({}),
    load: (key) => later(`load ${key}`),
    rounds: (key) => later(`rounds ${key}`),
  };
  const session = new Session(source, new Outbox(source, "letters", () => {}), () => {});
  session.watch = () => {};
  await new Function("session", "game", "answers", `return (async () => { ${steps} })()`)(
    session, game, answers
  );
  return [session.game.id, session.rounds];
}"""


@pytest.mark.usefixtures("scripts")
@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        pytest.param(
            """session.take(game("a")); const next = session.load("b"); session.take(game("a"));
            answers["load b"](game("b")); await next;""",
            ["b", None],
            id="a look at the game before does not keep anybody there",
        ),
        pytest.param(
            """session.take(game("a")); const asked = session.history(); session.take(game("b"));
            answers["rounds a"]({ rounds: [1] }); await asked;""",
            ["b", None],
            id="the rounds of the game before are not those of the next",
        ),
        pytest.param(
            """session.take(game("b")); const entered = session.enter("a");
            answers["load a"]?.(game("a")); await entered;""",
            ["b", None],
            id="what waits on the phone has led on to the next game",
        ),
    ],
)
def test_a_late_answer_is_about_the_game_it_was_asked_for(page: Page, steps, shown):
    assert page.evaluate(SESSION, steps) == shown


# The phone shows `b`, when it is told at last the state of `a`, which it has no longer.
LOADS = """async () => {
  const { PhoneSource } = await import("/whole/phone/source.js");
  const { Queue } = await import("/whole/phone/queue.js");
  const answers = {};
  const http = { load: (key) => new Promise((resolve) => { answers[key] = resolve; }) };
  const server = { entries: async (id) => ({ id, sequence: 0, entries: [] }) };
  const store = { read: async () => ({ items: [], games: [] }), write: async () => {} };
  const queue = new Queue(store, { identity: "person-1", engine: "1", now: Date.now });
  const source = new PhoneSource(http, server, { queue, store, sync: {}, lang: "de" });
  const [left, shown] = [source.load("a"), source.load("b")];
  const answer = { view: { sequence: 0 } };
  answers.b(answer);
  await shown;
  answers.a(answer);
  await left;
  return queue.games.has("b");
}"""


@pytest.mark.usefixtures("scripts")
def test_the_phone_goes_on_without_network_in_the_game_it_shows(page: Page):
    assert page.evaluate(LOADS)


def test_an_entry_that_is_on_its_way_when_the_phone_takes_over_is_built_on(page, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    game = tapping.begin(page, table, "Anke")
    ready(page)
    page.reload()
    tapping.settled(page, 0)
    patient(page)
    held: list[Route] = []
    page.route("**/events/", lambda route: held.append(route))
    tapping.dice(page, [6, 5, 4])
    eventually(page, lambda: bool(held))
    ready(page)
    # The game is not looked at again before the next entry.
    page.route(f"**/api/games/{game.key}/", lambda route: None)
    page.unroute("**/events/")
    held[0].continue_()
    tapping.settled(page, 1)
    tapping.dice(page, [5, 3, 2])
    tapping.settled(page, 2)
    expect(page.locator("#said.stale")).to_have_count(0)
    eventually(page, lambda: Game.objects.get().entries.count() == 2)


def test_dice_are_there_again_where_the_new_page_shows_an_older_game_first(page, at_table, club):
    """As the worker does, which shows at once what the phone keeps."""
    without_https(page)
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    older = page.request.get(page.url).text()
    tapping.dice(page, [6, 5, 4])
    tapping.settled(page, 1)
    page.clock.fast_forward(tapping.NEXT_PAD)
    page.locator("#pad-3").click()
    expect(page.locator("#primary")).to_have_text("Noch 2 Würfel")
    page.route(page.url, lambda route: route.fulfill(body=older, content_type="text/html"))
    stand_still(page)
    page.reload()
    tapping.settled(page, 0)
    time_passes(page, page.locator('#scorer[data-sequence="1"]').is_visible)
    expect(page.locator("#primary")).to_have_text("Noch 2 Würfel")


def test_what_another_phone_enters_meanwhile_is_foreseen_before_a_breach_counts(
    page, at_table, club, other_phone
):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    other = other_phone(table)
    tapping.settled(other, 0)
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    page.get_by_role("radio", name="Anke").check(force=True)
    page.get_by_role("radio", name="Würfel nicht auf dem Tisch").check(force=True)
    page.get_by_role("button", name="Weiter").click()
    confirms = page.locator("dialog[open] #confirm-entry")
    confirms.wait_for()
    tapping.dice(other, [6, 5, 4])
    tapping.settled(other, 1)
    time_passes(page, page.locator('#scorer[data-sequence="1"]').is_visible)
    tapping.calm(page)
    confirms.click()
    confirms.wait_for()
    assert Game.objects.get().entries.count() == 1
    tapping.calm(page)
    confirms.click()
    tapping.settled(page, 2)
    eventually(page, lambda: Game.objects.get().entries.count() == 2)


def test_the_change_of_a_round_does_not_open_once_it_was_put_away(page, at_table, club):
    without_https(page)
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    _anke, bernd = (str(seat.pk) for seat in table.seats.all())
    tapping.tap(page, {"type": "round", "loser": bernd, "penalty": 2, "best": None})
    tapping.settled(page, 1)
    patient(page)
    held: list[Route] = []
    page.route("**/rounds/1/", lambda route: held.append(route))
    page.locator("#more").click()
    page.get_by_role("button", name="Verlauf").click()
    page.locator("#mend-1").click()
    eventually(page, lambda: bool(held))
    page.get_by_role("dialog").get_by_role("button", name="Schließen").click()
    with page.expect_response("**/rounds/1/"):
        held[0].continue_()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.get_by_role("dialog")).to_have_count(0)
