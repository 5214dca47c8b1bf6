"""„Wer zahlt noch?“"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from finance.listings import DEBTORS
from finance.queries import debts
from finance.views.doors import reads
from finance.words import reminder


@reads
def who_pays(request: HttpRequest) -> HttpResponseBase:
    found = DEBTORS.read(request, debts.debtors(timezone.localdate()))
    if sheet := found.sheet("wer-zahlt-noch"):
        return sheet
    owed = debts.open_of(found.lines)
    lines = [
        (one, reminder(one, owed[one.pk], one.cents, vars(one)["open_claims"] - len(owed[one.pk])))
        for one in found.lines
    ]
    context = {"found": found, "lines": lines, "all": debts.all_open()}
    return render(request, "finance/who_pays.html", context)
