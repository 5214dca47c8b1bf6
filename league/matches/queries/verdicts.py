"""The state of a match, as a tag beside its score and a sentence."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.matches.queries.sheets import Standing


class Verdict(NamedTuple):
    tag: str
    tone: str = "warn"
    note: str = ""


def verdict(standing: Standing, reason: str) -> Verdict | None:
    """Return the verdict of a match; None while it is played. `reason` is why the match was
    awarded, for readers who may see it.
    """
    if standing.is_off:
        tag = pgettext("a match", "does not count") if standing.struck else _("awarded")
        return Verdict(tag, note=_("team withdrawn"))
    if standing.awarded_to:
        return Verdict(_("awarded"), note=reason)
    if standing.is_official:
        return Verdict(_("signed by both captains"), "good")
    if standing.counts:
        return Verdict(_("provisional"), note=_("not signed yet"))
    return None
