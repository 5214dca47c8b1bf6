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

from finance.books import round_labels as words
from finance.books.forms import DecisionForm, GiveForm, OnceForm
from finance.books.models.claims import Claim
from finance.books.permissions import posts, reads, to_top
from finance.books.queries import rounds
from finance.books.queries.access import get_given_for, get_rounds_for, may_post, may_read
from finance.books.services.rounds import decide_on_absent, give_round, give_together, take_back
from league.access.permissions import acting_today
from league.web.submit import attempt, submit


@login_required
@never_cache
@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """Render „Was ist heute fällig?“ of an evening."""
    today = timezone.localdate()
    event = get_rounds_for(request.user, pk, today)
    debtors = rounds.rounds_due(event)
    may_give = may_post(request.user, today) and event.business_date <= today
    context = {
        "event": event,
        "back": words.back_from(event),
        "question": words.question(event, is_today=event.business_date == today),
        "rules": words.rules(event, absent_keep=rounds.absent_keep(event.business_date)),
        # Each with the ids of its two buttons.
        "debtors_here": [
            (debtor, words.how_much(debtor), _once(), _once())
            for debtor in debtors
            if debtor.is_here
        ],
        "away": [debtor for debtor in debtors if not debtor.is_here],
        "due": sum(debtor.count for debtor in debtors),
        "unconfirmed": rounds.unconfirmed(event),
        "given": [
            (given, words.became(given), may_give and given.payment and not given.is_taken_back)
            for given in rounds.given_at(event)
        ],
        "may_post": may_give,
        "may_read": may_read(request.user, today),
    }
    return render(request, "finance/rounds.html", context)


def _once() -> OnceForm:
    return OnceForm(auto_id=False)


@posts
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Note with one tap that the round on the page is given; two of a person as one."""
    today = timezone.localdate()
    event = get_rounds_for(request.user, pk, today)
    form = GiveForm(request.POST)

    def do() -> list[Claim]:
        data, who = form.cleaned_data, acting_today(request)
        claims, client_id = list(data["claim"]), data["client_id"]
        if len(claims) == 1:
            return [give_round(claim=claims[0], event=event, client_id=client_id, **who)]
        return give_together(claims=claims, event=event, client_id=client_id, **who)

    attempt(request, do, _message, form=form)
    return redirect("finance:rounds", pk)


def _message(claims: list[Claim]) -> str:
    name = claims[0].person.name
    if any(claim.open_amount for claim in claims):
        return _("%(name)s has given a round. Whoever is not here still has one to come.") % {
            "name": name
        }
    sentence = ngettext(
        "The round of %(name)s is given.",
        "%(n)s rounds of %(name)s are given as one.",
        len(claims),
    )
    return sentence % {"name": name, "n": len(claims)}


@posts
def back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a round that was given in part by mistake."""
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
    return submit(
        request,
        form,
        lambda data: decide_on_absent(
            keep=data.pop("absent") == "keep", **data, **acting_today(request)
        ),
        _("The decision is entered."),
        to_top("finance:all_rounds"),
    ) or _everywhere(request, form, status=422)
