"""Objecting to a claim about oneself, and deciding about objections."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.books import labels as words
from finance.books.lists import DECIDED
from finance.books.objection_forms import ObjectionForm, RulingForm
from finance.books.permissions import actor
from finance.books.queries import objections as queries
from finance.books.services.approvals import propose_ruling
from finance.books.services.objections import object_to, rule
from finance.books.services.own_matters import is_own
from league.access.permissions import acting, acting_today
from league.approvals.queries import waiting_about
from league.people.views.approvals import say
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def object_(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an objection („Einspruch“): one sentence about a claim of one's own."""
    claim = queries.get_own_claim_for(request.user, pk)
    form = ObjectionForm(request.POST or None)
    if answer := submit(
        request,
        form,
        lambda data: object_to(claim=claim, **data, **acting(request)),
        _("Your objection has arrived."),
        redirect("finance:own_account"),
    ):
        return answer
    context = {"claim": claim, "form": form}
    return render(request, "finance/object.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_safe
def objections(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    queries.require_objections(request.user, today)
    list_page = DECIDED.read(request, queries.decided())
    if sheet := list_page.sheet("einsprueche"):
        return sheet
    context = {
        "waiting": list(queries.waiting()),
        "list_page": list_page,
        "may_rule": queries.may_rule(request.user, today),
    }
    return render(request, "finance/objections.html", context)


@takes_a_form
@login_required
@never_cache
def objection(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a claim, the objection to it and the ruling; take the ruling."""
    today = timezone.localdate()
    claim_objection = queries.get_objection_for(request.user, pk, today)
    form = RulingForm(request.POST or None)
    if request.method == "POST":
        queries.require_ruler(request.user, today)

        def do(data: dict[str, Any]) -> str:
            if is_own(actor(request), [claim_objection.claim.person_id]):
                say(request, propose_ruling(objection=claim_objection, **data, **acting(request)))
                return ""
            rule(objection=claim_objection, **data, **acting_today(request))
            sentence = _("Decided. %(name)s sees it on the own account.")
            return sentence % {"name": claim_objection.claim.person.name}

        if answer := submit(request, form, do, str, redirect("finance:objections")):
            return answer
    context = {
        "objection": claim_objection,
        "claim": claim_objection.claim,
        "cause": words.cause(claim_objection.claim),
        "form": form,
        "may_rule": claim_objection.is_open
        and claim_objection.claim.is_current
        and queries.may_rule(request.user, today),
        "is_own": is_own(actor(request), [claim_objection.claim.person_id]),
        "approvals": waiting_about(request.user, timezone.now(), f"objection:{claim_objection.pk}"),
    }
    return render(request, "finance/objection.html", context, status=422 if form.errors else 200)
