"""The criteria that decide a tie in the standings, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# By the code of a criterion of `scoring.CRITERIA`.
CRITERIA: dict[str, Promise] = {
    "share_of_games_lost": _("a smaller share of games lost"),
    "share_next_to_last": _(
        "next to last more often, measured by games: that is the aim of the game"
    ),
    "share_of_halves_lost": _("fewer halves lost per game"),
    "schock_aus": _("more Schock-Aus"),
    "games": _("more games"),
}


def moved(name: str, was: int | None, now: int | None) -> str:
    """Return a correction's move of a person, from place `was` to place `now`; None is without."""
    if not was:
        return gettext("%(name)s new in place %(place)s") % {"name": name, "place": now}
    if not now:
        sentence = gettext("%(name)s without a place, before that %(place)s.")
        return sentence % {"name": name, "place": was}
    sentence = gettext("%(name)s from place %(was)s to %(now)s")
    return sentence % {"name": name, "was": was, "now": now}
