"""A person's account: for the treasurer to take payments, for the person to see how it stands."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.errors import FinanceError
from finance.forms import OnceForm, PaymentForm
from finance.queries import people
from finance.queries.access import get_person_for, get_self_for, may_post
from finance.queries.doubts import with_doubts
from finance.queries.rounds import owed_by
from finance.services.payments import take_payment
from finance.views.doors import actor, posts, reads
from finance.words import euro
from league.forms import refuse as beside_the_field
from league.models import Person

PER_PAGE = 50


def _context(request: HttpRequest, person: Person) -> dict[str, Any]:
    pages = Paginator(people.statement(person), PER_PAGE)
    return {
        "person": person,
        "owing": people.owing_of(person),
        "open_claims": list(people.open_claims(person)),
        "page": pages.get_page(request.GET.get("seite")),
    }


@reads
def account(request: HttpRequest, pk: int) -> HttpResponse:
    person = get_person_for(request.user, pk, timezone.localdate())
    return _page(request, person, PaymentForm.on(timezone.localdate()))


def _page(
    request: HttpRequest, person: Person, form: PaymentForm, status: int = 200
) -> HttpResponse:
    context = _context(request, person)
    rounds = owed_by(person, None, timezone.localdate()) if context["owing"].rounds > 0 else None
    context |= {
        "undecided": list(with_doubts(people.undecided_claims(person))),
        "form": form,
        "first_round": rounds.first if rounds else None,
        "once_form": OnceForm(),
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/account.html", context, status=status)


@posts
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = PaymentForm(request.POST)
    if form.is_valid():
        try:
            payment = take_payment(
                person=person,
                by=actor(request),
                today=today,
                now=timezone.now(),
                **form.cleaned_data,
            )
            said = _("%(amount)s von %(name)s gebucht.")
            messages.success(
                request,
                said % {"amount": euro(payment.amount), "name": person.name},
                extra_tags="received",
            )
            return redirect("finance:account", pk)
        except FinanceError as error:
            beside_the_field(form, error)
    return _page(request, person, form, status=422)


@login_required
@never_cache
@require_safe
def own_account(request: HttpRequest) -> HttpResponse:
    person = get_self_for(request.user)
    context = {**_context(request, person), "undecided": list(people.undecided_claims(person))}
    return render(request, "finance/own_account.html", context)


@login_required
@never_cache
@require_safe
def balance(request: HttpRequest) -> HttpResponse:
    """How I stand, as a part for other pages (`hx-get`)."""
    person = get_self_for(request.user)
    return render(request, "finance/_balance.html", {"owing": people.owing_of(person)})
