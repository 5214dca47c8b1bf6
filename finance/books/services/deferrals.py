"""„Stundung“: let a person pay later, or in instalments; it books nothing."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.deferrals import Deferral
from finance.books.queries.deferrals import last_deferral
from finance.books.services.ledger import lock_persons
from finance.books.services.own_matters import must_not_be_own
from finance.errors import InvalidError
from league.people.models.people import Person, User


def defer(
    *,
    person: Person,
    until: date | None,
    note: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> Deferral | None:
    """Let a person pay until that day, without reminders before it; None ends the agreement.

    Locks the person; a repeat changes nothing. InvalidError for a day that is over, NotAllowedError
    for one's own debt that no second person `confirmed`.
    """
    if until is not None and until < today:
        raise InvalidError("day_over", _("That day is over."), field="until")
    if until is not None:
        must_not_be_own(by, [person.pk], confirmed=confirmed)
    note = " ".join(note.split())[:200] if until is not None else ""
    with transaction.atomic():
        lock_persons([person.pk])
        last = last_deferral(person)
        if (last.until if last else None) == until and (last.note if last else "") == note:
            return last
        return Deferral.objects.create(
            person=person, until=until, note=note, agreed_by=by, agreed_at=now
        )
