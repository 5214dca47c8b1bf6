"""The club's additions to the chart: kinds of receipts and payments, tills, bank accounts."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.booking_labels import journal_name
from finance.books.models.own_accounts import OwnAccount
from finance.books.own_account_forms import (
    ChangeKindForm,
    NewKindForm,
    NewMoneyAccountForm,
    changes_of,
)
from finance.books.permissions import posts, reads, writes
from finance.books.queries.access import may_post
from finance.books.queries.chart import get_own_account, own_kinds
from finance.books.queries.ledger import balances
from finance.books.queries.money import more_money
from finance.books.queries.settings import till_settings
from finance.books.services.own_accounts import add_account, change_account
from league.access.permissions import acting
from league.security.queries import MOST_CHANGES
from league.web.submit import submit

# The pages of those that are no kinds of receipts and payments, and have no sphere.
_PAGES: dict[str, str] = {
    OwnAccount.Kind.FUND: "finance:funds",
    OwnAccount.Kind.TILL: "finance:money_accounts",
    OwnAccount.Kind.GIRO: "finance:money_accounts",
}


@reads
def kinds(request: HttpRequest) -> HttpResponse:
    return _page(request, NewKindForm(simple=till_settings().simple))


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = NewKindForm(request.POST, simple=till_settings().simple)
    return submit(
        request,
        form,
        lambda data: add_account(**data, **acting(request)),
        _("Added. From now on you can choose it when you book."),
        redirect("finance:kinds"),
    ) or _page(request, form, status=422)


@writes
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Change the name or the usual sphere of an own account, or end it."""
    own = get_own_account(code)
    back = _PAGES.get(own.kind, "finance:kinds")
    simple = own.kind in _PAGES or till_settings().simple
    form = ChangeKindForm(simple=simple, of=own.kind, initial=vars(own))
    if request.method == "POST":
        form = ChangeKindForm(request.POST, simple=simple, of=own.kind, initial=vars(own))
        answer = submit(
            request,
            form,
            lambda data: change_account(account=own, **data, **acting(request)),
            _("Saved. Closed months and years keep the name they were closed with."),
            redirect(back),
        )
        if answer:
            return answer
    return render(request, "finance/kind.html", {"own": own, "form": form, "back": back})


@reads
def money_accounts(request: HttpRequest) -> HttpResponse:
    """Show the club's tills and bank accounts."""
    return _money_page(request, NewMoneyAccountForm())


@posts
def add_money_account(request: HttpRequest) -> HttpResponse:
    form = NewMoneyAccountForm(request.POST)
    return submit(
        request,
        form,
        lambda data: add_account(**data, **acting(request)),
        _("Added. Say what lies in it under “Opening balances”, or move money there."),
        redirect("finance:money_accounts"),
    ) or _money_page(request, form, status=422)


def _money_page(request: HttpRequest, form: NewMoneyAccountForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    booked = balances()
    context = {
        "first": [
            {"account": chart.ACCOUNTS[code], "cents": booked.get(code, 0)} for code in chart.MONEY
        ],
        "more": [
            {
                "code": own.code,
                "name": own.name,
                "ended": own.ended,
                "reference": journal_name(own.code),
                "cents": booked.get(own.code, 0),
            }
            for own in more_money()
        ],
        "form": form,
        "today": today,
        **_writers(request, OwnAccount.Kind.TILL, OwnAccount.Kind.GIRO),
    }
    return render(request, "finance/money_accounts.html", context, status=status)


def _page(request: HttpRequest, form: NewKindForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    own = own_kinds()
    context = {
        "sides": [
            {
                "code": kind.value,
                "name": kind.label,
                "own": [own_account for own_account in own if own_account.kind == kind],
                "known": [chart.ACCOUNTS[code] for code in codes],
            }
            for kind, codes in (
                (OwnAccount.Kind.INCOME, chart.RECEIVED),
                (OwnAccount.Kind.EXPENSE, chart.SPENT),
            )
        ],
        "form": form,
        "today": today,
        **_writers(request, OwnAccount.Kind.INCOME, OwnAccount.Kind.EXPENSE),
    }
    return render(request, "finance/kinds.html", context, status=status)


def _writers(request: HttpRequest, *kinds: str) -> dict[str, Any]:
    """Return the context for users who may change these accounts: rights and changes."""
    may = may_post(request.user, timezone.localdate())
    return {"may_post": may, "changes": changes_of(*kinds)[:MOST_CHANGES] if may else []}
