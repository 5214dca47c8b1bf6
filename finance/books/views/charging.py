"""„Neue Forderung“: on one person, on several, or an amount that they share."""

from collections import Counter
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext

from finance.books.charging_forms import ChargeForm
from finance.books.models.claims import Claim
from finance.books.permissions import to_top, writes
from finance.books.services.charging import charge_people
from league.access.permissions import acting_today
from league.web.asked import asked_texts
from league.web.money import euro
from league.web.submit import submit


@writes
def charge(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    form = ChargeForm(
        request.POST or None,
        today=today,
        initial={"day": today, "people": asked_texts(request, "person")},
    )
    answer = submit(
        request,
        form,
        lambda _data: charge_people(**form.arguments(), **acting_today(request)),
        _message,
        _back,
    )
    if answer:
        return answer
    return render(
        request, "finance/charge.html", {"form": form}, status=422 if form.errors else 200
    )


def _back(claims: Sequence[Claim]) -> HttpResponse:
    """Redirect to the person's account after one claim, else to all claims."""
    if len(claims) == 1:
        return to_top("finance:account", claims[0].person_id)
    return redirect("finance:claims")


def _message(claims: Sequence[Claim]) -> str:
    """Write „3 Forderungen gebucht, zusammen 100,00 €: 1 × 33,34 €, 2 × 33,33 €.“"""
    amounts = Counter(claim.amount or 0 for claim in claims)
    sentence = ngettext(
        "One claim booked: %(sum)s.",
        "%(n)s claims booked, %(sum)s together: %(parts)s.",
        len(claims),
    )
    return sentence % {
        "n": len(claims),
        "sum": euro(sum(claim.amount or 0 for claim in claims)),
        "parts": ", ".join(
            f"{n} × {euro(cents)}" for cents, n in sorted(amounts.items(), reverse=True)
        ),
    }
