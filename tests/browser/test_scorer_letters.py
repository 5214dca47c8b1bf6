"""Eight at a table on a phone: names to be read at arm's length, letters as large as one likes."""

import pytest
from playwright.sync_api import Page, expect

from league.events.queries import seats_of
from tests import builders
from tests.browser.page_checks import violations
from tests.browser.tapping import begin, calm, depth, settled, tap
from tests.browser.waiting import drawn_anew
from tests.games.scoring.test_scorer_api import Phone

pytestmark = pytest.mark.browser

NAMES = [
    "Annegret",
    "Benjamin",
    "Clemens",
    "Dietlind",
    "Engelbert",
    "Franziska",
    "Gottlieb",
    "Hedwig",
]


HANDS = [(5, 1, 1), (6, 5, 4), (5, 4, 3), (6, 6, 1), (2, 2, 1), (6, 3, 2), (4, 3, 1), (6, 5, 2)]


@pytest.fixture
def eight(page: Page, at_table, club):
    """Play until a round is over and the next has begun, with Deckel and dice on the table."""
    table = at_table("rsc2003", *(builders.member(name) for name in NAMES))
    game = begin(page, table, NAMES[0])
    other = Phone(table, club.rolf)
    other.key = str(game.key)
    seats = [seat.pk for seat in seats_of(table)]
    worst = min(range(8), key=lambda at: sorted(HANDS[at], reverse=True) != [2, 2, 1])
    turns = [*zip(seats, HANDS, strict=True)]
    turns += [(seats[(worst + at) % 8], HANDS[at]) for at in range(3)]
    for seat, dice in turns:
        hand = {"type": "hand", "throws": 1, "in_one_throw": True, "dice": list(dice)}
        assert other.send({**hand, "player": str(seat)}).status_code == 200
    page.reload()
    settled(page, len(turns))
    expect(page.locator(".place")).to_have_count(8)


def letters(page: Page, times: int) -> None:
    """Set the letters of the device to so many percent, as its own setting does."""
    page.evaluate("times => { document.documentElement.style.fontSize = `${times}%` }", times)
    drawn_anew(page)


def too_wide(page: Page) -> list[str]:
    """Return the texts that are cut off, and „sideways“ if the page is pushed beyond its width."""
    return page.evaluate(
        """() => [
          ...[...document.querySelectorAll(
              ".stage .name b, .stage .center *, .place, .thumb h1, .bar .button")]
            .filter((place) => place.scrollWidth > place.clientWidth + 1 && place.clientWidth > 0)
            .map((place) => `cut: ${place.textContent}`),
          ...(document.documentElement.scrollWidth > innerWidth ? ["sideways"] : []),
        ]"""
    )


def cut(page: Page) -> list[str]:
    """Return the texts of which a part is hidden, at any place."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#scorer *:not(svg, svg *, .visually-hidden)")]
          .filter((element) => element.clientWidth && element.textContent.trim())
          .filter((element) => element.scrollWidth > element.clientWidth + 1
            || (getComputedStyle(element).overflowY === "hidden"
              && element.scrollHeight > element.clientHeight + 2))
          .map((element) => element.textContent)"""
    )


def overlapping(page: Page) -> list[str]:
    return page.evaluate(
        """() => {
          const PARTS = ".place :is(.deckel, .hand, .name), .center :is(.pile, strong, .note)";
          const all = [...document.querySelectorAll(PARTS)]
            .filter((element) => element.textContent || element.children.length);
          const places = [...document.querySelectorAll(".place")];
          all.push(...places);
          const boxes = all.map((element) => element.getBoundingClientRect());
          const problems = [];
          boxes.forEach((element, at) => boxes.slice(0, at).forEach((other, before) => {
            const wide = Math.min(element.right, other.right) - Math.max(element.left, other.left);
            const high = Math.min(element.bottom, other.bottom) - Math.max(element.top, other.top);
            const inside = all[at].contains(all[before]) || all[before].contains(all[at]);
            if (wide > 3 && high > 3 && element.height && other.height && !inside)
              problems.push(`${all[before].textContent} / ${all[at].textContent}`);
          }));
          return problems;
        }"""
    )


SIZES = "all => all.map(element => getComputedStyle(element).fontSize)"


def name_sizes(page: Page) -> list[float]:
    names = page.locator(".place .name b")
    return [float(size.removesuffix("px")) for size in names.evaluate_all(SIZES)]


def readable(page: Page, least: float = 18) -> None:
    """Assert that the names at the table are shown as a whole, and nothing lies over them."""
    assert min(name_sizes(page)) >= least
    assert overlapping(page) == []
    assert too_wide(page) == []
    assert cut(page) == []


def test_eight_names_are_read_at_arms_length_and_larger_letters_cut_nothing(page: Page, eight):
    readable(page)
    for times in (120, 150, 200):
        letters(page, times)
        readable(page, 18 * times / 100)
    # The table begins above the thumb, and how many throws it were stays in one line.
    first = page.locator(".listed .place").first.bounding_box()
    thumb = page.locator("#scorer > .thumb").bounding_box()
    assert first["y"] + first["height"] <= thumb["y"]
    depth(page, "hands")
    # The text alone, whose box has a height for each line.
    lines = page.locator("#whole-1").evaluate(
        """button => {
          const range = document.createRange();
          range.selectNodeContents(button);
          return range.getClientRects().length;
        }"""
    )
    assert lines == 1


LONG = ("Maximiliane-Charlotte", "Bartholomäus", "Friedhelm-August", "Konstantinopolos")
LONGER = (*LONG, "Annegret-Luise", "Hannelore", "Wilhelmine", "Karl-Theodor")
SHORT_WINDOW = {"width": 390, "height": 740}  # two notices more


@pytest.mark.parametrize("names", [NAMES[:6], LONGER])
def test_names_are_large_and_whole_in_every_state_of_a_game(page: Page, at_table, club, names):
    table = at_table("rsc2003", *(builders.member(name) for name in names))
    tiles = page.locator(".tile b")
    expect(tiles).to_have_count(2 * len(names) + 1)
    assert {float(size.removesuffix("px")) for size in tiles.evaluate_all(SIZES)} == {18}
    assert cut(page) == []
    page.set_viewport_size(SHORT_WINDOW)
    game = begin(page, table, names[0])
    expect(page.locator(".center .note")).to_contain_text("Alle laden zugleich")
    readable(page)
    other = Phone(table, club.rolf)
    other.key = str(game.key)
    first, *_others, last = [str(seat.pk) for seat in seats_of(table)]
    for _half in range(2):
        lost = {"type": "round", "loser": first, "penalty": "all", "best": last}
        assert other.send(lost).status_code == 200
    page.reload()
    expect(page.locator("#primary")).to_have_text("Spiel abschließen")
    readable(page)
    calm(page)
    page.locator("#primary").click()
    expect(page.locator("#object, #reopen").first).to_be_visible()  # fetched later
    readable(page)


def test_on_a_tablet_nobody_sits_on_what_lies_in_the_middle(page: Page, at_table, club):
    people = [builders.member(name) for name in LONGER]
    page.set_viewport_size({"width": 768, "height": 1024})
    for count in (3, 4, 7):
        begin(page, at_table("rsc2003", *people[:count]), LONGER[0])
        expect(page.locator(".center .note")).to_contain_text("Alle laden zugleich")
        assert overlapping(page) == []
        assert min(name_sizes(page)) >= 18
    depth(page, "rounds")
    # A part of a double name too wide for its button breaks between syllables.
    expect(page.get_by_text("Fried\u00adhelm-August").last).to_be_visible()


def test_with_the_largest_letters_a_whole_round_leaves_the_table_to_be_seen(
    page: Page, at_table, club
):
    begin(page, at_table("rsc2003", *(builders.member(name) for name in NAMES)), NAMES[0])
    letters(page, 200)
    depth(page, "rounds")
    page.locator(".entry.round").wait_for()
    window = page.evaluate("innerHeight")
    thumb = page.locator("#scorer > .thumb")
    bar = page.locator(".bar")
    assert thumb.bounding_box()["height"] <= 0.6 * window
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= window
    page.locator(".people.lost .button").last.click()  # scrolls there, under nothing
    expect(page.locator(".people.lost .button").last).to_have_attribute("aria-pressed", "true")


def test_with_the_largest_letters_long_names_are_whole_in_every_button(page: Page, at_table, club):
    table = at_table("rsc2003", *(builders.member(name) for name in LONG))
    letters(page, 200)
    page.locator(".tile").first.wait_for()
    assert cut(page) == []
    begin(page, table, LONG[0])
    assert cut(page) == []
    depth(page, "rounds")
    page.locator(".people").first.wait_for()
    assert cut(page) == []
    seats = [str(seat.pk) for seat in seats_of(table)]
    for number, penalty in enumerate((6, 4, 3), start=1):
        calm(page)
        loser = seats[number % 3]
        tap(page, {"type": "round", "loser": loser, "penalty": penalty, "best": seats[3]})
        settled(page, number)
    page.locator(".givers").wait_for()
    assert cut(page) == []
    expect(page.locator("#undo")).to_contain_text(LONG[0])


def test_everything_can_be_read_in_the_sun(page: Page, eight):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page, "color-contrast-enhanced") == [], scheme
