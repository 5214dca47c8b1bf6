"""Counting the cash at any time, and what was counted before."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.ledger import balance, till_day
from finance.books.queries.money import offered, tills
from finance.cash import queries
from finance.cash.forms import CountForm
from finance.cash.labels import counted
from finance.cash.lists import COUNTS
from finance.cash.models import CashCount
from finance.cash.services import ask_second, count_cash
from finance.errors import NotAllowedError, StaleError
from league.access.permissions import acting
from league.approvals.models import Approval
from league.approvals.queries import waiting_about
from league.events.models import Event
from league.files.lists import ListPage
from league.people.views.approvals import say
from league.web.asked import asked_text
from league.web.submit import submit


@reads
def counts(request: HttpRequest) -> HttpResponseBase:
    if sheet := _listed(request).sheet("zaehlungen"):
        return sheet
    till = asked_text(request, "till") or "cash"
    if till not in {account.code for account in tills()}:
        raise Http404
    return _page(request, CountForm.on(balance(till), till), till)


def _listed(request: HttpRequest) -> ListPage[CashCount]:
    return COUNTS.read(request, queries.counts())


def _page(request: HttpRequest, form: CountForm, till: str, status: int = 200) -> HttpResponse:
    open_tills = offered({"cash"})
    context = {
        "list_page": _listed(request),
        "form": form,
        "cash": balance(till),
        "approvals": waiting_about(request.user, timezone.now(), f"difference:{till}"),
        "till": till,
        "tills": open_tills if len(open_tills) > 1 else [],
        "may_post": may_post(request.user, timezone.localdate()),
    }
    return render(request, "finance/counts.html", context, status=status)


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = CountForm(request.POST)
    answer = submit_count(request, form, _counts_of(form))
    return answer or _page(request, form, form.data.get("till") or "cash", status=422)


def _counts_of(form: CountForm) -> HttpResponse:
    till = form.data.get("till") or "cash"
    query = "" if till == "cash" else "?" + urlencode({"till": till})
    return redirect(reverse("finance:counts") + query)


def submit_count(
    request: HttpRequest, form: CountForm, back: HttpResponse, event: Event | None = None
) -> HttpResponse | None:
    """Store a count and say so; return None if the form has to be shown again.

    A difference that needs a second person waits for one instead.
    """

    def do(data: dict[str, Any]) -> CashCount | Approval:
        today = timezone.localdate()
        found: dict[str, Any] = {
            "till": data["till"],
            "pieces": form.pieces,
            "total": data["total"],
            "seen": data["seen"],
            "reason": data["reason"],
            "client_id": data["client_id"],
            "day": till_day(event, today) if event else today,
            "event": event,
            **acting(request),
        }
        try:
            return count_cash(**found)
        except StaleError:
            form.look_again(balance(data["till"]))
            raise
        except NotAllowedError:
            return ask_second(**found)

    def message(done: CashCount | Approval) -> str:
        if isinstance(done, Approval):
            say(request, done)
            return ""
        return counted(done)

    return submit(request, form, do, message, back)
