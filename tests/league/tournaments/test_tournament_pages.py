"""The pages of players and strangers about a tournament: their table, the standing, its reasons,
and no more.
"""

import csv
import random
import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.access.tokens import sign_registration
from league.events.models import Participation
from league.events.services import evenings
from league.people.queries.names import inside_naming
from league.results.models.results import Result
from league.tournaments.core.queries import draws, live
from league.tournaments.core.queries.games import games_of
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.draws.services import changes, drawing, releasing
from league.tournaments.models.tournaments import Draw, Prize
from league.tournaments.public.queries import public
from league.tournaments.ranking.services import crediting
from league.tournaments.registration.services import identities, registering
from league.tournaments.registration.services.checking_in import check_in
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]

GUESTS = ["Kai Berger", "Jenny Krause", "Uwe Wolf", "Rosi Klein", "Bea Sommer", "Olli Lang"]
GUESTS += ["Tina Roth", "Max Engel"]


@pytest.fixture(scope="module", autouse=True)
def _tonight():
    # No test here waits for the best draw.
    with pytest.MonkeyPatch.context() as patch, time_machine.travel(NIGHT, tick=False):
        patch.setattr(drawing, "MANY_ROUNDS", 20_000)
        yield


@built_once
def event(club):
    """Eight guests in teams of two, a final for four after three point rounds."""
    made = builders.tournament()
    day.people(made, *GUESTS, team_size=2)
    setting_up.fit_to_people(event=made, seen=day.seen(made))
    return made


@built_once
def playing(event):
    """Draw the first block and play half of its games."""
    day.draw(event, 1)
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        day.game(state.table, 1, names[0], names[1], names[1], {names[2]: 1})
        day.game(state.table, 2, names[2], names[2])
    return day.counted(event)


def seen(event, name="tournament", *args, client=None, status=200, **asked):
    """Return a page as it is read, without its tags, once the worker has computed."""
    day.counted(event)
    page = (client or Client(headers={"accept-language": "de"})).get(
        reverse(f"league:{name}", args=[event.pk, *args]), asked
    )
    assert page.status_code == status
    return text_of(page.content.decode())


def text_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def own(event, name):
    return Participation.objects.get(event=event, person__name=name)


def table_of(event, name, number=1):
    return next(
        table.table.number
        for table in day.tables(event, number)
        if own(event, name).pk in table.people
    )


def closed_early(event, number):
    """Let the direction go on without the cards that are out."""
    for state in day.tables(event, number):
        table = state.table
        crediting.give_up_card(table=table, reason="weg", seen=day.seen(event), by=None, now=NIGHT)
    day.close(event, number, random.Random(number))


def at_desk(event, name):
    """Add a person at the desk when it has begun."""
    return registering.add_at_desk(event=event, client_id=name, name=name, shown="full", now=NIGHT)


# --- an welchen Tisch muss ich? -------------------------------------------------------------
def test_a_stranger_is_asked_for_the_name_first(playing):
    page = seen(playing)
    assert page.index("Dein Name oder deine Startnummer") < page.index("Ablauf")


@pytest.mark.parametrize("typed", ["Kai", "kai berger", "1", "01"])
def test_the_own_table_is_found_by_name_and_by_number(playing, typed):
    page = seen(playing, "my_table", search=typed)
    assert f"Kai Berger · Startnummer 1 Tisch {table_of(playing, 'Kai Berger')}" in page


def test_of_several_of_a_name_one_chooses(playing):
    page = seen(playing, "my_table", search="er")
    assert "Wer bist du?" in page
    assert "Kai Berger" in page
    assert "Bea Sommer" in page
    assert "Olli Lang" not in page


def test_nobody_of_the_name_is_said_and_the_word_kept(playing):
    page = Client(headers={"accept-language": "de"}).get(
        reverse("league:my_table", args=[playing.pk]), {"search": "Hinz <b>"}
    )
    assert "So heißt hier niemand" in page.content.decode()
    assert 'value="Hinz &lt;b&gt;"' in page.content.decode()


def test_whoever_hides_the_name_is_found_by_number_or_by_the_whole_of_it(playing):
    kai = own(playing, "Kai Berger")
    identities.set_shown(registration=kai.registration, shown="number", alias="")
    assert "So heißt hier niemand" in seen(playing, "my_table", search="Kai")
    for typed in ("Kai Berger", "1"):
        page = seen(playing, "my_table", search=typed)
        assert f"Startnummer 1 Tisch {table_of(playing, 'Kai Berger')}" in page
        assert "Berger" not in page.replace('value="Kai Berger"', "")


def test_a_phone_with_the_address_of_a_registration_knows_its_table(playing):
    phone = Client(headers={"accept-language": "de"})
    token = sign_registration(own(playing, "Uwe Wolf").registration.pk)
    seen(playing, "my_table", client=phone, registration=token)
    page = seen(playing, client=phone)
    assert f"Uwe Wolf · Startnummer 3 Tisch {table_of(playing, 'Uwe Wolf')}" in page
    assert "Dein Name oder deine Startnummer" not in page


def test_the_own_page_leads_to_the_own_table(playing):
    phone = Client(headers={"accept-language": "de"})
    token = sign_registration(own(playing, "Uwe Wolf").registration.pk)
    page = phone.get(reverse("league:registration", args=[token])).content.decode()
    there = re.search(r'href="([^"]*mein-tisch[^"]*)"', page)[1]
    assert f"Tisch {table_of(playing, 'Uwe Wolf')}" in text_of(phone.get(there).content.decode())


def test_that_address_opens_a_tournament_of_the_club_alone_and_no_other_does(playing):
    evenings.set_public(event=playing, is_public=False)
    token = sign_registration(own(playing, "Uwe Wolf").registration.pk)
    assert "Uwe Wolf" in seen(playing, "my_table", registration=token)
    other = builders.tournament("Anderes")
    foreign = sign_registration(day.registered(other, "Rita Reis").pk)
    seen(playing, "my_table", status=302, registration=foreign)
    seen(playing, "my_table", status=302, registration=token + "x")


def test_whoever_sits_nowhere_is_told_what_comes_next(event):
    assert "Gleich geht es weiter" in seen(event, "my_table", search="Kai Berger")
    day.registered(event, "Ida Spät")
    assert "Melde dich am Eingang" in seen(event, "my_table", search="Ida Spät")


def test_after_the_cut_one_is_told_that_it_is_over(event):
    for number in (1, 2, 3):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        day.close(event, number, random.Random(number))
    state = TournamentState(event)
    left = state.blocks[3].rows[-1].person
    assert left not in state.blocks[3].advancing.people
    rest = [block for block in state.blocks.values() if block.setting.who.kind == "rest"]
    page = seen(event, "my_table", person=left)
    assert ("Gleich geht es weiter" if rest else "Für dich ist Schluss") in page


# --- the programme --------------------------------------------------------------------------
def test_the_programme_says_what_it_costs_apart_what_is_won_and_who_gave_it(event):
    setting_up.add_prize(
        event=event, award="place", place=1, thing="Ein Schinken", sponsor="Metzgerei Knoll"
    )
    setting_up.add_prize(event=event, award="place", place=2, thing="", pot_percent=30)
    setting_up.describe(
        event=event, seen=day.seen(event), now=NIGHT, words="Einlass <ab> 17 Uhr", places=20
    )
    page = seen(event)
    for phrase in ("Startgeld", "10,00", "Preistopf", "5,00", "Ein Schinken", "Metzgerei Knoll"):
        assert phrase in page
    assert "30 % vom Topf" in page
    assert "Einlass &lt;ab&gt; 17 Uhr" in page
    assert "Noch 12 von 20 Plätzen frei." in page
    assert Prize.objects.count() == 2


def test_the_programme_says_when_it_turns_sharp_and_what_that_means(playing):
    ends = (NIGHT + timedelta(minutes=75)).strftime("%H:%M")
    page = seen(playing)
    assert f"bis {ends} Uhr" in page
    assert "Wer jetzt eine Wurfrunde verliert, verliert die Hälfte." in page
    rounds.call_sharp(block=day.block_of(playing, 1), seen=day.seen(playing), now=NIGHT)
    assert "Scharf: Wer jetzt" in seen(playing)


def test_an_evening_page_of_a_tournament_leads_to_its_programme(playing, client, club):
    there = reverse("league:tournament", args=[playing.pk])
    assert client.get(reverse("league:evening", args=[playing.pk])).url == there
    client.force_login(club.bernd.user)
    assert client.get(reverse("league:evening", args=[playing.pk])).url == there


# --- the standing ---------------------------------------------------------------------------
def test_each_number_opens_to_the_games_behind_it(playing):
    person = TournamentState(playing).blocks[1].rows[0].person
    who = Participation.objects.get(pk=person)
    assert reverse("league:tournament_player", args=[playing.pk, person]) in (
        Client().get(reverse("league:tournament_table", args=[playing.pk])).content.decode()
    )
    page = seen(playing, "tournament_player", person)
    total = TournamentState(playing).blocks[1].row_of(person).points
    assert "Platz 1 vorläufig" in page
    assert f"{total} Punkte" in page
    number = table_of(playing, who.person.name)
    for game in (1, 2):
        assert f"Tisch {number}, Spiel {game}" in page
    for mate in day.circle(day.tables(playing, 1)[number - 1].table):
        assert mate in page


def test_a_table_in_mid_play_is_told_how_far_it_is_and_until_when(playing):
    text = seen(playing, "my_table", search="Kai Berger")
    assert "Von eurem Tisch sind 2 von 6 Spielen da." in text
    assert "Gespielt wird bis 22:45 Uhr, dann scharf: Wer jetzt eine Wurfrunde verliert" in text


@pytest.mark.parametrize("typed", ["9" * 5000, "9" * 25, "-1", "\u0663", "1e9", "<b>"])
def test_whatever_stands_for_a_number_in_the_address_a_page_answers(playing, typed):
    assert "Gesamt" in seen(playing, "tournament_table", block=typed)
    assert seen(playing, "my_table", person=typed)
    assert seen(playing, "tournament_draw", 1, person=typed)


def test_between_two_blocks_one_is_told_to_wait(playing):
    for state in day.tables(playing, 1):
        rounds.hand_in_card(table=state.table, now=NIGHT)
    rounds.lock_block(block=day.block_of(playing, 1), seen=day.seen(playing), now=NIGHT)
    assert "jetzt wird ausgewertet" in seen(playing)


def test_a_member_finds_his_registration_before_the_day_and_no_other_does(club):
    cup = builders.tournament(day=builders.DAY + timedelta(days=20))
    own = registering.register(
        event=cup, client_id="a", name="", is_adult=True, person=club.anke, now=NIGHT
    )
    mine, other = Client(), Client()
    mine.force_login(club.anke.user)
    other.force_login(club.rolf.user)
    link = reverse("league:registration", args=[sign_registration(own.pk)])
    wanted = reverse("league:my_table", args=[cup.pk]) + f"?person={own.participation_id}"
    assert "Du bist dabei" in mine.get(wanted).content.decode()
    assert link in mine.get(wanted).content.decode()
    assert link not in other.get(wanted).content.decode()


def test_tables_of_the_same_number_in_two_blocks_keep_their_games_apart(event):
    """Four people lose two halves in each game, whatever was played elsewhere at a table 1."""
    for number in (1, 2):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        day.close(event, number, random.Random(number))
    played = [
        (game.block, game.table, game.number, game.size)
        for games in games_of(event).values()
        for game in games
    ]
    assert len(played) == len(set(played)) == 24
    assert {size for *_which, size in played} == {4}
    assert not any(row.incomplete for row in TournamentState(event).blocks[2].rows)


def test_a_corrected_game_says_so_and_never_why(playing):
    table = day.tables(playing, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[0], names[3], names[3], reason="Kai hat sich verzählt")
    person = own(playing, names[0]).pk
    page = seen(playing, "tournament_player", person)
    assert page.count("korrigiert") == 1
    assert "verzählt" not in page


def test_equals_are_parted_by_a_sentence(playing):
    page = seen(playing, "tournament_table")
    assert "vorläufig" in page
    assert "Punktgleich;" in page or "gleichauf mit" in page


def test_lives_are_drawn_as_mats(event):
    for number in (1, 2, 3):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        day.close(event, number, random.Random(number))
    knockout = next(
        n
        for n, block_state in TournamentState(event).blocks.items()
        if block_state.setting.scoring.lives
    )
    day.draw(event, knockout)
    day.play(event, knockout, random.Random(7))
    day.counted(event)
    block = TournamentState(event).blocks[knockout]
    page = Client().get(reverse("league:tournament_table", args=[event.pk]), {"block": knockout})
    html = page.content.decode()
    left = sum(row.lives for row in block.rows)
    assert html.count('class="mat full"') == left
    assert html.count('class="mat"') == len(block.rows) * block.setting.scoring.lives - left
    # The sheet says what the page says: lives, and no points where lives count.
    for which in (knockout, "all"):
        asked = {"block": which, "export": "csv"}
        sheet = Client().get(reverse("league:tournament_table", args=[event.pk]), asked)
        told = b"".join(sheet.streaming_content).decode("utf-8-sig").splitlines()
        lines = list(csv.DictReader(told, delimiter=";"))
        alive = [line for line in lines if line["Leben"]]
        assert len(alive) == len(block.rows)
        assert sum(int(line["Leben"]) for line in alive) == left
        assert not any(line["Punkte"] for line in alive)
        assert all(line["Spiele"] for line in lines)


def test_the_line_is_drawn_below_the_last_who_goes_on(event):
    for number in (1, 2, 3):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        if number < 3:
            day.close(event, number, random.Random(number))
    rounds.lock_block(block=day.block_of(event, 3), seen=day.seen(event), now=NIGHT)
    page = seen(event, "tournament_table", block=3)
    advancing = TournamentState(event).blocks[3].advancing
    if not advancing.ties:
        above, _below = page.split("Bis hierher kommt man weiter.")
        assert above.count(" weiter ") >= len(advancing.people)
        assert Participation.objects.get(pk=advancing.people[-1]).name in above
    else:
        assert "entscheidet." in page


def test_the_ranking_of_the_day_counts_all_blocks_for_everybody(event):
    for number in (1, 2, 3, 4):
        day.draw(event, number)
        day.play(event, number, random.Random(number))
        day.close(event, number, random.Random(number))
    state = TournamentState(event)
    king = next(special for special in state.specials if special.code == "schock_aus_king")
    day.counted(event)
    html = Client().get(reverse("league:tournament_table", args=[event.pk]), {"block": "all"})
    page_html = {
        int(pk): tuple(
            map(int, re.findall(r'<td class="number" data-label="[^"]+">(\d+)</td>', row))
        )
        for pk, row in re.findall(r"/spieler/(\d+)/(.*?)</tr>", html.content.decode(), re.DOTALL)
    }
    assert {page_html[person][2] for person in king.people} == {king.value}
    assert max(games for games, _lost, _aus in page_html.values()) > 6
    for person, figures in page_html.items():
        rows = [block.row_of(person) for block in state.blocks.values()]
        own = [row.here for row in rows if row is not None]
        assert figures == (
            sum(tally.games for tally in own),
            sum(tally.games_lost for tally in own),
            sum(tally.schock_aus for tally in own),
        )


def test_the_other_blocks_are_folded_away_above_the_ranking(playing):
    html = Client().get(reverse("league:tournament_table", args=[playing.pk])).content.decode()
    assert html.index('<details class="blocks">') < html.index("?block=all")
    assert html.index("?block=all") < html.index("</details>") < html.index("<table")


def test_teams_of_different_sizes_are_said(event, playing):
    assert "zählen hier mit der Summe" not in seen(playing, "tournament_teams")
    late = own(playing, "Max Engel")
    late.team = own(playing, "Kai Berger").team
    late.save()
    assert "Mannschaften zu 1, zu 2 und zu 3 zählen hier mit der Summe." in seen(
        playing, "tournament_teams"
    )


def test_where_only_the_best_count_it_says_how_many(playing):
    playing.tournament.team = {**playing.tournament.team, "best": 2}
    playing.tournament.save()
    assert "Es zählen die besten 2 jeder Mannschaft." in seen(playing, "tournament_teams")


def test_teams_have_the_sum_of_their_members(playing):
    page = seen(playing, "tournament_teams")
    for row in TournamentState(playing).teams:
        assert f"{sum(member.points for member in row.members)} Punkte" in page
    assert "Kai Berger" in page


# --- draws ----------------------------------------------------------------------------------
def test_a_draw_is_seen_when_it_is_released_and_not_before(event, client, club):
    block = day.block_of(event, 1)
    proposal = drawing.propose_draw(
        block=block, seen=day.seen(event), seed="Bierdeckel", by=None, now=NIGHT
    )
    client.force_login(club.anke.user)
    for who in (Client(), client):
        seen(event, "tournament_draw", 1, client=who, status=404)
    releasing.release_draw(draw=proposal, seen=day.seen(event), by=None, now=NIGHT)
    page = seen(event, "tournament_draw", 1)
    for name in GUESTS:
        assert name in page
    seen(event, "tournament_draw", 2, status=404)


def test_no_page_tells_of_rounds_that_are_to_come(event):
    """All three were drawn at once; with the seed anybody could draw the others."""
    day.draw(event, 1, seed="streng geheime Zahl")
    row = Draw.objects.get()
    assert len(row.rounds) == 3
    pages = [
        seen(event, "tournament_draw", 1, person=participation.pk)
        for participation in event.participations.all()
    ] + [seen(event), seen(event, "tournament_table")]
    assert not any("streng geheime Zahl" in page for page in pages)
    assert draws.seed_of(row).fingerprint in pages[0]
    closed_early(event, 1)
    for number in (2, 3):
        day.draw(event, number)
        closed_early(event, number)
    assert "streng geheime Zahl" in seen(event, "tournament_draw", 3)


def test_an_answer_to_why_again_is_the_same_whatever_comes_later(event):
    """It is made of released rounds alone: other rounds to come do not change a word of it."""
    day.draw(event, 1)
    closed_early(event, 1)
    day.draw(event, 2)
    draw = Draw.objects.get(block__number=2)
    asked = [person for table in draw.tables for person in table["people"]]
    before = [public.met_again(draw, person) for person in asked]
    assert any(before)
    first, second, _third = draw.rounds
    draw.rounds = [first, second, first]
    cache.clear()
    assert [public.met_again(draw, person) for person in asked] == before
    assert "saßen schon einmal zusammen" in seen(
        event,
        "tournament_draw",
        2,
        person=next(person for person in asked if public.met_again(draw, person)),
    )


def test_older_versions_stay_with_reason_and_time(playing):
    block = day.block_of(playing, 1)
    late = check_in(participation=at_desk(playing, "Nina Spät").participation, by=None, now=NIGHT)
    proposal = changes.propose_join(
        block=block, participation=late, seen=day.seen(playing), seed="neu", by=None, now=NIGHT
    )
    releasing.release_draw(draw=proposal, seen=day.seen(playing), by=None, now=NIGHT)
    page = seen(playing, "tournament_draw", 1)
    assert "Nina Spät" in page
    assert "dazugekommen" in page
    assert "ersetzt" in page


# --- many look at once ----------------------------------------------------------------------
def asked_again(event, name="tournament", client=None, **more):
    """Ask twice from a phone that has the page open; return the second answer and its number of
    queries.
    """
    client = client or Client(headers={"accept-language": "de"})
    url = reverse(f"league:{name}", args=[event.pk])
    etag = client.get(url, {"part": 1, **more}).headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(url, {"part": 1, **more}, headers={"if-none-match": etag})
    return answer, len(queries)


@pytest.mark.parametrize("name", ["tournament", "tournament_table", "my_table"])
def test_a_phone_that_asks_again_costs_three_queries(playing, name):
    answer, queries = asked_again(playing, name)
    assert answer.status_code == 304
    assert not answer.content
    assert queries <= 3


def test_a_member_that_asks_again_costs_a_few_more(playing, client, club):
    client.force_login(club.bernd.user)
    answer, queries = asked_again(playing, client=client)
    assert (answer.status_code, queries <= 7) == (304, True)


def test_what_two_thousand_look_at_is_computed_once(playing):
    live.forget_states()
    key = live.version_key(playing)
    assert live.state_of(playing, key, inside_naming()) is live.state_of(
        playing, key, inside_naming()
    )
    phone = Client()
    seen(playing, "tournament_table", client=phone)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(5):
            phone.get(reverse("league:tournament_table", args=[playing.pk]))
    assert len(queries) <= 5 * 6


def changed_by(event, deed):
    before = live.version_key(event)
    deed()
    event.refresh_from_db()
    event.tournament.refresh_from_db()
    return live.version_key(event) != before


def test_all_that_a_page_shows_changes_its_key(playing):
    table = day.tables(playing, 1)[0].table
    names = day.circle(table)
    kai = own(playing, "Kai Berger")
    block = day.block_of(playing, 1)
    for deed in (
        lambda: day.game(table, 3, names[0], names[0]),
        lambda: day.game(table, 3, names[1], names[1], reason="verwechselt"),
        lambda: Result.objects.filter(table=table, number=1).update(in_correction=True),
        lambda: rounds.hand_in_card(table=table, now=NIGHT),
        lambda: rounds.take_card_back(table=table, now=NIGHT),
        lambda: rounds.call_sharp(block=block, seen=day.seen(playing), now=NIGHT),
        lambda: identities.set_shown(registration=kai.registration, shown="number", alias=""),
        lambda: at_desk(playing, "Ida Spät"),
        lambda: setting_up.add_prize(event=playing, award="last", place=None, thing="Lolli"),
    ):
        assert changed_by(playing, deed)
    assert not changed_by(playing, lambda: None)


def test_only_so_many_states_are_kept(club):
    made = [builders.tournament(f"Turnier {at}") for at in range(live.MOST_COURSES + 3)]
    for event in made:
        live.state_of(event, live.version_key(event), inside_naming())
    assert len(live._states) == live.MOST_COURSES


# --- whom it concerns -----------------------------------------------------------------------
def test_strangers_see_only_what_the_club_made_public(playing):
    evenings.set_public(event=playing, is_public=False)
    for name, args in (
        ("tournament", ()),
        ("my_table", ()),
        ("tournament_table", ()),
        ("tournament_teams", ()),
        ("tournament_player", (own(playing, "Kai Berger").pk,)),
        ("tournament_draw", (1,)),
    ):
        seen(playing, name, *args, status=302)


def test_nobody_is_called_otherwise_than_allowed(playing):
    for shown, name in (("number", "Kai Berger"), ("short", "Uwe Wolf")):
        identities.set_shown(registration=own(playing, name).registration, shown=shown, alias="")
    pages = [
        seen(playing),
        seen(playing, "tournament_table"),
        seen(playing, "tournament_teams"),
        seen(playing, "tournament_draw", 1, person=own(playing, "Kai Berger").pk),
        seen(playing, "my_table", search="Startnummer"),
        *(
            seen(playing, "tournament_player", participation.pk)
            for participation in playing.participations.all()
        ),
    ]
    assert not any(hidden in page for page in pages for hidden in ("Berger", "Wolf"))
    assert any("Uwe W." in page for page in pages)
