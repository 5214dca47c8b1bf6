"""Queries for the format of a tournament: the one in force, the draft, the differences."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from league import formats
from league.events.models import Event
from league.tournaments.core.queries.changeable import changeable
from league.tournaments.core.queries.state import format_of
from league.tournaments.core.queries.templates import plan_of


@dataclass(frozen=True)
class Draft:
    """The draft of a format, or the format in force if none is kept.

    `holds` is the format in force. `free` names, for each drawn block, the settings that may still
    change. `stamp` differs for any other draft. `is_old`: the format in force has changed since the
    draft was begun.
    """

    format: formats.Format
    holds: formats.Format
    is_kept: bool
    is_old: bool
    free: dict[int, frozenset[str]]

    @property
    def stamp(self) -> str:
        return stamp_of(self.format)

    @property
    def fault(self) -> formats.FormatError | None:
        """Return the error that keeps it from being played, None if it is complete."""
        try:
            formats.check(self.format)
            formats.check_names(self.format)
        except formats.FormatError as error:
            return error
        return None


def stamp_of(format: formats.Format) -> str:
    written = json.dumps(kept_parts(format), sort_keys=True)
    return sha256(written.encode()).hexdigest()[:16]


def kept_parts(format: formats.Format) -> dict[str, Any]:
    """Return the parts of a format built here: slug, name and source stay the tournament's."""
    data = format.to_dict()
    return {key: data[key] for key in ("blocks", "fits", "team", "rulebook") if key in data}


def holding(event: Event) -> formats.Format:
    """Return the format in force, with its fits unless it has been fitted to the people present."""
    holds, plan = format_of(event), plan_of(event)
    if plan.blocks == holds.blocks:
        holds = replace(holds, fits=plan.fits)
    return replace(holds, rulebook=plan.rulebook)


def draft_of(event: Event) -> Draft:
    holds, stored = holding(event), event.tournament.draft
    if stored is None:
        return Draft(holds, holds, False, False, changeable(event))
    format = formats.Format.from_dict(stored["format"])
    return Draft(format, holds, True, stored["base"] != stamp_of(holds), changeable(event))
