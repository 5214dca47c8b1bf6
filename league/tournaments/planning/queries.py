"""The format somebody is building for a tournament: what holds, the draft, what differs."""

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
    """`format` is what somebody builds, or what holds where nobody does. `free` names of each
    block that is drawn what may still change. `stamp` is another for any other draft. `is_old`:
    what holds is no longer what the draft began with."""

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
        """Why it makes no event yet."""
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
    """What of a format is built here: slug, name and source stay those of the tournament."""
    data = format.to_dict()
    return {key: data[key] for key in ("blocks", "fits", "team", "rulebook") if key in data}


def holding(event: Event) -> formats.Format:
    """The format that holds; with its fits as long as it was not fitted to anybody."""
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
