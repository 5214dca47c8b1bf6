"""The cash book by hand: expense, income, from the till to the bank, opening balances."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from finance.books.cashbook_forms import (
    ExpenseForm,
    IncomeForm,
    MoveForm,
    OpeningForm,
    SharedForm,
    VoucherForm,
)
from finance.books.models.ledger import Transaction
from finance.books.permissions import actor, posts, reads, writes
from finance.books.queries.access import may_post, require_poster
from finance.books.queries.cashbook import openings
from finance.books.queries.ledger import balances
from finance.books.queries.money import money_accounts, more_balances
from finance.books.queries.periods import day_before
from finance.books.queries.settings import till_settings
from finance.books.services.cashbook import move_money, open_book, record_expense, record_income
from finance.books.services.outlays import set_off_outlay
from league.access.permissions import acting_today
from league.files import waiting
from league.web.asked import asked_text
from league.web.submit import submit

Enter = Callable[..., Any]


@writes
def expense(request: HttpRequest) -> HttpResponse:
    return _page(request, ExpenseForm, _spend, "finance/expense.html")


@csrf_exempt  # no page of ours sends it: the phone does, and its browser vouches for that
@require_POST
@never_cache
def shared_receipt(request: HttpRequest) -> HttpResponse:
    """Take a photo or PDF shared into the installed app: it waits in the expense's form.

    A user who is not logged in does that first and shares it once more.
    """
    if request.headers.get("Sec-Fetch-Site") not in ("none", "same-origin"):
        raise PermissionDenied
    if not request.user.is_authenticated:
        messages.info(request, _("Log in, then share the receipt once more."))
        return redirect_to_login(reverse("finance:expense"))
    require_poster(request.user, timezone.localdate())
    form = SharedForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for error in form.errors["file"]))
        return redirect("finance:expense")
    file = form.cleaned_data["file"]
    ticket = waiting.ticket(file.name, file.content, actor(request).pk)
    return redirect(f"{reverse('finance:expense')}?{urlencode({'shared': ticket})}")


def _spend(**fields: Any) -> Transaction:
    """Book an expense out of till or bank, or set a member's outlay off on the account."""
    if "person" in fields:
        return set_off_outlay(**fields).transaction
    return record_expense(**fields)


@writes
def income(request: HttpRequest) -> HttpResponse:
    return _page(request, IncomeForm, record_income, "finance/income.html")


@writes
def move(request: HttpRequest) -> HttpResponse:
    return _page(request, MoveForm, move_money, "finance/move.html")


def _page(
    request: HttpRequest, kind: type[VoucherForm], enter: Enter, template: str
) -> HttpResponse:
    """Render a form with the day of today and the voucher it was opened from; sent, go to its
    booking.
    """
    if request.method == "POST":
        form = kind(request.POST, request.FILES, by=actor(request))
    else:
        known = {"day": timezone.localdate(), "voucher": asked_text(request, "voucher")}
        form = kind(initial=known, by=actor(request))
        form.take_up(asked_text(request, "shared"))

    def back(made: Any) -> HttpResponse:
        return redirect("finance:booking", (made[0] if isinstance(made, list) else made).pk)

    def do(_data: object) -> Any:
        return enter(**form.arguments(), **acting_today(request))

    if answer := submit(request, form, do, _("Booked."), back):
        return answer
    if form.errors:
        form.keep_file()
    booked = balances()
    context = {"form": form, "balances": booked, "more": more_balances(booked)}
    return render(request, template, context, status=422 if form.errors else 200)


@reads
def opening(request: HttpRequest) -> HttpResponse:
    return _opening(request, {})


@posts
def open_money(request: HttpRequest, code: str) -> HttpResponse:
    """Book the opening balance of one till or one account at a bank."""
    if code not in {account.code for account in money_accounts()}:
        raise Http404
    form = OpeningForm(request.POST, prefix=code)
    return submit(
        request,
        form,
        lambda data: open_book(money=code, **data, **acting_today(request)),
        _("The opening balance is booked."),
        redirect("finance:opening"),
    ) or _opening(request, {code: form}, status=422)


def _opening(request: HttpRequest, sent: dict[str, OpeningForm], status: int = 200) -> HttpResponse:
    transactions, day = openings(), day_before(timezone.localdate())
    # In a simple till the bank is asked for only where something is there already.
    hidden = "bank" if till_settings().simple and "bank" not in transactions else ""
    books = [
        {
            "account": account,
            "booking": transactions.get(account.code),
            "form": sent.get(account.code)
            or OpeningForm(prefix=account.code, initial={"day": day}),
        }
        for account in money_accounts(day)
        if account.code != hidden
    ]
    context = {"books": books, "may_post": may_post(request.user, timezone.localdate())}
    return render(request, "finance/opening.html", context, status=status)
