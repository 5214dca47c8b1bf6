"""The deeds of the till that a second person confirms: each kind with its act and its words."""

from collections.abc import Iterable
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.objections import ClaimObjection
from finance.books.models.payments import Payment
from finance.books.services import approvals
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.events.models import Participation
from league.people.models.people import Person


def register_kinds() -> None:
    register("waiver", Kind(carry_out=approvals.waive, words=_waiver))
    register("refusal", Kind(carry_out=approvals.refuse, words=_refusal))
    register("conversion", Kind(carry_out=approvals.convert, words=_conversion))
    register("reversal", Kind(carry_out=approvals.take_back, words=_reversal))
    register("transfer", Kind(carry_out=approvals.hand_over, words=_transfer))
    register("refund", Kind(carry_out=approvals.pay_out, words=_refund))
    register("deferral", Kind(carry_out=approvals.pay_later, words=_deferral))
    register("objection", Kind(carry_out=approvals.decide, words=_objection))
    register("cash", Kind(carry_out=_booked, words=_cash, seen_by=_who_was_there))
    register("bank", Kind(carry_out=_booked, words=_bank))
    register("given", Kind(carry_out=_booked, words=_given, seen_by=_who_was_there))
    register("prize", Kind(carry_out=_booked, words=_prize, seen_by=_who_was_there))
    register("setoff", Kind(carry_out=_booked, words=_setoff))
    register("opening", Kind(carry_out=_booked, words=_opening))
    register("openings", Kind(carry_out=approvals.take_back_list, words=_openings))


def _booked(approval: Approval, now: datetime) -> None:
    """Do nothing: an own payment is in the books already."""


def _who_was_there(approval: Approval) -> Iterable[int]:
    there = Participation.objects.filter(
        event__business_date=date.fromisoformat(approval.values["day"]),
        attendance__in=[Participation.Attendance.PRESENT, Participation.Attendance.LATE],
    )
    return there.values_list("person", flat=True)


def _about(approval: Approval) -> tuple[str, str]:
    """Return the cause of the claim an approval is about, and its amount in words."""
    claim = Claim.objects.select_related("event", "charge").get(pk=approval.values["thing"])
    amount = claim.open_amount or claim.amount
    how_much = words.money(amount, claim.unit) if amount else _("Amount open")
    return words.cause(claim), how_much


def _with_approval(sentence: str, approval: Approval, **more: str | int) -> str:
    return sentence % {"name": approval.person.name, **more}


def _waiver(approval: Approval) -> str:
    what, amount = _about(approval)
    sentence = _("%(name)s waives an own debt of %(amount)s: %(what)s")
    return _with_approval(sentence, approval, what=what, amount=amount)


def _refusal(approval: Approval) -> str:
    what, amount = _about(approval)
    sentence = _("%(name)s refuses an own claim of %(amount)s: %(what)s")
    return _with_approval(sentence, approval, what=what, amount=amount)


def _conversion(approval: Approval) -> str:
    what, _amount = _about(approval)
    sentence = _("%(name)s turns an own round into %(amount)s: %(what)s")
    amount = words.euro(approval.values["cents"])
    return _with_approval(sentence, approval, what=what, amount=amount)


def _reversal(approval: Approval) -> str:
    booking = Transaction.objects.select_related("head").get(pk=approval.values["thing"])
    sentence = _("%(name)s reverses %(label)s on the own account, %(amount)s")
    posting = booking.postings.filter(account__person=approval.person).first()
    if booking.kind == Transaction.Kind.DIFFERENCE:
        sentence = _("%(name)s reverses a cash difference, %(label)s, %(amount)s")
        posting = booking.postings.filter(account__code=booking.head.journal).first()
    amount = words.money(abs(posting.amount), booking.head.unit) if posting else "–"
    return _with_approval(sentence, approval, label=booking_words.label(booking), amount=amount)


def _transfer(approval: Approval) -> str:
    taker = Person.objects.get(pk=approval.values["taker"])
    sentence = _("%(taker)s is to take over %(amount)s that %(name)s owes")
    amount = words.euro(approval.values["cents"])
    return _with_approval(sentence, approval, taker=taker.name, amount=amount)


def _refund(approval: Approval) -> str:
    sentence = (
        _("%(name)s pays out an own credit of %(amount)s in cash")
        if chart.like(approval.values["method"]) == "cash"
        else _("%(name)s pays out an own credit of %(amount)s by transfer")
    )
    return _with_approval(sentence, approval, amount=words.euro(approval.values["cents"]))


def _deferral(approval: Approval) -> str:
    dues = approvals.proposed_dues(approval)
    day = date_format(max(due.day for due in dues), "SHORT_DATE_FORMAT")
    sentence = ngettext(
        "%(name)s wants to pay an own debt by %(day)s only",
        "%(name)s wants to pay an own debt in %(n)s instalments by %(day)s",
        len(dues),
    )
    return _with_approval(sentence, approval, n=len(dues), day=day)


def _objection(approval: Approval) -> str:
    outcome = ClaimObjection.Outcome(approval.values["outcome"])
    sentence = _("%(name)s decides about an objection of their own: %(outcome)s")
    return _with_approval(sentence, approval, outcome=str(outcome.label))


def _setoff(approval: Approval) -> str:
    sentence = _("%(name)s set off an own outlay of %(amount)s")
    return _with_approval(sentence, approval, amount=words.euro(approval.values["cents"]))


def _opening(approval: Approval) -> str:
    sentence = _("%(name)s entered an own credit of %(amount)s from before the books began")
    return _with_approval(sentence, approval, amount=words.euro(approval.values["cents"]))


def _openings(approval: Approval) -> str:
    return _with_approval(
        _("%(name)s takes back opening balances, the own one among them"), approval
    )


def _prize(approval: Approval) -> str:
    sentence = _("%(name)s paid out an own prize of %(amount)s")
    return _with_approval(sentence, approval, amount=words.euro(approval.values["cents"]))


def _given(approval: Approval) -> str:
    sentence = _("%(name)s booked an own round as given, alone: %(rounds)s")
    return _with_approval(sentence, approval, rounds=words.rounds(approval.values["cents"]))


def _bank(approval: Approval) -> str:
    sentence = _("%(name)s booked an own transfer of %(amount)s without a line of the bank")
    return _with_approval(sentence, approval, amount=words.euro(approval.values["cents"]))


def _cash(approval: Approval) -> str:
    payment = Payment.objects.get(pk=approval.values["thing"])
    sentence = _("On %(day)s %(name)s paid %(amount)s in cash and booked it alone")
    if payment.is_reversed:
        sentence = _("On %(day)s %(name)s paid %(amount)s in cash and booked it alone; reversed")
    day = date_format(date.fromisoformat(approval.values["day"]), "SHORT_DATE_FORMAT")
    return _with_approval(sentence, approval, day=day, amount=words.euro(approval.values["cents"]))
