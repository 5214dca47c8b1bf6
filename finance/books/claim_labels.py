"""What the page of a claim says about it: where it leads to, and what became of it."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.models.rounds import Conversion
from finance.books.queries.doubts import Gone, Hold


class Link(NamedTuple):
    address: str
    text: str


def back_from(claim: Claim) -> Link:
    """The page that a claim belongs to: its evening, or the account where it has none."""
    if claim.event is not None:
        return Link(
            reverse("finance:evening", args=[claim.event.pk]), date_format(claim.day, _("j F"))
        )
    return Link(reverse("finance:account", args=[claim.person_id]), claim.person.name)


def how_much(claim: Claim) -> str:
    return _("Amount open") if claim.amount is None else words.money(claim.amount, claim.unit)


def waits_for(claim: Claim) -> str:
    """What keeps a proposal from being confirmed; an open amount stands on the page already."""
    if not claim.is_undecided or claim.open_reason in {"", Claim.OpenReason.AMOUNT}:
        return ""
    return str(claim.get_open_reason_display())


def heading_of(hold: Hold) -> str:
    """What a dispute is about; a result that is being corrected needs no heading."""
    return hold.short if hold.code == "result_frozen" else ""


def gone(ended: Gone) -> str:
    """That a claim does not stand any more, and why."""
    if ended.claim.state == Claim.State.REVERSED:
        sentence = _("This claim was reversed, %(because)s.")
    else:
        sentence = _("This claim is superseded, %(because)s.")
    return sentence % {"because": ended.because}


def objection(objection: ClaimObjection) -> str:
    """How an objection stands: not decided yet, or with what outcome."""
    if objection.is_open:
        return _("Objection, not decided yet")
    title = pgettext("what one raises", "Objection")
    return f"{title}: {objection.get_outcome_display()}"


def other_side(claim: Claim, conversion: Conversion) -> Link:
    """From the amount to the round that it was, from a round to the amount it became."""
    if conversion.claim_id == claim.pk:
        address = reverse("finance:claim", args=[conversion.round_id])
        return Link(address, _("The round that this was"))
    in_euros = words.money(conversion.claim.amount or 0, chart.EUR)
    address = reverse("finance:claim", args=[conversion.claim_id])
    return Link(address, _("Converted into %(amount)s") % {"amount": in_euros})


def propose_again(claim: Claim) -> str:
    """What brings a claim back: dues come with their next run."""
    if claim.kind == Claim.Kind.DUES:
        return _("Book it again with the next run of the dues")
    return _("Propose again")
