"""The till's front page: what is there and the five things done most; money that comes in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from finance.books.forms import EntryForm
from finance.books.models.payments import Payment
from finance.books.permissions import posts, reads, writes
from finance.books.queries.access import get_person_for, may_post
from finance.books.queries.claims import evenings_to_decide, latest_events
from finance.books.queries.ledger import balances
from finance.books.queries.money import more_balances
from finance.books.queries.objections import to_rule
from finance.books.queries.people import who_owes
from finance.books.queries.settings import till_settings
from finance.books.services.payments import take_payment
from finance.years.queries.audits import unanswered
from league.access.permissions import acting_today
from league.people.models.people import Membership, Person
from league.web.money import euro
from league.web.submit import attempt


@reads
def till(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    owing = who_owes()
    balance_of = balances()
    keeps = may_post(request.user, today)
    return render(
        request,
        "finance/till.html",
        {
            "debtors": [owing for owing in owing if owing.cents > 0 or owing.rounds > 0],
            "credits": [owing for owing in owing if owing.cents < 0 or owing.rounds < 0],
            "open_cents": sum(owing.cents for owing in owing if owing.cents > 0),
            "open_rounds": sum(owing.rounds for owing in owing if owing.rounds > 0),
            "cash": balance_of.get("cash", 0),
            "bank": balance_of.get("bank", 0),
            "more": more_balances(balance_of),
            "simple": till_settings().simple,
            "everything": "alles" in request.GET,
            "evenings": list(evenings_to_decide()[:20]),
            "events": latest_events(today),
            "today": today,
            "may_post": keeps,
            "is_unopened": keeps and "cash" not in balance_of,
            "objections": to_rule(request.user) if keeps else 0,
            "questions": list(unanswered()) if keeps else [],
        },
    )


@require_safe
@writes
def money_in(request: HttpRequest) -> HttpResponse:
    """Show people with debts, each with one tap to pay; others pay on their account."""
    today = timezone.localdate()
    owing = who_owes()
    owes = {owing.person.pk for owing in owing if owing.cents > 0}
    members = Person.objects.filter(pk__in=Membership.objects.on(today).values("person"))
    context = {
        "owing": [
            (owing, EntryForm(initial={"cents": owing.cents}, auto_id=False))
            for owing in owing
            if owing.cents > 0
        ],
        "others": list(members.exclude(pk__in=owes).order_by("sort_key", "pk")),
    }
    return render(request, "finance/money_in.html", context)


@posts
def take(request: HttpRequest, pk: int) -> HttpResponse:
    """Take in cash, today, by one tap, what the page said is open of this person."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = EntryForm(request.POST)
    attempt(
        request,
        lambda: take_payment(
            person=person,
            method=Payment.Method.CASH,
            amount=form.cleaned_data["cents"],
            day=today,
            client_id=form.cleaned_data["client_id"],
            seen=form.cleaned_data["cents"],
            **acting_today(request),
        ),
        lambda payment: (
            _("%(amount)s from %(name)s booked.")
            % {"amount": euro(payment.amount), "name": person.name}
        ),
        form=form,
        tags="received",
    )
    return redirect("finance:money_in")
