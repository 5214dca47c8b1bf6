"""What a rulebook costs who loses, in a sentence."""

from django.utils.translation import gettext as _

from games.rules import rulebooks as books
from league.web.money import euro


def cost_of(rulebook: books.Rulebook, venue: str) -> str:
    """What the rulebook says that a lost game costs at such a venue."""
    rows = books.stakes_at(rulebook, venue)
    if not rows:
        return _("A lost game costs nothing.")
    if rows[0].kind == "drinks_round":
        return _("The loser buys a round.")
    if len(rows) == 1:
        return _("The loser pays %(amount)s.") % {"amount": euro(rows[0].cents or 0)}
    first, last = rows[0], rows[-1]
    return _("The loser pays %(few)s, with more than %(people)s people %(many)s.") % {
        "few": euro(first.cents or 0),
        "people": first.up_to,
        "many": euro(last.cents or 0),
    }
