"""The table of an evening, tables of a past day, and what the pages say of corrections."""

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse

from league.events.services import evenings
from league.seasons import services as seasons
from league.seasons.models import Season
from league.seasons.queries.as_of import all_time_at, evening_at, season_at
from league.standings.queries.standings import standing_of, standing_rows
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
    """Bernd loses on the first evening; a week later that card is corrected, and Anke loses."""
    first = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(first, club.bernd, club.bernd, club.bernd)
    second = builders.table(
        builders.evening(day=DAY + timedelta(days=7)), club.anke, club.bernd, club.jette
    )
    builders.card(second, club.anke, club.anke, club.anke, now=NEXT_WEEK)
    builders.card(
        first, club.jette, club.jette, club.jette, seen=1, reason="verwechselt", now=NEXT_WEEK
    )
    sweep_standings()
    return Season.objects.get(pk=first.block.event.season_id)


@pytest.fixture
def as_(client):
    def log_in(person):
        client.force_login(person.user)
        return client

    return log_in


def lost(rows):
    return {row.person.name: (row.games_lost, row.games) for row in rows}


def page(client, name, *args, **asked):
    return client.get(reverse(f"league:{name}", args=args), asked)


def test_a_past_table_counts_what_was_entered_then_as_it_was_then(club, season):
    then = {"Anke": (0, 1), "Bernd": (1, 1), "Jette": (0, 1)}
    now = {"Anke": (1, 2), "Bernd": (0, 2), "Jette": (1, 2)}
    evening = season.events.get(business_date=DAY)
    assert season_at(season, DAY - timedelta(days=1)) == []
    for day, wanted in ((DAY, then), (DAY + timedelta(days=6), then), (NEXT_WEEK.date(), now)):
        assert lost(season_at(season, day)) == wanted
        assert lost(all_time_at(day)) == wanted
    assert lost(evening_at(evening, DAY)) == then
    assert lost(evening_at(evening, NEXT_WEEK.date()))["Jette"] == (1, 1)
    stored = standing_rows(standing_of(season))
    assert lost(stored) == now
    assert [row.rank for row in season_at(season, NEXT_WEEK.date())] == [row.rank for row in stored]


def test_a_season_that_was_closed_then_stood_still(club, season):
    closed = NEXT_WEEK + timedelta(days=1)
    seasons.close_season(season=season, by=None, now=closed, today=date(2027, 1, 5))
    table = season.events.get(business_date=DAY).blocks.get().tables.get()
    builders.card(
        table, club.anke, club.anke, club.anke, seen=2, reason="noch einmal",
        now=closed + timedelta(days=3),
    )  # fmt: skip
    later = closed.date() + timedelta(days=10)
    assert lost(season_at(season, later))["Jette"] == (1, 2)
    assert lost(all_time_at(later))["Jette"] == (1, 2)


def test_the_page_of_a_past_day_says_so_and_asks_for_a_day_that_was(as_, club, season):
    client = as_(club.anke)
    html = page(client, "season_table", season.pk, as_of="2026-03-06").content.decode()
    assert "Stand vom 6. März 2026" in html
    assert "verwechselt" not in html
    for day, sentence in (
        ("2026-12-24", "Dieser Tag kommt erst noch."),
        ("2036-12-24", "Dieser Tag kommt erst noch."),
        ("1066-10-14", "So weit zurück reichen keine Abende."),
    ):
        answer = page(client, "season_table", season.pk, as_of=day)
        assert answer.status_code == 422
        head = answer.content.decode().split("<table")[0]
        assert sentence in head
    assert page(client, "season_table", season.pk, as_of="31.2.2026").status_code == 422
    assert "noch kein Spiel" in page(client, "all_time", as_of="2025-01-01").content.decode()


def test_members_read_who_was_moved_and_why_and_the_public_only_that_it_was(
    client, as_, club, season
):
    evening = season.events.get(business_date=DAY)
    member = as_(club.anke)
    for name, args, was in (
        ("season_table", [season.pk], 2),
        ("evening_table", [evening.pk], 3),
    ):
        html = page(member, name, *args).content.decode()
        assert "korrigiert am 13. März 2026, weil: „verwechselt“" in html
        assert f"Bernd von Platz {was} auf 1" in html
    evenings.set_public(event=evening, is_public=True)
    client.logout()
    html = page(client, "evening", evening.pk).content.decode()
    assert "Tabelle des Abends" in html
    assert "nachträglich etwas korrigiert" in html
    assert "verwechselt" not in html


def test_the_evening_shows_its_own_table(as_, club, season):
    evening = season.events.get(business_date=DAY)
    html = page(as_(club.anke), "evening", evening.pk).content.decode()
    assert "1 von 1 verloren" in html
    assert reverse("league:evening_table", args=[evening.pk]) in html


@pytest.mark.parametrize("asked", [{}, {"as_of": "2026-03-06"}])
def test_the_tables_ask_few_queries(as_, club, season, asked, django_assert_max_num_queries):
    evening = season.events.get(business_date=DAY)
    client = as_(club.anke)
    for name, args in (
        ("season_table", [season.pk]),
        ("evening_table", [evening.pk]),
        ("all_time", []),
    ):
        page(client, name, *args, **asked)
        # One of them asks whether the chair reads the till.
        with django_assert_max_num_queries(17):
            page(client, name, *args, **asked)
