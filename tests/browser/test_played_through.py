"""Five tournaments that are really held, played through by two directors in real browsers.

In each of them a server is killed, a player goes home in mid-round, another comes late, a card is
lost, and one is corrected when the next round is drawn. All comes to what a plain count of the
cards says. One is played in every run, the others with --long.
"""

import pytest

from tests import builders
from tests.browser import real_server
from tests.browser.directors import Director
from tests.browser.hall import Hall
from tests.browser.page_checks import DESK, PHONE, enter_as
from tests.browser.played_by_hand import LOST, Paper, Rule, early, halves_kept, throws

pytestmark = pytest.mark.browser
NAMES = [
    "Ada Brandt", "Ben Claas", "Cem Dahl", "Doro Ernst", "Ede Franke", "Fritz Groß", "Gabi Hahn",
    "Heinz Ihde", "Ina Jung", "Jupp Kraft", "Kalle Lenz", "Lola Maas", "Micha Noll", "Nele Ott",
    "Olli Pohl", "Pia Quast", "Rolf Rau", "Susi Sack",
]  # fmt: skip


@pytest.fixture
def server(tmp_path, collected, transactional_db):
    with real_server.running(tmp_path, collected["STATIC_ROOT"]) as server:
        yield server


@pytest.fixture
def directors(browser, server, club):
    """Yield the two directors: one with a phone, one at a desk."""
    made = []
    for name, size in (("Dora", PHONE), ("Dirk", DESK)):
        context = browser.new_context(viewport=size, locale="de-DE", timezone_id="Europe/Berlin")
        page = context.new_page()
        enter_as(page, server, builders.member(name, "director", "treasurer"))
        made.append(Director(page, server.url))
    yield made
    for director in made:
        director.page.context.close()


def test_steele(server, directors):
    """Three rounds for all, points by how early one gets out, an average for the lost card."""
    paper = Paper({"*": Rule(points=early)}, "exits", seed=1)
    hall = Hall(server, directors, paper, NAMES[:12])
    hall.opens("Steeler Schockmeisterschaft")
    hall.plays()


@pytest.mark.long
def test_dattenberg(server, directors):
    """Bands for the whole evening, teams of three; who has none left goes home."""
    paper = Paper({"*": Rule(lives=3, account=True)}, "losers", seed=2)
    hall = Hall(server, directors, paper, NAMES)
    hall.opens("Dattenberg", team_size=3)
    hall.plays()


@pytest.mark.long
def test_koenigswinter(server, directors):
    """Points for the best throws, two times ten games, groups of four, a final."""
    new = {"Gruppen": ("2. Durchgang", "12 of all"), "Finale": ("Gruppen", "1 of each table")}
    rules = {name: Rule(points=throws, adds=False, comes=(way,)) for name, way in new.items()}
    paper = Paper({"*": Rule(points=throws), **rules}, "throws", seed=3)
    hall = Hall(server, directors, paper, NAMES[:14])
    hall.opens("Königswinter")
    hall.plays()


@pytest.mark.long
def test_leev_marie(server, directors):
    """Duels after two rounds: who loses the semi-final plays for the third place."""
    rules = {
        "Halbfinale": Rule(halves_kept, adds=False, comes=(("2. Durchgang", "4 of all"),)),
        "Spiel um Platz 3": Rule(halves_kept, adds=False, comes=(("Halbfinale", LOST),)),
        "Finale": Rule(halves_kept, adds=False, comes=(("Halbfinale", "1 of each table"),)),
    }
    paper = Paper({"*": Rule(points=halves_kept), **rules}, "losers", seed=4)
    hall = Hall(server, directors, paper, NAMES[:12])
    hall.opens("Leev Marie")
    hall.plays()


@pytest.mark.long
def test_kamen(server, directors):
    """A knock-out with chips; who loses the first round plays the consolation beside it."""
    knock_out = Rule(lives=2, plays_on=2)
    paper = Paper(
        {
            "Hauptrunde (1)": Rule(lives=3, plays_on=2),
            "Trostfinale": Rule(lives=2),
            "Finale": Rule(lives=2),
            "*": knock_out,
        },
        "losers",
        seed=5,
    )
    hall = Hall(server, directors, paper, NAMES[:16])
    hall.opens("Kamen")
    hall.plays()
