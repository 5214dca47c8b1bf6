"""Paying by bank: code, slip, „Ich habe überwiesen“, and one who takes over another's debt."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from finance.bank import slips
from finance.bank.forms import AnnounceForm, TakeOverForm
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.paying import get_notice_for, get_own_notice_for, giro_of, notices_of
from finance.bank.services import notices
from finance.books import chart
from finance.books.forms import ReasonForm
from finance.books.permissions import actor, posts, reads, writes
from finance.books.queries import people
from finance.books.queries.access import get_person_for, get_self_for
from finance.books.services import approvals
from finance.books.services.own_matters import is_own
from finance.books.services.transfers import take_over as take_it_over
from league.access.permissions import acting, acting_today
from league.approvals.models import Approval
from league.people.models.people import Person
from league.people.views.approvals import say
from league.web.asked import posted_text
from league.web.money import typed
from league.web.submit import attempt, submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def transfer(request: HttpRequest) -> HttpResponse:
    """Show how to transfer, with „Ich habe überwiesen“."""
    person = get_self_for(request.user)
    giro = giro_of(person)
    today = timezone.localdate()
    if request.method == "POST":
        form = AnnounceForm(request.POST)
    else:
        known = typed(giro.cents or None)
        form = AnnounceForm(initial={"amount": known, "day": today})
    if answer := submit(
        request,
        form,
        lambda data: notices.announce(
            person=person, cents=data.pop("amount"), **data, today=today, now=timezone.now()
        ),
        _("Noted. It stays open until the money is there."),
        redirect("finance:own_account"),
    ):
        return answer
    context = {"giro": giro, "form": form, "notices": list(notices_of(person)[:12])}
    return render(request, "finance/transfer.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
@never_cache
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    notice = get_own_notice_for(request.user, pk)
    notices.withdraw_notice(notice=notice, **acting(request))
    messages.success(request, _("Taken back."))
    return redirect("finance:own_account")


@login_required
@never_cache
@require_safe
def own_slip(request: HttpRequest) -> HttpResponse:
    return _slip(get_self_for(request.user))


@reads
def slip(request: HttpRequest, pk: int) -> HttpResponse:
    return _slip(get_person_for(request.user, pk, timezone.localdate()))


def _slip(person: Person) -> HttpResponse:
    claims = [claim for claim in people.open_claims(person) if claim.unit == chart.EUR]
    content = slips.payment_slip(
        giro_of(person), claims, language=get_language() or "de", now=timezone.now()
    )
    name = _("Payment slip")
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


# --- for the treasurer ---------------------------------------------------------------------------
@posts
def arrived(request: HttpRequest, pk: int) -> HttpResponse:
    notice = _notice(request, pk)
    day = _seen_on(request, timezone.localdate())
    notices.confirm_notice(notice=notice, day=day, **acting_today(request))
    sentence = _("Booked. When the bank's line comes, match it with this booking.")
    messages.success(request, sentence, extra_tags="received")
    return redirect("finance:bank_imports")


def _seen_on(request: HttpRequest, today: date) -> date:
    """Return the day of the bank's booking; today if none is given."""
    try:
        return date.fromisoformat(posted_text(request, "day"))
    except ValueError:
        return today


@posts
def not_found(request: HttpRequest, pk: int) -> HttpResponse:
    notice = _notice(request, pk)
    form = ReasonForm(request.POST)
    attempt(
        request,
        lambda: notices.refuse_notice(
            notice=notice, reason=form.cleaned_data["reason"], **acting(request)
        ),
        _("Noted. The member sees the reason."),
        form=form,
        invalid=_("Please say briefly why."),
        refusals=(),
    )
    return redirect("finance:bank_imports")


def _notice(request: HttpRequest, pk: int) -> PaymentNotice:
    return get_notice_for(request.user, pk, timezone.localdate())


def _ask_for(request: HttpRequest, data: dict[str, Any]) -> Approval:
    """Ask a second person to confirm that the treasurer's own debt goes to another."""
    return approvals.propose(
        kind="transfer",
        thing=data["taker"].pk,
        reason=data["reason"],
        values={
            "taker": data["taker"].pk,
            "concerned": [data["taker"].pk],
            "cents": data["amount"],
            "day": data["day"].isoformat(),
        },
        **acting(request),
    )


@writes
def take_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Let another person take over a part of a member's open claims, from the page of
    the account.
    """
    today = timezone.localdate()
    debtor = get_person_for(request.user, pk, today)
    form = TakeOverForm(request.POST or None, debtor=debtor, initial={"day": today})

    def do(data: dict[str, Any]) -> str:
        if is_own(actor(request), [debtor.pk]):
            say(request, _ask_for(request, data))
            return ""
        cents = data.pop("amount")
        claim = take_it_over(debtor=debtor, cents=cents, **data, **acting_today(request))
        sentence = _("%(taker)s owes it now instead of %(debtor)s.")
        return sentence % {"taker": claim.person.name, "debtor": debtor.name}

    if answer := submit(request, form, do, str, redirect("finance:account", pk)):
        return answer
    context = {"person": debtor, "owing": people.owing_of(debtor), "form": form}
    return render(request, "finance/take_over.html", context, status=422 if form.errors else 200)
