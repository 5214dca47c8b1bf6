"""Each page that shows a game or its card opens for games of every depth, and leads on."""

import random

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from games.engine import legal_actions
from games.scoring.models import Game
from games.scoring.queries import live_game
from league.results.models.results import Result
from tests import builders
from tests.games.scoring.test_scorer_api import RULEBOOKS, Phone
from tests.strategies import sample

pytestmark = [pytest.mark.slow, pytest.mark.rules]

# How a game is written: which kinds of entry are chosen where they are offered, in turn.
DEPTHS = {
    "rounds": ["round"],
    "hands": ["hand"],
    "throws": ["throw"],
    "rounds, then hands": ["round", "round", "hand", "hand"],
    "hands, then rounds": ["hand", "round"],
    "throws, then rounds": ["throw", "round", "hand"],
}
MIXED = ("rounds, then hands", "throws, then rounds")
# Every depth under one rulebook, the mixtures under each.
GAMES = [
    (rulebook, depth)
    for rulebook in RULEBOOKS
    for depth in (DEPTHS if rulebook == "rsc2003" else MIXED)
]
ALWAYS = {"opening", "reveal", "stand", "overtime", "reenter"}


@pytest.mark.parametrize(("rulebook", "depth"), GAMES)
def test_each_page_of_a_game_opens_at_every_moment(club, rulebook, depth):
    rng = random.Random(f"{rulebook} {depth}")
    event = builders.evening(rulebook, day=timezone.localdate())
    table = builders.table(event, club.anke, club.bernd, club.jette)
    phone = Phone(table, club.rolf)
    starter = table.seats.first().pk if rulebook in {"rsc2003", "dortmund"} else None
    assert phone.start(starter=starter).status_code == 201
    for number in range(400):
        if number in {1, 2, 12}:
            _ask(table, club.rolf)
        entered = _entry(phone, DEPTHS[depth], rng, number)
        if entered is None:
            break
        assert phone.send(entered).status_code == 200, entered
    _ask(table, club.rolf)
    assert phone.mark("finish").status_code == 200
    _ask(table, club.rolf)
    _ask(table, club.anke)
    assert phone.mark("reopen", reason="verzählt").status_code == 200
    _ask(table, club.rolf)


@pytest.mark.parametrize("depth", DEPTHS)
def test_each_page_of_an_abandoned_game_opens(club, depth):
    rng = random.Random(depth)
    table = builders.table(
        builders.evening("rsc2003", day=timezone.localdate()), club.anke, club.bernd, club.jette
    )
    phone = Phone(table, club.rolf)
    assert phone.start(starter=table.seats.first().pk).status_code == 201
    for number in range(3):
        assert phone.send(_entry(phone, DEPTHS[depth], rng, number)).status_code == 200
    assert phone.mark("abandon", reason="Bus").status_code == 200
    _ask(table, club.rolf)
    _ask(table, club.anke)


def _entry(phone, kinds, rng, number):
    live = live_game(phone.key)
    live.refresh()
    templates = [action for action in legal_actions(live.state) if action["type"] != "infraction"]
    wanted = [action for action in templates if action["type"] == kinds[number % len(kinds)]]
    usual = [
        action for action in templates if action["type"] in ALWAYS | {"throw", "hand", "round"}
    ]
    return sample(rng.choice(wanted or usual), rng) if usual else None


def _ask(table, person):
    game = Game.objects.get(table=table)
    event = table.block.event
    client = Client(headers={"accept-language": "de"})
    client.force_login(person.user)
    for path in (
        f"/tische/{table.pk}/karte/",
        f"/tische/{table.pk}/karte/1/",
        f"/tische/{table.pk}/spiel/",
        f"/tische/{table.pk}/spiele/1/",
        f"/tische/{table.pk}/spiele/1/zuege/",
        f"/abende/{event.pk}/",
        f"/abende/{event.pk}/spiele/",
        "/heute/",
        *(f"/ergebnisse/{pk}/" for pk in Result.objects.values_list("pk", flat=True)),
    ):
        answer = client.get(path)
        assert answer.status_code in {200, 302, 403, 404}, (path, answer.status_code)
        assert answer.status_code == 302 or "<a " in answer.text, path
    for path in (
        f"/api/games/{game.key}/?rounds=1",
        f"/api/games/{game.key}/entries/",
        f"/api/games/{game.key}/actions/",
        f"/api/tables/{table.pk}/",
        f"/api/evenings/{event.pk}/running/",
    ):
        assert client.get(path).status_code in {200, 403, 404}, path


@pytest.mark.parametrize("trouble", ["500.html", "503.html"])
def test_a_page_that_is_broken_leads_back(trouble):
    assert 'href="/"' in render_to_string(trouble, {"sentence": {"de": "", "en": ""}})
