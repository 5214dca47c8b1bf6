"""Seasons written down whole: every card and every table that must come of it, to be added up by
hand.

A file tells evenings with their tables, a line for each game as in `test_golden_tournaments`, and
what is corrected and counted in another way in between. Below a heading is its table.
"""

import re
from collections import Counter
from datetime import date, datetime, time
from pathlib import Path

import pytest

from league.people.services import people
from league.seasons import services as seasons
from league.seasons.models import Season
from league.seasons.queries.year import year_of
from league.standings.models import StandingMove
from league.standings.queries.standings import all_time, evening_table, standing_of, standing_rows
from league.tasks import sweep_standings
from tests import builders

pytestmark = pytest.mark.django_db
GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "seasons").glob("*.txt"))
PLACE = re.compile(r"(\d+|-)\. ")


def counted(row) -> str:
    """Write one line of a table as the file does."""
    place = row.rank if row.is_ranked else "-"
    evenings = "1 Abend" if row.evenings == 1 else f"{row.evenings} Abende"
    dropped = f", {row.dropped} gestrichen" if row.dropped else ""
    return (
        f"{place}. {row.person.name}: {evenings}, {row.games} Spiele, {row.games_lost} verloren, "
        f"{row.next_to_last} Vorletzter, {row.halves_lost} Hälften, {row.schock_aus} Schock-Aus, "
        f"{row.sweeps} Blattschüsse{dropped}"
    )


class Club:
    """Does what the lines of a file say; `tables` are those of each evening."""

    def __init__(self) -> None:
        self.tables, self.people = {}, {}
        self.corrected = None

    def person(self, name):
        if name not in self.people:
            self.people[name] = people.create_person(name=name)
        return self.people[name]

    def read(self, line: str) -> list[str] | None:
        """Do what the line says, or return the table that it asks for."""
        word, rest = line.split(maxsplit=1)
        match word:
            case "Abend":
                self.day = date.fromisoformat(rest)
                self.tables[self.day] = []
                self.event = builders.evening(day=self.day)
            case "Tisch:":
                around = [self.person(name) for name in rest.split()]
                self.tables[self.day].append(builders.table(self.event, *around))
                self.number = 0
            case "Korrektur":
                day, number, told = re.fullmatch(r"(\S+), Spiel (\d+): (.+)", rest).groups()
                (table,) = self.tables[date.fromisoformat(day)]
                self.corrected = self.card(table, int(number), told, seen=1, reason="verzählt")
            case "Wertung":
                self.count(rest)
            case _:
                return self.table(line)
        return None

    def game(self, told: str) -> None:
        self.number += 1
        self.card(self.tables[self.day][-1], self.number, told)

    def card(self, table, number: int, told: str, **more):
        texts = told.split()
        if texts == ["abgebrochen"]:
            return builders.card(table, None, None, number=number, ending="abandoned")
        aus = Counter(self.people[name[1:]] for name in texts if name.startswith("+"))
        first, second, *loser = (self.people[name] for name in texts if not name.startswith("+"))
        when = datetime.combine(table.block.event.business_date, time(22), builders.BERLIN)
        return builders.card(
            table, first, second, *loser, number=number, aus=dict(aus), now=when, **more
        )

    def count(self, told: str) -> None:
        name, best, least, points = re.fullmatch(
            r"(\d+): beste (\d+), mindestens (\d+), Punkte (\S+)", told
        ).groups()
        seasons.set_scoring(
            season=Season.objects.get(name=name),
            best_evenings=int(best),
            dropped_evenings=None,
            min_games=int(least),
            year=seasons.YearScoring([int(line) for line in points.split("-")]),
        )

    def table(self, heading: str) -> list[str]:
        """Let the worker sweep, and return the lines of the table under this heading."""
        sweep_standings()
        *words, last = heading.split()
        match words:
            case ["Tabelle", "des", "Abends"]:
                event = self.tables[date.fromisoformat(last)][0].block.event
                return [counted(row) for row in evening_table(event).order_by("position")]
            case ["Ewige"]:
                standing = all_time()
            case ["Saison"]:
                standing = standing_of(Season.objects.get(name=last))
            case ["Jahreswertung"]:
                lines = year_of(Season.objects.get(name=last)).lines
                return [f"{line.rank}. {line.person.name}: {line.points}" for line in lines]
        return [counted(row) for row in standing_rows(standing)]

    def moved(self) -> str:
        """Return the people whom the last correction moved in its season, with their places."""
        sweep_standings()
        moves = StandingMove.objects.filter(
            correction__result=self.corrected, correction__standing__scope="season"
        )
        return ", ".join(f"{move.person.name} {move.was} → {move.now}" for move in moves)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_season_comes_out_as_it_is_written_down(path):
    lines = [line.rstrip() for line in path.read_text().splitlines() if line.strip()]
    club, actual = Club(), []
    for at, line in enumerate(lines):
        if line.startswith("  "):
            club.game(line)
        elif line.startswith("Verschoben: "):
            assert line == f"Verschoben: {club.moved()}"
        elif PLACE.match(line):
            assert actual[:1] == [line], lines[at - 1]
            actual = actual[1:]
        else:
            assert actual == []
            actual = club.read(line) or []
    assert actual == []
