"""Counting the cash at any time, and what was counted before."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from finance.books.permissions import actor, posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.ledger import balance, till_day
from finance.cash import queries
from finance.cash.forms import CountForm
from finance.cash.labels import counted
from finance.cash.lists import COUNTS
from finance.cash.models import CashCount
from finance.cash.services import count_cash
from finance.errors import FinanceError, StaleError
from league.events.models import Event
from league.files.lists import Found
from league.web.forms import add_error_to


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
    done = take_count(request, form)
    return _page(request, form, status=422) if done is None else redirect("finance:counts")


def take_count(
    request: HttpRequest, form: CountForm, event: Event | None = None
) -> CashCount | None:
    """Stores what was counted and says so; None where the form has to be shown again."""
    if not form.is_valid():
        return None
    try:
        done = count_cash(
            pieces=form.pieces,
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            client_id=form.cleaned_data["client_id"],
            by=actor(request),
            day=till_day(event, timezone.localdate()) if event else timezone.localdate(),
            now=timezone.now(),
            event=event,
        )
    except FinanceError as error:
        if isinstance(error, StaleError):
            form.look_again(balance("cash"))
        add_error_to(form, error)
        return None
    messages.success(request, counted(done))
    return done
