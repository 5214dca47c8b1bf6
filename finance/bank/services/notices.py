"""„Ich habe überwiesen“: a member says so, and the treasurer finds the money or does not."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import pending_notices
from finance.books.models.payments import Payment
from finance.books.queries.ledger import booking_day
from finance.books.services.claims import given_reason
from finance.books.services.ledger import lock_persons
from finance.books.services.once import as_stored
from finance.books.services.payments import must_be_open, receive
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError, require_above_zero
from league.people.models.people import Person, User
from league.web.money import euro

State = PaymentNotice.State


def announce(
    *, person: Person, cents: int, day: date, client_id: str, today: date, now: datetime
) -> PaymentNotice:
    """Note that a member sent money, in cents. It changes no balance until it is seen.

    Locks the person; a repeat of the same `client_id` answers with what it stored. InvalidError for
    a day to come or long ago, IllegalError if just this is announced already.
    """
    require_above_zero(cents)
    if day > today:
        raise InvalidError("day_to_come", _("That day is still to come."), field="day")
    if day < today - timedelta(days=366):
        raise InvalidError("day_long_ago", _("That is too long ago."), field="day")
    with transaction.atomic():
        lock_persons([person.pk])
        if known := PaymentNotice.objects.filter(client_id=client_id).first():
            return as_stored(known, person_id=person.pk, cents=cents, day=day)
        if pending_notices(person=person, cents=cents, day=day).exists():
            raise IllegalError(
                "announced_before",
                _(
                    "You announced %(amount)s of that day already. If there were two "
                    "transfers, take the first announcement back and announce both together."
                )
                % {"amount": euro(cents)},
            )
        return PaymentNotice.objects.create(
            person=person, cents=cents, day=day, announced_at=now, client_id=client_id
        )


def withdraw_notice(*, notice: PaymentNotice, by: User | None, now: datetime) -> PaymentNotice:
    """Take back a member's own announcement. Locks the person; a repeat changes nothing."""
    return _decide(notice, State.WITHDRAWN, "", by, now)


def refuse_notice(
    *, notice: PaymentNotice, reason: str, by: User | None, now: datetime
) -> PaymentNotice:
    """Note that the money never came. Locks the person; a repeat changes nothing. InvalidError
    without a reason.
    """
    return _decide(notice, State.REFUSED, given_reason(reason), by, now)


def confirm_notice(
    *, notice: PaymentNotice, day: date, by: User | None, today: date, now: datetime
) -> Payment:
    """Book an announced payment that the treasurer saw on the account on `day`, without a bank
    file.

    Books it as a bank payment, which the bank's line can be tied to later. Locks the person; a
    repeat answers with the existing payment.
    """
    with transaction.atomic():
        lock_persons([notice.person_id])
        notice = PaymentNotice.objects.select_related("person").get(pk=notice.pk)
        if notice.payment is not None:
            return notice.payment
        _must_be_pending(notice)
        day = booking_day(day)
        must_be_open(day, today)
        # Once reversed it can be confirmed again.
        count = Payment.objects.filter(client_id__startswith=f"notice-{notice.pk}-").count()
        key = f"notice-{notice.pk}-{count + 1}"
        payment = receive(
            notice.person, Payment.Method.BANK, notice.cents, day, key, by=by, now=now
        )
        settle([notice.person_id])
        notice.state, notice.payment = State.SEEN, payment
        notice.decided_by, notice.decided_at = by, now
        notice.save(update_fields=["state", "payment", "decided_by", "decided_at"])
        payment.refresh_from_db()
        return payment


def _decide(
    notice: PaymentNotice, state: str, reason: str, by: User | None, now: datetime
) -> PaymentNotice:
    with transaction.atomic():
        lock_persons([notice.person_id])
        notice = PaymentNotice.objects.get(pk=notice.pk)
        if notice.state == state:
            return notice
        _must_be_pending(notice)
        notice.state, notice.reason = state, reason
        notice.decided_by, notice.decided_at = by, now
        notice.save(update_fields=["state", "reason", "decided_by", "decided_at"])
        return notice


def _must_be_pending(notice: PaymentNotice) -> None:
    if notice.state != State.PENDING:
        raise IllegalError("notice_decided", _("This is done already. Reload the page."))
