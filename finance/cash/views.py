"""Counting the cash at any time, and what was counted before."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.ledger import balance, till_day
from finance.cash import queries
from finance.cash.forms import CountForm
from finance.cash.labels import counted
from finance.cash.lists import COUNTS
from finance.cash.models import CashCount
from finance.cash.services import count_cash
from finance.errors import StaleError
from league.access.permissions import acting
from league.events.models import Event
from league.files.lists import Found
from league.web.submit import submit


@reads
def counts(request: HttpRequest) -> HttpResponseBase:
    if sheet := _found(request).sheet("zaehlungen"):
        return sheet
    return _page(request, CountForm.on(balance("cash")))


def _found(request: HttpRequest) -> Found[CashCount]:
    return COUNTS.read(request, queries.counts())


def _page(request: HttpRequest, form: CountForm, status: int = 200) -> HttpResponse:
    context = {
        "found": _found(request),
        "form": form,
        "cash": balance("cash"),
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/counts.html", context, status=status)


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = CountForm(request.POST)
    answer = submit_count(request, form, redirect("finance:counts"))
    return answer or _page(request, form, status=422)


def submit_count(
    request: HttpRequest, form: CountForm, back: HttpResponse, event: Event | None = None
) -> HttpResponse | None:
    """Stores what was counted and says so; None where the form has to be shown again."""

    def do(data: dict[str, Any]) -> CashCount:
        today = timezone.localdate()
        try:
            return count_cash(
                pieces=form.pieces,
                total=data["total"],
                seen=data["seen"],
                reason=data["reason"],
                client_id=data["client_id"],
                day=till_day(event, today) if event else today,
                event=event,
                **acting(request),
            )
        except StaleError:
            form.look_again(balance("cash"))
            raise

    return submit(request, form, do, counted, back)
