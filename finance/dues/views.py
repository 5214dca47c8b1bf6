"""Dues: the rates, the dry run with every member, and the button that books it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.dues.forms import RateForm, RunForm
from finance.dues.queries import get_rate_for, plan, rates
from finance.dues.services import end_rate, set_rate
from finance.dues.services import run as book_dues
from league.access.permissions import acting_today
from league.web.submit import submit


def _page(request: HttpRequest, form: RateForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    found, todo = list(rates()), plan(today)
    context = {
        "current": [rate for rate in found if rate.end is None or rate.end > today],
        "past": [rate for rate in found if rate.end is not None and rate.end <= today],
        "run": todo,
        "form": form,
        "run_form": RunForm(initial={"through": today, "seen": todo.fingerprint}),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/dues.html", context, status=status)


@reads
def dues(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    return _page(request, RateForm(initial={"start": today.replace(day=1), "decided_on": today}))


@posts
def add_rate(request: HttpRequest) -> HttpResponse:
    form = RateForm(request.POST)
    answer = submit(
        request,
        form,
        lambda data: set_rate(cents=data.pop("amount"), now=timezone.now(), **data),
        _("The rate is set. The run books it."),
        redirect("finance:dues"),
    )
    return answer or _page(request, form, status=422)


@posts
def stop_rate(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    end_rate(rate=get_rate_for(request.user, pk, today), end=today)
    messages.success(request, _("From today on no new period begins for it."))
    return redirect("finance:dues")


@posts
def run(request: HttpRequest) -> HttpResponse:
    form = RunForm(request.POST)
    if form.is_valid():
        made = book_dues(**form.cleaned_data, **acting_today(request))
        said = ngettext("One period of dues booked.", "%(n)s periods of dues booked.", len(made))
        messages.success(
            request, said % {"n": len(made)} if made else _("There was nothing left to book.")
        )
    return redirect("finance:dues")
