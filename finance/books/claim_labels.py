"""The facts on the page of a claim: its origin, and its payments, rounds and bookings."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim, ClaimHead
from finance.books.models.ledger import Transaction
from finance.books.models.objections import ClaimObjection
from finance.books.models.rounds import Conversion, GivenRound, RoundMove
from finance.books.queries.doubts import Gone, Hold
from finance.books.queries.ledger import page_of


class Link(NamedTuple):
    address: str
    text: str


class Fact(NamedTuple):
    """A line of where a claim comes from; `address` leads there, `given` can be taken back."""

    text: str
    address: str = ""
    note: str = ""
    tag: str = ""
    amount: str = ""
    given: GivenRound | None = None


def facts(
    claim: Claim,
    given: Iterable[GivenRound] = (),
    conversion: Conversion | None = None,
    *,
    posts: bool,
) -> list[Fact]:
    """Return all facts of a claim in the order of its page; `posts` adds those of the treasurer."""
    heads = list(claim.heads.all())
    moves = claim.moves.all() if claim.unit == chart.RUNDE else ()
    account = _("%(name)s’s account") % {"name": claim.person.name}
    return [
        *origin(claim),
        *([_rulebook(claim)] if claim.event_id is not None else []),
        *([for_heads(claim, heads)] if heads else []),
        *(_given(given_round, posts=posts) for given_round in given),
        *(_moved(move) for move in moves),
        *([other_side(claim, conversion)] if conversion is not None else []),
        *_booked(claim),
        *(
            [Fact(_("Settled so far"), amount=words.money(claim.paid, claim.unit))]
            if claim.paid
            else []
        ),
        *([Fact(": ".join([_("Reason"), claim.reason]))] if claim.reason else []),
        Fact(account, reverse("finance:account", args=[claim.person_id])),
    ]


def origin(claim: Claim) -> list[Fact]:
    """Return the result and the entry in the log a claim comes from, and who entered it."""
    lines = []
    result = claim.charge.result if claim.charge is not None else None
    if claim.charge is not None and result is not None:
        values = {"game": result.number, "table": result.table.number}
        sentence = _("The result of game %(game)s at table %(table)s") % values
        lines.append(Fact(sentence, reverse("league:result", args=[result.pk])))
        if claim.charge.log_index is not None:
            entry = {"entry": claim.charge.log_index + 1}
            log = reverse("games:game", args=[result.table_id, result.number])
            lines.append(Fact(_("Throw by throw: entry %(entry)s in the log") % entry, log))
    return [*lines, Fact(words.entered(claim))]


def _rulebook(claim: Claim) -> Fact:
    return Fact(_("The evening’s rulebook"), reverse("games:rules", args=[claim.event_id]))


def for_heads(claim: Claim, heads: Iterable[ClaimHead]) -> Fact:
    """Return the people a round is owed to."""
    names = ", ".join(head.person.name for head in heads)
    payer_counts = claim.charge is not None and claim.charge.payer_counts
    note = _("Whoever pays counts too: so says the rulebook.") if payer_counts else ""
    return Fact(": ".join([_("For"), names]), note=note)


def _given(given_round: GivenRound, *, posts: bool) -> Fact:
    sentence = _("Given to %(people)s") % {"people": words.people(given_round.people)}
    at = given_round.event
    note = f"{at.name}, {words.day_label(at.business_date)}" if at is not None else ""
    if note and given_round.payment and len(given_round.payment.given_rounds.all()) > 1:
        note += " · " + _("together with another round")
    return Fact(
        sentence,
        note=note,
        tag=_("taken back") if given_round.is_taken_back else "",
        given=given_round if posts and given_round.can_be_taken_back else None,
    )


def _moved(move: RoundMove) -> Fact:
    values = {"day": words.day_label(move.until), "reason": move.reason}
    return Fact(_("Moved to %(day)s: %(reason)s") % values)


def _booked(claim: Claim) -> list[Fact]:
    """Return what a claim is booked as, and its reversal."""
    booking = claim.transaction
    if booking is None:
        return []
    sentence = _("Booked as %(label)s on %(day)s")
    lines = [Fact(sentence % _label_and_day(booking))]
    reversal = getattr(booking, "reversal", None)
    if reversal is not None:
        sentence = _("Reversed by %(label)s on %(day)s") % _label_and_day(reversal)
        lines.append(Fact(sentence, booking_address(reversal)))
    return lines


def _label_and_day(booking: Transaction) -> dict[str, str]:
    return {"label": booking_words.label(booking), "day": words.day_label(booking.date)}


def booking_address(booking: Transaction) -> str:
    """Return the address of a booking in its journal; select its `head` along."""
    head = booking.head
    page = reverse("finance:journal_year", args=[head.journal, head.year])
    return f"{page}?page={page_of(booking)}#b{booking.number}"


def back_from(claim: Claim) -> Link:
    """Return the page that a claim belongs to: its evening, or the account if it has none."""
    if claim.event is not None:
        return Link(
            reverse("finance:evening", args=[claim.event.pk]), date_format(claim.day, _("j F"))
        )
    return Link(reverse("finance:account", args=[claim.person_id]), claim.person.name)


def how_much(claim: Claim) -> str:
    return _("Amount open") if claim.amount is None else words.money(claim.amount, claim.unit)


def waits_for(claim: Claim) -> str:
    """Return the reason a proposal cannot be confirmed; empty for an open amount, which the page
    shows.
    """
    if not claim.is_undecided or claim.open_reason in {"", Claim.OpenReason.AMOUNT}:
        return ""
    return str(claim.get_open_reason_display())


def heading_of(hold: Hold) -> str:
    """Return the heading of a hold: the dispute; empty for a result that is being corrected."""
    return hold.short if hold.code == "result_frozen" else ""


def gone(ended: Gone) -> str:
    """Say that a claim is not in force any more, and why."""
    if ended.claim.state == Claim.State.REVERSED:
        sentence = _("This claim was reversed, %(because)s.")
    else:
        sentence = _("This claim is superseded, %(because)s.")
    return sentence % {"because": ended.because}


def objection(objection: ClaimObjection) -> str:
    """Return an objection with its outcome, or as not decided yet."""
    if objection.is_open:
        return _("Objection, not decided yet")
    title = pgettext("what one raises", "Objection")
    return f"{title}: {objection.get_outcome_display()}"


def other_side(claim: Claim, conversion: Conversion) -> Fact:
    """Lead from the amount to the round that it was, from a round to the amount it became."""
    if conversion.claim_id == claim.pk:
        address = reverse("finance:claim", args=[conversion.round_id])
        return Fact(_("The round that this was"), address)
    in_euros = words.money(conversion.claim.amount or 0, chart.EUR)
    address = reverse("finance:claim", args=[conversion.claim_id])
    return Fact(_("Converted into %(amount)s") % {"amount": in_euros}, address)


def propose_again(claim: Claim) -> str:
    """Return the words for proposing a claim again; dues come with their next run."""
    if claim.kind == Claim.Kind.DUES:
        return _("Book it again with the next run of the dues")
    return _("Propose again")
