"""One person owes what another owed: one booking, with its claim and its payment."""

from datetime import date, datetime

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.services.ledger import Draft, post
from league.people.models.people import Person, User


def move(
    *,
    taker: Person,
    debtor: Person,
    cents: int,
    reason: str,
    day: date,
    client_id: str,
    by: User | None,
    now: datetime,
) -> Claim:
    """Book that `taker` owes so many cents and `debtor` so many less. Without a `client_id` the
    booking gives one. Only for services that hold both accounts; they call `settle`.
    """
    (done,) = post(
        drafts=[
            Draft(
                journal=chart.claims_journal(chart.EUR),
                date=day,
                kind=Transaction.Kind.TRANSFER,
                entries=booking.takeover(taker.pk, debtor.pk, cents),
                text=reason,
            )
        ],
        by=by,
        now=now,
    )
    claim = Claim.objects.create(
        person=taker,
        day=day,
        key=f"transfer:{done.pk}",
        kind=Claim.Kind.TRANSFER,
        code="transfer",
        unit=chart.EUR,
        amount=cents,
        state=Claim.State.CONFIRMED,
        transaction=done,
        note=f"{debtor.name}: {reason}"[:200],
        decided_by=by,
        decided_at=now,
        created_at=now,
    )
    Payment.objects.create(
        person=debtor,
        method=Payment.Method.TRANSFER,
        unit=chart.EUR,
        amount=cents,
        transaction=done,
        client_id=client_id or f"transfer:{done.pk}",
    )
    return claim
