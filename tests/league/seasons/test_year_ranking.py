"""The Jahreswertung: places of evenings or tournaments, their points, and what is dropped."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from league.errors import IllegalError, InvalidError
from league.evenings.services.answers import cancel_event
from league.events.services import attendance
from league.seasons import services as seasons
from league.seasons.models import Season
from league.seasons.queries.year import year_of
from league.seasons.services import YearScoring
from league.tasks import sweep_standings
from league.tournaments.models.tournaments import Placing, Tournament
from league.tournaments.ranking.services.finishing import reopen_tournament
from tests import builders
from tests.builders import DAY, NIGHT
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.rules]

POINTS = [7, 5, 4, 3, 2, 1]
NEW_YEAR = date(2027, 1, 5)
LATER = NIGHT + timedelta(days=400)


def held(name, week, *places):
    """Hold a tournament to its end, with these people in their places."""
    event = builders.tournament(name, day=DAY + timedelta(weeks=week))
    for position, (person, rank) in enumerate(places, start=1):
        Placing.objects.create(
            event=event,
            participation=attendance.add_participant(event=event, person=person),
            rank=rank,
            position=position,
            schock_aus=0,
        )
    Tournament.objects.filter(event=event).update(finished_at=NIGHT)
    return event


def evening(club, week, loser):
    """Three at a table; who lost both halves is last, the others share the first place."""
    event = builders.evening(day=DAY + timedelta(weeks=week), name=f"Abend {week}")
    table = builders.table(event, club.anke, club.bernd, club.jette)
    builders.card(table, loser, loser, loser)
    return event


def count(season, points=POINTS, of="tournaments", best=None, dropped=None):
    return seasons.set_scoring(
        season=season, best_evenings=None, dropped_evenings=None, min_games=0,
        year=YearScoring(points, of, best, dropped),
    )  # fmt: skip


def close(season):
    return seasons.close_season(season=season, by=None, now=NIGHT, today=NEW_YEAR)


def ranking(season):
    lines = year_of(Season.objects.get(pk=season.pk)).lines
    return [(line.rank, line.person.name, line.points) for line in lines]


def dropped(season):
    """Return the results that do not count, by name: the events and their points."""
    return {
        line.person.name: [
            (event.name, year_result.points)
            for event, year_result in line.results
            if not year_result.counts
        ]
        for line in year_of(season).lines
    }


@built_once
def year(club):
    """Four tournaments. Anke and Jette share the second place of Pfingsten, Bernd missed Sommer."""
    anke, bernd, jette, oemer = club.anke, club.bernd, club.jette, club.oemer
    held("Ostern", 0, (anke, 1), (bernd, 2), (jette, 3), (oemer, 4))
    held("Pfingsten", 8, (bernd, 1), (anke, 2), (jette, 2), (oemer, 4))
    held("Sommer", 16, (jette, 1), (oemer, 2), (club.timo, 3), (anke, 4))
    last = held("Nikolaus", 39, (bernd, 1), (oemer, 2), (jette, 3), (anke, 4))
    return last.season


@built_once
def evenings(club):
    """Three evenings: Bernd loses at the first two, Anke at the third."""
    for week, loser in enumerate((club.bernd, club.bernd, club.anke)):
        event = evening(club, week, loser)
    sweep_standings()
    return count(event.season, of="evenings")


# --- tournaments ----------------------------------------------------------------------------
def test_of_four_tournaments_the_worst_is_dropped(year):
    season = count(year, dropped=1)
    half = Fraction(1, 2)
    assert ranking(season) == [
        (1, "Bernd", 7 + 5 + 7),
        (2, "Jette", 4 + 4 + half + 7),
        (3, "Anke", 7 + 4 + half + 3),
        (4, "Ömer", 3 + 5 + 5),
        (5, "Timo", 4),
    ]
    # Of equal results the later one goes; who missed one has that dropped and nothing else.
    assert dropped(season) == {
        "Bernd": [],
        "Jette": [("Nikolaus", 4)],
        "Anke": [("Nikolaus", 3)],
        "Ömer": [("Pfingsten", 3)],
        "Timo": [],
    }
    assert {line.person.name: line.missed for line in year_of(season).lines} == {
        "Bernd": 1, "Jette": 0, "Anke": 0, "Ömer": 0, "Timo": 3,
    }  # fmt: skip


def test_all_count_where_nothing_else_is_said(year):
    assert ranking(count(year))[:2] == [(1, "Jette", Fraction(39, 2)), (2, "Bernd", 19)]


@pytest.mark.both
def test_only_the_two_best_count_and_equal_sums_share_the_place(year):
    assert ranking(count(year, best=2)) == [
        (1, "Bernd", 14),
        (2, "Anke", Fraction(23, 2)),
        (2, "Jette", Fraction(23, 2)),
        (4, "Ömer", 10),
        (5, "Timo", 4),
    ]


def test_places_beyond_the_list_bring_nothing(year):
    assert ("Ömer", 0) in [(name, points) for _rank, name, points in ranking(count(year, [3]))]


@pytest.mark.both
def test_a_tournament_that_is_not_finished_does_not_count_yet(year):
    season = count(year)
    Tournament.objects.filter(event__name="Nikolaus").update(finished_at=None)
    assert [event.name for event in year_of(season).events] == [
        "Ostern", "Pfingsten", "Sommer",
    ]  # fmt: skip


def test_a_season_has_no_year_ranking_until_somebody_says_so(year):
    assert ranking(year) == []
    count(count(year), points=[], best=2)
    season = Season.objects.get(pk=year.pk)
    assert (season.place_points, season.place_points_best) == ([], None)


# --- evenings -------------------------------------------------------------------------------
def test_each_evening_is_ranked_for_itself(club, evenings):
    held("Turnier", 9, (club.hilde, 1))
    # The two who did not lose share the places 1 and 2: (7 + 5) / 2.
    assert ranking(evenings) == [(1, "Jette", 18), (2, "Anke", 16), (3, "Bernd", 14)]
    assert ranking(count(evenings, of="evenings", dropped=1)) == [
        (1, "Anke", 12), (1, "Jette", 12), (3, "Bernd", 10),
    ]  # fmt: skip


def test_an_evening_without_a_finished_game_is_none(club, evenings):
    quiet = builders.evening(day=DAY + timedelta(weeks=5))
    off = builders.evening(day=DAY + timedelta(weeks=6))
    cancel_event(event=off, reason="Wirt krank", by=None, now=NIGHT)
    broken = builders.evening(day=DAY + timedelta(weeks=7))
    table = builders.table(broken, club.anke, club.bernd)
    builders.card(table, None, None, ending="abandoned")
    sweep_standings()
    counted = year_of(evenings).events
    assert len(counted) == 3
    assert not {quiet, off, broken} & set(counted)


# --- a closed season ------------------------------------------------------------------------
def correct(club, season, now):
    """Correct the card of the first evening: Jette lost."""
    table = season.events.get(business_date=DAY).blocks.get().tables.get()
    builders.card(table, club.jette, club.jette, club.jette, seen=1, reason="verwechselt", now=now)
    sweep_standings()


def test_a_closed_season_keeps_its_year_until_it_is_opened_again(club, evenings):
    correct(club, evenings, NIGHT)
    corrected = [(1, "Anke", 16), (1, "Bernd", 16), (1, "Jette", 16)]
    assert ranking(evenings) == corrected
    close(evenings)
    table = evenings.events.get(business_date=DAY).blocks.get().tables.get()
    builders.card(table, club.bernd, club.bernd, club.bernd, seen=2, reason="doch Bernd", now=LATER)
    builders.card(table, club.anke, club.anke, club.anke, number=2, now=LATER)
    sweep_standings()
    assert ranking(evenings) == corrected
    seasons.reopen_season(season=evenings, reason="Einspruch", by=None, now=LATER)
    sweep_standings()
    assert ranking(evenings) != corrected


@pytest.mark.both
def test_a_tournament_of_a_closed_season_is_not_opened_and_none_comes_in_later(club, year):
    count(year)
    late = held("Nachzügler", 20, (club.gustav, 1))
    Tournament.objects.filter(event=late).update(finished_at=LATER)
    close(year)
    assert "Gustav" not in [name for _rank, name, _points in ranking(year)]
    with pytest.raises(IllegalError) as refused:
        reopen_tournament(event=year.events.get(name="Ostern"), now=LATER)
    assert refused.value.code == "season_closed"
    seasons.reopen_season(season=year, reason="Nachzügler", by=None, now=LATER)
    assert "Gustav" in [name for _rank, name, _points in ranking(year)]
    reopen_tournament(event=year.events.get(name="Ostern"), now=LATER)


@pytest.mark.both
@pytest.mark.parametrize(
    "other",
    [
        {"place_points": [9]},
        {"place_points_of": "evenings"},
        {"place_points_best": 2},
        {"place_points_dropped": 2},
    ],
)
def test_the_database_keeps_how_a_closed_season_counts(year, other):
    count(year)
    rows = Season.objects.filter(pk=year.pk)
    with transaction.atomic():
        rows.update(**other)
        transaction.set_rollback(True)
    close(year)
    with pytest.raises(IntegrityError, match="season_closed"), transaction.atomic():
        rows.update(**other)
    with pytest.raises(IllegalError):
        count(year, [9])


# --- how it counts --------------------------------------------------------------------------
@pytest.mark.parametrize("points", [[3, 5], [0, 0], [5, -1], [1001], [1] * 101])
def test_points_that_rise_or_are_none_are_refused(year, points):
    with pytest.raises(InvalidError) as refused:
        count(year, points)
    assert refused.value.field == "place_points"


@pytest.mark.both
def test_best_and_dropped_at_once_is_no_way_to_count_a_year(year):
    with pytest.raises(InvalidError) as refused:
        count(year, best=2, dropped=1)
    assert refused.value.field == "place_points_dropped"
    for wrong in (
        {"place_points_best": 2, "place_points_dropped": 1},
        {"place_points_best": 0},
        {"place_points_of": "games"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Season.objects.filter(pk=year.pk).update(**wrong)


def choose(client, season, **typed):
    address = reverse("league:season_scoring", args=[season.pk])
    return client.post(address, {"min_games": 0, "place_points_of": "tournaments", **typed})


@pytest.mark.parametrize(
    "typed", ["7-5-4-3-2-1", "7 5 4 3 2 1", "7, 5, 4, 3, 2, 1", " 7–5–4–3–2–1 "]
)
def test_the_chair_types_the_points(client, club, year, typed):
    client.force_login(club.anke.user)
    assert choose(client, year, place_points=typed, place_points_dropped=1).status_code == 302
    year.refresh_from_db()
    assert (year.place_points, year.place_points_dropped) == (POINTS, 1)
    page = client.get(reverse("league:season_scoring", args=[year.pk])).content.decode()
    assert 'value="7-5-4-3-2-1"' in page
    assert choose(client, year, place_points_of="", place_points="Unsinn").status_code == 302
    year.refresh_from_db()
    assert year.place_points == []


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Schreib dazu, was die Plätze bringen"),
        ("-", "Schreib dazu, was die Plätze bringen"),
        ("sieben-fünf", "Das sind keine Punkte"),
        ("7-5.5-4", "Das sind keine Punkte"),
        ("٧-٥", "Das sind keine Punkte"),
        ("1-2-3", "keiner danach bringt mehr als der vor ihm"),
        ("5000-1", "keiner bringt mehr als 1000 Punkte"),
    ],
)
def test_nonsense_gets_a_sentence_and_what_was_typed_stays(client, club, year, typed, sentence):
    client.force_login(club.anke.user)
    answer = choose(client, year, place_points=typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert not typed or f'value="{typed}"' in page
    year.refresh_from_db()
    assert year.place_points == []


# --- pages ----------------------------------------------------------------------------------
def page_of(client, season, name="year_ranking"):
    return one_line(client.get(reverse(f"league:{name}", args=[season.pk])))


@pytest.mark.both
def test_the_page_says_who_leads_what_was_dropped_and_how_it_counts(client, club, year):
    count(year, dropped=1)
    client.force_login(club.jette.user)
    page = page_of(client, year)
    assert page.index("Bernd") < page.index("Ömer")
    assert "<strong>15,5</strong>" in page
    assert "Platz 2: 4,5 Punkte" in page
    assert '<s> Platz 3: 4 Punkte</s><span class="visually-hidden"> gestrichen</span>' in page
    assert page.count("<s>") == 3
    assert "4 Ergebnisse, 1 gestrichen" in page
    assert "einmal nicht dabei" in page
    assert "3-mal nicht dabei" in page
    assert "Die Plätze 1 bis 6 eines Turniers bringen 7-5-4-3-2-1 Punkte" in page
    assert "den Mittelwert der geteilten Plätze" in page
    assert "Das schlechteste Ergebnis von jedem fällt weg" in page
    assert reverse("league:tournament", args=[year.events.get(name="Ostern").pk]) in page


@pytest.mark.once
def test_the_page_of_an_evening_year_leads_to_the_evenings(client, club, evenings):
    client.force_login(club.jette.user)
    page = page_of(client, evenings)
    assert "nach derselben Liste wie für die Tabelle" in page
    assert "6. März" in page
    assert reverse("league:evening", args=[evenings.events.get(business_date=DAY).pk]) in page


def test_the_table_leads_to_it_only_where_there_is_one(client, club, year):
    address = reverse("league:year_ranking", args=[year.pk])
    client.force_login(club.anke.user)
    assert address not in page_of(client, year, "season_table")
    page = page_of(client, year)
    assert "keine Jahreswertung" in page
    assert reverse("league:season_scoring", args=[year.pk]) in page
    count(year)
    assert address in page_of(client, year, "season_table")


def test_a_new_year_says_what_comes_here(client, club):
    client.force_login(club.jette.user)
    season = count(builders.evening().season)
    sweep_standings()
    assert "Noch ist kein Turnier dieser Saison abgeschlossen" in page_of(client, season)
    assert "Noch kein Spiel in dieser Saison" in page_of(client, count(season, of="evenings"))


@pytest.mark.once
def test_nobody_who_looks_ranks_an_evening_and_the_page_says_how_old_it_is(client, club, evenings):
    """The places are those the worker left, until it has left others."""
    client.force_login(club.jette.user)
    before = ranking(evenings)
    evening(club, 3, club.jette)
    assert ranking(evenings) == before
    assert "wird gerade neu gerechnet" in page_of(client, evenings)
    sweep_standings()
    assert ranking(evenings) != before
    assert "wird gerade neu gerechnet" not in page_of(client, evenings)


def test_a_long_year_is_read_at_once(club, evenings, django_assert_max_num_queries):
    season = Season.objects.get(pk=evenings.pk)
    with django_assert_max_num_queries(3):
        year_of(season)


# --- a past day -----------------------------------------------------------------------------
@pytest.mark.once
def test_members_read_how_the_year_stood_on_a_past_day(client, club, evenings):
    then = [(1, "Jette", 18), (2, "Anke", 16), (3, "Bernd", 14)]
    correct(club, evenings, LATER)
    assert ranking(evenings) != then
    before = year_of(evenings, day=NIGHT.date())
    assert [(line.rank, line.person.name, line.points) for line in before.lines] == then
    with time_machine.travel(LATER):
        client.force_login(club.bernd.user)
        address = reverse("league:year_ranking", args=[evenings.pk])
        page = client.get(address, {"as_of": "2026-03-06"}).content.decode()
        assert "Stand vom 6. März 2026" in page
        assert "<strong>18</strong>" in page
        assert "zählte noch nichts" in client.get(address, {"as_of": "2026-03-05"}).content.decode()
        assert client.get(address, {"as_of": "2030-01-01"}).status_code == 422


@pytest.mark.both
def test_a_tournament_counts_from_the_day_it_was_finished(club, year):
    year = count(year)
    late = held("Nachzügler", 20, (club.gustav, 1))
    Tournament.objects.filter(event=late).update(finished_at=LATER)
    names = {line.person.name for line in year_of(year, day=NEW_YEAR).lines}
    assert "Gustav" not in names
    assert "Bernd" in names


# --- whose name is shown --------------------------------------------------------------------
def shown(client, season, person):
    client.force_login(person.user)
    return one_line(client.get(reverse("league:year_ranking", args=[season.pk])))


def hide(season, name, person, alias):
    season.events.get(name=name).participations.filter(person=person).update(shown_as=alias)


@pytest.mark.both
def test_who_hid_at_one_tournament_is_hidden_in_the_year(client, club, year):
    """The last name that was shown instead, and no way to the person behind it."""
    count(year)
    hide(year, "Ostern", club.oemer, "Startnummer 4")
    hide(year, "Pfingsten", club.oemer, "Die Kanone")
    page = shown(client, year, club.bernd)
    assert "Die Kanone" in page
    assert club.oemer.name not in page
    assert f"/leute/{club.oemer.pk}/" not in page
    assert f'<a href="/leute/{club.jette.pk}/">{club.jette.name}</a>' in page


@pytest.mark.once
def test_the_year_of_evenings_is_the_clubs_own(client, club, evenings):
    hide(evenings, "Abend 0", club.bernd, "Wer anders")
    assert club.bernd.name in shown(client, evenings, club.jette)
