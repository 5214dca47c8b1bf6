"""The pages of the wall at a big tournament: names first, a turn of two minutes, shared screens."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TURN = """async ([people, share]) => {
  const { pagesOf, shareOf } = await import("/static/js/wall/pages.js");
  const many = (length) => Array.from({ length }, (_, at) => ({ name: `Gast ${at}`, number: at }));
  const screens = [
    { kind: "clock", title: "" },
    { kind: "draw", title: "Tische", tables: many(Math.ceil(people / 4)) },
    { kind: "seats", title: "Namen", people: many(people) },
    { kind: "ranking", title: "Stand", rows: many(people) },
  ];
  return pagesOf(screens, shareOf(share)).map(({ screen, seconds }) => ({
    kind: screen.kind, seconds, names: (screen.people ?? []).map(({ name }) => name),
  }));
}"""


@pytest.fixture
def turn(page: Page, live_server, club):
    page.goto(f"{live_server.url}/anmelden/")
    return lambda people, share="": page.evaluate(TURN, [people, share])


def test_at_560_people_names_come_first_and_a_turn_takes_two_minutes(turn):
    pages = turn(560)
    assert pages[0]["kind"] == "seats"
    assert len({name for page in pages for name in page["names"]}) == 560
    assert sum(page["kind"] == "ranking" for page in pages) == 1
    assert sum(page["seconds"] for page in pages) <= 125


def test_two_screens_share_the_names(turn):
    first, second = turn(560, "1-2"), turn(560, "2-2")
    names = [{name for page in pages for name in page["names"]} for pages in (first, second)]
    assert names[0] | names[1] == {f"Gast {at}" for at in range(560)}
    assert not names[0] & names[1]
    assert sum(page["seconds"] for page in first) <= 125


def test_a_small_tournament_turns_as_before(turn):
    assert [page["kind"] for page in turn(24)] == ["clock", "draw", "seats", "ranking"]
