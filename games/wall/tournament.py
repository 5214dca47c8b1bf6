"""The wall's screens of a tournament: its clock, the draw by table and by name, the ranking."""

from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.people.models.people import sort_key
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels import rankings as words_of_rankings
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.public.queries.public import now_played

Json = dict[str, Any]
FIGURES = 2  # beside a name; more would be too small to read


def clocks(state: TournamentState) -> list[Json]:
    """Return the clocks of the blocks being played: two if two run side by side."""
    started = (block for block in reversed(now_played(state)) if block.block.started_at)
    return [clock for block in started if (clock := _clock(block)) is not None]


def soonest(clocks: list[Json]) -> Json | None:
    """Return the clock shown above the other pages: of several the one that ends first, with the
    name of its block.
    """
    running = [clock for clock in clocks if "ends" in clock]
    clock = min(running, key=lambda clock: clock["ends"]) if running else next(iter(clocks), None)
    return {**clock, "named": True} if clock is not None and len(clocks) > 1 else clock


def _clock(block: BlockState) -> Json | None:
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
    """Return the released draws that people now sit by: all tables, and each person's table by
    name.
    """
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


def rankings(state: TournamentState) -> list[Json]:
    """Return the ranking of the block being played or counted, and of each that is played beside
    it; of a finished tournament that of the day. None before the first card.
    """
    if state.is_over:
        places: list[list[Any]] = [
            [placed.rank, state.people[placed.person].name] for placed in state.ranking
        ]
        return [_ranking(_("Final standings"), [], places)] if places else []
    ranked = [block for block in state.blocks.values() if block.rows]
    if not ranked:
        return []
    main = state.current if state.current is not None and state.current.rows else ranked[-1]
    beside = [block for block in now_played(state) if block.rows and block is not main]
    return [_of_block(state, block) for block in (main, *beside)]


def _of_block(state: TournamentState, block: BlockState) -> Json:
    rows = [
        [row.rank, state.people[row.person].name, *words_of_rankings.cells(row)[:FIGURES]]
        for row in block.rows
    ]
    is_ranked = block.step == "ranked"
    title = _("%(block)s: standings") if is_ranked else _("%(block)s: standings so far")
    heads = words_of_rankings.columns(block.setting)[:FIGURES]
    return _ranking(title % {"block": block.name}, heads, rows)


def _ranking(title: str, heads: list[str], rows: list[list[Any]]) -> Json:
    return {"kind": "ranking", "title": title, "heads": heads, "rows": rows}
