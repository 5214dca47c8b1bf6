"""The figures of season report and Rückblick: just what the pages say."""

from datetime import date
from random import Random
from uuid import uuid4

import pytest

from config.demo.play import Manner, play
from config.site.figures import throw_sections, words
from config.site.figures import throws as thrown
from config.site.reports.figured import AT_EVENINGS
from games.luck.queries import throws
from games.luck.queries.throws import Which
from games.luck.services import count_games, weigh_game
from games.scoring.services import start
from league.access.actors import NOBODY
from league.events.queries import seats_of
from league.events.services import evenings
from league.figures import queries as figures
from league.people.queries.names import inside_naming
from tests import builders
from tests.builders import NIGHT
from tests.league.reports.test_reports import made, text_of, wanted
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@built_once
def season(club):
    """Play two evenings on cards and one throw by throw, weighed."""
    made = evenings.create_season(name="2026", start=date(2026, 1, 1), end=date(2027, 1, 1))
    cast = [club.anke, club.bernd, club.jette]
    for month in (1, 2):
        table = builders.table(builders.evening(day=date(2026, month, 6)), *cast)
        for number in range(1, 7):
            builders.card(table, club.bernd, cast[number % 3], club.bernd, number=number)
    table = builders.table(builders.evening(), *cast)
    builders.card(table, club.anke, club.bernd, club.bernd, number=1, aus={club.jette: 2})
    seats = [str(seat.pk) for seat in seats_of(table)]
    header = {"format": 1, "rulebook": "rsc2003", "players": seats, "starter": seats[0]}
    game = start.import_game(
        table=table,
        key=uuid4(),
        log={"header": header, "events": play(header, Manner(), Random(3))},
        seats={},
        may_rule=True,
        actor=NOBODY,
        now=NIGHT,
    )
    count_games(games=[game.pk])
    weigh_game(game=game.pk)
    return made


def test_the_season_report_has_the_records_ratings_and_luck_of_the_page(season, club):
    text = text_of(made(wanted("season", season.pk)))
    club_figures = figures.club_figures(AT_EVENINGS, season)
    assert club_figures.games == 14
    for who, counts in club_figures.persons:
        assert f"{who.name} (noch ungewiss) {counts.rating.games} " in text
        assert words.rating_text(counts.rating) in text
    longest = dict(club_figures.persons)[club.anke].runs.kept
    assert f"Am längsten nicht verloren Anke {words.games(longest.length)}" in text
    which = Which(season, occasion="evenings")
    people = [who for who, _counts in club_figures.persons]
    for balance in thrown.lucky(which, people):
        row = f"{balance.person.name} (wenige Spiele) {balance.skill_each} {balance.luck} "
        assert f"{row}±{balance.ordinary} {balance.turns}" in text
    for record in thrown.records_of(which, people, inside_naming()):
        assert f"{record.title} {record.who}, 06.03.2026 {record.number}" in text
    for row in throw_sections.hands(throws.hands(which)).table.rows:
        assert " ".join(str(cell.text) for cell in row.cells) in text


def test_a_season_report_does_not_wait_until_results_have_been_quiet(season, club):
    made(wanted("season", season.pk))
    assert not figures.as_of(season).is_stale


def test_the_review_has_the_own_streaks_phases_rating_and_luck(season, club):
    text = text_of(made(wanted("review", 2026, person=club.bernd)))
    counts = figures.person_figures(club.bernd, AT_EVENINGS, season)
    assert "3 von 3 Abenden" in text
    for phase in words.phases([counts], counts.games):
        assert f"{phase.name} {phase.number} von {phase.known}" in text
    assert "Am längsten nur verloren 06.01.2026 – 06.03.2026" in text
    assert words.games(counts.runs.lost.length) in text
    assert f"In der Saison 2026: {words.rating_text(counts.rating)}." in text
    shown = thrown.luck(Which(season, occasion="evenings"), club.bernd)
    assert f"waren {shown['expected']} Deckel zu erwarten" in text
    assert "Wenige Spiele: Das sagt noch nicht viel." in text
    assert shown["costliest"]
    for decision in shown["costliest"]:
        assert f"{decision['cost']} Deckel:" in text
        assert f"Besser: {decision['best']} ({' '.join(decision['best_chances'].split())})." in text
    beside = counts.beside[club.anke.pk]
    assert f"Anke {beside.lost_by_me} von {beside.games}" in text


def test_the_review_of_a_year_says_nothing_of_the_next(season, club):
    table = builders.table(
        builders.evening(day=date(2025, 12, 6)), club.anke, club.bernd, club.jette
    )
    builders.card(table, club.anke, club.anke)
    text = text_of(made(wanted("review", 2025, person=club.anke)))
    assert "1 von 1 Abenden" in text
    assert "Glück und Können" not in text
    assert "In der Saison 2025" in text


def test_where_nothing_was_thrown_there_is_no_word_of_luck(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.anke)
    text = text_of(made(wanted("season", table.block.event.season.pk)))
    assert "Glück und Können" not in text
    assert "Wertung" in text
