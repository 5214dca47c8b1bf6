"""Closing months and years, with a preview of what it means."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.forms import ClosingForm
from finance.books.labels import day_label
from finance.books.period_labels import warnings
from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.periods import closings, month_ends, preview
from finance.books.services.closing import close_through
from league.access.permissions import acting_today
from league.web.asked import asked_text
from league.web.submit import submit


@reads
def periods(request: HttpRequest) -> HttpResponse:
    return _page(request, ClosingForm(initial={"through": asked_text(request, "through")}))


@posts
def close(request: HttpRequest) -> HttpResponse:
    form = ClosingForm(request.POST)
    return submit(
        request,
        form,
        lambda data: close_through(**data, **acting_today(request)),
        lambda done: _("Everything until %(day)s is closed.") % {"day": day_label(done.through)},
        redirect("finance:periods"),
    ) or _page(request, form, status=422)


def _page(request: HttpRequest, form: ClosingForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    ends = month_ends(today)
    asked = _day(str(form["through"].value() or ""))
    through = asked if asked in ends else next(iter(ends), None)
    shown = preview(through, today) if through else None
    context = {
        "closings": list(closings()),
        "ends": ends,
        "preview": shown,
        "warnings": list(warnings(shown)) if shown else [],
        "form": form,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/periods.html", context, status=status)


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
