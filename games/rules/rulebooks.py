"""The rulebooks as the pages and the cards of an evening need them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.errors import EngineError
from games.engine.houserules import HouseRule, agreed, house_rules
from games.engine.loading import load, slugs
from games.engine.reentry import joins_final
from games.engine.rulebook import Rulebook, Stake
from games.engine.words import VALUES
from games.rules.outcomes import Table as CardTable


def lang() -> str:
    """Return the language of the engine's texts for this request."""
    return "en" if (get_language() or "de").startswith("en") else "de"


def all_rulebooks() -> list[Rulebook]:
    return [load(slug) for slug in slugs()]


def for_table(slug: str, departures: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook as bent by what the table agreed on."""
    return agreed(slug, departures)


def wording(value: Any) -> str:
    """Say a house rule's value in words."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    return getattr(VALUES[value], lang()) if value in VALUES else str(value)


def label(slug: str, code: str) -> str:
    """Name what a charge is for in the words of its rulebook, or of any; else by the bare code."""
    for book in [load(slug)] if slug in slugs() else all_rulebooks():
        labels = {infraction.code: infraction.label for infraction in book.infractions.values()}
        labels |= {outside_charge.code: outside_charge.label for outside_charge in book.outside}
        labels |= {option.code: option.label for option in book.options.values()}
        if code in labels:
            return str(getattr(labels[code], lang()))
    return str(_("Stake")) if code == "stake" else code


def stakes_at(rulebook: Rulebook, venue: str) -> list[Stake]:
    """Return the rows of the stake that can count at a venue, fewest players first."""
    rows = []
    for row in rulebook.stakes:
        if venue in row.venues:
            rows.append(row)
            if row.up_to is None:
                break
    return rows


def card_table(rulebook: Rulebook) -> CardTable:
    """Return what a card may say under this rulebook."""
    return CardTable(
        third_in_final=joins_final(rulebook),
        excludes=any(breach.effect == "exclude" for breach in rulebook.infractions.values()),
    )


@dataclass(frozen=True)
class Breach:
    """One entry of the list of breaches. `cents` per piece, None where the amount is open."""

    code: str
    label: str
    kind: str
    cents: int | None
    most: int
    clause: str

    @property
    def open_amount(self) -> bool:
        return self.kind == "donation"


def breaches(rulebook: Rulebook) -> list[Breach]:
    """List what can be charged without a game's log: the catalogue of the evening's page."""
    return [
        Breach(
            code=outside_charge.code,
            label=getattr(outside_charge.label, lang()),
            kind=outside_charge.kind,
            cents=outside_charge.cents,
            most=outside_charge.most,
            clause=outside_charge.clause,
        )
        for outside_charge in rulebook.outside
    ]


__all__ = [
    "Breach",
    "EngineError",
    "HouseRule",
    "Rulebook",
    "all_rulebooks",
    "breaches",
    "card_table",
    "for_table",
    "house_rules",
    "label",
    "lang",
    "load",
    "slugs",
    "stakes_at",
    "wording",
]
