"""Scoring of a season, the all-time table, and the ranking that is frozen."""

from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.errors import IllegalError, InvalidError
from league.events.services import evenings
from league.people.models.people import Person
from league.people.services import people
from league.results.queries.results import current_result
from league.results.services.confirming import raise_objection
from league.seasons import services as seasons
from league.seasons.models import Season, SeasonMark
from league.standings import scoring
from league.standings.models import Standing, StandingRow
from league.standings.queries.standings import all_time, standing_of, standing_rows
from league.standings.queries.tallies import COLUMNS
from league.standings.scoring import Game, Line, Options
from league.standings.services import compute_all_time, compute_standing
from league.tasks import compute_season, sweep_standings
from tests import builders
from tests.builders import DAY, NIGHT
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.rules]

ANNA, BEN = 1, 2
TODAY = date(2027, 1, 5)


# --- scoring --------------------------------------------------------------------------------
def game(event, loser):
    """Return a game of two: one loses both halves."""
    lines = (Line(who, who == loser, who == loser, who == loser, 0) for who in (ANNA, BEN))
    return Game(event, "sweep", tuple(lines))


# Anna loses all of evening 1, half of evening 2, none of evening 3.
PLAYED = [
    *(game(1, ANNA) for _ in range(4)),
    *(game(2, loser) for loser in (ANNA, BEN)),
    game(3, BEN),
]


def anna(options):
    return next(row for row in scoring.table(PLAYED, options=options) if row.person == ANNA)


def test_only_the_best_evenings_count():
    row = anna(Options(best=2))
    assert (row.evenings, row.games, row.games_lost, row.dropped) == (2, 3, 1, 1)
    assert anna(Options(best=9)) == anna(Options())


def test_the_worst_evenings_are_dropped_and_one_always_counts():
    row = anna(Options(drop=1))
    assert (row.evenings, row.games, row.games_lost, row.dropped) == (2, 3, 1, 1)
    row = anna(Options(drop=5))
    assert (row.evenings, row.games_lost, row.dropped) == (1, 0, 2)


def test_whoever_played_too_little_stands_below_and_has_no_place():
    carl = Game(1, "sweep", (Line(3, False, False, False, 0), Line(BEN, True, True, True, 0)))
    rows = scoring.table([*PLAYED, carl], options=Options(min_games=2))
    assert [(row.person, row.ranked) for row in rows][-1] == (3, False)
    assert scoring.table([*PLAYED, carl])[0].person == 3
    # What was dropped was played all the same.
    assert anna(Options(best=1, min_games=7)).ranked


def test_nobody_leads_by_staying_away():
    # Anna and Ben play seven games, Carl one of them and loses none.
    carl = Game(1, "sweep", (Line(3, False, False, False, 0), Line(BEN, True, True, True, 0)))
    rows = scoring.table([*PLAYED, carl], options=Options(min_games=None))
    assert [(row.person, row.place) for row in rows] == [(BEN, 1), (ANNA, 2), (3, None)]
    assert [scoring.half_of_median(of) for of in ([], [1], [7, 7, 1], [4, 5], [0, 12, 30])] == [
        0, 1, 4, 3, 6,
    ]  # fmt: skip
    # The same of all time.
    assert [row.place for row in scoring.total(scoring.table([*PLAYED, carl]))] == [1, 2, None]


played = st.lists(
    st.builds(game, st.integers(1, 6), st.sampled_from([ANNA, BEN])), min_size=1, max_size=25
)
options = st.one_of(
    st.builds(Options, best=st.integers(1, 7)), st.builds(Options, drop=st.integers(1, 7))
)


@given(played, options)
def test_counting_fewer_evenings_never_makes_anybody_look_worse(games, chosen):
    every = {row.person: row for row in scoring.table(games)}
    for row in scoring.table(games, options=chosen):
        whole = every[row.person]
        assert row.evenings + row.dropped == whole.evenings
        assert row.evenings == chosen.counted(whole.evenings)
        assert row.games_lost * whole.games <= whole.games_lost * row.games


@given(st.lists(played, max_size=4))
def test_the_sum_of_the_seasons_is_what_all_games_together_give(seasons):
    apart = [
        [Game(game.event + 10 * number, game.ended_by, game.lines) for game in games]
        for number, games in enumerate(seasons)
    ]
    rows = scoring.total(row for games in apart for row in scoring.table(games))
    together = [game for games in apart for game in games]
    assert rows == scoring.table(together, options=Options(min_games=None))


# --- a season -------------------------------------------------------------------------------
@built_once
def season(club):
    """Bernd loses at the first two, Anke at the third."""
    for week, loser in enumerate((club.bernd, club.bernd, club.anke)):
        event = builders.evening(day=DAY + timedelta(weeks=week))
        table = builders.table(event, club.anke, club.bernd, club.jette)
        builders.card(table, loser, loser, loser)
    compute_season(event.season_id)
    return Season.objects.get(pk=event.season_id)


def count(season, best=None, drop=None, games=0):
    return seasons.set_scoring(
        season=season, best_evenings=best, dropped_evenings=drop, min_games=games
    )


def ranking(season):
    rows = standing_rows(standing_of(season))
    return [(row.person.name, row.games, row.games_lost) for row in rows]


def close(season, today=TODAY):
    return seasons.close_season(season=season, by=None, now=NIGHT, today=today)


def correct(club, season):
    """Correct the card of the first evening: Jette lost."""
    table = season.events.get(business_date=DAY).blocks.get().tables.get()
    builders.card(
        table, club.jette, club.jette, club.jette, seen=1, reason="verwechselt",
        now=NIGHT + timedelta(days=400),
    )  # fmt: skip


def test_choosing_how_a_season_counts_makes_its_table_stale(club, season):
    count(season, drop=1)
    assert standing_of(season).is_stale
    sweep_standings()
    assert ranking(season) == [("Anke", 2, 0), ("Jette", 2, 0), ("Bernd", 2, 1)]
    as_of = standing_of(season).wanted
    count(season, drop=1)
    assert standing_of(season).wanted == as_of


@pytest.mark.both
def test_best_and_dropped_at_once_is_no_way_to_count(club, season):
    with pytest.raises(InvalidError) as refused:
        count(season, best=2, drop=1)
    assert refused.value.field == "dropped_evenings"
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.filter(pk=season.pk).update(best_evenings=2, dropped_evenings=1)


def test_the_page_says_in_a_sentence_how_it_counts(client, club, season):
    client.force_login(club.anke.user)
    address = reverse("league:season_scoring", args=[season.pk])
    wrong = client.post(address, {"best_evenings": 2, "dropped_evenings": 1, "min_games": 0})
    assert wrong.status_code == 422
    client.post(address, {"best_evenings": 2, "min_games": 5})
    sweep_standings()
    page = client.get(reverse("league:season_table", args=[season.pk])).content.decode()
    assert "Es zählen von jedem die 2 besten Abende." in page
    assert "Einen Platz hat, wer mindestens 5 Spiele gespielt hat" in page
    assert "(1 gestrichen)" in page


def seldom(season, *, games):
    """Gesa comes to the first table once and gets away; the others play on without her."""
    gesa = builders.member("Gesa")
    event = builders.evening(day=DAY + timedelta(weeks=9))
    person, other = Person.objects.get(name="Anke"), Person.objects.get(name="Bernd")
    builders.card(builders.table(event, person, other, gesa), person, person, person)
    table = builders.table(builders.evening(day=DAY + timedelta(weeks=10)), person, other)
    for number in range(1, games + 1):
        builders.card(table, other, other, other, number=number)
    sweep_standings()
    return gesa


@pytest.mark.both
def test_by_itself_a_season_puts_whoever_comes_seldom_below_the_places(client, club, season):
    seldom(season, games=2)
    client.force_login(club.anke.user)
    address = reverse("league:season_table", args=[season.pk])
    page = client.get(address).content.decode()
    assert "braucht ein Platz 3 Spiele: halb so viele" in page
    assert page.index("Anke</a>") < page.index("Außer Wertung") < page.index("Gesa</a>")
    past = client.get(address, {"as_of": (DAY + timedelta(weeks=11)).isoformat()})
    assert "Außer Wertung" in past.content.decode()
    told = client.get(f"/api/seasons/{season.pk}/standing/").json()
    assert told["min_games"] == 3
    assert [row["person"]["name"] for row in told["rows"] if not row["is_ranked"]] == ["Gesa"]
    assert "Außer Wertung" in client.get(reverse("league:all_time")).content.decode()


def guests_play(number):
    """Let so many guests come once, play one game each and not lose it."""
    event = builders.evening(day=DAY + timedelta(weeks=12))
    loser = Person.objects.get(name="Bernd")
    for at in range(number):
        guest = builders.member(f"Gast {at}", kind="")
        builders.card(builders.table(event, loser, guest), loser, loser, loser)
    sweep_standings()


@pytest.mark.both
def test_guests_neither_take_places_nor_make_one_cheaper(client, club, season):
    seldom(season, games=2)
    least = Standing.objects.get(season=season, scope="season").min_games
    guests_play(7)
    for standing in Standing.objects.filter(scope__in=("season", "all_time")):
        rows = standing.rows.order_by("position").values_list("person__name", "is_ranked")
        assert standing.min_games >= least, standing.scope
        ranked = {name for name, is_ranked in rows if is_ranked}
        assert ranked == {"Anke", "Bernd", "Jette"}
    client.force_login(club.anke.user)
    page = one_line(client.get(reverse("league:season_table", args=[season.pk])))
    assert page.index("Außer Wertung") < page.index("Gast 3</a>")
    assert page.count('<span class="soft small">Gast</span>') == 7
    start = client.get("/").content.decode()
    assert "Gast 3" not in start


@pytest.mark.both
def test_a_guest_who_joins_has_a_place_and_a_rebuild_gives_the_same(club, season):
    guests_play(1)
    guest = Person.objects.get(name="Gast 0")
    count(season, games=0)
    sweep_standings()
    row = StandingRow.objects.filter(person=guest, standing__season=season, standing__event=None)
    assert row.get().is_ranked is False
    people.start_membership(person=guest, kind="active", start=DAY + timedelta(weeks=13))
    sweep_standings()
    assert (row.get().is_ranked, row.get().is_guest) == (True, False)
    before = list(StandingRow.objects.order_by("standing", "position").values_list(*COLUMNS))
    call_command("rebuild_standings")
    assert before == list(
        StandingRow.objects.order_by("standing", "position").values_list(*COLUMNS)
    )


def test_a_season_keeps_the_number_of_games_that_was_set_for_it(client, club, season):
    gesa = seldom(season, games=4)
    count(season, games=0)
    sweep_standings()
    client.force_login(gesa.user)
    page = client.get(reverse("league:season_table", args=[season.pk])).content.decode()
    assert page.index("Gesa</a>") < page.index("Anke</a>")
    assert "Außer Wertung" not in page
    assert "selten kommt" not in page


@pytest.mark.once
def test_the_start_page_says_how_many_games_a_place_takes(client, club):
    event = builders.evening(day=timezone.localdate())
    table = builders.table(event, club.anke, club.bernd)
    for number in range(1, 5):
        builders.card(table, club.bernd, club.bernd, club.bernd, number=number)
    builders.card(
        builders.table(event, club.jette, builders.member("Gesa")), club.jette, club.jette,
        club.jette,
    )  # fmt: skip
    sweep_standings()
    client.force_login(club.jette.user)
    page = client.get(reverse("home")).content.decode()
    assert "Du bist noch außer Wertung: Ein Platz braucht 2 Spiele." in page


# --- closing --------------------------------------------------------------------------------
@pytest.mark.both
def test_a_closed_season_stands_still_and_shows_what_came_later(client, club, season):
    close(season)
    before = ranking(season)
    correct(club, season)
    sweep_standings()
    compute_season(season.pk)
    assert ranking(season) == before
    client.force_login(club.bernd.user)
    page = client.get(reverse("league:season_table", args=[season.pk])).content.decode()
    assert "Nach dem Abschluss eingetragen" in page
    assert "wird gerade neu gerechnet" not in page


def test_closing_computes_what_is_still_open(club, season):
    correct(club, season)
    close(season)
    assert ("Jette", 3, 1) in ranking(season)


def test_the_chair_opens_it_again_with_a_reason(club, season):
    close(season)
    assert close(season).closed_at == NIGHT
    correct(club, season)
    with pytest.raises(InvalidError):
        seasons.reopen_season(season=season, reason=" ", by=None, now=NIGHT)
    seasons.reopen_season(season=season, reason="Einspruch", by=club.anke.user, now=NIGHT)
    seasons.reopen_season(season=season, reason="noch einmal", by=None, now=NIGHT)
    assert SeasonMark.objects.filter(season=season).count() == 2
    sweep_standings()
    assert ("Jette", 3, 1) in ranking(season)
    close(season)


def test_a_season_with_evenings_to_come_or_an_open_problem_is_not_closed(club, season):
    with pytest.raises(IllegalError) as refused:
        close(season, today=DAY)
    assert refused.value.code == "season_goes_on"
    ahead = season.events.filter(business_date__gt=DAY).order_by("business_date").first()
    assert ahead.name in str(refused.value)
    table = season.events.get(business_date=DAY).blocks.get().tables.get()
    from league.access.actors import Actor

    raise_objection(
        result=current_result(table, 1), client_id="o", text="Falsch", now=NIGHT,
        actor=Actor(user_id=club.jette.user.pk, device="phone"),
    )  # fmt: skip
    with pytest.raises(IllegalError) as refused:
        close(season)
    assert refused.value.code == "season_disputed"


def test_a_closed_season_takes_no_new_evening_and_no_other_way_to_count(club, season):
    close(season)
    with pytest.raises(IllegalError):
        builders.evening(day=DAY + timedelta(days=1))
    with pytest.raises(IllegalError):
        count(season, best=1)


@pytest.mark.both
def test_the_database_keeps_the_ranking_of_a_closed_season(club, season):
    close(season)
    row = StandingRow.objects.filter(standing__season=season).first()
    for wrong in (
        lambda: StandingRow.objects.filter(pk=row.pk).update(rank=9),
        lambda: StandingRow.objects.filter(pk=row.pk).delete(),
        lambda: StandingRow.objects.create(
            standing=row.standing, person=club.hilde, rank=9, position=9, evenings=1, games=1,
            halves_lost=0, games_lost=0, sweeps=0, schock_aus=0, next_to_last=0,
        ),
        lambda: Season.objects.filter(pk=season.pk).update(min_games=9),
        lambda: Season.objects.filter(pk=season.pk).update(closed_at=None),
        lambda: SeasonMark.objects.filter(season=season).delete(),
    ):  # fmt: skip
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong()


@pytest.mark.both
def test_the_database_closes_no_season_without_a_mark(club, season):
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.filter(pk=season.pk).update(closed_at=NIGHT)


# --- all time -------------------------------------------------------------------------------
def test_the_all_time_table_is_the_sum_of_the_seasons(client, club, season):
    close(season)
    event = builders.evening(day=date(2027, 2, 5))
    table = builders.table(event, club.anke, club.bernd)
    builders.card(table, club.anke, club.anke, club.anke)
    sweep_standings()
    rows = standing_rows(all_time())
    assert [(row.person.name, row.games, row.games_lost) for row in rows] == [
        ("Jette", 3, 0),
        ("Anke", 4, 2),
        ("Bernd", 4, 2),
    ]
    client.force_login(club.bernd.user)
    page = client.get(reverse("league:all_time")).content.decode()
    assert page.index("Jette") < page.index("Anke")


def test_an_overtaken_all_time_table_is_computed_again(club, season):
    assert not all_time().is_stale
    count(season, drop=1)
    compute_standing(season=season, now=NIGHT)
    assert all_time().is_stale
    compute_all_time(now=NIGHT)
    assert sum(row.games for row in standing_rows(all_time())) == 6


def test_a_season_without_games_can_be_closed(club):
    empty = evenings.create_season(name="2020", start=date(2020, 1, 1), end=date(2021, 1, 1))
    assert close(empty).is_closed
