"""„Guthaben auszahlen“: pay back money to a person who has paid more than was owed."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.people import credit
from finance.books.services.cashbook import must_have_been_there
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import as_stored, used_before
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.payments import must_be_open, must_hold_money
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError, require_above_zero
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.web.money import euro


@written_together()
def pay_out_credit(
    *,
    person: Person,
    method: str,
    amount: int,
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    text: str = "",
    confirmed: bool = False,
) -> Claim:
    """Pay a person `amount` cents of the credit, in cash or by bank, on that day.

    `method` is where it comes from: "cash", "bank", or the code of another till or account. It is a
    claim that the credit settles at once, the oldest payments first; its Storno brings the credit
    back. Locks the person; a repeat of the same `client_id` answers with what it booked.
    InvalidError for what makes no sense, IllegalError for more than the credit, for a closed day
    and if the till holds, or held on a day since, less, NotAllowedError for a credit of one's own
    that no second person `confirmed`.
    """
    must_not_be_own(by, [person.pk], confirmed=confirmed)
    if chart.like(method) is None:
        raise InvalidError("method_unknown", _("Cash or bank transfer?"), field="method")
    require_above_zero(amount)
    key = f"refund:{client_id}"
    with transaction.atomic():
        lock_persons([person.pk])
        if known := Claim.objects.filter(key=key).first():
            if known.state == Claim.State.REVERSED:
                raise used_before()
            return as_stored(known, person_id=person.pk, amount=amount, code=method)
        must_be_open(day, today)
        must_hold_money(method, day, "method")
        _must_be_covered(person, amount)
        draft = Draft(
            journal=method,
            date=day,
            kind=Transaction.Kind.REFUND,
            entries=booking.refund(method, person.pk, amount),
            text=" ".join(text.split())[:300],
        )
        (done,) = post(drafts=[draft], by=by, now=now)
        must_have_been_there(draft, today)
        claim = Claim.objects.create(
            person=person,
            day=day,
            key=key,
            kind=Claim.Kind.REFUND,
            code=method,
            unit=chart.EUR,
            amount=amount,
            state=Claim.State.CONFIRMED,
            transaction=done,
            decided_by=by,
            decided_at=now,
            created_at=now,
        )
        settle([person.pk])
        claim.refresh_from_db()
        return claim


def _must_be_covered(person: Person, amount: int) -> None:
    there = credit(person)
    if amount <= there:
        return
    sentence = (
        _("%(name)s has a credit of %(credit)s. More than that cannot be paid out.")
        if there
        else _("%(name)s has no credit.")
    )
    raise IllegalError(
        "more_than_credit", sentence % {"name": person.name, "credit": euro(there)}, field="amount"
    )
