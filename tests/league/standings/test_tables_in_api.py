"""The tables in the API: of a past day, with its corrections, and as the public may read them."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from league.club.models import Club
from league.club.services import set_public
from league.people.services.people import give_login, show_as
from league.seasons import services as seasons
from league.seasons.models import Season
from league.tasks import sweep_standings
from tests import builders
from tests.builders import DAY, NIGHT
from tests.plugins.built import built_once

pytestmark = pytest.mark.once

NEXT_WEEK = NIGHT + timedelta(days=7)


@pytest.fixture(autouse=True)
def _a_day_later(time_machine):
    time_machine.move_to(NEXT_WEEK + timedelta(days=1))


@built_once
@time_machine.travel(NEXT_WEEK + timedelta(days=1))
def season(club):
    """Bernd loses on the first evening; a week later that card is corrected, and Jette loses."""
    first = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(first, club.bernd, club.bernd, club.bernd)
    sweep_standings()
    builders.card(
        first, club.jette, club.jette, club.jette, seen=1, reason="verwechselt", now=NEXT_WEEK
    )
    sweep_standings()
    return Season.objects.get()


def ask(client, name, *args, status=200, **asked):
    answer = client.get(reverse(f"league:api_{name}", args=args), asked)
    assert answer.status_code == status, answer.content
    return answer.json()


def lost(text):
    return {row["person"]["name"]: row["games_lost"] for row in text["rows"]}


def test_a_table_of_a_past_day_is_as_the_page_has_it(client, club, season):
    client.force_login(club.anke.user)
    event = season.events.get()
    for name, args in (
        ("season_standing", [season.pk]),
        ("all_time", []),
        ("evening_standing", [event.pk]),
    ):
        now, then = ask(client, name, *args), ask(client, name, *args, as_of=DAY.isoformat())
        assert lost(now) == {"Anke": 0, "Bernd": 0, "Jette": 1}, name
        assert lost(then) == {"Anke": 0, "Bernd": 1, "Jette": 0}, name
        assert (now["day"], then["day"]) == (None, DAY.isoformat())
        assert then["corrections"] == []


def test_a_day_to_come_is_refused_with_the_sentence_of_the_page(client, club, season):
    client.force_login(club.anke.user)
    day = (NEXT_WEEK + timedelta(days=30)).date()
    body = ask(client, "season_standing", season.pk, as_of=day.isoformat(), status=422)
    assert (body["code"], body["sentence"]) == ("no_such_day", "Dieser Tag kommt erst noch.")


def test_a_correction_says_whom_it_moved_and_why(client, club, season):
    client.force_login(club.bernd.user)
    [row] = ask(client, "season_standing", season.pk)["corrections"]
    assert row["reason"] == "verwechselt"
    assert {(each["person"]["name"], each["was"], each["now"]) for each in row["moves"]} == {
        ("Bernd", 3, 1),
        ("Jette", 1, 3),
    }


def test_what_is_public_is_told_without_keys_and_reasons(client, club, season):
    show_as(person=club.jette, seen_as="hidden")
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    ask(client, "season_standing", season.pk, status=401)
    ask(client, "seasons", status=401)
    set_public(pages=Club.PAGES)
    for name, args in (("season_standing", [season.pk]), ("all_time", [])):
        body = ask(client, name, *args)
        assert sorted(lost(body)) == ["Anke", "Jemand", "Klappermax"]
        assert {row["person"]["id"] for row in body["rows"]} == {None}
        assert [correction["reason"] for correction in body["corrections"]] == [""]
        assert body["corrections"][0]["moves"] == []
        ask(client, name, *args, as_of=DAY.isoformat(), status=403)
    assert [row["name"] for row in ask(client, "seasons")] == [season.name]
    ask(client, "season_standing", season.pk + 1, status=404)


def test_a_guest_reads_the_own_name_and_no_other(client, club, season):
    timo = club.timo
    show_as(person=timo, seen_as="hidden")
    table = builders.table(builders.evening(day=DAY + timedelta(days=7)), timo, club.anke)
    builders.card(table, timo, timo, now=NEXT_WEEK)
    sweep_standings()
    set_public(pages=["table"])
    strangers = client.get(reverse("league:api_season_standing", args=[season.pk]))
    assert "Timo" not in lost(strangers.json())
    client.force_login(give_login(person=timo, email="timo@club.invalid"))
    mine = client.get(
        reverse("league:api_season_standing", args=[season.pk]),
        headers={"if-none-match": strangers["ETag"]},
    )
    assert "Timo" in lost(mine.json())


def test_whoever_hides_makes_the_public_table_another_one(client, club, season):
    set_public(pages=["table"])
    url = reverse("league:api_season_standing", args=[season.pk])
    etag = client.get(url)["ETag"]
    assert client.get(url, headers={"if-none-match": etag}).status_code == 304
    show_as(person=club.jette, seen_as="hidden")
    assert client.get(url, headers={"if-none-match": etag}).status_code == 200


def test_the_years_ranking_is_public_under_the_names_chosen(client, club, season):
    Season.objects.update(place_points=[3, 2, 1], place_points_of="evenings")
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    ask(client, "season_year", season.pk, status=401)
    set_public(pages=["year"])
    lines = ask(client, "season_year", season.pk)["lines"]
    assert "Klappermax" in {line["person"]["name"] for line in lines}
    assert {line["person"]["id"] for line in lines} == {None}


def test_the_year_is_read_as_it_stood_on_a_past_day(client, club, season):
    Season.objects.update(place_points=[3, 2, 1], place_points_of="evenings")
    set_public(pages=["year"])
    ask(client, "season_year", season.pk, as_of=DAY.isoformat(), status=403)
    client.force_login(club.anke.user)

    def last(**asked):
        return ask(client, "season_year", season.pk, **asked)["lines"][-1]["person"]["name"]

    assert (last(), last(as_of=DAY.isoformat())) == ("Jette", "Bernd")


def test_the_year_says_of_when_it_is_and_what_counts(client, club, season):
    Season.objects.update(place_points=[3, 2, 1], place_points_of="evenings")
    client.force_login(club.anke.user)
    table, now = ask(client, "season_standing", season.pk), ask(client, "season_year", season.pk)
    assert (now["as_of"], now["is_stale"]) == (table["as_of"], False)
    assert now["as_of"]
    event = season.events.get()
    assert now["events"] == [{"id": event.pk, "name": event.name, "day": DAY.isoformat()}]
    then = ask(client, "season_year", season.pk, as_of=DAY.isoformat())
    assert then["as_of"] == f"{DAY + timedelta(days=1)}T06:00:00+01:00"
    builders.card(builders.table(event, club.anke, club.bernd), club.anke, club.anke, now=NEXT_WEEK)
    assert ask(client, "season_year", season.pk)["is_stale"]
    Season.objects.update(place_points_of="tournaments")
    cups = ask(client, "season_year", season.pk)
    assert (cups["as_of"], cups["is_stale"], cups["events"]) == (None, False, [])


def test_a_season_says_how_it_counts_and_what_came_after_its_close(client, club, season):
    Season.objects.update(min_games=3)
    seasons.close_season(season=season, by=club.anke.user, now=NIGHT, today=NEXT_WEEK.date())
    client.force_login(club.anke.user)
    body = ask(client, "season", season.pk)
    assert body["counts"]["min_games"] == 3
    assert [(mark["kind"], mark["by"]) for mark in body["marks"]] == [("closed", "Anke")]
    assert [row["number"] for row in body["since"]] == [1]
    client.logout()
    set_public(pages=["table"])
    assert ask(client, "season", season.pk)["marks"] == []


def test_a_public_evening_shows_its_table_to_everybody(client, club, season):
    event = season.events.get()
    ask(client, "evening_standing", event.pk, status=401)
    event.is_public = True
    event.save()
    body = ask(client, "evening_standing", event.pk)
    assert lost(body)["Jette"] == 1
    assert body["corrections"][0]["reason"] == ""
    assert ask(client, "evening", event.pk)["is_corrected"]
