"""The log of a game arrives after its result: somebody has entered that from the QR code of the
phone that scored.

A log that says the same replaces the entry by the deeper version; one that says something else
freezes the entry as a problem, and somebody rules on it. Arriving is never refused.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.scoring import queries
from games.scoring.live import Live
from games.scoring.models import OtherVersion
from league.access.actors import Actor
from league.access.queries.tables import open_objection
from league.results.models.results import Result
from league.results.services.confirming import raise_objection
from league.results.services.results import SeatLine

LOG_ARRIVED = gettext_lazy("The log of this game has arrived.")


def may_replace(
    result: Result,
    *,
    ended_by: str,
    lines: Mapping[int, SeatLine],
    log: Live | OtherVersion,
    actor: Actor,
    now: datetime,
) -> bool:
    """Whether what the log says may replace the entered `result`. A difference is reported as a
    problem with both versions, which freezes the result; one that is frozen already stays so.

    `log` is where the log lies: the game itself, or a version that is only kept beside the table.
    """
    if open_objection(result) is not None:
        return False
    if agrees(result, ended_by=ended_by, lines=lines):
        return True
    raise_objection(
        result=result,
        client_id=f"{log.key}:log",
        text=_("The phone’s log says otherwise: %(log)s. Entered was: %(entered)s.")
        % {
            "log": _in_words(ended_by, lines, log),
            "entered": _in_words(result.ended_by, _lines_of(result), log),
        },
        # Whoever brings a log to a table may say so there.
        actor=replace(actor, table_id=result.table_id),
        now=now,
    )
    return False


def agrees(result: Result, *, ended_by: str, lines: Mapping[int, SeatLine]) -> bool:
    """Whether a result says the same as these lines, as far as both know."""
    there = _lines_of(result)
    return (
        result.ended_by == ended_by
        and there.keys() == lines.keys()
        and all(_same(there[seat], line) for seat, line in lines.items())
    )


def _same(seat_line: SeatLine, other: SeatLine) -> bool:
    known = asdict(other)
    return all(
        value == known[name] or value is None or known[name] is None
        for name, value in asdict(seat_line).items()
    )


def _lines_of(result: Result) -> dict[int, SeatLine]:
    return {
        line.seat_id: SeatLine(**{name: getattr(line, name) for name in asdict(SeatLine())})
        for line in result.lines.all()
    }


def _in_words(ended_by: str, lines: Mapping[int, SeatLine], log: Live | OtherVersion) -> str:
    """„1. Hälfte Bernd, 2. Hälfte Jette, Spiel Jette“."""
    names = queries.short_names(queries.names_of(log))

    def loser(part: str) -> str:
        return next(
            (names.get(str(seat), "?") for seat, line in lines.items() if getattr(line, part)), "–"
        )

    sentence = _("1st half %(first)s, 2nd half %(second)s, game %(game)s") % {
        "first": loser("lost_first"),
        "second": loser("lost_second"),
        "game": loser("lost_game"),
    }
    strokes = " ".join(
        f"{names.get(str(seat), '?')} {line.schock_aus}"
        for seat, line in lines.items()
        if line.schock_aus
    )
    ending = f"{sentence} ({Result.EndedBy(ended_by).label})"
    return f"{ending}, Schock-Aus {strokes}" if strokes else ending
