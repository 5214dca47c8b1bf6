"""The screen on the wall: what it shows, what it keeps to itself, and what it costs."""

import json
import random
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.wall import cached
from games.wall.views import ALL_CODES_A_MINUTE, CODES_A_MINUTE
from league.access.tokens import sign_wall, wall_code
from league.club.services import choose_wall_names
from league.events.services.evenings import set_public
from league.kings.services import crown
from league.people.services import people
from league.results.models.results import Charge
from league.standings.services import compute_evenings, compute_standing
from league.wall import services, stamp
from league.wall.models import WallLink
from tests import builders, directing
from tests.builders import DAY, NIGHT
from tests.games.scoring.test_scorer_api import Phone
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _everything_is_committed(monkeypatch):
    """Run `on_commit` at once: a test is one transaction that never ends."""
    monkeypatch.setattr(stamp, "transaction", SimpleNamespace(on_commit=lambda do: do()))


@pytest.fixture
def evening(club, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    return builders.evening("dortmund")


@pytest.fixture
def phone(club, evening):
    """Rolf writes a game at the first table."""
    phone = Phone(builders.table(evening, club.anke, club.bernd, club.jette), club.rolf)
    assert phone.start(starter=builders.seat_of(phone.table, club.anke)).status_code == 201
    return phone


def throws(phone, person, *dice, throw=1):
    hand = {"type": "hand", "throws": throw, "in_one_throw": True, "dice": list(dice)}
    answer = phone.send({**hand, "player": str(builders.seat_of(phone.table, person))})
    assert answer.status_code == 200, answer.content


def rank(event):
    """Compute evenings and standing as the worker does."""
    compute_evenings(season=event.season, now=NIGHT)
    compute_standing(season=event.season, now=NIGHT)


def hang(event):
    link = services.renew_link(event=event, seen=None, by=None, now=NIGHT)
    return reverse("games:wall_by_link", args=[sign_wall(link.pk)])


SCREEN = Client(headers={"accept-language": "de"})


def screens_at(address, **headers):
    return SCREEN.get(f"{address}bild/", headers=headers)


def screens(address):
    return {screen["kind"]: screen for screen in screens_at(address).json()["screens"]}


def test_a_table_shows_deckel_dice_and_whose_turn_it_is(club, evening, phone):
    wall = hang(evening)
    throws(phone, club.anke, 6, 5, 4)
    (table,) = screens(wall)["tables"]["tables"]
    anke, bernd, _jette = table["seats"]
    assert (table["number"], table["state"], table["middle"]) == (1, "playing", 13)
    assert (anke["name"], anke["dice"], anke["turn"]) == ("Anke", [6, 5, 4], False)
    assert (bernd["name"], bernd["turn"], bernd["deckel"]) == ("Bernd", True, 0)


def test_where_nobody_scores_the_wall_shows_who_sits_there(club, evening):
    builders.table(evening, club.anke, club.bernd)
    (table,) = screens(hang(evening))["tables"]["tables"]
    assert (table["state"], [seat["name"] for seat in table["seats"]]) == (
        "waiting",
        ["Anke", "Bernd"],
    )


@pytest.mark.parametrize(
    ("how", "names"),
    [
        ("chosen", ["Anke", "Jemand", "Jemand"]),
        ("first", ["Anke", "Wiebke", "Ole"]),
        ("number", ["Anke", "Gast 1", "Gast 2"]),
    ],
)
def test_a_screen_in_the_room_calls_people_as_the_club_says(club, evening, how, names):
    hidden = [
        people.create_member(name=name, email="", kind="", start=DAY)
        for name in ("Wiebke Rau", "Ole")
    ]
    builders.table(evening, club.anke, *hidden)
    choose_wall_names(wall_names=how)
    (table,) = screens(hang(evening))["tables"]["tables"]
    assert [seat["name"] for seat in table["seats"]] == names
    set_public(event=evening, is_public=True)
    everybody = str(screens_at("/wand/").json())
    assert "Wiebke" not in everybody
    assert "Gast 1" not in everybody


def test_nothing_new_costs_no_question_and_a_throw_is_seen_at_once(
    club, evening, phone, django_assert_num_queries
):
    wall = hang(evening)
    first = screens_at(wall)
    with django_assert_num_queries(0):
        again = screens_at(wall)
        unchanged = screens_at(wall, **{"if-none-match": first["ETag"]})
    assert again.content == first.content
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    throws(phone, club.anke, 6, 5, 4)
    later = screens_at(wall, **{"if-none-match": first["ETag"]})
    assert later.status_code == 200
    assert later.json()["screens"][0]["tables"][0]["seats"][0]["dice"] == [6, 5, 4]


def test_what_no_stamp_told_of_is_found_a_little_later(club, evening, monkeypatch):
    builders.table(evening, club.anke, club.bernd)
    wall = hang(evening)
    first = screens_at(wall)
    type(evening).objects.filter(pk=evening.pk).update(name="Der lange Abend")
    assert screens_at(wall).content == first.content
    monkeypatch.setattr(cached, "monotonic", lambda: first_look + stamp.RECHECK)
    first_look = next(iter(cached._answers.values())).until - stamp.RECHECK
    assert screens_at(wall).json()["title"] == "Der lange Abend"


def test_no_process_tells_of_changes_that_nobody_looks_at(club, evening, monkeypatch):
    monkeypatch.setattr(stamp._Watched, "answer", False)
    monkeypatch.setattr(stamp._Watched, "until", 0.0)
    stamp.cache.delete(stamp.KEY)
    stamp.changed()
    assert stamp.cache.get(stamp.KEY) is None


def test_more_tables_cost_no_more_questions_each_than_their_own(
    club, evening, phone, django_assert_max_num_queries
):
    builders.card(phone.table, club.anke, club.anke, number=2)
    rank(evening)
    wall = hang(evening)
    screens_at(wall)
    throws(phone, club.anke, 6, 5, 4)
    with django_assert_max_num_queries(40):
        screens_at(wall)


# --- moments --------------------------------------------------------------------------------
def test_a_schock_aus_and_a_new_king_have_their_moment(club, evening, phone):
    wall = hang(evening)
    throws(phone, club.anke, 1, 1, 1)
    throws(phone, club.bernd, 6, 5, 4)
    throws(phone, club.jette, 6, 5, 3)
    (moment,) = screens_at(wall).json()["moments"]
    assert (moment["kind"], moment["name"], moment["dice"]) == ("schock_aus", "Anke", [1, 1, 1])
    second = builders.table(evening, club.rolf, club.oemer)
    builders.card(second, club.rolf, club.oemer, club.oemer, aus={club.rolf: 1})
    crown(event=evening, person=club.rolf, seen=None, by=None, now=NIGHT)
    by_key = {row["kind"]: row for row in screens_at(wall).json()["moments"]}
    assert by_key["king"]["name"] == "Rolf"
    assert (by_key["lost"]["name"], by_key["lost"]["line"]) == (
        "Ömer",
        "verliert Spiel 1 an Tisch 2",
    )


def test_a_sweep_is_called_as_its_rulebook_calls_it(club, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    event = builders.evening("schock4life")
    table = builders.table(event, club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.anke, club.anke)
    (moment,) = screens_at(hang(event)).json()["moments"]
    assert (moment["kind"], moment["title"], moment["name"]) == ("sweep", "Blattschuss", "Anke")


# --- what never hangs on a wall -------------------------------------------------------------
WORDS = ("cents", "charge", "stake", "fine", "infraction", "ruling", "forfeit", "note", "reason")


def keys(json_value):
    if isinstance(json_value, dict):
        for key, value in json_value.items():
            yield key
            yield from keys(value)
    elif isinstance(json_value, list):
        for part in json_value:
            yield from keys(part)


def test_money_fines_and_rulings_are_not_in_the_picture(club, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    evening = builders.evening("rsc2003")
    phone = Phone(builders.table(evening, club.anke, club.bernd, club.jette), club.rolf)
    phone.start(starter=builders.seat_of(phone.table, club.anke))
    for person, *dice in ((club.anke, 5, 1, 1), (club.bernd, 2, 2, 1), (club.jette, 6, 5, 2)):
        throws(phone, person, *dice)
    jette = str(builders.seat_of(phone.table, club.jette))
    too_many = {"type": "infraction", "player": jette, "code": "too_many_throws", "round": "last"}
    assert phone.send(too_many).status_code == 200
    builders.card(builders.table(evening, club.rolf, club.oemer), club.rolf, club.oemer, club.oemer)
    rank(evening)
    assert Charge.objects.filter(event=evening).exists()
    answer = screens_at(hang(evening)).json()
    actual = set(keys(answer)) - {"note"}  # for whom the code leads where
    assert not [key for key in actual if any(word in key for word in WORDS)]
    text = json.dumps(answer, ensure_ascii=False)
    assert "Zu oft" not in text
    assert "€" not in text
    assert "§" not in text


def test_whoever_is_hidden_in_public_is_hidden_on_the_wall(club, evening):
    club.anke.seen_as = "hidden"
    club.anke.save()
    builders.table(evening, club.anke, club.bernd)
    (table,) = screens(hang(evening))["tables"]["tables"]
    assert "Anke" not in json.dumps(table)


# --- the ceremony ---------------------------------------------------------------------------
@pytest.fixture
def played(club, evening):
    table = builders.table(evening, club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd, aus={club.jette: 1})
    builders.card(table, club.anke, club.anke, club.anke, number=2)
    rank(evening)
    return evening


def test_an_evening_shows_its_table_the_season_and_who_leads(played):
    shown = screens_at(hang(played)).json()["screens"]
    tonight, season = (row for row in shown if row["kind"] == "ranking")
    assert tonight["title"] == "Heute Abend bisher"
    assert tonight["rows"][0][:2] == [1, "Jette"]
    assert tonight["side"]["names"] == ["Jette"]
    assert season["rows"]


def test_hidden_results_are_nowhere_on_the_wall(client, club, played):
    wall = hang(played)
    client.force_login(club.rolf.user)
    client.post(reverse("league:ceremony", args=[played.pk]), {"hides": "1"})
    answer = screens_at(wall).json()
    assert [screen["kind"] for screen in answer["screens"]] == ["tables", "follow"]
    assert answer["moments"] == []
    club_wall = hang(None)
    assert [screen["kind"] for screen in screens_at(club_wall).json()["screens"]] == [
        "tables",
        "follow",
    ]


def test_the_ceremony_goes_from_the_last_place_up(client, club, played):
    wall = hang(played)
    client.force_login(club.rolf.user)
    step = reverse("league:ceremony", args=[played.pk])
    client.post(step, {"hides": "1"})
    client.post(step, {"revealed": "0"})
    assert screens(wall)["ceremony"]["rows"] == []
    client.post(step, {"revealed": "1"})
    client.post(step, {"revealed": "1"})
    assert screens(wall)["ceremony"]["rows"] == [[3, "Bernd"]]
    assert screens(wall)["ceremony"]["newest"] == 1
    page = client.get(reverse("league:event_wall", args=[played.pk])).content.decode()
    assert "Platz 2 zeigen" in page
    client.post(step, {"revealed": "3"})
    assert screens(wall)["ceremony"]["rows"][0] == [1, "Jette"]
    client.post(step, {"hides": "0"})
    assert "ranking" in screens(wall)


# --- tournaments ----------------------------------------------------------------------------
@built_once
def event(club):
    return directing.cup()


def test_a_tournament_shows_clock_draw_and_names(event, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    wall = hang(event)
    assert [screen["kind"] for screen in screens_at(wall).json()["screens"]] == ["follow"]
    directing.day.draw(event, 1)
    answer = screens_at(wall).json()
    kinds = [screen["kind"] for screen in answer["screens"]]
    assert kinds == ["clock", "draw", "seats", "follow"]
    assert answer["clock"]["label"] == "Vorrunde"
    draw, seats = answer["screens"][1:3]
    assert sorted(name for table in draw["tables"] for name in table["names"]) == directing.NAMES
    assert [seat["name"] for seat in seats["people"]] == directing.NAMES


def test_draw_and_ranking_of_a_round_have_titles_of_their_own(event, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    directing.day.draw(event, 1)
    directing.all_play(event)
    directing.day.counted(event)
    titles = {
        screen["kind"]: screen["title"] for screen in screens_at(hang(event)).json()["screens"]
    }
    assert titles["draw"] == "Vorrunde: die Tische"
    assert titles["ranking"] == "Vorrunde: Zwischenstand"


def test_two_rounds_side_by_side_are_both_on_the_wall(club, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    event, *numbers = directing.two_beside()
    for number in numbers:
        directing.day.play(event, number, random.Random(number))
    directing.day.counted(event)
    names = [directing.day.block_of(event, number).settings["name"] for number in numbers]
    picture = screens_at(hang(event)).json()
    titles = {
        kind: {screen["title"] for screen in picture["screens"] if screen["kind"] == kind}
        for kind in ("clock", "draw", "ranking")
    }
    assert titles["draw"] == {f"{name}: die Tische" for name in names}
    assert titles["ranking"] == {f"{name}: Zwischenstand" for name in names}
    timed = [screen for screen in picture["screens"] if screen["kind"] == "clock"]
    assert titles["clock"] == set(names)
    assert [screen["clock"]["label"] for screen in timed] == names
    assert picture["clock"]["named"]


def test_a_draw_that_is_not_released_is_not_on_the_wall(event, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    block = directing.day.block_of(event, 1)
    directing.day.drawing.propose_draw(
        block=block, seen=directing.day.seen(event), seed="x", by=None, now=NIGHT
    )
    assert [screen["kind"] for screen in screens_at(hang(event)).json()["screens"]] == ["follow"]


# --- ways in --------------------------------------------------------------------------------
def test_a_revoked_link_shows_nothing_any_more(client, club, evening):
    wall = hang(evening)
    assert screens_at(wall).status_code == 200
    client.force_login(club.rolf.user)
    link = WallLink.objects.get()
    settings_page = reverse("league:event_wall", args=[evening.pk])
    client.post(settings_page, {"revoke": "1", "seen": link.pk})
    assert screens_at(wall).status_code == 404
    assert Client().get(wall).status_code == 404


def test_a_stale_page_revokes_no_newer_link(client, club, evening):
    hang(evening)
    old = WallLink.objects.get()
    services.renew_link(event=evening, seen=old.pk, by=None, now=NIGHT)
    client.force_login(club.rolf.user)
    client.post(reverse("league:event_wall", args=[evening.pk]), {"revoke": "1", "seen": old.pk})
    assert WallLink.objects.filter(revoked_at=None).count() == 1


def test_the_public_address_shows_a_public_evening_and_no_other(club, evening):
    builders.table(evening, club.anke, club.bernd)
    assert screens_at("/wand/").status_code == 404
    assert "Code" in Client().get("/wand/").content.decode()
    set_public(event=evening, is_public=True)
    page = Client().get("/wand/")
    assert page.status_code == 200
    assert 'data-picture="/wand/bild/?lang=de"' in page.content.decode()
    assert "tables" in screens("/wand/")


def test_between_evenings_the_club_sees_when_it_meets_next(club, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    builders.evening(day=builders.DAY.replace(day=20))
    shown = screens(hang(None))
    assert (shown["coming"]["name"], shown["coming"]["day"]) == ("Spielabend", "Freitag, 20. März")


def test_the_pages_lead_to_the_wall(client, club, evening):
    client.force_login(club.rolf.user)
    there = reverse("league:event_wall", args=[evening.pk])
    assert there in client.get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert reverse("league:club_wall") in client.get(reverse("league:club")).content.decode()
    cup = builders.tournament()
    direction = client.get(reverse("league:direction", args=[cup.pk])).content.decode()
    assert reverse("league:event_wall", args=[cup.pk]) in direction


def test_at_a_television_a_short_code_leads_to_the_screen(client, club, evening):
    cache.clear()
    wall = hang(evening)
    link = WallLink.objects.get()
    code = wall_code(link.pk)
    television = Client(headers={"accept-language": "de"})
    assert television.get("/wand/", {"code": f" {code.lower()} "})["Location"] == wall
    wrong = television.get("/wand/", {"code": "WRONGX"})
    assert wrong.status_code == 404
    assert "Diesen Code hat keine Anzeige" in wrong.content.decode()
    client.force_login(club.rolf.user)
    page = client.get(reverse("league:event_wall", args=[evening.pk])).content.decode()
    assert code in page
    set_public(event=evening, is_public=True)  # another screen may still be asked for by its code
    assert television.get("/wand/", {"code": code})["Location"] == wall
    services.revoke_link(link=link, by=None, now=NIGHT)
    assert television.get("/wand/", {"code": code}).status_code == 404


def test_the_code_is_asked_for_although_another_evening_is_public(client, club, evening):
    cache.clear()
    wall = hang(None)
    client.force_login(club.rolf.user)
    page = client.get(reverse("league:club_wall")).content.decode()
    set_public(event=evening, is_public=True)
    assert "testserver/wand/code/" in page
    assert 'href="/wand/code/"' in Client().get("/wand/").content.decode()
    assert 'href="/wand/code/"' not in Client().get(wall).content.decode()
    television = Client()
    assert 'name="code"' in television.get("/wand/code/").content.decode()
    code = wall_code(WallLink.objects.get().pk)
    assert television.get("/wand/code/", {"code": code})["Location"] == wall


def test_codes_are_not_guessed(club, evening):
    cache.clear()
    wall = hang(evening)
    code = wall_code(WallLink.objects.get().pk)
    for number in range(CODES_A_MINUTE):
        assert Client().get("/wand/", {"code": f"WRONG{number}"}).status_code == 404
    assert Client().get("/wand/", {"code": code}).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.9").get("/wand/", {"code": code})["Location"] == wall
    for number in range(ALL_CODES_A_MINUTE):
        Client(REMOTE_ADDR=f"192.0.2.{10 + number}").get("/wand/", {"code": "WRONG"})
    assert Client(REMOTE_ADDR="198.51.100.1").get("/wand/", {"code": code}).status_code == 429


def test_the_address_says_in_which_language_the_wall_speaks(club, evening):
    builders.table(evening, club.anke, club.bernd)
    wall = hang(evening)
    page = Client(headers={"accept-language": "de"}).get(f"{wall}?lang=en").content.decode()
    assert '<html lang="en"' in page
    assert f'data-picture="{wall}bild/?lang=en"' in page
    german, english = (
        Client(headers={"accept-language": "de"}).get(f"{wall}bild/?lang={lang}").json()
        for lang in ("de", "en")
    )
    assert german["screens"][-1]["title"] == "Auf dem Handy mitschauen"
    assert english["screens"][-1]["title"] == "Follow along on your phone"
