"""Bookings in the treasurer's own matter, which a second person confirms or sees."""

from collections.abc import Collection
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from finance.books.models.payments import Payment
from finance.books.queries.second_persons import NOTED
from finance.errors import NotAllowedError
from league.access.queries.rights import person_of
from league.approvals.models import Approval
from league.approvals.services import propose
from league.people.models.people import Person, User


def is_own(by: User | None, persons: Collection[int | None]) -> bool:
    """Return whether the acting user is one of these persons."""
    me = person_of(by)
    return me is not None and me.pk in persons


def must_not_be_own(by: User | None, persons: Collection[int | None], *, confirmed: bool) -> None:
    """Raise NotAllowedError for an own matter that no second person has confirmed."""
    if not confirmed and is_own(by, persons):
        raise needs_second()


def needs_second() -> NotAllowedError:
    return NotAllowedError(
        "needs_second_person", _("This concerns you. A second person has to confirm it.")
    )


def note_own_payment(payment: Payment, day: date, by: User | None, now: datetime) -> None:
    """Note an own payment, outlay, round or opening of the treasurer for a second person.

    It is booked already; for cash and a round a person who was there confirms it.
    """
    if payment.method in NOTED:
        note_own(
            kind=payment.method,
            thing=payment.pk,
            cents=payment.amount,
            person=payment.person,
            day=day,
            by=by,
            now=now,
        )


def note_own(
    *, kind: str, thing: int, cents: int, person: Person, day: date, by: User | None, now: datetime
) -> None:
    """Note a booked deed of `kind` if it favours the person who booked it."""
    if not is_own(by, [person.pk]):
        return
    propose(
        kind=kind,
        about=f"{kind}:{thing}",
        person=person,
        by=person,
        values={"thing": thing, "cents": cents, "day": day.isoformat()},
        state=Approval.State.DONE,
        now=now,
    )
