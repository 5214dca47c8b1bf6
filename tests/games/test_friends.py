"""A game among friends: its public page, and the game it becomes in the club."""

import re
from datetime import timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.demo.play import Manner, play
from finance.books.queries.claims import current_claims
from games.engine import slugs
from games.engine.words import EDITIONS
from games.friends.labels import friends_words, handing_words
from games.friends.queries import tables_to_hand_in
from games.scoring.labels import scorer_words
from games.scoring.models import Game
from league.club.models import StakeAnswer
from league.club.services import answer_stake
from league.events.queries import seats_of
from league.results.models.results import Result
from tests import builders
from tests.games.scoring.test_scorer_api import Phone

pytestmark = [pytest.mark.django_db]

HEADER = {
    "format": 1,
    "rules": EDITIONS[-1],
    "rulebook": "rsc2003",
    "players": ["1", "2", "3"],
    "starter": "1",
    "house_rules": {},
}


SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


@pytest.fixture
def today():
    return timezone.localdate()


@pytest.fixture
def table(club, today):
    return builders.table(builders.evening(day=today), club.anke, club.bernd, club.jette)


def handed_in(table, person, key=None):
    """Send from this person's phone a game that was played without the club; return the answer."""
    header = {**HEADER, "venue": table.block.event.venue}
    seats = dict(zip(HEADER["players"], [seat.pk for seat in seats_of(table)], strict=True))
    log = {"header": header, "events": play(header, Manner(depth="hands"), Random(3))}
    body = {"id": key or str(uuid4()), **log, "seats": seats}
    return Phone(table, person).call("post", f"tables/{table.pk}/import/", body)


@pytest.mark.once
def test_everybody_may_play_without_a_login_and_search_engines_find_it(club):
    page = Client(headers={"accept-language": "de"}).get(reverse("games:friends"))
    text = page.content.decode()
    assert page.status_code == 200
    assert "<title>Schocken spielen ohne Login" in text
    assert re.search('<meta name="description" content="[^"]*ohne Netz', text)
    assert "noindex" not in text
    for slug in slugs():
        assert f'"slug": "{slug}"' in text
    start = Client(headers={"accept-language": "de"}).get("/").content.decode()
    assert f'href="{reverse("games:friends")}">Ohne Login spielen' in start


def test_whoever_sits_there_is_offered_the_table_of_this_week(club, table, today):
    (offered,) = tables_to_hand_in(club.bernd.user, today)
    assert offered["id"] == table.pk
    assert offered["stakes"][3] == "der Verlierer zahlt 1,00\u00a0€"
    assert [seat["name"] for seat in offered["seats"]] == ["Anke", "Bernd", "Jette"]
    assert (offered["next"], offered["busy"], offered["rule"]) == (1, False, False)
    assert tables_to_hand_in(club.bernd.user, today + timedelta(days=6)) == [offered]
    assert tables_to_hand_in(club.bernd.user, today + timedelta(days=7)) == []
    assert tables_to_hand_in(club.bernd.user, today - timedelta(days=1)) == []


def test_who_sits_elsewhere_is_not_offered_it_but_the_referee_is(club, table, today):
    other = builders.table(table.block.event, club.oemer)
    assert [table["id"] for table in tables_to_hand_in(club.oemer.user, today)] == [other.pk]
    offered = tables_to_hand_in(club.rolf.user, today)
    assert {row["id"]: row["rule"] for row in offered} == {table.pk: True, other.pk: True}


def test_a_table_that_plays_says_so(club, table, today):
    phone = Phone(table, club.bernd)
    phone.start(starter=seats_of(table)[0].pk)
    (offered,) = tables_to_hand_in(club.bernd.user, today)
    assert (offered["next"], offered["busy"]) == (2, True)


def test_it_is_the_members_entry_unconfirmed_at_the_clubs_stakes_of_that_day(club, table, today):
    answer_stake(
        kind=StakeAnswer.Kind.AMOUNT, cents=250, earlier=False, by=club.rolf.user, today=today
    )
    (offered,) = tables_to_hand_in(club.bernd.user, today)
    assert offered["stakes"][3] == "der Verlierer zahlt 2,50\u00a0€"
    answer = handed_in(table, club.bernd)
    assert answer.status_code == 201, answer.json()
    result = Result.objects.get()
    assert (result.source, result.confirmed_by, result.entered_by) == (
        Result.Source.GAME,
        None,
        club.bernd.user,
    )
    assert 250 in [claim.amount for claim in current_claims(table.block.event)]


def test_a_second_time_changes_nothing_also_from_another_login(club, table):
    key = str(uuid4())
    first = handed_in(table, club.bernd, key)
    assert handed_in(table, club.bernd, key).json() == first.json()
    assert handed_in(table, club.jette, key).status_code == 201
    assert Game.objects.count() == Result.objects.count() == 1


def test_who_does_not_sit_there_cannot_enter_it(club, table):
    assert handed_in(table, club.oemer).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    ("folder", "words"), [("friends", friends_words), ("handin", handing_words)]
)
def test_the_pages_bring_the_words_their_scripts_use_and_no_others(folder, words):
    text = "\n".join(path.read_text() for path in sorted((SCRIPTS / folder).glob("*.js")))
    calls = re.findall(r"\bt\(([^()]*)", text)
    asked = {key for call in calls for key in re.findall(r'"([a-z_]+)"', call)}
    assert asked <= {*words(), *scorer_words()}
    assert {key for key in words() if f'"{key}"' not in text} == set()
