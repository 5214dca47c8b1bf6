"""The club's own price list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.errors import FinanceError
from finance.forms import PriceForm
from finance.formulas import PIECE, Formula
from finance.queries.access import may_post
from finance.queries.catalogue import get_tariff_for, tariffs
from finance.services.catalogue import end_tariff, set_tariff
from finance.views.doors import posts, reads
from league.forms import refuse as beside_the_field


def _page(request: HttpRequest, form: PriceForm, status: int = 200) -> HttpResponse:
    today = timezone.localdate()
    found = list(tariffs())
    context = {
        "current": [price for price in found if price.end is None or price.end > today],
        "past": [price for price in found if price.end is not None and price.end <= today],
        "form": form,
        "today": today,
        "may_post": may_post(request.user, today),
    }
    return render(request, "finance/prices.html", context, status=status)


@reads
def prices(request: HttpRequest) -> HttpResponse:
    return _page(request, PriceForm(initial={"start": timezone.localdate()}))


@posts
def add(request: HttpRequest) -> HttpResponse:
    form = PriceForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            set_tariff(
                code=data["code"],
                formula=Formula(PIECE, cents=data["amount"]),
                start=data["start"],
                now=timezone.now(),
            )
            messages.success(request, _("Der Preis steht in der Liste."))
            return redirect("finance:prices")
        except FinanceError as error:
            beside_the_field(form, error)
    return _page(request, form, status=422)


@posts
def end(request: HttpRequest, pk: int) -> HttpResponse:
    tariff = get_tariff_for(request.user, pk, timezone.localdate())
    end_tariff(tariff=tariff, end=timezone.localdate(), now=timezone.now())
    messages.success(request, _("Der Preis gilt nicht mehr. Was jetzt zählt, steht in der Liste."))
    return redirect("finance:prices")
