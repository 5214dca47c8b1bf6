"""Dues: the rates, the dry run with every member, and the button that books it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books.models.claims import Claim
from finance.books.permissions import actor, posts, reads
from finance.books.queries.access import may_post
from finance.books.services.approvals import propose
from finance.books.services.own_matters import is_own
from finance.dues.forms import RateForm, ReductionForm, RunForm
from finance.dues.queries import (
    changes_of_dues,
    get_rate_for,
    get_reduction_for,
    plan,
    rates,
    reductions,
)
from finance.dues.services import end_rate, end_reduction, reduce_dues, set_rate
from finance.dues.services import run as book_dues
from league.access.permissions import acting, acting_today
from league.access.queries.rights import person_of
from league.approvals.queries import waiting_of
from league.people.queries.kinds import kind_names
from league.people.views.approvals import say
from league.security.queries import MOST_CHANGES
from league.web.submit import attempt, submit


def _page(
    request: HttpRequest,
    form: RateForm | None = None,
    status: int = 200,
    reduction_form: ReductionForm | None = None,
) -> HttpResponse:
    today = timezone.localdate()
    first = today.replace(day=1)
    names, todo = kind_names(), plan(today)
    may = may_post(request.user, today)
    pairs = [(rate, names.get(rate.kind, rate.kind)) for rate in rates()]
    context = {
        "current": [
            (dues_rate, kind)
            for dues_rate, kind in pairs
            if dues_rate.end is None or dues_rate.end > today
        ],
        "past": [
            (dues_rate, kind)
            for dues_rate, kind in pairs
            if dues_rate.end is not None and dues_rate.end <= today
        ],
        "run": todo,
        "form": form or RateForm(initial={"start": first, "decided_on": today}),
        "reductions": [
            reduction
            for reduction in reductions()
            if reduction.end is None or reduction.end > today
        ],
        "reduction_form": reduction_form
        or ReductionForm(prefix="reduction", initial={"start": first}),
        "approvals": waiting_of(request.user, person, ["reduction"], timezone.now())
        if (person := person_of(request.user))
        else [],
        "run_form": RunForm(initial={"through": today, "seen": todo.fingerprint}),
        "may_post": may,
        "changes": changes_of_dues(names)[:MOST_CHANGES] if may else [],
    }
    return render(request, "finance/dues.html", context, status=status)


@reads
def dues(request: HttpRequest) -> HttpResponse:
    return _page(request)


@posts
def add_rate(request: HttpRequest) -> HttpResponse:
    form = RateForm(request.POST)
    return submit(
        request,
        form,
        lambda data: set_rate(cents=data.pop("amount"), **data, **acting(request)),
        _("The rate is set. The run books it."),
        redirect("finance:dues"),
    ) or _page(request, form, status=422)


@posts
def stop_rate(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    end_rate(rate=get_rate_for(request.user, pk, today), end=today, by=actor(request))
    messages.success(request, _("From today on no new period begins for it."))
    return redirect("finance:dues")


@posts
def reduce(request: HttpRequest) -> HttpResponse:
    """Take a reduction; the treasurer's own dues wait for a second person."""
    form = ReductionForm(request.POST, prefix="reduction")

    def do(data: dict[str, Any]) -> str:
        person, data["cents"] = data["person"], data.pop("amount")
        if is_own(actor(request), [person.pk]):
            waiting = propose(
                kind="reduction",
                thing=person.pk,
                reason=data["ground"],
                values={
                    "percent": data["percent"],
                    "cents": data["cents"],
                    "paid_by": data["paid_by"].pk if data["paid_by"] else None,
                    "start": data["start"].isoformat(),
                },
                **acting(request),
            )
            say(request, waiting)
            return ""
        reduce_dues(**data, **acting(request))
        return _("Noted. The run books it.")

    return submit(request, form, do, str, redirect("finance:dues")) or _page(
        request, status=422, reduction_form=form
    )


@posts
def stop_reduction(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    reduction = get_reduction_for(request.user, pk, today)
    end_reduction(reduction=reduction, end=today, by=actor(request))
    messages.success(request, _("From today on the usual dues hold."))
    return redirect("finance:dues")


@posts
def run(request: HttpRequest) -> HttpResponse:
    form = RunForm(request.POST)

    def message(changed: list[Claim]) -> str:
        made = sum(claim.is_current for claim in changed)
        gone = len(changed) - made
        sentences = []
        if made:
            sentences.append(
                ngettext("One period of dues booked.", "%(n)s periods of dues booked.", made)
                % {"n": made}
            )
        if gone:
            sentences.append(
                ngettext(
                    "One period of dues taken back.", "%(n)s periods of dues taken back.", gone
                )
                % {"n": gone}
            )
        return " ".join(sentences) or _("There was nothing left to book.")

    attempt(
        request,
        lambda: book_dues(**form.cleaned_data, **acting_today(request)),
        message,
        form=form,
        refusals=(),
    )
    return redirect("finance:dues")
