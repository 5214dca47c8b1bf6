"""Guests: what they have agreed to."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.objection_forms import AgreementForm
from finance.books.permissions import posts, reads
from finance.books.queries.access import get_event_for, get_person_for, may_post
from finance.books.queries.agreements import agreements as all_agreements
from finance.books.queries.agreements import get_agreement_for
from finance.books.services.agreements import agree as agree_to
from finance.books.services.agreements import end_agreement
from league.access.permissions import acting
from league.web.submit import attempt


@reads
def agreements(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    context = {
        "agreements": list(all_agreements()),
        "today": today,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/agreements.html", context)


@posts
def agree(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Store from the evening's page that a guest agreed, for tonight or until further notice."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    who = get_person_for(request.user, person, today)
    form = AgreementForm(request.POST)
    day = event.business_date
    attempt(
        request,
        lambda: agree_to(
            person=who,
            start=day,
            end=day + timedelta(days=1) if form.cleaned_data["span"] == "tonight" else None,
            agreed=form.cleaned_data["agreed"],
            **acting(request),
        ),
        _("%(name)s pays what the games cost, due the same evening.") % {"name": who.name},
        form=form,
    )
    return redirect("finance:evening", pk)


@posts
def end(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    guest_agreement = get_agreement_for(request.user, pk, today)
    end_agreement(agreement=guest_agreement, end=today, now=timezone.now())
    sentence = _("The agreement with %(name)s has ended.")
    messages.success(request, sentence % {"name": guest_agreement.person.name})
    return redirect("finance:agreements")
