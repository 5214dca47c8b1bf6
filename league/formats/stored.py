"""Rows of a ranking as plain data (JSON) and back, so that they can be kept. Fractions stay exact.

Data for further reckoning only is left out: a kept row does not tell who met whom.
"""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from .final import Member, TeamRow
from .standing import Decided, Lack, Row, Tally
from .ties import OpenTie

StoredRow = Mapping[str, Any]


def row_to_dict(row: Row) -> dict[str, Any]:
    """Return the row without person, rank and position: they are columns."""
    return {
        "total": tally_to_list(row.total),
        "here": tally_to_list(row.here),
        "lives": row.lives,
        "out_at": row.out_at,
        "incomplete": [list(lack) for lack in row.incomplete],
        "decided": row.decided
        and [row.decided.code, str(row.decided.mine), str(row.decided.theirs), row.decided.above],
        "tied_with": list(row.tied_with),
        "credited": row.credited,
    }


def row_from_dict(person: int, rank: int, position: int, stored: StoredRow) -> Row:
    decided = stored["decided"]
    return Row(
        person,
        total=tally_from_list(stored["total"]),
        here=tally_from_list(stored["here"]),
        lives=stored["lives"],
        out_at=stored["out_at"],
        incomplete=tuple(Lack(*lack) for lack in stored["incomplete"]),
        rank=rank,
        position=position,
        decided=decided
        and Decided(decided[0], Fraction(decided[1]), Fraction(decided[2]), decided[3]),
        tied_with=tuple(stored["tied_with"]),
        credited=stored.get("credited", ""),  # rows from before credits existed
    )


def tally_to_list(tally: Tally) -> list[Any]:
    points, *counts = tally
    return [str(points), *counts]


def tally_from_list(stored: list[Any]) -> Tally:
    points, *counts = stored
    return Tally(Fraction(points), *counts)


def tie_to_dict(tie: OpenTie) -> dict[str, Any]:
    data = {field.name: getattr(tie, field.name) for field in fields(OpenTie)}
    return {**data, "people": list(tie.people)}


def tie_from_dict(stored: StoredRow) -> OpenTie:
    return OpenTie(**{**stored, "people": tuple(stored["people"])})


def team_to_dict(row: TeamRow) -> dict[str, Any]:
    """Return the row without team, rank and position."""
    return {
        "points": str(row.points),
        "size_fits": row.size_fits,
        "members": [
            {
                "person": member.person,
                "points": str(member.points),
                "by_block": {str(number): str(own) for number, own in member.by_block.items()},
                "lives_lost": member.lives_lost,
                "penalty": member.penalty,
                "counts": member.counts,
            }
            for member in row.members
        ],
    }


def team_from_dict(team: int, rank: int, position: int, stored: StoredRow) -> TeamRow:
    return TeamRow(
        team,
        Fraction(stored["points"]),
        tuple(_member(member) for member in stored["members"]),
        stored["size_fits"],
        rank,
        position,
    )


def _member(stored: StoredRow) -> Member:
    return Member(
        stored["person"],
        Fraction(stored["points"]),
        {int(number): Fraction(own) for number, own in stored["by_block"].items()},
        stored["lives_lost"],
        stored["penalty"],
        stored["counts"],
    )
