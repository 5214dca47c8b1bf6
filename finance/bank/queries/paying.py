"""Queries for paying by bank: to which account, how much, and with which reference."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.utils.functional import cached_property

from finance.bank.girocode import giro_code
from finance.bank.models.bank import ClubAccount
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import club_account, pending_notices
from finance.books.models.payments import Payment
from finance.books.queries.access import get_self_for, require_reader
from finance.books.queries.people import owing_of
from finance.books.references import reference
from league.people.models.people import Person
from league.web.rows import row_or_404


@dataclass
class Giro:
    """The amount for a person to transfer: the open part (`owed`) less the part `announced` before.

    All in cents and never below zero. Without an `account` the club has not said which it is.
    """

    person: Person
    account: ClubAccount | None
    owed: int
    announced: int
    reference: str

    @property
    def cents(self) -> int:
        return max(0, self.owed - self.announced)

    @cached_property
    def code(self) -> str:
        """Return the GiroCode as SVG; empty without an amount or an account."""
        if self.account is None or self.cents <= 0:
            return ""
        return giro_code(
            holder=self.account.holder,
            iban=self.account.iban,
            bic=self.account.bic,
            cents=self.cents,
            reference=self.reference,
        )


def giro_of(person: Person) -> Giro:
    return Giro(
        person=person,
        account=club_account(),
        owed=max(0, owing_of(person).cents),
        announced=pending_notices(person=person).aggregate(sum=Sum("cents", default=0))["sum"],
        reference=reference(person.pk),
    )


def notices_of(person: Person) -> QuerySet[PaymentNotice]:
    """Return the payments that a person announced lately, newest first."""
    return PaymentNotice.objects.filter(person=person).order_by("-day", "-pk")


def notices_to_show(person: Person) -> QuerySet[PaymentNotice]:
    """Return the payments on their way, and the last one if the treasurer did not find it."""
    payment_notices = notices_of(person)
    state = PaymentNotice.State
    last = payment_notices.exclude(state=state.WITHDRAWN).values_list("pk", flat=True)[:1]
    return payment_notices.filter(
        Q(state=state.PENDING) | Q(state=state.REFUSED, pk__in=list(last))
    )


def get_own_notice_for(user: Any, pk: int) -> PaymentNotice:
    """Return one's own announcement; Http404 for another member's."""
    person = get_self_for(user)
    return row_or_404(PaymentNotice.objects, person=person, pk=pk)


def get_notice_for(user: Any, pk: int, today: date) -> PaymentNotice:
    require_reader(user, today)
    return row_or_404(PaymentNotice.objects.select_related("person"), pk=pk)


def payments() -> QuerySet[Payment]:
    """Return all payments, for a list."""
    return Payment.objects.all()
