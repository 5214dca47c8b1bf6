"""Whether a booking is in the treasurer's own matter: then a second person confirms it first."""

from collections.abc import Collection
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from finance.books.models.payments import Payment
from finance.errors import NotAllowedError
from league.access.queries.rights import person_of
from league.approvals.models import Approval
from league.approvals.services import propose
from league.people.models.people import User


def is_own(by: User | None, persons: Collection[int | None]) -> bool:
    """Whether whoever does it is one of these persons."""
    me = person_of(by)
    return me is not None and me.pk in persons


def must_not_be_own(by: User | None, persons: Collection[int | None], *, confirmed: bool) -> None:
    """NotAllowedError for an own matter that no second person has confirmed."""
    if not confirmed and is_own(by, persons):
        raise NotAllowedError(
            "needs_second_person",
            _("This concerns you. A second person has to confirm it."),
        )


# What the treasurer books of an own payment that nobody else has a paper of: an act of its name.
NOTED = (Payment.Method.CASH, Payment.Method.SETOFF, Payment.Method.OPENING)


def note_own_payment(payment: Payment, day: date, by: User | None, now: datetime) -> None:
    """Whoever keeps the till paid in cash, laid out money or began with a credit: it is booked, and
    a second person, for cash somebody who was there, says so.
    """
    if payment.method not in NOTED or not is_own(by, [payment.person_id]):
        return
    propose(
        kind=payment.method,
        about=f"{payment.method}:{payment.pk}",
        person=payment.person,
        by=payment.person,
        values={"thing": payment.pk, "cents": payment.amount, "day": day.isoformat()},
        state=Approval.State.DONE,
        now=now,
    )
