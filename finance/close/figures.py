"""The figures of an evening as the books have them now, for its close."""

from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import JournalYear, Posting
from finance.books.models.payments import Allocation, Payment
from finance.books.models.rounds import GivenRound
from finance.close.statement import Evening, Head, Item
from league.events.models import Event
from league.events.queries import participations


def evening_now(event: Event) -> Evening:
    """Return the figures of an evening as the books have them now."""
    claims = Claim.objects.filter(event=event, is_current=True)
    booked = claims.filter(state__in=Claim.BOOKED, transaction__isnull=False)
    sums = (
        booked.filter(unit=chart.EUR)
        .values_list("kind", "code")
        .annotate(pieces=Sum("count"), cents=Sum("amount"))
        .order_by("kind", "code")
    )
    day = event.business_date
    own = Posting.objects.filter(account__code="cash", account__person=None)
    moved = own.aggregate(
        before=Sum("amount", filter=Q(transaction__date__lt=day)),
        came=Sum("amount", filter=Q(transaction__date=day, amount__gt=0)),
        went=Sum("amount", filter=Q(transaction__date=day, amount__lt=0)),
    )
    payers = paid_at(event)
    return Evening(
        here=sum(participation.is_here for participation in participations(event)),
        items=tuple(Item(*row) for row in sums),
        undecided=claims.filter(state__in=Claim.UNDECIDED).count(),
        rounds=booked.filter(unit=chart.RUNDE).aggregate(sum=Sum("amount"))["sum"] or 0,
        rounds_given=_given(event),
        payers=payers.aggregate(n=Count("person", distinct=True))["n"],
        cash_before=moved["before"] or 0,
        cash_in=moved["came"] or 0,
        cash_out=-(moved["went"] or 0),
    )


def item_names(event: Event) -> dict[str, str]:
    """Return the club's titles for the catalogue's deeds of an evening, by code."""
    named = Claim.objects.filter(event=event, is_current=True).exclude(charge__title="")
    return dict(named.order_by("pk").values_list("code", "charge__title"))


def paid_at(event: Event) -> QuerySet[Payment]:
    """Return the payments into the first till at an evening, the newest first.

    These are the payments of people present, made on its day. A payment of a person who was at
    another event of that day belongs to the other one if it settled a claim of that and none of
    this.
    """
    here = [
        participation.person_id for participation in participations(event) if participation.is_here
    ]
    others = Event.objects.filter(business_date=event.business_date).exclude(pk=event.pk)
    return (
        Payment.objects.filter(
            transaction__date=event.business_date,
            transaction__head__journal="cash",
            method=Payment.Method.CASH,
            is_reversed=False,
            person__in=here,
        )
        .exclude(
            Q(pk__in=_settled(claim__event__in=others)) & ~Q(pk__in=_settled(claim__event=event))
        )
        .select_related("person")
        .order_by("-pk")
    )


def _settled(**claims: Any) -> QuerySet[Allocation, int]:
    """Return the payments of which something is left for these claims."""
    allocations = Allocation.objects.filter(**claims).values("payment").annotate(left=Sum("amount"))
    return allocations.filter(left__gt=0).values_list("payment", flat=True)


def _given(event: Event) -> int:
    """Count the rounds given at an evening: two as one are one payment, but both are given."""
    return GivenRound.objects.filter(
        event=event, is_taken_back=False, payment__isnull=False
    ).count()


def books_now(event: Event) -> tuple[Head, ...]:
    """Return the last booking of each journal, of the evening's year and later."""
    heads = JournalYear.objects.filter(year__gte=event.business_date.year, last_number__gt=0)
    return tuple(
        Head(head.journal, head.year, head.last_number, head.last_hash)
        for head in heads.order_by("journal", "year")
    )
