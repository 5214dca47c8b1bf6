"""One claim: where it comes from, and what the treasurer can do with it."""

from collections.abc import Container
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books import claim_labels as words
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
from finance.books.queries.claim_actions import claim_actions
from finance.books.queries.deferrals import agreement_of
from finance.books.queries.doubts import hold_of, why_gone
from finance.books.queries.rounds import given_of, next_evening, turned_into
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


def _page(
    request: HttpRequest, claim: Claim, refused: dict[str, Form] | None = None
) -> HttpResponse:
    """Show the page of a claim; `refused` is the form that was sent and not accepted, by its
    action.
    """
    today = timezone.localdate()
    can = {action.code: action for action in claim_actions(claim, request.user, today)}
    refused = refused or {}
    hold = hold_of(claim)
    agreement = agreement_of(claim.person, today)
    return render(
        request,
        "finance/claim.html",
        {
            "claim": claim,
            "agreement": agreement if agreement and claim.pk in agreement.claims else None,
            "back": words.back_from(claim),
            "waits_for": words.waits_for(claim),
            "hold": hold,
            "hold_heading": words.heading_of(hold) if hold else "",
            "approvals": waiting_about(
                request.user,
                timezone.now(),
                *(f"{kind}:{claim.pk}" for kind in ("waiver", "refusal", "conversion")),
                f"reversal:{claim.transaction_id}",
            ),
            "objections": [
                (objection, words.objection(objection))
                for objection in claim.objections.order_by("-pk")
            ],
            "gone": "" if claim.is_current else words.gone(why_gone([claim])[0]),
            "can": can,
            "propose_again": words.propose_again(claim),
            "forms": _forms(claim, can) | refused,
            # Its form is not on the page any more, so the sentence is shown above.
            "not_any_more": " ".join(
                str(sentence)
                for code, form in refused.items()
                if code not in can
                for sentences in form.errors.values()
                for sentence in sentences
            ),
            "facts": words.facts(
                claim,
                given_of(claim) if claim.unit == chart.RUNDE else (),
                turned_into(claim),
                posts=may_post(request.user, today),
            ),
        },
        status=422 if refused else 200,
    )


def _forms(claim: Claim, can: Container[str]) -> dict[str, Form]:
    """Return the empty form of each action, by its code."""
    forms: dict[str, Form] = {
        "confirm": AmountForm() if claim.amount is None else Form(),
        "refuse": ReasonForm(prefix="refuse"),
        "waive": WaiverForm(prefix="waive"),
    }
    if "give" in can:
        planned = next_evening(max(timezone.localdate(), claim.day))
        forms |= {
            "give": OnceForm(),
            "note_drink": DrinkForm(initial={"drink": drink_of(claim)}),
            "move": MoveForm(
                prefix="move", initial={"until": planned.business_date} if planned else {}
            ),
            "convert": EurosForm(prefix="euros"),
        }
    return forms


@posts
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm one claim, with its amount if that is open."""
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = AmountForm(request.POST) if claim.amount is None else Form(request.POST)
    return submit(
        request,
        form,
        lambda data: services.confirm_claim(
            claim=claim, amount=data.get("amount"), **acting(request)
        ),
        _("Booked."),
        _back(claim),
    ) or _page(request, claim, {"confirm": form})


def _ask(
    request: HttpRequest, claim: Claim, kind: str, code: str, form: Form, cents: int | None = None
) -> HttpResponse:
    """Ask a second person in the treasurer's own matter, or show the page again."""

    def do(data: dict[str, Any]) -> None:
        values = {} if cents is None else {"cents": cents}
        approval = approvals.propose(
            kind=kind, thing=claim.pk, reason=data["reason"], values=values, **acting(request)
        )
        say(request, approval)

    return submit(request, form, do, "", _back(claim)) or _page(request, claim, {code: form})


@posts
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = ReasonForm(request.POST, prefix="refuse")
    if is_own(actor(request), [claim.person_id]):
        return _ask(request, claim, "refusal", "refuse", form)
    return submit(
        request,
        form,
        lambda data: services.refuse_claim(claim=claim, **data, **acting(request)),
        _("Refused. Nothing was booked."),
        _back(claim),
    ) or _page(request, claim, {"refuse": form})


@posts
def again(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    services.propose_again(claim=claim, now=timezone.now())
    if claim.kind == Claim.Kind.DUES:
        messages.success(request, _("The next run of the dues books it again."))
    else:
        messages.success(request, _("It is among the proposals again."))
    return _back(claim)


@posts
def given(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = OnceForm(request.POST)
    return submit(
        request,
        form,
        lambda data: rounds.give_round(claim=claim, **data, **acting_today(request)),
        _("The round has been bought."),
        _back(claim),
    ) or _page(request, claim, {"give": form})


@posts
def waive(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = WaiverForm(request.POST, prefix="waive")
    if is_own(actor(request), [claim.person_id]):
        return _ask(request, claim, "waiver", "waive", form)
    return submit(
        request,
        form,
        lambda data: discharge.waive_claim(claim=claim, **data, **acting_today(request)),
        _("Waived."),
        _back(claim),
    ) or _page(request, claim, {"waive": form})


@posts
def move(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = MoveForm(request.POST, prefix="move")
    return submit(
        request,
        form,
        lambda data: rounds.move_round(claim=claim, **data, **acting_today(request)),
        _("The round is moved."),
        _back(claim),
    ) or _page(request, claim, {"move": form})


@posts
def drink(request: HttpRequest, pk: int) -> HttpResponse:
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = DrinkForm(request.POST)
    return submit(
        request,
        form,
        lambda data: rounds.note_drink(claim=claim, drink=data["drink"]),
        _("Noted."),
        _back(claim),
    ) or _page(request, claim, {"note_drink": form})


@posts
def in_euros(request: HttpRequest, pk: int) -> HttpResponse:
    """Turn an open round into money, which nothing else ever does."""
    claim = get_claim_for(request.user, pk, timezone.localdate())
    form = EurosForm(request.POST, prefix="euros")
    if is_own(actor(request), [claim.person_id]):
        cents = form.cleaned_data["amount"] if form.is_valid() else None
        return _ask(request, claim, "conversion", "convert", form, cents)
    return submit(
        request,
        form,
        lambda data: turn_into_euros(
            claim=claim, cents=data.pop("amount"), **data, **acting_today(request)
        ),
        _("The round is converted. The amount in euros is open now."),
        _back(claim),
    ) or _page(request, claim, {"convert": form})
