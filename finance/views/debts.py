"""„Wer zahlt noch?“"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from finance.listings import DEBTORS
from finance.queries import debts
from finance.queries.bank import club_account
from finance.views.doors import reads
from finance.words import reminder


@reads
def who_pays(request: HttpRequest) -> HttpResponseBase:
    found = DEBTORS.read(request, debts.debtors(timezone.localdate()))
    if sheet := found.sheet("wer-zahlt-noch"):
        return sheet
    owed = debts.open_of(found.lines)
    account = club_account()
    lines = []
    for one in found.lines:
        more = vars(one)["open_claims"] - len(owed[one.pk])
        lines.append((one, reminder(one, owed[one.pk], one.cents, more, account)))
    context = {"found": found, "lines": lines, "all": debts.all_open()}
    return render(request, "finance/who_pays.html", context)
