"""„Anfangsbestände“ of people: what they owed, or had to come, before the books began."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.cashbook import CashbookEntry
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.cashbook import of_form
from finance.books.queries.openings import OpeningForm, in_use, opened_persons
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import used_before
from finance.books.services.own_matters import must_not_be_own, note_own_payment
from finance.books.services.payments import must_be_open
from finance.books.services.reversals import reverse
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.web.money import MOST_CENTS

Kind = Transaction.Kind


@dataclass(frozen=True)
class Balance:
    """A person's debt in cents; below zero it is a credit."""

    person: Person
    cents: int
    text: str = ""


@written_together()
def open_accounts(
    *,
    balances: Sequence[Balance],
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Transaction]:
    """Book all these opening balances or none: a debt is a claim, a credit a payment.

    Each person has one, until it is taken back; the database refuses a second. A credit settles
    open claims. An own credit is booked and noted for a second person. Locks the persons; a repeat
    of the same `client_id` answers with what it booked. InvalidError for an invalid balance,
    IllegalError for a closed day and for a person who has one.
    """
    if not balances or any(not 0 < abs(balance.cents) <= MOST_CENTS for balance in balances):
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    persons = [balance.person.pk for balance in balances]
    if len(set(persons)) != len(persons):
        raise InvalidError("person_twice", _("Somebody is in this list twice."))
    with transaction.atomic():
        lock_persons(persons)
        if known := of_form(client_id):
            return _same(known, balances)
        must_be_open(day, today)
        before = opened_persons()
        for balance in balances:
            if balance.person.pk in before:
                raise _opened_before(balance.person)
        made = post(
            drafts=[
                Draft(
                    journal=chart.claims_journal(chart.EUR),
                    date=day,
                    kind=Kind.OPENING,
                    entries=_entries(balance),
                    text=" ".join(balance.text.split())[:200],
                )
                for balance in balances
            ],
            by=by,
            now=now,
        )
        CashbookEntry.objects.bulk_create(
            CashbookEntry(client_id=client_id, part=part, transaction=done)
            for part, done in enumerate(made, start=1)
        )
        for balance, done in zip(balances, made, strict=True):
            _owe(balance, done, day, by, now)
        settle(persons)
        return made


def _opened_before(person: Person) -> IllegalError:
    sentence = _("%(name)s has an opening balance already. If it is wrong, reverse it.")
    return IllegalError("opened_before", sentence % {"name": person.name})


def _entries(balance: Balance) -> tuple[booking.Entry, ...]:
    if balance.cents > 0:
        return booking.claim(Claim.Kind.OPENING, balance.person.pk, balance.cents)
    return booking.payment(Payment.Method.OPENING, chart.EUR, balance.person.pk, -balance.cents)


def _owe(balance: Balance, done: Transaction, day: date, by: User | None, now: datetime) -> None:
    if balance.cents > 0:
        Claim.objects.create(
            person=balance.person,
            day=day,
            key=f"opening:{done.pk}",
            kind=Claim.Kind.OPENING,
            code="opening",
            unit=chart.EUR,
            amount=balance.cents,
            state=Claim.State.CONFIRMED,
            transaction=done,
            decided_by=by,
            decided_at=now,
            created_at=now,
        )
        return
    payment = Payment.objects.create(
        person=balance.person,
        method=Payment.Method.OPENING,
        unit=chart.EUR,
        amount=-balance.cents,
        transaction=done,
        client_id=f"opening:{done.pk}",
    )
    note_own_payment(payment, day, by, now)


def _same(known: list[Transaction], balances: Sequence[Balance]) -> list[Transaction]:
    """Return the bookings of the form; InvalidError if it was about something else."""
    booked = [
        (posting.account.person_id, posting.amount)
        for done in known
        for posting in done.postings.select_related("account")
        if posting.account.person_id is not None
    ]
    pairs = [(balance.person.pk, balance.cents) for balance in balances]
    if booked != pairs or any(hasattr(done, "reversal") for done in known):
        raise used_before()
    return known


@written_together()
def take_back_openings(
    *,
    form: OpeningForm,
    reason: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> list[Transaction]:
    """Take back all that one form has booked, or nothing; what was reversed already stays so.

    Locks the persons and the bookings; a repeat changes nothing. InvalidError without a reason,
    IllegalError if something was paid or used of it since, NotAllowedError if it is about oneself
    too and no second person `confirmed`.
    """
    must_not_be_own(by, form.persons, confirmed=confirmed)
    with transaction.atomic():
        lock_persons(form.persons)
        standing = [done for done in of_form(form.client_id) if not hasattr(done, "reversal")]
        used = in_use(standing)
        if used:
            raise IllegalError(
                "opening_used",
                _("It was paid or used since: %(names)s. Reverse the others one by one.")
                % {"names": ", ".join(used)},
            )
        rows = Transaction.objects.select_for_update(no_key=True)
        list(rows.filter(pk__in=[done.pk for done in standing]).order_by("pk").values_list("pk"))
        return [
            reverse(original=done, reason=reason, by=by, today=today, now=now, confirmed=True)
            for done in standing
        ]
