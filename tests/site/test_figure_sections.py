"""The sections of the figures as values: what a reader may open, and where there is none."""

from datetime import date

import pytest
from django.utils import timezone, translation

from config.site.figures import club_sections, person_sections, sections, throw_sections
from config.site.figures import queries as figures
from config.site.figures.filter import Chosen
from config.site.figures.throws import Lucky, Outermost
from games.luck.queries.throws import Hands
from league.figures import EVENINGS, Scope
from league.figures.services import compute_figures
from league.people.queries.names import inside_naming, public_naming
from league.people.services.people import show_as
from tests import builders

pytestmark = pytest.mark.rules

EVERYTHING = Chosen(None, Scope(occasion=EVENINGS), {})
INSIDE = sections.Reader(inside_naming(), EVERYTHING, inside=True)
OUTSIDE = sections.Reader(public_naming(), EVERYTHING, inside=False)


@pytest.fixture
def club_figures(club):
    """Return the figures of one evening of three games, all lost by Bernd, who wants no name in
    public.
    """
    event = builders.evening()
    table = builders.table(event, club.anke, club.bernd, club.jette)
    for number in (1, 2, 3):
        builders.card(table, club.bernd, club.bernd, number=number)
    show_as(person=club.bernd, seen_as="hidden")
    compute_figures(season=event.season, now=timezone.now())
    return figures.of_club(club.anke.user, date(2026, 12, 31), EVERYTHING)


def texts(section):
    return [[cell.text for cell in row.cells] for row in section.table.rows]


def urls(section):
    cells = [cell.url for row in section.table.rows for cell in row.cells] if section.table else []
    return list(filter(None, [*cells, *(line.url for line in section.lines)]))


def test_who_lost_how_often_has_the_smallest_share_first(club_figures):
    ranked = club_sections.by_share(club_figures.persons, 2)
    shown = club_sections.losers(ranked, INSIDE, least=2, others=0)
    assert [row[:3] for row in texts(shown)] == [["Anke", 3, 0], ["Jette", 3, 0], ["Bernd", 3, 3]]
    assert not any(row.cells[0].below for row in shown.table.rows)


def test_who_has_too_few_games_is_named_last_and_not_ranked(club_figures):
    ranked = club_sections.by_share(club_figures.persons, 4)
    shown = club_sections.losers(ranked, INSIDE, least=4, others=1)
    assert {row.cells[0].below for row in shown.table.rows} == {"außer Wertung"}
    assert shown.end == "Dazu ein Gast, der nur von einem Turnier bekannt ist."


def test_the_own_row_is_marked(club_figures, club):
    reader = sections.Reader(inside_naming(), EVERYTHING, inside=True, me=club.bernd)
    rows = club_sections.ratings(club_figures.persons, reader).table.rows
    assert [row.cells[0].text for row in rows if row.is_mine] == ["Bernd"]


def test_members_follow_every_number_and_strangers_none(club_figures):
    for build in (
        lambda reader: club_sections.losers(club_figures.persons, reader, least=1, others=0),
        lambda reader: club_sections.ratings(club_figures.persons, reader),
        lambda reader: club_sections.records(club_figures.records, reader),
    ):
        assert urls(build(INSIDE))
        assert not urls(build(OUTSIDE))


@pytest.mark.both
def test_strangers_read_the_names_each_chose_and_of_an_evening_the_day(club_figures):
    lines = club_sections.records(club_figures.records, OUTSIDE).lines
    of = {line.title: line.of for line in lines}
    assert of["Am längsten nur verloren"] == "Jemand"
    assert of["Meiste Leute"] == "06.03.2026"
    assert "Bernd" not in str(
        texts(club_sections.losers(club_figures.persons, OUTSIDE, least=1, others=0))
    )


def test_where_there_is_nothing_there_is_no_section(club_figures):
    assert club_sections.records([], INSIDE) is None
    assert throw_sections.thrown([]) is None
    assert throw_sections.lucky([]) is None
    assert club_sections.ratings([], INSIDE) is None
    assert throw_sections.hands(Hands(0, 0, 0, 0, 0, [])) is None
    assert club_sections.seasons_of_club(club_figures.seasons, EVERYTHING) is None


def test_few_turns_are_said_beside_their_number(club):
    lucky = Lucky(club.anke, skill_each="−1,0", luck="+2,5", ordinary="5", turns=7, few=True)
    (row,) = throw_sections.lucky([lucky]).table.rows
    assert [cell.below for cell in row.cells] == ["", "7 Züge, wenige", "±5"]


def test_a_record_of_an_event_that_is_not_public_says_the_day_alone():
    day = date(2026, 3, 6)
    (line,) = throw_sections.thrown([Outermost("Längste Hälfte", "9 Runden", "", day, "")]).lines
    assert line.of == "06.03.2026"


def test_streaks_and_counts_of_a_person_are_lines_with_their_games(club, club_figures):
    counts = dict(club_figures.persons)
    with translation.override("en"):
        bernd = person_sections.streaks(club.bernd, counts[club.bernd], EVERYTHING)
        anke = person_sections.streaks(club.anke, counts[club.anke], EVERYTHING)
        counted = person_sections.counted(club.anke, counts[club.anke], EVERYTHING)
    assert [(line.title, line.number) for line in bernd] == [
        ("Just now", "3 games lost in a row"),
        ("Longest losing only", "3 games"),
    ]
    assert [line.number for line in anke] == ["not lost for 3 games", "3 games"]
    assert all("streak=" in line.url for line in bernd + anke)
    assert "outcome=next_to_last" in counted[0].url
