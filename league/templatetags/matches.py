"""Words for the pages of a league match."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.matches.queries.sheets import Standing

register = template.Library()


@register.filter
def match_state(standing: Standing) -> str:
    """Return the state in a word or two; empty before the match and once its result is official."""
    if standing.struck:
        return pgettext("a match", "does not count")
    if standing.is_off:
        return _("team withdrawn")
    if standing.awarded_to:
        return _("awarded")
    if standing.counts:
        return "" if standing.is_official else _("not signed yet")
    return _("being played") if standing.has_begun else ""
