"""„Stundung“: let a person pay later, or in instalments; it books nothing."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.instalments import MOST, Due
from finance.books.models.deferrals import Deferral, Instalment
from finance.books.queries.deferrals import last_deferral
from finance.books.queries.people import owing_of
from finance.books.services.ledger import lock_persons
from finance.books.services.own_matters import must_not_be_own
from finance.errors import IllegalError, InvalidError
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.web.money import euro


@written_together()
def defer(
    *,
    person: Person,
    dues: Sequence[Due],
    note: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> Deferral | None:
    """Agree with a person to pay what is owed now in these instalments; none end the agreement.

    Locks the person; a repeat changes nothing. InvalidError for a day that is over or is named
    twice, an amount of nothing, or too many instalments; IllegalError if they are not what is
    owed; NotAllowedError for one's own debt that no second person `confirmed`.
    """
    if dues:
        _must_be_plan(dues, today)
        must_not_be_own(by, [person.pk], confirmed=confirmed)
    note = " ".join(note.split())[:200] if dues else ""
    with transaction.atomic():
        lock_persons([person.pk])
        last = last_deferral(person)
        if _is_same(last, dues, note):
            return last
        if dues:
            _must_be_owed(person, dues)
        until = max((due.day for due in dues), default=None)
        deferral = Deferral.objects.create(
            person=person, until=until, note=note, agreed_by=by, agreed_at=now
        )
        Instalment.objects.bulk_create(
            Instalment(deferral=deferral, day=due.day, cents=due.cents) for due in dues
        )
        return deferral


def _must_be_plan(dues: Sequence[Due], today: date) -> None:
    if any(due.day < today for due in dues):
        raise InvalidError("day_over", _("That day is over."))
    if len({due.day for due in dues}) < len(dues):
        raise InvalidError("day_twice", _("Two instalments are due on the same day."))
    if any(due.cents <= 0 for due in dues):
        raise InvalidError("amount_missing", _("An instalment needs an amount."))
    if len(dues) > MOST:
        raise InvalidError(
            "too_many_instalments", _("At most %(n)s instalments are possible.") % {"n": MOST}
        )


def _must_be_owed(person: Person, dues: Sequence[Due]) -> None:
    agreed, owed = sum(due.cents for due in dues), owing_of(person).cents
    if agreed != owed:
        raise IllegalError(
            "not_what_is_owed",
            _("The instalments add up to %(sum)s, but %(owed)s are owed.")
            % {"sum": euro(agreed), "owed": euro(owed)},
        )


def _is_same(last: Deferral | None, dues: Sequence[Due], note: str) -> bool:
    if last is None:
        return not dues
    known = list(last.instalments.values_list("day", "cents"))
    asked = sorted((due.day, due.cents) for due in dues)
    return (known, last.note, last.until is None) == (asked, note, not dues)
