"""„Wer zahlt noch?“: all people with open claims, their age, and the last payment."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    DateField,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, RowNumber

from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import club_account
from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import NUMBERS_PER_YEAR, Account, JournalYear
from finance.books.models.payments import Payment
from finance.books.queries.deferrals import Agreement, agreements
from finance.books.queries.money import of_money
from finance.books.queries.people import late
from finance.reminders.labels import reminder
from league.people.models.people import Membership, Person

# So many claims a reminder names.
NAMED = 10


def debtors(today: date) -> QuerySet[Person]:
    """Return the persons who owe money or rounds, with `cents` and `rounds`.

    `oldest` is the day of the oldest open claim, `overdue` the cents past their day to pay or,
    without one, open for more than four weeks, `announced` the cents announced as paid; `has_left`
    marks former members; of a debt that is agreed to be paid until a day, `deferred_until`, only
    instalments are overdue; `open_claims` is their number.
    """
    kept = agreements(today)
    confirmed = Claim.objects.filter(person=OuterRef("pk"), state=Claim.State.CONFIRMED)
    old = confirmed.filter(late(today), unit=chart.EUR)
    announced = PaymentNotice.objects.filter(
        person=OuterRef("pk"), state=PaymentNotice.State.PENDING
    )
    return Person.objects.annotate(
        deferred_until=Case(
            *(When(pk=key, then=Value(agreed.until)) for key, agreed in kept.items()),
            output_field=DateField(),
        ),
        cents=Coalesce(Subquery(_balance(chart.EUR)), 0),
        rounds=Coalesce(Subquery(_balance(chart.RUNDE)), 0),
        has_left=_has_left(today),
        oldest=Subquery(
            confirmed.order_by().values("person").annotate(day=Min("day")).values("day")
        ),
        overdue=Case(
            *_overdue_beside(kept, today),
            default=Coalesce(
                Subquery(
                    old.order_by()
                    .values("person")
                    .annotate(sum=Sum(F("amount") - F("paid")))
                    .values("sum")
                ),
                0,
            ),
        ),
        open_claims=Coalesce(
            Subquery(confirmed.order_by().values("person").annotate(n=Count("pk")).values("n")),
            0,
        ),
        announced=Coalesce(
            Subquery(
                announced.order_by().values("person").annotate(sum=Sum("cents")).values("sum")
            ),
            0,
        ),
        last_paid=_last_paid(),
    ).filter(Q(cents__gt=0) | Q(rounds__gt=0))


def _overdue_beside(kept: dict[int, Agreement], today: date) -> Iterator[When]:
    """Yield for each agreement its overdue instalments, with what is late beside it, in cents."""
    for key, agreed in kept.items():
        beside = Claim.objects.filter(
            late(today), person=key, unit=chart.EUR, state=Claim.State.CONFIRMED
        ).exclude(pk__in=agreed.claims)
        cents = sum(claim.open_amount for claim in beside) + agreed.overdue_cents
        yield When(pk=key, then=Value(cents))


def _last_paid() -> Combinable:
    """Return the day of a person's last payment, looked for in the newest year of the books first:
    a booking's date is of its journal's year, and its key begins with the journal's.
    """
    paid = Payment.objects.filter(
        person=OuterRef("pk"),
        is_reversed=False,
        method__in=[Payment.Method.CASH, Payment.Method.BANK],
    )
    heads = list(JournalYear.objects.filter(of_money("journal")).values_list("pk", "year"))
    if not heads:
        return Value(None, output_field=DateField())
    newest = max(year for _pk, year in heads)
    keys = [pk * NUMBERS_PER_YEAR for pk, year in heads if year == newest]
    in_newest = (Q(transaction__gt=key, transaction__lt=key + NUMBERS_PER_YEAR) for key in keys)
    return Coalesce(
        *(
            Subquery(
                rows.order_by()
                .values("person")
                .annotate(day=Max("transaction__date"))
                .values("day")
            )
            for rows in (paid.filter(reduce(or_, in_newest)), paid)
        )
    )


def _has_left(today: date) -> Combinable:
    """Return the expression for a person who was a member once and is not one today."""
    own = Membership.objects.filter(person=OuterRef("pk"))
    return ExpressionWrapper(
        Exists(own) & ~Exists(Membership.objects.on(today).filter(person=OuterRef("pk"))),
        output_field=BooleanField(),
    )


def _balance(unit: chart.Unit) -> QuerySet[Account, tuple[int]]:
    own = Account.objects.filter(person=OuterRef("pk"), code=chart.OWED[unit])
    return own.values_list("balance")


@dataclass(frozen=True)
class Open:
    """The sum of all debts."""

    cents: int
    rounds: int
    persons: int


def all_open() -> Open:
    """Return the sums of all debts; credits do not make them smaller."""
    owed = Account.objects.filter(code__in=chart.OWED.values(), balance__gt=0)
    sums: dict[str, int] = dict(owed.values_list("unit").annotate(sum=Sum("balance")).order_by())
    persons = owed.values("person").distinct().count()
    return Open(sums.get(chart.EUR, 0), sums.get(chart.RUNDE, 0), persons)


def open_of(persons: Sequence[Person]) -> dict[int, list[Claim]]:
    """Return the open claims of each of these persons, at most the ten oldest, by person key."""
    open_of: dict[int, list[Claim]] = defaultdict(list)
    place = Window(RowNumber(), partition_by="person", order_by=["day", "pk"])
    claims = Claim.objects.filter(person__in=persons, state=Claim.State.CONFIRMED)
    oldest = claims.order_by().annotate(place=place).filter(place__lte=NAMED).values_list("pk")
    # Their words only once they are chosen: of hundreds of claims of each person ten are named.
    named = Claim.objects.filter(pk__in=[pk for (pk,) in oldest]).order_by("day", "pk")
    for claim in named.select_related("charge__result__table"):
        open_of[claim.person_id].append(claim)
    return open_of


def with_reminders(debtors: Sequence[Any], today: date) -> Sequence[Any]:
    """Set the `reminder` of each debtor, words to send, empty while an agreement is kept.

    Return the debtors.
    """
    owed, account = open_of(debtors), club_account()
    kept = agreements(today, [debtor.pk for debtor in debtors])
    for debtor in debtors:
        claims, agreed = owed[debtor.pk], kept.get(debtor.pk)
        more = debtor.open_claims - len(claims)
        debtor.reminder = ""
        if agreed is None:
            debtor.reminder = reminder(debtor, claims, debtor.cents, more, account=account)
        elif agreed.overdue:
            debtor.reminder = reminder(
                debtor, [], agreed.overdue_cents, dues=agreed.overdue, account=account
            )
    return debtors
