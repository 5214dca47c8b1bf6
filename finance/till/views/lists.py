"""All claims, payments, lines of the bank, and bookings without a voucher, as lists."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from finance.bank.lists import BANK_LINES
from finance.bank.queries.bank import all_lines
from finance.bank.queries.paying import payments as all_payments
from finance.books.lists import CLAIMS, PAYMENTS, WITHOUT_VOUCHER
from finance.books.permissions import reads
from finance.books.queries.claims import listed_claims
from finance.books.queries.vouchers import listed_without_voucher


@reads
def claims(request: HttpRequest) -> HttpResponseBase:
    list_page = CLAIMS.read(request, listed_claims())
    if sheet := list_page.sheet("forderungen"):
        return sheet
    return render(request, "finance/claims.html", {"list_page": list_page})


@reads
def payments(request: HttpRequest) -> HttpResponseBase:
    list_page = PAYMENTS.read(request, all_payments())
    if sheet := list_page.sheet("zahlungen"):
        return sheet
    return render(request, "finance/payments.html", {"list_page": list_page})


@reads
def bank_lines(request: HttpRequest) -> HttpResponseBase:
    list_page = BANK_LINES.read(request, all_lines())
    if sheet := list_page.sheet("bankzeilen"):
        return sheet
    return render(request, "finance/bank_lines.html", {"list_page": list_page})


@reads
def without_voucher(request: HttpRequest) -> HttpResponseBase:
    list_page = WITHOUT_VOUCHER.read(request, listed_without_voucher())
    if sheet := list_page.sheet("ohne-beleg"):
        return sheet
    return render(request, "finance/without_voucher.html", {"list_page": list_page})
