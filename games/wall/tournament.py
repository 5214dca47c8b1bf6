"""What the wall shows of a tournament: its clock, the draw by table and by name, the ranking."""

from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.people.models.people import sort_key
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels import rankings
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.public.queries.public import now_played

Json = dict[str, Any]
FIGURES = 2  # beside a name; more would be too small to read


def clock(state: TournamentState) -> Json | None:
    """The clock of the block being played; None where nothing runs by it."""
    block = next(
        (block_state for block_state in now_played(state) if block_state.block.started_at), None
    )
    if block is None:
        return None
    if (since := block.block.sharp_at) is not None:
        return {
            "label": block.name,
            "over": words.OVERTIME[block.setting.overtime] or _("sudden death"),
            "note": _("since %(when)s") % {"when": _hour(since)},
        }
    ends = block.ends_at()
    if ends is None:
        return None
    return {
        "label": block.name,
        "ends": ends,
        "over": _("Time is up"),
        "note": _("ends at %(when)s") % {"when": _hour(ends)},
    }


def _hour(moment: Any) -> str:
    return date_format(localtime(moment), "H:i")


def draws(state: TournamentState) -> list[Json]:
    """The released draws that people sit by now: all tables, and everybody's table by name."""
    draws: list[Json] = []
    for block in now_played(state):
        draws.append(
            {
                "kind": "draw",
                "title": _("%(block)s: the tables") % {"block": block.name},
                "tables": _by_table(block),
            }
        )
        draws.append(
            {
                "kind": "seats",
                "title": _("%(block)s: who sits where") % {"block": block.name},
                "people": _by_name(block),
            }
        )
    return draws


def _by_table(block: BlockState) -> list[Json]:
    return [
        {
            "number": state.table.number,
            "names": [seat.participation.name for seat in state.seats],
            "done": state.is_done,
        }
        for state in block.played
    ]


def _by_name(block: BlockState) -> list[Json]:
    people = [
        {"name": seat.participation.name, "table": state.table.number}
        for state in block.played
        for seat in state.seats
    ]
    return sorted(people, key=lambda person: sort_key(str(person["name"])))


def ranking(state: TournamentState) -> Json | None:
    """The ranking of the block being played or counted, of a finished tournament that of the day;
    None before the first card."""
    if state.unfinished is None:
        places: list[list[Any]] = [
            [placed.rank, state.people[placed.person].name] for placed in state.ranking
        ]
        return _ranking(_("Final standings"), [], places)
    ranked = [block_state for block_state in state.blocks.values() if block_state.rows]
    if not ranked:
        return None
    block = state.current if state.current is not None and state.current.rows else ranked[-1]
    rows = [
        [row.rank, state.people[row.person].name, *rankings.cells(row)[:FIGURES]]
        for row in block.rows
    ]
    is_ranked = block.step == "ranked"
    title = _("%(block)s: standings") if is_ranked else _("%(block)s: standings so far")
    return _ranking(title % {"block": block.name}, rankings.columns(block.setting)[:FIGURES], rows)


def _ranking(title: str, heads: list[str], rows: list[list[Any]]) -> Json | None:
    return {"kind": "ranking", "title": title, "heads": heads, "rows": rows} if rows else None
