"""Kinds of receipts and payments: the program's, and those of the club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.models.own_accounts import OwnAccount
from finance.books.own_account_forms import ChangeKindForm, NewKindForm
from finance.books.permissions import posts, reads, writes
from finance.books.queries.access import may_post
from finance.books.queries.chart import get_own_account, own_kinds
from finance.books.queries.settings import till_settings
from finance.books.services.own_accounts import add_account, change_account
from league.access.permissions import acting
from league.web.submit import submit


@reads
def kinds(request: HttpRequest) -> HttpResponse:
    return _page(request, NewKindForm(simple=till_settings().simple))


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = NewKindForm(request.POST, simple=till_settings().simple)
    answer = submit(
        request,
        form,
        lambda data: add_account(**data, **acting(request)),
        _("Added. From now on you can choose it when you book."),
        redirect("finance:kinds"),
    )
    return answer or _page(request, form, status=422)


@writes
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Another name, another usual sphere, or its end."""
    own = get_own_account(code)
    is_fund = own.kind == OwnAccount.Kind.FUND
    back = "finance:funds" if is_fund else "finance:kinds"
    simple = is_fund or till_settings().simple
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


def _page(request: HttpRequest, form: NewKindForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    own = own_kinds()
    context = {
        "sides": [
            {
                "code": kind.value,
                "name": kind.label,
                "own": [one for one in own if one.kind == kind],
                "known": [chart.ACCOUNTS[code] for code in codes],
            }
            for kind, codes in (
                (OwnAccount.Kind.INCOME, chart.RECEIVED),
                (OwnAccount.Kind.EXPENSE, chart.SPENT),
            )
        ],
        "form": form,
        "today": today,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/kinds.html", context, status=status)
