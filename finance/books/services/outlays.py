"""„Robin hat Salzstangen ausgelegt“: an expense that a member paid is set off on the account."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.services.cashbook import as_expense, purpose
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import as_stored
from finance.books.services.own_matters import note_own_payment
from finance.books.services.payments import must_be_open
from finance.books.services.settling import settle
from finance.books.services.vouchers import Paper, lock_vouchers, store_voucher
from finance.errors import InvalidError
from league.guards.versioned import written_together
from league.people.models.people import Person, User


@written_together()
def set_off_outlay(
    *,
    person: Person | None,
    account: str,
    amount: int,
    day: date,
    text: str,
    voucher: Paper,
    sphere: int | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Payment:
    """Book `amount` cents that a person paid for the club, for an account of expenses.

    It is a payment of that person without money: it settles open claims, oldest first, and the rest
    is a credit. One's own is booked and noted for a second person. Locks the person, then the
    vouchers; a repeat of the same `client_id` answers with what it stored. Raises the errors of
    `record_expense`, and InvalidError without a person.
    """
    if person is None:
        raise InvalidError("person_missing", _("Who has paid it?"), field="person")
    sphere = as_expense(account, amount, sphere, day)
    text = purpose(text)
    with transaction.atomic():
        lock_persons([person.pk])
        lock_vouchers(day.year)
        if known := Payment.objects.filter(client_id=client_id).first():
            method = Payment.Method.SETOFF
            return as_stored(known, person_id=person.pk, amount=amount, method=method)
        must_be_open(day, today)
        laid = store_voucher(voucher, cents=amount, day=day, client_id=client_id, by=by, now=now)
        (done,) = post(
            drafts=[
                Draft(
                    journal=chart.claims_journal(chart.EUR),
                    date=day,
                    kind=Transaction.Kind.EXPENSE,
                    entries=booking.outlay(account, person.pk, amount, sphere),
                    text=text,
                    vouchers=(laid,),
                )
            ],
            by=by,
            now=now,
        )
        payment = Payment.objects.create(
            person=person,
            method=Payment.Method.SETOFF,
            unit=chart.EUR,
            amount=amount,
            transaction=done,
            client_id=client_id,
        )
        note_own_payment(payment, day, by, now)
        settle([person.pk])
        payment.refresh_from_db()
        return payment
