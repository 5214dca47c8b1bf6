"""„Wer zahlt noch?“"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from finance.bank.queries.bank import club_account
from finance.books.lists import DEBTORS
from finance.books.permissions import reads
from finance.books.queries.access import may_post
from finance.reminders.labels import reminder
from finance.till.queries import debts


@reads
def who_pays(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    list_page = DEBTORS.read(request, debts.debtors(today))
    if sheet := list_page.sheet("wer-zahlt-noch"):
        return sheet
    owed = debts.open_of(list_page.lines)
    account = club_account()
    lines = []
    for line in list_page.lines:
        more = line.open_claims - len(owed[line.pk])
        words = (
            "" if line.deferred_until else reminder(line, owed[line.pk], line.cents, more, account)
        )
        lines.append((line, words))
    context = {
        "list_page": list_page,
        "lines": lines,
        "all": debts.all_open(),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/who_pays.html", context)
