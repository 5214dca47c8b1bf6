"""A version of a draw with all its figures, and „Warum wieder zusammen?“ answered about it."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from league import draw as core
from league.tournaments.core.labels import draws as words
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.draws import queries as previews
from league.tournaments.models.tournaments import Draw
from league.tournaments.public.queries import public

# Beyond this number of people a matrix is unreadable.
MOST_IN_A_MATRIX = 40


def names(state: TournamentState) -> dict[int, str]:
    """Return the names the direction uses."""
    return {pk: participation.both_names for pk, participation in state.people.items()}


def shown(state: TournamentState, block: BlockState, draw: Draw | None) -> dict[str, Any] | None:
    """Return a version of the draw with all its figures: a proposal, or the one in force."""
    if draw is None:
        return None
    history = draws.history(state.event, block.block.number)
    rounds = (*history, draws.round_of(draw))
    teams = {pk: own.team_id for pk, own in state.people.items() if own.team_id is not None}
    tables = draws.tables_of(draw)
    before = draws.tables_of(block.draw) if block.draw is not None and block.draw != draw else {}
    named = names(state)
    people = sorted(
        {person for table in tables.values() for person in table}, key=lambda pk: named[pk].lower()
    )
    met = core.meetings(rounds)
    return {
        "draw": draw,
        "tables": tables,
        "springers": draw.springers,
        "sizes": sizes_of(tables),
        "change": previews.change(before, tables, history),
        "quality": core.quality(rounds, teams),
        "has_history": bool(history),
        "met_before": partial(_met_before, history),
        "seed": draws.seed_of(draw),
        "people": people,
        "matrix": matrix(people, met) if len(people) <= MOST_IN_A_MATRIX else None,
        "repeats": repeats(people, met),
    }


def _met_before(history: Sequence[core.Round], player: int, other: int) -> int:
    return sum(player in table and other in table for tables in history for table in tables)


def sizes_of(tables: previews.Tables) -> list[tuple[int, int]]:
    """Count the tables of each size: „3 zu 4, 2 zu 3“."""
    count_of: dict[int, int] = {}
    for people in tables.values():
        count_of[len(people)] = count_of.get(len(people), 0) + 1
    return sorted(count_of.items(), reverse=True)


Met = Mapping[int, Mapping[int, int]]
Caption = list[words.Sentence]


def matrix(people: Sequence[int], met: Met) -> list[tuple[int, list[int | None]]]:
    """Return, row by row, how often each met each; None on the diagonal."""
    return [
        (person, [None if person == other else met[person].get(other, 0) for other in people])
        for person in people
    ]


def repeats(people: Sequence[int], met: Met) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return each person who meets others more than once, with whom and how often."""
    at = {person: place for place, person in enumerate(people)}
    rows = (
        (
            person,
            sorted(
                (
                    (other, times)
                    for other, times in met[person].items()
                    if times > 1 and other in at
                ),
                key=lambda pair: at[pair[0]],
            ),
        )
        for person in people
    )
    return [(person, others) for person, others in rows if others]


def again(
    state: TournamentState, there: BlockState, drawn: Draw, player: int
) -> list[tuple[int, Caption]]:
    """Answer „Warum wieder zusammen?“ for one player: each met person of the table, and why."""
    names = {pk: who.name for pk, who in state.people.items()}
    together = len(drawn.rounds) > 1
    if there.setting.draw != "meetings":
        return []
    return [
        (other, words.why(answer, names[player], names[other], together=together))
        for other, answer in public.met_again(drawn, player)
    ]


def why(
    there: BlockState, version: dict[str, Any], named: Mapping[int, str], player: int, other: int
) -> Caption:
    """Answer „Warum wieder zusammen?“ about one version; `named` holds all names."""
    if player not in named or other not in named:
        raise Http404
    draw, setting = version["draw"], there.setting
    if setting.draw != "meetings":
        return words.why_not_by_meetings(setting.draw, version["met_before"](player, other))
    rng = Random(draw.seed)  # noqa: S311  # the answer is the same at any time
    try:
        answer = core.why(draws.drawn(draw), player, other, rng, draw.index)
    except core.DrawError as error:
        return [words.draw_error(error)]
    together = any(player in table and other in table for table in version["tables"].values())
    if together == (answer.code == "not_together"):
        return [_("After the draw people have swapped seats.")]
    return words.why(answer, named[player], named[other])
