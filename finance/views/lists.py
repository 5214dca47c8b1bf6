"""All claims and all payments of the club, as lists."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from finance.listings import CLAIMS, PAYMENTS
from finance.queries.claims import listed_claims
from finance.queries.paying import payments as all_payments
from finance.views.doors import reads


@reads
def claims(request: HttpRequest) -> HttpResponseBase:
    found = CLAIMS.read(request, listed_claims())
    if sheet := found.sheet("forderungen"):
        return sheet
    return render(request, "finance/claims.html", {"found": found})


@reads
def payments(request: HttpRequest) -> HttpResponseBase:
    found = PAYMENTS.read(request, all_payments())
    if sheet := found.sheet("zahlungen"):
        return sheet
    return render(request, "finance/payments.html", {"found": found})
