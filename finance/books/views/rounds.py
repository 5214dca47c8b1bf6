"""Rounds of drinks: what is due at an evening, what is open in the club, what the club decided."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.books.forms import DecisionForm, GiveForm, OnceForm
from finance.books.models.claims import Claim
from finance.books.permissions import actor, posts, reads, to_top
from finance.books.queries import rounds
from finance.books.queries.access import get_given_for, get_rounds_for, may_post, may_read
from finance.books.services.rounds import decide_on_absent, give_round, give_together, take_back
from finance.errors import FinanceError
from league.web.forms import add_error_to


@login_required
@never_cache
@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """„Was ist heute fällig?“"""
    today = timezone.localdate()
    event = get_rounds_for(request.user, pk, today)
    debtors = rounds.rounds_due(event)
    context = {
        "event": event,
        "is_today": event.business_date == today,
        # Each with the ids of its two buttons.
        "here": [(one, _once(), _once()) for one in debtors if one.is_here],
        "away": [one for one in debtors if not one.is_here],
        "due": sum(one.count for one in debtors),
        "unconfirmed": rounds.unconfirmed(event),
        "given": rounds.given_at(event),
        "absent_keep": rounds.absent_keep(event.business_date),
        "may_post": may_post(request.user, today) and event.business_date <= today,
        "may_read": may_read(request.user, today),
    }
    return render(request, "finance/rounds.html", context)


def _once() -> OnceForm:
    return OnceForm(auto_id=False)


@posts
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """One tap: the round that was seen is given; two of them as one."""
    today = timezone.localdate()
    event = get_rounds_for(request.user, pk, today)
    form = GiveForm(request.POST)
    if form.is_valid():
        claims = list(form.cleaned_data["claim"])
        how = {
            "event": event,
            "client_id": form.cleaned_data["client_id"],
            "by": actor(request),
            "today": today,
            "now": timezone.now(),
        }
        try:
            if len(claims) == 1:
                claims = [give_round(claim=claims[0], **how)]
            else:
                claims = give_together(claims=claims, **how)
            messages.success(request, _said(claims))
        except FinanceError as error:
            messages.error(request, str(error))
    return redirect("finance:rounds", pk)


def _said(claims: list[Claim]) -> str:
    name = claims[0].person.name
    if any(claim.open_amount for claim in claims):
        return _("%(name)s has given a round. Whoever is not here still has one to come.") % {
            "name": name
        }
    said = ngettext(
        "The round of %(name)s is given.",
        "%(n)s rounds of %(name)s are given as one.",
        len(claims),
    )
    return said % {"name": name, "n": len(claims)}


@posts
def back(request: HttpRequest, pk: int) -> HttpResponse:
    """A round given in part was a mistake."""
    given = get_given_for(request.user, pk, timezone.localdate())
    take_back(given=given)
    messages.success(request, _("Taken back."))
    return redirect("finance:claim", given.claim_id)


@reads
def everywhere(request: HttpRequest) -> HttpResponse:
    return _everywhere(request, DecisionForm(initial={"start": timezone.localdate()}))


def _everywhere(request: HttpRequest, form: DecisionForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    context = {
        "debtors": rounds.all_owed(today),
        "decisions": rounds.decisions(),
        "absent_keep": rounds.absent_keep(today),
        "form": form,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/all_rounds.html", context, status=status)


@posts
def decide(request: HttpRequest) -> HttpResponse:
    form = DecisionForm(request.POST)
    if form.is_valid():
        try:
            decide_on_absent(
                keep=form.cleaned_data.pop("absent") == "keep",
                by=actor(request),
                today=timezone.localdate(),
                now=timezone.now(),
                **form.cleaned_data,
            )
            messages.success(request, _("The decision is entered."))
            return to_top("finance:all_rounds")
        except FinanceError as error:
            add_error_to(form, error)
    return _everywhere(request, form, status=422)
