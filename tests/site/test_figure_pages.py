"""The figures as rows and as pages: kept up to date, rebuilt, and each number with its games."""

import random
import re
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.site.figures import lists
from league import figures
from league.club.services import set_public
from league.events.services import evenings
from league.figures import EVENINGS, Scope, queries
from league.figures.models import FigureScope, PersonFigures, SeasonFigures
from league.figures.services import compute_figures
from league.people.models.people import Person
from league.seasons.models import Season
from league.tasks import QUIET, sweep_figures
from tests import builders
from tests.plugins.built import built_once

pytestmark = pytest.mark.once

SEASONS = ((date(2025, 1, 1), date(2026, 1, 1)), (date(2026, 1, 1), date(2027, 1, 1)))
AT_EVENINGS = Scope(occasion=EVENINGS)


@built_once
def years(club):
    """Play two years with cards by chance, one of them corrected now and then."""
    for start, end in SEASONS:
        evenings.create_season(name=str(start.year), start=start, end=end)
    rng = random.Random(13)
    cast = [club.anke, club.bernd, club.jette, club.oemer]
    for year, month in ((2025, 3), (2025, 4), (2026, 2), (2026, 3)):
        table = builders.table(builders.evening(day=date(year, month, 6)), *cast)
        for number in range(1, 7):
            first, second = rng.sample(cast, 2) if number < 3 else rng.choices(cast, k=2)
            card = {"aus": {rng.choice(cast): 1}} if first != second else {}
            builders.card(table, first, second, rng.choice([first, second]), number=number, **card)
        who = rng.choice(cast)
        builders.card(table, who, who, number=2, seen=1, reason="verschrieben")
    return club


def sweep_all():
    while queries.stale_figures(timezone.now()).exists():
        sweep_figures()


def kept():
    rows = PersonFigures.objects.order_by("scope__season", "scope__rulebook", "scope__depth",
                                          "scope__occasion", "person")  # fmt: skip
    left_out = {"id", "scope"}
    names = [field.name for field in PersonFigures._meta.fields if field.name not in left_out]
    scopes = FigureScope.objects.order_by("season", "rulebook", "depth", "occasion")
    return list(rows.values_list("scope__season", *names)), list(
        scopes.values_list("season", "rulebook", "depth", "occasion", "games", "most_games_at")
    )


# --- kept up to date ----------------------------------------------------------------------------
def test_a_rebuild_gives_exactly_the_rows_the_tasks_left(years):
    sweep_all()
    left = kept()
    assert len(left[0]) == 4 * 2 * 8
    call_command("rebuild_figures", verbosity=0)
    assert kept() == left


@pytest.mark.parametrize("name", ["anke", "bernd", "jette", "oemer"])
def test_a_calendar_year_counted_alone_is_the_season_that_lasted_as_long(years, name):
    sweep_all()
    person = getattr(years, name)
    for season in Season.objects.filter(name__in=["2025", "2026"]):
        stored_row = queries.person_figures(person, AT_EVENINGS, season)
        anew = queries.figures_of_year(person, AT_EVENINGS, int(season.name))
        for field in (*figures.TALLY, "runs", "beside", "nights", "most_at_an_evening"):
            assert getattr(anew, field) == getattr(stored_row, field), field
        of_season, rating = queries.last_rating(person, AT_EVENINGS, int(season.name))
        assert (of_season, rating) == (season, stored_row.rating)
    assert queries.figures_of_year(person, AT_EVENINGS, 2024) is None
    assert queries.last_rating(person, AT_EVENINGS, 2024) is None


def test_while_results_come_in_the_figures_wait(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.anke, now=timezone.now())
    sweep_figures()
    assert not PersonFigures.objects.exists()
    quiet = timezone.now() - QUIET - timedelta(seconds=1)
    SeasonFigures.objects.update(changed_at=quiet)
    sweep_figures()
    assert PersonFigures.objects.exists()
    assert not queries.as_of(None).is_stale


def test_a_correction_of_last_year_moves_the_ratings_of_this_one(years):
    sweep_all()
    before = kept()
    season = Season.objects.get(name="2025")
    evening = season.events.order_by("business_date").first()
    table = evening.blocks.get().tables.get()
    builders.card(table, years.jette, years.jette, number=1, seen=1, reason="verwechselt")
    sweep_all()
    after = kept()
    assert after != before
    call_command("rebuild_figures", verbosity=0)
    assert kept() == after


def test_a_tournament_counts_by_itself(years):
    sweep_all()
    assert queries.person_figures(years.anke, Scope(occasion=figures.TOURNAMENTS), None) is None
    assert queries.person_figures(years.anke, AT_EVENINGS, None).games == 24


# --- each number opens to its games -------------------------------------------------------------
def listed(person, runs=None, **asked):
    request = RequestFactory().get("/", asked)
    list_page = lists.listing(Season.objects.all(), {}, runs).read(
        request, queries.games_of(person)
    )
    return list_page.page.paginator.count


@pytest.mark.parametrize("name", ["anke", "bernd", "jette", "oemer"])
def test_behind_each_number_are_as_many_games_as_it_says(years, name):
    sweep_all()
    person = getattr(years, name)
    season = Season.objects.get(name="2025")
    for chosen, asked in ((None, {}), (season, {"season": season.pk})):
        person_figures = queries.person_figures(person, AT_EVENINGS, chosen)
        expected = {
            "lost": person_figures.lost,
            "got_away": person_figures.games - person_figures.lost,
            "first_half": person_figures.lost_first,
            "second_half": person_figures.lost_second,
            "final": person_figures.lost_final,
            "blattschuss": person_figures.swept,
            "otherwise": person_figures.lost_otherwise,
            "next_to_last": person_figures.next_to_last,
            "schock_aus": person_figures.schock_aus,  # a card has one in a game at the most here
        }
        by_key = {outcome: listed(person, outcome=outcome, **asked) for outcome in expected}
        assert by_key == expected
        for streak in ("got_away", "lost", "now"):
            run = lists.streak(person_figures.runs, streak)
            assert listed(person, person_figures.runs, streak=streak, **asked) == (
                run.length if run else 0
            )


def test_behind_a_victim_are_the_games_he_lost(years):
    sweep_all()
    beside = queries.person_figures(years.anke, AT_EVENINGS, None).beside[years.bernd.pk]
    request = RequestFactory().get("/", {"beside": years.bernd.pk, "loser": years.bernd.pk})
    company = {years.bernd.pk: "Bernd"}
    listing = lists.listing([], company, None)
    list_page = listing.read(request, queries.games_of(years.anke))
    assert list_page.page.paginator.count == beside.lost_by_other > 0


# --- pages --------------------------------------------------------------------------------------
def browser(person):
    client = Client()
    client.force_login(person.user)
    return client


def test_a_member_reads_his_own_figures_and_what_it_cost_him(years):
    sweep_all()
    page = browser(years.anke).get(f"/leute/{years.anke.pk}/zahlen/").content.decode()
    lost = queries.person_figures(years.anke, AT_EVENINGS, None).lost
    assert f"{lost} von 24 Spielen verloren" in page
    assert "Was es gekostet hat" in page


@pytest.mark.parametrize("who", ["bernd", "kadir", "paula"])
def test_nobody_else_reads_what_it_cost_not_even_the_treasurer(years, who):
    sweep_all()
    page = browser(getattr(years, who)).get(f"/leute/{years.anke.pk}/zahlen/").content.decode()
    assert "von 24 Spielen verloren" in page
    assert "gekostet" not in page
    assert "€" not in page


def test_what_is_asked_for_makes_no_sense_is_as_if_not_asked(years):
    sweep_all()
    page = browser(years.anke).get("/zahlen/?season=99&depth=deep&occasion=nowhere")
    assert page.status_code == 200
    assert "24 Spiele an 4 Abenden" in page.content.decode()


def test_the_page_says_what_it_is_of_and_how_old(years):
    sweep_all()
    season = Season.objects.get(name="2025")
    page = browser(years.anke).get(f"/zahlen/?season={season.pk}&depth=card").content.decode()
    assert "12 Spiele an 2 Abenden" in page
    assert "Saison 2025 · Abende · jedes Regelwerk · nur Karten" in page
    assert re.search(r"Stand .* Uhr", page)
    table = builders.table(builders.evening(day=date(2025, 5, 6)), years.anke, years.bernd)
    builders.card(table, years.anke, years.anke)
    assert "wird neu gerechnet" in browser(years.anke).get("/zahlen/").content.decode()


def test_a_few_games_are_called_few(years):
    sweep_all()
    page = browser(years.bernd).get(f"/leute/{years.anke.pk}/zahlen/?season=").content.decode()
    assert "noch ungewiss" in page


def test_whoever_is_known_from_a_tournament_alone_is_not_named_among_the_club(years):
    stranger = builders.member("Rumpelstilz", kind="")
    cup = builders.tournament(day=date(2026, 5, 1))
    table = builders.table(cup, years.anke, years.bernd, stranger)
    builders.card(table, years.anke, years.anke)
    compute_figures(season=cup.season, now=builders.NIGHT)
    page = browser(years.bernd).get("/zahlen/?occasion=all").content.decode()
    assert "Rumpelstilz" not in page
    assert "Dazu ein Gast" in page
    person = browser(years.bernd).get(f"/leute/{years.anke.pk}/zahlen/?occasion=all")
    games = browser(years.bernd).get(f"/leute/{years.anke.pk}/spiele/")
    assert "Rumpelstilz" not in person.content.decode() + games.content.decode()


@pytest.mark.parametrize("path", ["/zahlen/", "/leute/{pk}/zahlen/", "/leute/{pk}/spiele/"])
def test_what_a_page_asks_does_not_grow_with_games_and_seasons(years, path):
    sweep_all()
    client, url = browser(years.anke), path.format(pk=years.anke.pk)
    asked = []
    for year in (2027, 2028):
        client.get(url)
        with CaptureQueriesContext(connection) as capture_queries_context:
            client.get(url)
        asked.append(len(capture_queries_context))
        evenings.create_season(name=str(year), start=date(year, 1, 1), end=date(year + 1, 1, 1))
        table = builders.table(builders.evening(day=date(year, 3, 6)), years.anke, years.bernd)
        for number in (1, 2, 3):
            builders.card(table, years.anke, years.anke, number=number)
        sweep_all()
    assert asked[0] == asked[1] <= 30


def test_where_the_club_says_so_everybody_reads_its_figures_by_the_names_each_chose(years):
    sweep_all()
    stranger = Client()
    assert stranger.get("/zahlen/").status_code == 302
    set_public(pages=["statistics"])
    Person.objects.filter(pk=years.anke.pk).update(seen_as=Person.SeenAs.HIDDEN)
    page = stranger.get("/zahlen/").content.decode()
    assert "24 Spiele an 4 Abenden" in page
    assert "Bernd" in page
    assert "Anke" not in page
    assert "Jemand" in page
    assert "/leute/" not in page


def test_the_list_of_games_is_handed_out_as_a_sheet(years):
    sweep_all()
    response = browser(years.bernd).get(f"/leute/{years.anke.pk}/spiele/?outcome=lost&export=csv")
    lost = queries.person_figures(years.anke, AT_EVENINGS, None).lost
    text = b"".join(response.streaming_content) if response.streaming else response.content
    assert len(text.decode("utf-8-sig").strip().splitlines()) == lost + 1
