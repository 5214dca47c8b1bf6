"""At a tournament a table plays the games of its block and no other; what its phone says then."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.cards.shorthand import CardError, Shape, parse
from games.rules import rulebooks as books
from games.scoring.queries import proposal, rules_of
from games.scoring.services import start
from league.access.actors import NOBODY
from league.access.queries.tables import forget_locked
from league.errors import IllegalError
from league.events import queries as events_queries
from league.events.models import Table
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.directing import browser, final_of_lives, phone_at
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NAMES = ("Kai Berger", "Jenny Boll", "Ute Clausen", "Ole Dahl")


@built_once
def table(club):
    """Return the only table of the first block."""
    event = builders.tournament(template="schockfreunde")
    day.people(event, *NAMES)
    return events_queries.table(day.draw(event, 1).tables.get().pk)


def play(table: Table, *numbers: int) -> None:
    first, second = day.circle(table)[:2]
    for number in numbers:
        day.game(table, number, first, second, first)


def begin(table: Table, key=None):
    seats = [seat.pk for seat in events_queries.seats_of(table)]
    return start.start_game(
        table=table, key=key or uuid4(), seats=seats, starter=seats[0], options={}, actor=NOBODY,
        now=NIGHT, rng=Random(1),
    )  # fmt: skip


def lock(table: Table) -> None:
    block = table.block
    block.locked_at = NIGHT
    block.save(update_fields=["locked_at"])
    forget_locked()


def lobby(client: Client, table: Table) -> dict:
    return client.get(reverse("games:api_lobby", args=[table.pk])).json()


# --- the games of the block -----------------------------------------------------------------
def test_a_seventh_game_of_six_is_refused_however_it_comes(club, table):
    play(table, 1, 2, 3, 4, 5, 6)
    with pytest.raises(IllegalError, match="alle 6 Spiele gespielt"):
        begin(table)
    with pytest.raises(IllegalError, match="alle 6 Spiele gespielt"):
        play(table, 7)
    players = [str(seat.pk) for seat in events_queries.seats_of(table)]
    header = {"format": 1, "rulebook": "rsc2003", "players": players, "starter": players[0]}
    with pytest.raises(IllegalError, match="alle 6 Spiele gespielt"):
        start.import_game(
            table=table, key=uuid4(), log={"header": header, "events": []}, seats={},
            may_rule=False, actor=NOBODY, now=NIGHT,
        )  # fmt: skip
    assert table.results.count() == 6
    page = browser(club.rolf).get(reverse("games:new_card", args=[table.pk]))
    assert "alle 6 Spiele gespielt" in page.content.decode()


def test_a_game_that_was_abandoned_is_played_again(table):
    play(table, 1, 2, 3, 4, 5)
    day.game(table, 6, None, None, ending="abandoned")
    play(table, 7)
    with pytest.raises(IllegalError):
        play(table, 8)


def test_the_sixth_game_that_is_being_scored_may_end_by_card(table):
    play(table, 1, 2, 3, 4, 5)
    begin(table)
    with pytest.raises(IllegalError):
        play(table, 7)
    play(table, 6)
    assert table.results.count() == 6


def test_a_repeated_start_still_answers_with_its_game(table):
    play(table, 1, 2, 3, 4, 5)
    key = uuid4()
    game = begin(table, key)
    play(table, 6)
    assert begin(table, key) == game


def test_where_lives_decide_nobody_plays_on_once_it_is_decided(club):
    table = final_of_lives()
    day.play(table.block.event, 4, Random(1))
    with pytest.raises(IllegalError, match="entschieden, wer weiterkommt"):
        begin(table)


def test_an_evening_plays_as_long_as_it_likes(club):
    table = builders.table(builders.evening(), club.rolf, club.stine)
    for number in range(1, 9):
        builders.card(table, club.rolf, club.stine, club.rolf, number=number)
    assert lobby(browser(club.rolf), table)["over"] is None


# --- a locked block -------------------------------------------------------------------------
def test_a_locked_block_takes_no_new_game_from_a_referee_either(club, table):
    play(table, 1)
    lock(table)
    referee = browser(club.rolf)
    seats = [seat.pk for seat in events_queries.seats_of(table)]
    answer = referee.post(
        reverse("games:api_start", args=[table.pk]),
        {"id": str(uuid4()), "seats": seats, "starter": seats[0]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "block_locked")
    sheet = reverse("games:score_card", args=[table.pk])
    card = {"client_id": "d", "seen_1": "1", "game_1": "121", "game_2": "121"}
    assert referee.post(sheet, card).status_code == 422
    assert table.results.count() == 1


def test_the_phone_of_a_locked_table_hears_that_it_is_done(table):
    play(table, 1)
    here = phone_at(table)
    lock(table)
    assert lobby(here, table)["over"].startswith("Der Durchgang ist gesperrt, ihr seid fertig.")


# --- what the lobby says --------------------------------------------------------------------
def test_the_lobby_lists_every_game_of_the_table_with_its_state(club, table):
    play(table, 1, 2)
    actual = lobby(phone_at(table), table)
    loser = day.circle(table)[0]
    assert [(row["number"], row["loser"], row["state"]) for row in actual["results"]] == [
        (1, loser, "entered"),
        (2, loser, "entered"),
    ]
    assert phone_at(table).get(actual["results"][1]["url"]).status_code == 200
    assert actual["over"] is None
    assert "results" in lobby(Client(), table)
    assert lobby(Client(), table)["results"] == []


def test_the_draw_says_who_begins_a_tables_first_game(table):
    book, seats = books.for_table(*rules_of(table)), list(events_queries.seats_of(table))
    actual = proposal(table, book, seats)
    assert (actual.starter, actual.sentence) == (seats[0].pk, "Platz 1 der Auslosung beginnt.")
    rolled = books.for_table("schockfreunde", {})
    assert proposal(table, rolled, seats).mode == "opening"
    play(table, 1)
    assert "Auslosung" not in proposal(table, book, seats).sentence


def test_where_the_time_ends_nothing_there_is_no_sharp():
    with pytest.raises(CardError, match="gibt es in diesem Durchgang nicht"):
        parse("1s", [1, 2, 3], Shape(sharp=False))


# --- the card's page ------------------------------------------------------------------------
def test_a_missing_reason_is_said_on_top_and_gets_the_focus(club, table):
    play(table, 1)
    card = {"client_id": "d", "seen_1": "1", "game_1": "122"}
    page = browser(club.rolf).post(reverse("games:score_card", args=[table.pk]), card)
    text = page.content.decode()
    assert page.status_code == 422
    assert "warum die Karte geändert wird" in text[: text.index('name="game_1"')]
    field = text[text.index('name="reason"') :]
    assert "autofocus" in field[: field.index(">")]
    assert text.count(" autofocus") == 1


def test_after_a_correction_the_page_leads_back_to_the_direction(club, table):
    play(table, 1, 2, 3, 4, 5, 6)
    lock(table)
    card = {"client_id": "d", "reason": "Doch 2", **{f"seen_{at}": "1" for at in range(1, 7)}}
    card |= {"game_1": "122", **{f"game_{at}": "121" for at in range(2, 7)}}
    answer = browser(club.rolf).post(
        reverse("games:score_card", args=[table.pk]), card, follow=True
    )
    page = answer.content.decode()
    assert answer.redirect_chain[-1][0] == reverse("league:direction", args=[table.block.event_id])
    assert f"Karte von Tisch 1 ({table.block.settings['name']}) korrigiert." in page
    assert "letzte Karte" not in page


# --- what is being played -------------------------------------------------------------------
def test_what_is_being_played_is_a_page_of_its_own_or_a_part(club):
    event = builders.evening()
    here, address = browser(club.rolf), reverse("games:running", args=[event.pk])
    assert "<html" in here.get(address).content.decode()
    assert "<html" not in here.get(address, headers={"HX-Request": "true"}).content.decode()


def test_an_open_page_of_an_evening_hears_that_a_game_has_ended(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    here = browser(club.bernd)
    page = here.get(reverse("league:evening", args=[table.block.event_id])).content.decode()
    (address,) = re.findall(r'class="played" hx-get="([^"]+)"', page)
    assert "HX-Trigger" not in here.get(address, headers={"HX-Request": "true"})
    builders.card(table, club.anke, club.bernd, club.bernd)
    assert here.get(address, headers={"HX-Request": "true"})["HX-Trigger"] == "outdated"


def test_the_page_of_an_evening_has_a_place_for_the_next_game_of_each_table(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    here = browser(club.rolf)
    page = reverse("league:evening", args=[table.block.event_id])
    place = f'id="laeuft-{table.pk}"></span>'
    assert place in here.get(page).content.decode()
    builders.card(table, club.anke, club.bernd, club.bernd)
    assert place in here.get(page).content.decode()
