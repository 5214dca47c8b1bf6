"""Tournaments written down whole: cards, rankings, ties, winners, to be added up by hand.

A file lists the tables of each block as they were drawn, a line for each game (who lost the first
half, the second, the game; a plus and a name for each Schock-Aus), and what must come of it.
"""

import re
from collections import Counter
from pathlib import Path
from uuid import uuid4

import pytest

from league.tournaments.core.labels import rankings as ranking_words
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.ranking.services import ties
from tests import tournaments as day
from tests.builders import NIGHT, tournament
from tests.league.tournaments.test_whole_tournaments import check_day

pytestmark = [pytest.mark.django_db, pytest.mark.once]
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))


def line_of(state: TournamentState, row) -> str:
    """Write one line of a ranking as the file does."""
    counted = row.total
    mine = f"{row.lives} Leben" if row.lives is not None else ranking_words.points(row.points)
    return (
        f"{row.rank}. {state.people[row.person].name}: {mine}, {counted.games} Spiele, "
        f"{counted.games_lost} verloren, {counted.schock_aus} Schock-Aus"
    )


def team_line(state: TournamentState, row) -> str:
    names = {person.team_id: person.team.name for person in state.people.values() if person.team_id}
    return f"{row.rank}. {names[row.team]}: {ranking_words.points(row.points)}"


class Day:
    """Plays what a file says."""

    def __init__(self, path: Path) -> None:
        self.lines = [line.rstrip() for line in path.read_text().splitlines() if line.strip()]

    def take(self, start: str) -> str:
        line = self.lines.pop(0)
        assert line.startswith(start), line
        return line.removeprefix(start).strip()

    def while_starting(self, pattern: str) -> list[str]:
        while_starting = []
        while self.lines and re.match(pattern, self.lines[0]):
            while_starting.append(self.lines.pop(0).strip())
        return while_starting


def play_table(table, lives: int, cards: list[str]) -> None:
    """Play the cards of a table; a player without a life looks on."""
    left = dict.fromkeys(day.circle(table), lives)
    for at, written in enumerate(cards, start=1):
        told = written.split()
        aus = Counter(name[1:] for name in told if name.startswith("+"))
        lost = [name for name in told if not name.startswith("+")]
        loser = lost[2] if len(lost) > 2 else None
        out = [name for name, number in left.items() if lives and not number]
        day.game(table, at, lost[0], lost[1], loser, dict(aus), out=out)
        left[lost[-1]] -= 1


def play_off(event, number: int, people: list[str], kind: str) -> None:
    block = day.block_of(event, number)
    keys = {person.name: person.pk for person in TournamentState(event).people.values()}
    order = [keys[name] for name in people]
    common = {"block": block, "client_id": uuid4().hex, "seen": day.seen(event), "by": None}
    if kind == "Stechen":
        ties.enter_playoff(order=order, now=NIGHT, **common)
    else:
        decided = ties.draw_lots(people=order, seed="das Los", now=NIGHT, **common)
        assert decided.order == order


def check_ranking(state: TournamentState, block: BlockState, wanted: list[str]) -> None:
    assert [line_of(state, row) for row in block.rows] == wanted


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_tournament_comes_out_as_it_is_written_down(path):
    told = Day(path)
    event = tournament(template=told.take("Vorlage:"))
    for team in told.while_starting("Mannschaft "):
        name, people = team.removeprefix("Mannschaft ").split(": ")
        for person in people.split():
            own = day.registered(event, person, name).participation
            day.check_in(participation=own, by=None, now=NIGHT)
    day.people(event, *told.take("Ohne Mannschaft:").split())
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    while told.lines[0].startswith("Durchgang"):
        number = int(told.take("Durchgang").split(":")[0])
        block = day.draw(event, number, seed=f"{path.stem} {number}")
        setting = TournamentState(event).format.block(number)
        assert setting.name == told.take("")
        tables = {state.table.number: state.table for state in day.tables(event, number)}
        while told.lines[0].startswith("Tisch"):
            at, circle = told.take("Tisch").split(": ")
            assert day.circle(tables.pop(int(at))) == circle.split()
            table = block.tables.get(number=int(at))
            table.block = block
            play_table(table, setting.scoring.lives, told.while_starting(r"  "))
        assert not tables
        rounds.lock_block(block=day.block_of(event, number), seen=day.seen(event), now=NIGHT)
        for line in told.while_starting("Stechen:|Los:"):
            kind, people = line.split(": ")
            play_off(event, number, people.split(), kind)
        state = TournamentState(event)
        wanted = told.while_starting(r"\d+\. ")
        check_ranking(state, state.blocks[number], wanted)
        if told.lines[0].startswith("Weiter:"):
            goes_on = state.blocks[number].advancing
            assert not goes_on.ties
            names = [state.people[person].name for person in goes_on.people]
            assert names == told.take("Weiter:").split()
        rounds.release_ranking(block=day.block_of(event, number), seen=day.seen(event), now=NIGHT)
    day.finish(event)
    state = TournamentState(event)
    told.take("Endstand")
    places = [f"{placing.rank}. {placing.participation.name}" for placing in event.placings.all()]
    assert places == told.while_starting(r"\d+\. ")
    if told.lines and told.lines[0] == "Mannschaften":
        told.take("Mannschaften")
        assert [team_line(state, row) for row in state.teams] == told.while_starting(r"\d+\. ")
    told.take("Besonderes")
    sentences = [
        f"{ranking_words.special(prize)}: {' '.join(state.people[p].name for p in prize.people)}"
        for prize in state.specials
    ]
    assert sentences == told.while_starting(r".")
    assert told.lines == []
    check_day(state, len(places))
