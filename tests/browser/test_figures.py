"""The figures in a real browser: drawings by eye, by ear and by key, long names, on paper."""

from datetime import date, timedelta
from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from config.demo.play import Manner, play
from games.luck.services import count_games, weigh_game
from games.scoring.services import start
from league.access.actors import NOBODY
from league.club.services import set_public
from league.events.queries import seats_of
from league.events.services import evenings
from league.figures.services import compute_figures
from league.kings import services as kings
from league.kings.queries import race
from league.seasons.models import Season
from league.standings.services import compute_standing
from tests import builders
from tests.browser.page_checks import PHONE, TOO_WIDE, UNFOLD, check_page, enter_as, new_phone
from tests.builders import NIGHT

pytestmark = pytest.mark.browser
LONG = "Maximilian Schüttelmeier-Donaudampfschifffahrtsgesellschaftskapitän"


@pytest.fixture
def told(transactional_db, club):
    """Return a club with two seasons of cards, an evening by throws, a König, and a long name."""
    for year in (2025, 2026):
        evenings.create_season(name=str(year), start=date(year, 1, 1), end=date(year + 1, 1, 1))
    club.long = builders.member(LONG)
    cast = (club.anke, club.bernd, club.jette, club.long)
    rng = Random(5)
    for day in (date(2025, 3, 7), date(2026, 2, 6), date(2026, 3, 6)):
        table = builders.table(builders.evening(day=day), *cast)
        for number in range(1, 13):
            first, second = rng.sample(cast, 2)
            aus = {rng.choice(cast): 1}
            builders.card(table, first, second, rng.choice([first, second]), number=number, aus=aus)
        leaders = race(table.block.event).leaders
        kings.crown(event=table.block.event, person=leaders[0], seen=None, by=None, now=NIGHT)
    for week in (1, 2):
        table = builders.table(builders.evening(day=builders.DAY + timedelta(weeks=week)), *cast)
        seats = [str(seat.pk) for seat in seats_of(table)]
        header = {"format": 1, "rulebook": "rsc2003", "players": seats, "starter": seats[0]}
        game = start.import_game(
            table=table,
            key=uuid4(),
            log={"header": header, "events": play(header, Manner(), Random(week))},
            seats={},
            may_rule=True,
            actor=NOBODY,
            now=NIGHT,
        )
        count_games(games=[game.pk])
        weigh_game(game=game.pk)
    for season in Season.objects.order_by("start"):
        compute_figures(season=season, now=NIGHT)
    set_public(pages=["statistics"])
    return club


@pytest.fixture
def pages(told):
    """Return each page with its reader; None is a stranger."""
    return [
        ("/zahlen/", told.long),
        ("/zahlen/", None),
        (f"/leute/{told.long.pk}/zahlen/", told.long),
        (f"/leute/{told.anke.pk}/zahlen/?season={Season.objects.first().pk}", told.long),
        (f"/leute/{told.long.pk}/spiele/", told.long),
        ("/abende/koenige/", told.long),
    ]


def test_every_page_of_figures_can_be_read_by_everybody_and_printed(browser, live_server, pages):
    drawings = 0
    with new_phone(browser) as page:
        for address, person in pages:
            page.context.clear_cookies()
            if person is not None:
                enter_as(page, live_server, person)
            check_page(page, live_server.url + address, unfolded=True)
            page.evaluate("document.documentElement.style.fontSize = ''")
            words_of_drawings_stay_inside_and_apart(page)
            open_on_paper(page)
            drawings += named_described_and_by_key(page)
    assert drawings > 10


def test_neither_large_text_nor_a_tablet_pushes_a_page_sideways(browser, live_server, pages, told):
    """The wide tables are pushed to and fro by themselves, the tabs go on below each other."""
    season = Season.objects.last()
    compute_standing(season=season, now=NIGHT)
    own = [address for address, person in pages if person == told.long]
    for language in ("de-DE", "en-GB"):
        with new_phone(browser, locale=language) as page:
            enter_as(page, live_server, told.long)
            for address in (*own, f"/tabelle/{season.pk}/", "/zahlen/so-wird-gerechnet/"):
                page.goto(live_server.url + address)
                page.evaluate(UNFOLD)
                for width, text in ((320, 100), (390, 200), (640, 100), (768, 100), (1280, 200)):
                    page.set_viewport_size({"width": width, "height": 844})
                    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
                    assert not page.evaluate(TOO_WIDE), (address, width, text)


# Words of a drawing that leave it, or run into each other on one line.
SPILLED = """[...document.querySelectorAll("svg[role=img]")].flatMap(drawing => {
    const frame = drawing.getBoundingClientRect();
    const words = [...drawing.querySelectorAll("text")].map(e => [e, e.getBoundingClientRect()]);
    const meet = ([a, p], [b, q]) => p.left < q.right && q.left < p.right
        && p.top < q.bottom - 4 && q.top < p.bottom - 4;
    return words.flatMap((word, at) => [
        ...(word[1].right > frame.right + 1 || word[1].left < frame.left - 1 ? [word] : []),
        ...words.slice(at + 1).filter(other => meet(word, other)),
    ]).map(([e]) => `${drawing.getAttribute("aria-label")}: ${e.textContent}`);
})"""


def words_of_drawings_stay_inside_and_apart(page):
    assert page.evaluate(SPILLED) == [], page.url


def named_described_and_by_key(page) -> int:
    """Assert that each drawing says what it shows, and that its figures open with the keyboard."""
    drawings = page.locator("svg[role=img]").all()
    for drawing in drawings:
        assert drawing.get_attribute("aria-label")
        text_content = drawing.locator("> desc").text_content()
        assert text_content, page.url
        card = drawing.locator("xpath=ancestor::section[1]")
        table = card.locator("table").first
        if not table.count():  # one number, which is above it
            assert text_content in card.locator(".big").inner_text()
            continue
        if not table.is_visible():
            folded = card.locator("summary", has_text="Als Tabelle")
            folded.focus()
            page.keyboard.press("Enter")
        expect(table).to_be_visible()
        assert table.locator("caption").text_content()
        assert table.locator("tbody th[scope=row]").count() > 0
    return len(drawings)


SEEN = """e => e.checkVisibility({ visibilityProperty: true })
    && Math.min(e.offsetWidth, e.offsetHeight) > 0"""


def open_on_paper(page) -> None:
    """Printed, the tables are open and nothing is there to be tapped."""
    page.reload()
    page.set_viewport_size({"width": 720, "height": 1020})
    page.emulate_media(media="print")
    of_all = page.eval_on_selector_all
    opened = f"all => all.every(e => ({SEEN})(e.querySelector('tbody tr')))"
    assert of_all("table", opened), page.url
    assert not of_all(".top, .foot, main form, main .button", f"all => all.some({SEEN})"), page.url
    assert not page.evaluate(TOO_WIDE), page.url
    # Parts of a grid lie over each other where it goes over the end of a page.
    shown = of_all(
        "main, .columns, .stack, .section, .card",
        "all => all.map(e => getComputedStyle(e).display)",
    )
    assert {*shown} == {"block"}, page.url
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
