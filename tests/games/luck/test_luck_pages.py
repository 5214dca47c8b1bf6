"""Luck, skill and hands on the pages: honest labels, and each number opens to its dice."""

import json
import re
import zlib
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from config.demo.play import Manner, play
from games.luck import labels as words
from games.luck.models import GameLuck, SeatLuck, SeatThrows
from games.luck.queries import throws as queries
from games.luck.queries.throws import Total, Which
from games.luck.services import count_games, weigh_game
from games.luck.weighing import UNIT
from games.scoring.models import Game
from games.scoring.services import start
from league.access.actors import NOBODY
from league.club.services import set_public
from league.events.queries import seats_of
from league.events.services import evenings
from league.figures.services import compute_figures
from league.people.services.people import show_as
from tests import builders
from tests.builders import NIGHT
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@built_once
def table(club):
    return builders.table(builders.evening(), club.anke, club.bernd, club.jette)


@built_once
def game(table) -> Game:
    """Four rounds, counted and weighed."""
    seats = [str(seat.pk) for seat in seats_of(table)]
    header = {"format": 1, "rulebook": "rsc2003", "players": seats, "starter": seats[0]}
    taps = [*play(header, Manner(stop=4), Random(3)), {"type": "abandon"}]
    made = start.import_game(
        table=table,
        key=uuid4(),
        log={"header": header, "events": taps},
        seats={},
        may_rule=True,
        actor=NOBODY,
        now=NIGHT,
    )
    count_games(games=[made.pk])
    weigh_game(game=made.pk)
    return made


def browser(person=None) -> Client:
    client = Client(headers={"accept-language": "de"})
    if person is not None:
        client.force_login(person.user)
    return client


def test_the_turns_on_the_page_add_up_to_the_figures_of_the_seats(game):
    rounds = json.loads(zlib.decompress(GameLuck.objects.get().turns))
    for line in SeatLuck.objects.all():
        mine = [
            turn["weighed"]
            for row in rounds
            for turn in row["turns"]
            if turn["player"] == str(line.seat_id) and turn["weighed"]
        ]
        assert len(mine) == line.turns
        assert sum(turn["came"] for turn in mine) == line.came
        # Rounded turn by turn, and once for the game.
        assert abs(sum(turn["expected"] for turn in mine) - line.expected) <= len(mine)
        assert abs(sum(turn["skill"] for turn in mine) - line.skill) <= len(mine)


def test_what_was_expected_less_luck_less_skill_is_what_came_exactly(game, club):
    for person in (club.anke, club.bernd, club.jette):
        total = queries.luck(Which(), person)
        assert total.expected - total.luck - total.skill == total.came * UNIT
        assert total.games == 1
        assert queries.luck_of_all(Which())[person.pk] == total
        assert queries.nights(Which(), person)[-1].so_far == total


def test_the_filters_narrow_to_season_rulebook_depth_and_occasion(game, club):
    season = game.table.block.event.season
    for which in (Which(season=season), Which(rulebook="rsc2003"), Which(depth="throws"),
                  Which(occasion="evenings")):  # fmt: skip
        assert queries.hands(which).games == 1
        assert queries.luck(which, club.anke).games == 1
    for which in (Which(rulebook="jule"), Which(depth="hands"), Which(occasion="tournaments")):
        assert queries.hands(which).games == 0
        assert queries.luck(which, club.anke) == Total()


def test_as_many_hands_are_expected_as_were_thrown(game):
    hands = queries.hands(Which())
    assert hands.turns == sum(hand.number for hand in hands.hands)
    assert sum(hand.expected for hand in hands.hands) == pytest.approx(hands.turns)
    assert hands.turns == sum(
        row.limited_1 + row.limited_2 + row.limited_3 for row in SeatThrows.objects.all()
    )


def test_luck_is_told_with_how_far_it_scatters_by_itself():
    # A hundred turns whose luck was two Deckel each, one way or the other.
    assert Total(turns=100, squares=400 * UNIT).ordinary == 40 * UNIT
    assert Total(turns=100).few
    assert not Total(turns=queries.FEW_TURNS).few


def test_a_table_asks_the_same_few_questions_however_many_look(
    game, club, django_assert_num_queries
):
    with django_assert_num_queries(1):
        queries.hands(Which(), club.anke)
    with django_assert_num_queries(1):
        queries.nights(Which(), club.anke)
    with django_assert_num_queries(1):
        [(seat_luck.weighed.game.table.block.event, seat_luck.seat) for seat_luck in
         queries.costliest(Which(), club.anke, 5)]  # fmt: skip
    with django_assert_num_queries(5):
        queries.records(Which(), [club.anke.pk, club.bernd.pk])


def test_a_member_opens_a_player_then_a_round_and_sees_the_dice(game, club):
    client, url = browser(club.rolf), reverse("games:turns", args=[game.table_id, game.number])
    page = client.get(url).content.decode()
    seat = builders.seat_of(game.table, club.anke)
    assert f"?seat={seat}#zuege" in page
    mine = client.get(url, {"seat": seat}).content.decode()
    assert "Die Züge von Anke" in mine
    assert "?round=1#runde" in mine
    html = client.get(url, {"round": 1}).content.decode()
    assert 'class="die"' in html
    assert "Erwartet" in html
    assert client.get(url, {"round": "kaputt", "seat": "9999"}).status_code == 200


def test_before_the_worker_came_the_page_says_so(game, club):
    SeatLuck.objects.all().delete()
    GameLuck.objects.all().delete()
    url = reverse("games:turns", args=[game.table_id, game.number])
    assert "Das wird gerade gerechnet" in browser(club.rolf).get(url).content.decode()
    Game.objects.update(status="running")
    assert "Dieses Spiel ist offen" in browser(club.rolf).get(url).content.decode()
    Game.objects.update(status="card")
    assert browser(club.rolf).get(url).status_code == 404


def test_strangers_look_on_only_where_the_evening_is_public(game):
    url = reverse("games:turns", args=[game.table_id, game.number])
    assert browser().get(url).status_code == 302
    evenings.set_public(event=game.table.block.event, is_public=True)
    page = browser().get(url)
    assert page.status_code == 200
    assert "So wird gerechnet" not in page.content.decode()


def test_the_page_says_the_exact_chances_of_the_rulebook(club):
    page = browser(club.anke).get(reverse("games:reckoning"), {"rulebook": "jule"})
    text = page.content.decode()
    # docs/odds.md: 6/216, 29/243 and about 23.5 % for the Jule; 1/216 for the Aus.
    for share in ("2,8", "11,9", "23,5", "0,5"):
        assert f"{share}\xa0%" in text
    assert browser(club.anke).get(reverse("games:reckoning"), {"rulebook": "?"}).status_code == 200


# --- on the pages of the figures ------------------------------------------------------------
@built_once
def counted(game, club):
    """Add a card to the same evening, so that there are figures too."""
    builders.card(game.table, club.anke, club.anke, number=2)
    compute_figures(season=game.table.block.event.season, now=NIGHT)
    return game


def test_a_costly_decision_shows_its_dice_what_was_done_and_what_was_better(counted):
    [line] = SeatLuck.objects.filter(cost__gt=0).order_by("-cost", "pk")[:1]
    person, told = line.seat.participation.person, line.costliest
    page = browser(person).get(f"/leute/{person.pk}/zahlen/").content.decode()
    shown = re.search(r'<ul class="list rows costly">.*?</ul>', page, re.DOTALL)[0]
    assert shown.count("<li>") == 1
    assert shown.count('class="die"') == (len(told["dice"]) if told["throws"] else 0)
    for done in ("taken", "best"):
        assert words.way(told[done]) in shown
        assert words.chances(told[done]) in shown


def test_records_of_the_dice_name_in_public_whom_one_may_name(counted, club):
    set_public(pages=["statistics"])
    for person in (club.anke, club.bernd, club.jette):
        show_as(person=person, seen_as="hidden")
    event, url = counted.table.block.event, f"/tische/{counted.table_id}/"

    def records(client):
        page = client.get("/zahlen/").content.decode()
        return re.search(r'aria-labelledby="thrown".*?</section>', page, re.DOTALL)[0]

    inside, outside = records(browser(club.rolf)), records(browser())
    assert inside.count("<li>") == outside.count("<li>") > 1
    assert url in inside
    assert "Jemand" in outside
    assert url not in outside
    assert event.name not in outside
    assert not re.search("Anke|Bernd|Jette", outside)
    evenings.set_public(event=event, is_public=True)
    assert url in records(browser())
