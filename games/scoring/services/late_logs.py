"""Take in the log of a game after its result was entered from the QR code of the phone that scored.

A log that says the same replaces the entry by the deeper version; one that says something else
freezes the entry as a problem, and a person rules on it. Arriving is never refused.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime

from games.scoring.live import Live
from games.scoring.models import OtherVersion
from league.access.actors import Actor
from league.access.queries.tables import open_objection
from league.results.models.results import Result
from league.results.services.confirming import raise_objection
from league.results.services.results import SeatLine


def may_replace(
    result: Result,
    *,
    ended_by: str,
    lines: Mapping[int, SeatLine],
    log: Live | OtherVersion,
    actor: Actor,
    now: datetime,
) -> bool:
    """Tell if the log may replace the entered `result`. A difference is reported as a problem with
    both versions, which freezes the result; one that is frozen already stays so.

    `log` is where the log lies: the game itself, or a version that is only kept beside the table.
    """
    if open_objection(result) is not None:
        return False
    if agrees(result, ended_by=ended_by, lines=lines):
        return True
    raise_objection(
        result=result,
        client_id=f"{log.key}:log",
        log={"ended_by": ended_by, "lines": {seat: asdict(line) for seat, line in lines.items()}},
        # The bringer of a log to a table may say so there.
        actor=replace(actor, table_id=result.table_id),
        now=now,
    )
    return False


def agrees(result: Result, *, ended_by: str, lines: Mapping[int, SeatLine]) -> bool:
    """Tell if a result says the same as these lines, as far as both know."""
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
