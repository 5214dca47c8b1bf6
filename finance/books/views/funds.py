"""Earmarked funds: what is in each, what is free beside them, and the form that moves it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.fund_forms import TAKE_OUT, MoveFundForm, NewFundForm
from finance.books.models.ledger import Transaction
from finance.books.models.own_accounts import OwnAccount
from finance.books.own_account_forms import changes_of
from finance.books.permissions import posts, reads
from finance.books.queries.access import get_person_for, may_post
from finance.books.queries.chart import funds as all_funds
from finance.books.queries.chart import get_own_account
from finance.books.queries.funds import free_money, funds_of, heads_of
from finance.books.services.funds import earmark, pay_share
from finance.books.services.own_accounts import add_account
from league.access.permissions import acting, acting_today
from league.security.queries import MOST_CHANGES
from league.web.asked import posted_text
from league.web.money import euro
from league.web.submit import attempt, submit
from league.web.views import typed_number


@reads
def funds(request: HttpRequest) -> HttpResponse:
    return _page(request)


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = NewFundForm(request.POST)
    return submit(
        request,
        form,
        lambda data: add_account(kind="fund", **data, **acting(request)),
        _("Added. Now you can put money in."),
        redirect("finance:funds"),
    ) or _page(request, status=422, new=form)


@posts
def move(request: HttpRequest) -> HttpResponse:
    form = MoveFundForm(request.POST)

    def do(data: dict[str, Any]) -> Transaction:
        fund = get_own_account(data.pop("fund"))
        return earmark(
            fund=fund, takes_out=data.pop("way") == TAKE_OUT, **data, **acting_today(request)
        )

    return submit(request, form, do, _("Booked."), redirect("finance:funds")) or _page(
        request, status=422, move=form
    )


def _page(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    today = timezone.localdate()
    may = may_post(request.user, today)
    owns = {own.code: own for own in all_funds()}
    heads = heads_of(today) or 1
    funds = funds_of(today.replace(month=1, day=1), today)
    context = {
        "funds": [
            {"fund": fund, "own": own, "share": fund.closing // heads if own.shared else 0}
            for fund in funds
            if (own := owns[fund.code])
        ],
        "heads": heads,
        "earmarked": sum(fund.closing for fund in funds),
        "free": free_money(),
        "year": today.year,
        "new": NewFundForm(),
        "move": MoveFundForm(initial={"day": today}),
        "may_post": may,
        "changes": changes_of(OwnAccount.Kind.FUND)[:MOST_CHANGES] if may else [],
        **forms,
    }
    return render(request, "finance/funds.html", context, status=status)


@posts
def pay(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Pay a leaver's part of a shared fund onto the account."""
    person = get_person_for(request.user, pk, timezone.localdate())
    attempt(
        request,
        lambda: pay_share(
            person=person,
            fund=get_own_account(code),
            seen=typed_number(posted_text(request, "seen")) or 0,
            **acting_today(request),
        ),
        lambda payment: (
            _("%(amount)s are on the account of %(name)s.")
            % {"amount": euro(payment.amount), "name": person.name}
        ),
    )
    return redirect("finance:closing_statement", pk)
