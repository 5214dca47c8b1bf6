"""„Wer zahlt noch?“"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from finance.books.lists import DEBTORS
from finance.books.permissions import reads
from finance.books.queries.access import may_post
from finance.till.queries import debts


@reads
def who_pays(request: HttpRequest) -> HttpResponseBase:
    today = timezone.localdate()
    list_page = DEBTORS.read(request, debts.debtors(today))
    if sheet := list_page.sheet("wer-zahlt-noch"):
        return sheet
    context = {
        "list_page": list_page,
        "lines": debts.with_reminders(list_page.lines, today),
        "all": debts.all_open(),
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/who_pays.html", context)
