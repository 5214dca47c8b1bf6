"""One claim: where it comes from, and what the treasurer can do with it."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books.forms import (
    AmountForm,
    DrinkForm,
    EurosForm,
    MoveForm,
    OnceForm,
    ReasonForm,
    WaiverForm,
)
from finance.books.labels import drink_of
from finance.books.models.claims import Claim
from finance.books.permissions import actor, posts, reads
from finance.books.queries.access import get_claim_for, may_post
from finance.books.queries.doubts import hold_of, why_gone
from finance.books.queries.rounds import given_of, next_evening, owed_by, turned_into
from finance.books.services import approvals, discharge, rounds
from finance.books.services import claims as services
from finance.books.services.conversions import turn_into_euros
from finance.books.services.own_matters import is_own
from league.access.permissions import acting, acting_today
from league.approvals.queries import waiting_about
from league.people.views.approvals import say
from league.web.submit import submit


@reads
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, get_claim_for(request.user, pk, timezone.localdate()))


def _back(claim: Claim) -> HttpResponse:
    if claim.event_id is None:
        return redirect("finance:account", claim.person_id)
    return redirect("finance:evening", claim.event_id)


def _page(request: HttpRequest, claim: Claim, status: int = 200, **forms: Form) -> HttpResponse:
    return render(
        request,
        "finance/claim.html",
        {
            "claim": claim,
            "hold": hold_of(claim),
            "approvals": waiting_about(
                request.user,
                timezone.now(),
                *(f"{kind}:{claim.pk}" for kind in ("waiver", "refusal", "conversion")),
                f"reversal:{claim.transaction_id}",
            ),
            "objections": list(claim.objections.order_by("-pk")),
            "gone": None if claim.is_current else why_gone([claim])[0],
            "may_post": may_post(request.user, timezone.localdate()),
            "amount_form": AmountForm(),
            "refusal_form": ReasonForm(prefix="refuse"),
            "waiver_form": WaiverForm(prefix="waive"),
            "once_form": OnceForm(),
            **(_about_round(claim) if claim.unit == "RUNDE" else {}),
            "turned": turned_into(claim),
            **forms,
        },
        status=status,
    )


def _about_round(claim: Claim) -> dict[str, object]:
    today = timezone.localdate()
    first = owed_by(claim.person, None, today).first
    planned = next_evening(max(today, claim.day))
    return {
        "given": given_of(claim),
        "older": first.claim if first is not None and first.claim != claim else None,
        "moves": list(claim.moves.all()),
        "drink_form": DrinkForm(initial={"drink": drink_of(claim)}),
        "move_form": MoveForm(
            prefix="move", initial={"until": planned.business_date} if planned else {}
        ),
        "euros_form": EurosForm(prefix="euros"),
    }


@posts
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirms one claim, with its amount where that is open."""
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = AmountForm(request.POST) if found.amount is None else Form(request.POST)
    answer = submit(
        request,
        form,
        lambda data: services.confirm_claim(
            claim=found, amount=data.get("amount"), **acting(request)
        ),
        _("Booked."),
        _back(found),
    )
    return answer or _page(request, found, 422, amount_form=form)


def _ask(
    request: HttpRequest, claim: Claim, kind: str, name: str, form: Form, cents: int | None = None
) -> HttpResponse:
    """In the treasurer's own matter: asks a second person, or shows the page again."""

    def do(data: dict[str, Any]) -> None:
        values = {} if cents is None else {"cents": cents}
        approval = approvals.propose(
            kind=kind, thing=claim.pk, reason=data["reason"], values=values, **acting(request)
        )
        say(request, approval)

    answer = submit(request, form, do, "", _back(claim))
    return answer or _page(request, claim, 422, **{name: form})


@posts
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = ReasonForm(request.POST, prefix="refuse")
    if is_own(actor(request), [found.person_id]):
        return _ask(request, found, "refusal", "refusal_form", form)
    answer = submit(
        request,
        form,
        lambda data: services.refuse_claim(claim=found, **data, **acting(request)),
        _("Refused. Nothing was booked."),
        _back(found),
    )
    return answer or _page(request, found, 422, refusal_form=form)


@posts
def again(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    services.propose_again(claim=found, now=timezone.now())
    if found.kind == Claim.Kind.DUES:
        messages.success(request, _("The next run of the dues books it again."))
    else:
        messages.success(request, _("It is among the proposals again."))
    return _back(found)


@posts
def given(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = OnceForm(request.POST)
    answer = submit(
        request,
        form,
        lambda data: rounds.give_round(claim=found, **data, **acting_today(request)),
        _("The round has been bought."),
        _back(found),
    )
    return answer or _page(request, found, 422, once_form=form)


@posts
def waive(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = WaiverForm(request.POST, prefix="waive")
    if is_own(actor(request), [found.person_id]):
        return _ask(request, found, "waiver", "waiver_form", form)
    answer = submit(
        request,
        form,
        lambda data: discharge.waive_claim(claim=found, **data, **acting_today(request)),
        _("Waived."),
        _back(found),
    )
    return answer or _page(request, found, 422, waiver_form=form)


@posts
def move(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = MoveForm(request.POST, prefix="move")
    answer = submit(
        request,
        form,
        lambda data: rounds.move_round(claim=found, **data, **acting_today(request)),
        _("The round is moved."),
        _back(found),
    )
    return answer or _page(request, found, 422, move_form=form)


@posts
def drink(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = DrinkForm(request.POST)
    answer = submit(
        request,
        form,
        lambda data: rounds.note_drink(claim=found, drink=data["drink"]),
        _("Noted."),
        _back(found),
    )
    return answer or _page(request, found, 422, drink_form=form)


@posts
def in_euros(request: HttpRequest, pk: int) -> HttpResponse:
    """Turns an open round into money, which nothing else ever does."""
    found = get_claim_for(request.user, pk, timezone.localdate())
    form = EurosForm(request.POST, prefix="euros")
    if is_own(actor(request), [found.person_id]):
        cents = form.cleaned_data["amount"] if form.is_valid() else None
        return _ask(request, found, "conversion", "euros_form", form, cents)
    answer = submit(
        request,
        form,
        lambda data: turn_into_euros(
            claim=found, cents=data.pop("amount"), **data, **acting_today(request)
        ),
        _("The round is converted. The amount in euros is open now."),
        _back(found),
    )
    return answer or _page(request, found, 422, euros_form=form)
