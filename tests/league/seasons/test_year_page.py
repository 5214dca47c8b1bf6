"""The words of the page of the year's ranking about a season, without a page."""

import pytest

from league.events.models import Event
from league.seasons.models import Season
from league.seasons.queries.year import Year
from league.seasons.queries.year_page import events, nothing_yet, rules

pytestmark = pytest.mark.usefixtures("english")


def season(of="evenings", points=(3, 2, 1), **more):
    return Season(place_points_of=of, place_points=list(points), **more)


@pytest.mark.parametrize(
    ("season", "paragraphs"),
    [
        (season(), ["Places 1 to 3 of an evening bring 3-2-1 points"]),
        (season(points=[5]), ["First place of an evening brings 5 points"]),
        (season("tournaments"), ["Places 1 to 3 of a tournament bring 3-2-1 points"]),
        (season("tournaments", [5]), ["First place of a tournament brings 5 points"]),
        (season(place_points_best=4), ["Places 1 to 3", "Everybody’s 4 best results count."]),
        (season(place_points_best=1), ["Places 1 to 3", "Only everybody’s best result counts."]),
        (season(place_points_dropped=1), ["Places 1 to 3", "Everybody’s worst result is"]),
        (season(place_points_dropped=2), ["Places 1 to 3", "Everybody’s 2 worst results are"]),
    ],
)
def test_a_season_says_how_its_places_count(season, paragraphs):
    said = rules(season)
    assert [
        text[: len(begins)] for text, begins in zip(said, paragraphs, strict=True)
    ] == paragraphs


@pytest.mark.parametrize(
    ("season", "is_past", "is_stale", "begins"),
    [
        (season(points=()), False, False, ""),
        (season(), True, True, "Nothing counted yet on that day."),
        (season(), False, True, ""),
        (season(), False, False, "No game in this season yet."),
        (season("tournaments"), False, False, "No tournament of this season is closed yet."),
    ],
)
def test_where_nobody_stands_it_says_why(season, is_past, is_stale, begins):
    sentence = nothing_yet(season, is_past=is_past, is_stale=is_stale)
    assert sentence.startswith(begins)
    assert bool(sentence) == bool(begins)


@pytest.mark.parametrize(
    ("of", "inside", "addresses"),
    [
        ("evenings", True, ["/abende/1/", "/abende/2/"]),
        ("tournaments", True, ["/turniere/1/", "/turniere/2/"]),
        ("tournaments", False, ["/turniere/1/", ""]),
    ],
)
def test_strangers_are_led_to_public_events_only(of, inside, addresses):
    year = Year((Event(pk=1, is_public=True), Event(pk=2, is_public=False)), ())
    assert [address for _event, address in events(season(of), year, inside=inside)] == addresses
