"""Agreements to pay later or in instalments, the last of each person, held against what is open."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from finance.books import chart
from finance.books.instalments import Due, held_against, is_broken, overdue
from finance.books.models.claims import Claim
from finance.books.models.deferrals import Deferral
from league.people.models.people import Person


@dataclass(frozen=True)
class Agreement:
    """An agreement of which something is open, as it is on a day; amounts in cents.

    `claims` are the keys of those it is about: what was owed when it was made.
    """

    deferral: Deferral
    until: date
    dues: list[Due]
    claims: frozenset[int]
    today: date

    @property
    def overdue(self) -> list[Due]:
        return overdue(self.dues, self.today)

    @property
    def overdue_cents(self) -> int:
        return sum(due.open for due in self.overdue)

    @property
    def is_broken(self) -> bool:
        """Return whether it holds no more, so that all it is about is to be paid at once."""
        return is_broken(self.dues, self.today)

    @property
    def paid(self) -> int:
        """Return the number of instalments that are paid."""
        return sum(not due.open for due in self.dues)

    @property
    def next(self) -> Due | None:
        """Return the next instalment that is open and not overdue."""
        return next((due for due in self.dues if due.open and due.day >= self.today), None)


def last_deferral(person: Person) -> Deferral | None:
    """Return the last agreement with a person, also one that is over or was lifted."""
    return Deferral.objects.filter(person=person).order_by("-pk").first()


def agreement_of(person: Person, today: date) -> Agreement | None:
    """Return the agreement with a person of which something is open, also a broken one."""
    return open_agreements(today, [person.pk]).get(person.pk)


def agreements(today: date, persons: Collection[int] | None = None) -> dict[int, Agreement]:
    """Return the agreements that are kept, by the key of the person; of some `persons` only those.

    One whose last instalment was due, or of which two are overdue, is not kept.
    """
    return {
        key: agreement
        for key, agreement in open_agreements(today, persons).items()
        if not agreement.is_broken
    }


def open_agreements(today: date, persons: Collection[int] | None = None) -> dict[int, Agreement]:
    """Return the agreements of which something is open, also broken ones, by the person's key."""
    deferrals = Deferral.objects.all()
    if persons is not None:
        deferrals = deferrals.filter(person__in=persons)
    last = deferrals.order_by().values("person").annotate(last=Max("pk")).values("last")
    of_person = {
        deferral.person_id: deferral
        for deferral in Deferral.objects.filter(pk__in=last, until__isnull=False)
        .select_related("person__user", "person__postal_address")
        .prefetch_related("instalments")
    }
    open_of: dict[int, dict[int, int]] = defaultdict(dict)
    claims = Claim.objects.filter(
        person__in=of_person, unit=chart.EUR, state=Claim.State.CONFIRMED
    ).select_related("transaction")
    for claim in claims:
        booked = claim.transaction
        if booked is None or booked.entered_at <= of_person[claim.person_id].agreed_at:
            open_of[claim.person_id][claim.pk] = claim.open_amount
    return {
        key: _as_it_is(of_person[key], open_cents, today) for key, open_cents in open_of.items()
    }


def _as_it_is(deferral: Deferral, open_cents: dict[int, int], today: date) -> Agreement:
    left, until = sum(open_cents.values()), deferral.until
    assert until is not None  # those are not asked for
    agreed = [Due(row.day, row.cents) for row in deferral.instalments.all()]
    dues = held_against(agreed or [Due(until, left)], left)
    return Agreement(deferral, until, dues, frozenset(open_cents), today)
