"""The books: the cash book and its siblings, and the Storno of a booking."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.forms import ReasonForm
from finance.books.lists import JOURNAL
from finance.books.permissions import actor, reads, writes
from finance.books.queries import ledger
from finance.books.queries.access import get_transaction_for, may_post
from finance.books.queries.effects import reversal_effects
from finance.books.queries.money import journals
from finance.books.services import approvals
from finance.books.services.reversals import needs_second_person, reversal_day, reverse
from league.access.permissions import acting, acting_today
from league.people.views.approvals import say
from league.web.submit import submit


@reads
def journal(request: HttpRequest, code: str, year: int | None = None) -> HttpResponseBase:
    known = journals()
    journal = next((journal for journal in known if journal.code == code), None)
    if journal is None:
        raise Http404
    years = list(ledger.journal_years(code))
    head = next((journal_year for journal_year in years if year in {None, journal_year.year}), None)
    if head is None and year is not None:
        raise Http404
    holds_money = chart.like(code) is not None
    context = {
        "journals": known,
        "journal": journal,
        "years": years if len(years) > 1 else [],
        "head": head,
        "may_post": may_post(request.user, timezone.localdate()),
    }
    if head is not None:
        list_page = JOURNAL.read(request, ledger.journal(head))
        if sheet := list_page.sheet(f"{code}-{head.year}"):
            return sheet
        lines = list(ledger.running(head, list_page.lines, balances=list_page.is_plain))
        is_newest = list_page.is_plain and list_page.page.number == 1
        balance_title = _("Balance") if holds_money else _("Sum")
        context |= {
            "list_page": list_page,
            "lines": lines,
            # What the book comes to can only be said of all its bookings in their order.
            "balance_title": balance_title if list_page.is_plain else "",
            "stands_at": lines[0].balance if lines and holds_money and is_newest else None,
            "before": ledger.carried_over(head) if list_page.is_plain else 0,
        }
    return render(request, "finance/journal.html", context)


@writes
def storno(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a Storno would do, and do it when it is sent."""
    today = timezone.localdate()
    original = get_transaction_for(request.user, pk, today)
    form = ReasonForm(request.POST or None)
    already = hasattr(original, "reversal")
    if needs_second_person(original, actor(request)) and not already:
        answer = submit(
            request,
            form,
            lambda data: say(
                request,
                approvals.propose(kind="reversal", thing=original.pk, **data, **acting(request)),
            ),
            "",
            redirect("finance:booking", original.pk),
        )
    else:
        answer = submit(
            request,
            form,
            lambda data: reverse(
                original=original, confirmed=already, **data, **acting_today(request)
            ),
            _("That was reversed already.") if already else _("Reversed."),
            lambda done: redirect("finance:journal_year", done.head.journal, done.head.year),
        )
    if answer:
        return answer
    context = {
        "original": original,
        "effects": reversal_effects(original),
        "day": reversal_day(original, today),
        "form": form,
    }
    return render(request, "finance/storno.html", context, status=422 if form.errors else 200)
