"""A plan as plain data and back, so that a stored draw can be drawn again and explained."""

from collections.abc import Mapping
from typing import Any

from .plan import Place, Plan, Round, TableSizes


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """Return JSON that `plan_from_dict` reads back.

    People are numbers, so keys are pairs in lists.
    """
    sizes = plan.tables
    return {
        "people": list(plan.people),
        "tables": (
            {"target": sizes.target, "least": sizes.least, "most": sizes.most, "fill": sizes.fill}
            if isinstance(sizes, TableSizes)
            else list(sizes)
        ),
        "teams": [[person, team] for person, team in plan.teams.items()],
        "history": [round_to_list(tables) for tables in plan.history],
        "apart": [list(pair) for pair in plan.apart],
        "rather_not": [list(pair) for pair in plan.rather_not],
        "fixed": [[person, at.table, at.seat] for person, at in plan.fixed.items()],
        "teams_first": plan.teams_first,
    }


def plan_from_dict(data: Mapping[str, Any]) -> Plan:
    """Read the plan that `plan_to_dict` wrote."""
    sizes = data["tables"]
    return Plan(
        people=tuple(data["people"]),
        tables=TableSizes(**sizes) if isinstance(sizes, dict) else tuple(sizes),
        teams=dict(data["teams"]),
        history=tuple(round_from_list(tables) for tables in data["history"]),
        apart=tuple((person, other) for person, other in data["apart"]),
        rather_not=tuple((person, other) for person, other in data["rather_not"]),
        fixed={person: Place(table, seat) for person, table, seat in data["fixed"]},
        teams_first=data["teams_first"],
    )


def round_to_list(tables: Round) -> list[list[int]]:
    return [list(table) for table in tables]


def round_from_list(tables: list[list[int]]) -> Round:
    return tuple(tuple(table) for table in tables)
