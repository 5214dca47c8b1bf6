"""Earmarked funds: what is in each, what is free beside them, and the form that moves it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.fund_forms import TAKE_OUT, MoveFundForm, NewFundForm
from finance.books.models.ledger import Transaction
from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.chart import funds as all_funds
from finance.books.queries.chart import get_own_account
from finance.books.queries.funds import free_money, funds_of
from finance.books.services.funds import earmark
from finance.books.services.own_accounts import add_account
from league.access.permissions import acting, acting_today
from league.web.submit import submit


@reads
def funds(request: HttpRequest) -> HttpResponse:
    return _page(request)


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = NewFundForm(request.POST)
    answer = submit(
        request,
        form,
        lambda data: add_account(kind="fund", **data, **acting(request)),
        _("Added. Now you can put money in."),
        redirect("finance:funds"),
    )
    return answer or _page(request, status=422, new=form)


@posts
def move(request: HttpRequest) -> HttpResponse:
    form = MoveFundForm(request.POST)

    def do(data: dict[str, Any]) -> Transaction:
        fund = get_own_account(data.pop("fund"))
        return earmark(
            fund=fund, takes_out=data.pop("way") == TAKE_OUT, **data, **acting_today(request)
        )

    answer = submit(request, form, do, _("Booked."), redirect("finance:funds"))
    return answer or _page(request, status=422, move=form)


def _page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    today = timezone.localdate()
    ended = {own.code: own.ended for own in all_funds()}
    found = funds_of(today.replace(month=1, day=1), today)
    context = {
        "funds": [{"fund": fund, "ended": ended[fund.code]} for fund in found],
        "earmarked": sum(fund.closing for fund in found),
        "free": free_money(),
        "year": today.year,
        "new": NewFundForm(),
        "move": MoveFundForm(initial={"day": today}),
        "may_post": may_post(request.user, today),
        **forms,
    }
    return render(request, "finance/funds.html", context, status=status)
