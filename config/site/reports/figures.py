"""The counts of a row of a table, as every report shows them."""

from typing import Protocol

from django.utils.translation import gettext as _

from league.templatetags.league import percent


class Counts(Protocol):
    """A line of a person's counts, stored or just computed."""

    games: int
    games_lost: int
    halves_lost: int
    next_to_last: int
    sweeps: int
    schock_aus: int


def figure_columns() -> list[str]:
    return [
        _("Games"),
        _("lost"),
        _("Share"),
        _("Next to last"),
        _("Halves"),
        _("Blattschuss"),
        _("Schock-Aus"),
    ]


def figures_of(row: Counts) -> list[str]:
    return [
        str(row.games),
        str(row.games_lost),
        percent(row.games_lost / row.games),
        str(row.next_to_last),
        str(row.halves_lost),
        str(row.sweeps),
        str(row.schock_aus),
    ]
