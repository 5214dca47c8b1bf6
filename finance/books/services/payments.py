"""Money that comes in, over the counter or by bank."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import booking_day, closed_through
from finance.books.queries.money import money_accounts
from finance.books.queries.people import owing_of
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import as_stored, used_before
from finance.books.services.own_matters import note_own_payment
from finance.books.services.settling import settle
from finance.errors import (
    IllegalError,
    InvalidError,
    StaleError,
    choice_unknown,
    require_above_zero,
)
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.web.money import euro


@written_together()
def take_payment(
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
    seen: int | None = None,
) -> Payment:
    """Book money from a person, in cents; it settles their open claims, oldest first.

    `method` is its place: "cash", "bank", or the code of another till or account. The rest is the
    person's credit. `seen` is the debt on the page, below zero a credit. Locks the person. A repeat
    of the same `client_id` answers with what it stored. InvalidError for a day to come,
    IllegalError for a closed one, StaleError if the debt differs from `seen`, after another payment
    or claim.
    """
    like = chart.like(method)
    if like is None:
        raise InvalidError("method_unknown", _("Cash or bank transfer?"), field="method")
    require_above_zero(amount)
    with transaction.atomic():
        lock_persons([person.pk])
        if known := Payment.objects.filter(client_id=client_id).first():
            if known.transaction.head.journal != method:
                raise used_before()
            return as_stored(known, person_id=person.pk, amount=amount, method=like)
        must_be_open(day, today)
        must_hold_money(method, day, "method")
        if seen is not None:
            _must_still_owe(person, seen)
        text = " ".join(text.split())[:300]
        payment = receive(person, method, amount, day, client_id, text=text, by=by, now=now)
        settle([person.pk])
        payment.refresh_from_db()
        return payment


def _must_still_owe(person: Person, seen: int) -> None:
    owed = owing_of(person).cents
    if owed == seen:
        return
    sentence = (
        _("%(name)s owes %(owed)s by now. Look again.")
        if owed >= 0
        else _("%(name)s has a credit of %(owed)s by now. Look again.")
    )
    raise StaleError("open_changed", sentence % {"name": person.name, "owed": euro(abs(owed))})


def receive(
    person: Person,
    method: str,
    amount: int,
    day: date,
    client_id: str,
    *,
    text: str = "",
    has_paper: bool = False,
    by: User | None,
    now: datetime,
) -> Payment:
    """Book money of a person who is locked; what it settles is for the caller to say.

    `method` is a till or account by its code. It `has_paper` if a line of the bank says it.
    """
    like = chart.like(method)
    assert like is not None, method
    (done,) = post(
        drafts=[
            Draft(
                journal=method,
                date=day,
                kind=Transaction.Kind.PAYMENT,
                entries=booking.payment(like, chart.EUR, person.pk, amount, method),
                text=text,
            )
        ],
        by=by,
        now=now,
    )
    payment = Payment.objects.create(
        person=person,
        method=like,
        unit=chart.EUR,
        amount=amount,
        transaction=done,
        client_id=client_id,
    )
    if not has_paper:
        note_own_payment(payment, day, by, now)
    return payment


def must_be_open(day: date, today: date) -> None:
    """Raise InvalidError for a day to come or one that is a slip, IllegalError for a closed one."""
    if day > today:
        raise InvalidError("day_to_come", _("That day is still to come."), field="day")
    if day.year < 2000:
        raise InvalidError("day_long_ago", _("That is too long ago."), field="day")
    closed = closed_through()
    if closed is not None and day <= closed:
        raise IllegalError(
            "day_closed",
            _("Everything through %(closed)s is closed. The first open day is %(open)s.")
            % {"closed": f"{closed:%d.%m.%Y}", "open": f"{booking_day(day):%d.%m.%Y}"},
            field="day",
        )


def must_hold_money(code: str, day: date, field: str) -> None:
    """Raise InvalidError for what is no till and no account, and for one that ended before that
    day.
    """
    known = {account.code: account for account in money_accounts()}
    if code not in known:
        raise choice_unknown(field)
    if code not in {account.code for account in money_accounts(day)}:
        raise InvalidError(
            "account_ended",
            _("“%(name)s” ended before that day. Choose another, or another day.")
            % {"name": known[code].name},
            field=field,
        )
