"""The till's words about a tournament: its door, its prizes and its pot."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from finance.books.models.payouts import Payout
from finance.books.queries.tournaments import Entry, Share
from league.tournaments.models.tournaments import Prize
from league.web.money import euro


class Button(NamedTuple):
    """The text of a button, and its full label for readers who do not see the line around it."""

    text: str
    label: str


def take(entry: Entry) -> Button:
    """Return the button that settles an entry: in cash, or with a credit alone."""
    name = entry.participation.person.name
    if not entry.due:
        return Button(_("Credit"), _("%(name)s: settle with credit") % {"name": name})
    params = {"name": name, "amount": euro(entry.due)}
    return Button(_("%(amount)s cash") % params, _("%(name)s: %(amount)s paid in cash") % params)


def nobody_waits(entered: Sequence[Entry]) -> str:
    """Return the reason why no entry is to be collected: all are paid, or none is checked in."""
    if any(not entry.claims for entry in entered):
        return _("Nothing else is to be collected.")
    if any(entry.is_paid for entry in entered):
        return _("Everybody who is checked in has paid.")
    return _("Nobody is checked in yet. Whoever checks in appears here with their entry fee.")


def uncharged(per_head: int) -> str:
    """Return the reason why a participant owes nothing; `per_head` is the entry in cents."""
    if not per_head:
        return _("This tournament is free; nobody owes anything here.")
    return _(
        "Checked in, but without an entry fee in the till: none was charged yet, or it was "
        "refused or reversed."
    )


def prize(prize: Prize) -> str:
    """Return a prize in words: a part of the pot, a thing and its donor."""
    parts = []
    if prize.pot_percent:
        parts.append(_("%(percent)s %% of the pot") % {"percent": prize.pot_percent})
    if prize.thing:
        in_kind = _("Prize in kind")
        thing = f"{in_kind}: {prize.thing}"
        if prize.sponsor:
            thing += ", " + _("donated by %(sponsor)s") % {"sponsor": prize.sponsor}
        parts.append(thing)
    return " · ".join(parts)


def astray(share: Share, payout: Payout, *, posts: bool) -> str:
    """Return the words for a payout whose prize is another's now; `posts` adds the remedy."""
    params = {"old": payout.person.name, "amount": euro(payout.cents)}
    sentences = [_("%(amount)s were paid out to %(old)s.") % params]
    if share.winner:
        new = share.winner.name
        sentences.append(_("The prize now belongs to %(new)s.") % {"new": new})
    else:
        sentences.append(_("The prize now belongs to others."))
    if posts:
        sentences.append(
            _("Get the money back and reverse the payout; then you can pay out anew here.")
        )
    return " ".join(sentences)


def rest(cents: int) -> str:
    """Return the unassigned rest of the pot, or the lack, in words; empty for zero."""
    if cents < 0:
        sentence = _("Shares and payouts together are %(lacking)s more than came into the pot.")
        return sentence % {"lacking": euro(-cents)}
    if not cents:
        return ""
    sentence = _("Rounded down to whole cents; %(rest)s is not allotted to any prize.")
    return sentence % {"rest": euro(cents)}
