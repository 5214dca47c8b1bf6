"""The close of an evening: one page for the treasurer, one for the second signer."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.books.forms import EntryForm, OnceForm
from finance.books.models.payments import Payment
from finance.books.permissions import actor, posts, reads
from finance.books.queries.access import get_event_for, get_person_for, may_post
from finance.books.queries.ledger import is_at, till_day
from finance.books.queries.settings import till_settings
from finance.books.services.approvals import propose
from finance.books.services.own_matters import is_own
from finance.books.services.payments import take_payment
from finance.books.views import evening as proposals
from finance.books.views import rounds
from finance.cash.forms import (
    AllPaidForm,
    AverageForm,
    CountForm,
    ExcuseForm,
    OtherAmountForm,
    PaidOnForm,
    SignForm,
)
from finance.cash.views import submit_count
from finance.catalogue.queries.averages import average_of, get_excuse_for
from finance.catalogue.queries.no_shows import no_shows
from finance.catalogue.services.excuses import excuse, withdraw_excuse
from finance.catalogue.services.no_shows import propose_no_shows
from finance.close import labels as closing_words
from finance.close import step_labels
from finance.close.figures import item_names
from finance.close.queries import (
    Overview,
    changed_since,
    get_close_for,
    get_version_for,
    may_cosign,
    overview_for,
    payers,
)
from finance.close.services import (
    charge_the_absent,
    cosign_evening,
    paper_of,
    sign_evening,
    take_from_all,
    take_what_is_open,
)
from finance.close.statement import evening_of
from finance.errors import FinanceError, StaleError
from league.access.permissions import acting, acting_today
from league.approvals.queries import waiting_about
from league.events.models import Event
from league.people.views.approvals import say
from league.web.asked import posted_text
from league.web.money import euro
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number

# A form that was refused is in this part of the page.
PARTS = {"excuse": "absent", "count": "counting", "other_amount": "paying"}


@reads
def close(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, pk)


def _page(request: HttpRequest, pk: int, status: int = 200, **forms: Any) -> HttpResponse:
    today = timezone.localdate()
    seen = overview_for(request.user, pk, today)
    steps = step_labels.steps(seen)
    posts_here = may_post(request.user, today) and seen.event.business_date <= today
    paid_on = _paid_on(request, seen.event, today)
    address = request.build_absolute_uri(reverse("cosign_evening", args=[pk]))
    context = {
        "seen": seen,
        "event": seen.event,
        "steps": steps,
        "columns": (steps[:-3], steps[-3:]),
        "opened": {PARTS[name] for name in forms},
        "left": sum(not step.done for step in steps),
        "closed": step_labels.closed(seen),
        "changed": step_labels.changed(seen),
        "unfinished": step_labels.unfinished(seen),
        "ready": step_labels.ready(seen),
        "undecided": step_labels.undecided(seen),
        "nobody_pays": closing_words.nobody_pays(seen.average),
        "no_shows": no_shows(seen.event),
        "approvals": waiting_about(request.user, timezone.now(), f"excuse:{pk}", "difference:cash"),
        "debtors": [
            (debtor, OnceForm(auto_id=False) if posts_here and debtor.first else None)
            for debtor in seen.debtors
        ],
        "owing": [
            (
                payer,
                EntryForm(initial={"cents": payer.cents}, auto_id=False)
                if posts_here and paid_on
                else None,
            )
            for payer in seen.owing
        ],
        "paid": step_labels.paid(seen, posts=posts_here),
        "counted": step_labels.counted(seen.count),
        "signatures": seen.close.signed if seen.close and not seen.changes else [],
        "second_address": address if seen.is_waiting else "",
        "signing_words": closing_words.before_signing(
            is_ready=seen.may_be_signed, simple=till_settings().simple
        )
        if seen.awaits_treasurer
        else "",
        "unfinished_words": closing_words.unfinished(len(seen.playing), len(seen.problems)),
        "may_post": posts_here,
        "may_sign": posts_here and seen.awaits_treasurer,
        "forms": _forms(seen, takes_money=paid_on is not None) | forms if posts_here else {},
        **_asked_day(request, seen.event, today, paid_on),
    }
    return render(request, "finance/close.html", context, status=status)


def _paid_on(request: HttpRequest, event: Event, today: date) -> date | None:
    """Return the day of the payments: the evening's while it lasts, later the one that is said."""
    if is_at(event, today):
        return till_day(event, today)
    sent = request.POST if request.method == "POST" else request.GET
    form = PaidOnForm(sent, event=event, today=today)
    return form.cleaned_data["day"] if form.is_valid() else None


def _asked_day(
    request: HttpRequest, event: Event, today: date, paid_on: date | None
) -> dict[str, Any]:
    """Return what the page needs to ask for the day; nothing at the evening itself."""
    if is_at(event, today):
        return {}
    sent = request.GET if "day" in request.GET else None
    form = PaidOnForm(sent, event=event, today=today, initial={"day": paid_on})
    return {"paid_on": paid_on, "paid_on_form": form, "today": today}


def _forms(seen: Overview, *, takes_money: bool) -> dict[str, Form]:
    """Return the empty forms of a user who posts, by name; none for finished steps."""
    forms: dict[str, Form] = {
        "average": AverageForm(initial={"cents": seen.average.cents}, auto_id=False),
        "count": CountForm.on(seen.cash),
    }
    if seen.average.absent:
        forms["excuse"] = ExcuseForm(people=seen.average.absent, prefix="excuse")
    if takes_money and len(seen.owing) > 1:  # one payment needs no list to tick
        forms["all_paid"] = AllPaidForm(people=[], auto_id=False)
    if takes_money and seen.payers:
        forms["other_amount"] = OtherAmountForm(people=[payer.person for payer in seen.payers])
    return forms


def _back(pk: int, anchor: str, day: str = "") -> HttpResponse:
    asked = f"?{urlencode({'day': day})}" if day else ""
    return redirect(f"{reverse('close_evening', args=[pk])}{asked}#{anchor}")


def _to_payments(request: HttpRequest, pk: int) -> HttpResponse:
    """Return to the payments, with the day that was said."""
    return _back(pk, "zahlen", posted_text(request, "day"))


def _day_missing(request: HttpRequest, pk: int) -> HttpResponse:
    messages.error(request, _("Choose first on which day it was paid."))
    return _back(pk, "zahlen")


@posts
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm all proposals that nothing keeps back, by one tap; the message is the till's own
    page's.
    """
    proposals.confirm(request, pk)
    return _back(pk, "vorschlaege")


@posts
def average(request: HttpRequest, pk: int) -> HttpResponse:
    """Charge all absentees with the average that the page showed."""
    event = get_event_for(request.user, pk, timezone.localdate())
    form = AverageForm(request.POST)
    attempt(
        request,
        lambda: charge_the_absent(event=event, seen=form.cleaned_data["cents"], **acting(request)),
        lambda made: (
            ngettext(
                "Whoever was absent pays the average: one claim booked.",
                "Whoever was absent pays the average: %(n)s claims booked.",
                len(made),
            )
            % {"n": len(made)}
        ),
        form=form,
        refusals=FinanceError,
    )
    return _back(pk, "fehlende")


@posts
def fine_no_shows(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose the catalogue's fine for all who did not turn up."""
    event = get_event_for(request.user, pk, timezone.localdate())
    attempt(
        request,
        lambda: propose_no_shows(event=event, **acting(request)),
        lambda made: (
            ngettext("One fine is proposed.", "%(n)s fines are proposed.", len(made))
            % {"n": len(made)}
        ),
        refusals=FinanceError,
    )
    return _back(pk, "vorschlaege")


@posts
def let_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Let one of the absent off, with a reason; the treasurer's own waits for another."""
    event = get_event_for(request.user, pk, timezone.localdate())
    absent = {person.pk: person for person in average_of(event).absent}
    form = ExcuseForm(request.POST, people=list(absent.values()), prefix="excuse")

    def do(data: dict[str, Any]) -> str:
        person, reason = absent[data["person"]], data["reason"]
        if is_own(actor(request), [person.pk]):
            say(request, propose(kind="excuse", thing=pk, reason=reason, **acting(request)))
            return ""
        excuse(event=event, person=person, reason=reason, **acting(request))
        return _("%(name)s pays nothing for this evening.") % {"name": person.name}

    return submit(request, form, do, str, _back(pk, "fehlende")) or _page(
        request, pk, status=422, excuse=form
    )


@posts
def after_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw an excuse, so that the person pays."""
    own_excuse = get_excuse_for(request.user, pk, timezone.localdate())
    withdraw_excuse(excuse=own_excuse)
    messages.success(request, _("Taken back."))
    return _back(own_excuse.event_id, "fehlende")


@posts
def give(request: HttpRequest, pk: int) -> HttpResponse:
    rounds.give(request, pk)
    return _back(pk, "runden")


@posts
def pay(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Take in cash, by one tap, what the page said is open of this person."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    who = get_person_for(request.user, person, today)
    if (day := _paid_on(request, event, today)) is None:
        return _day_missing(request, pk)
    form = EntryForm(request.POST)
    attempt(
        request,
        lambda: take_what_is_open(
            day=day,
            person=who,
            amount=form.cleaned_data["cents"],
            client_id=form.cleaned_data["client_id"],
            **acting_today(request),
        ),
        _received,
        form=form,
        tags="received",
    )
    return _to_payments(request, pk)


def _received(payment: Payment) -> str:
    sentence = _("%(amount)s from %(name)s booked.")
    return sentence % {"amount": euro(payment.amount), "name": payment.person.name}


@posts
def pay_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Book the open sums of all ticked people in cash; together or not at all."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    if (day := _paid_on(request, event, today)) is None:
        return _day_missing(request, pk)
    here = [payer.person for payer in payers(event)]
    form = AllPaidForm(request.POST, people=here)
    attempt(
        request,
        lambda: take_from_all(
            day=day,
            payers=form.payers(here),
            client_id=form.cleaned_data["client_id"],
            **acting_today(request),
        ),
        lambda paid: (
            ngettext("One has paid: %(sum)s.", "%(n)s have paid: %(sum)s.", len(paid))
            % {"n": len(paid), "sum": euro(sum(payment.amount for payment in paid))}
        ),
        form=form,
        invalid=_("Somebody is not here any more. Look again."),
        tags="received",
        refusals=FinanceError,
    )
    return _to_payments(request, pk)


@posts
def pay_other(request: HttpRequest, pk: int) -> HttpResponse:
    """Book another sum than the open one from a person who is here."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    if (day := _paid_on(request, event, today)) is None:
        return _day_missing(request, pk)
    here = [payer.person for payer in payers(event)]
    form = OtherAmountForm(request.POST, people=here)
    return submit(
        request,
        form,
        lambda data: take_payment(
            person=next(person for person in here if person.pk == data["person"]),
            method=Payment.Method.CASH,
            amount=data["amount"],
            day=day,
            client_id=data["client_id"],
            **acting_today(request),
        ),
        _received,
        _to_payments(request, pk),
        tags="received",
    ) or _page(request, pk, status=422, other_amount=form)


@posts
def count(request: HttpRequest, pk: int) -> HttpResponse:
    event = get_event_for(request.user, pk, timezone.localdate())
    form = CountForm(request.POST)
    answer = submit_count(request, form, _back(pk, "zaehlen"), event)
    return answer or _page(request, pk, status=422, count=form)


@posts
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Add the treasurer's signature."""
    event = get_event_for(request.user, pk, timezone.localdate())
    although = typed_number(posted_text(request, "although")) or 0
    attempt(
        request,
        lambda: sign_evening(event=event, although=although, **acting(request)),
        lambda close: (
            _("Signed. The evening is closed.")
            if close.is_closed
            else _("Signed. Now somebody else who was there.")
        ),
    )
    return _back(pk, "unterschrift")


@takes_a_form
@login_required
@never_cache
def cosign(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the second signer the evening's figures, and take the signature."""
    today = timezone.localdate()
    evening_close = get_close_for(request.user, pk, today)
    form = SignForm(request.POST or None)
    if attempt(
        request,
        lambda: cosign_evening(
            close=evening_close, seen=form.cleaned_data["seen"], **acting_today(request)
        ),
        _("Signed. The evening is closed."),
        form=form,
        refusals=StaleError,
    ):
        return redirect("cosign_evening", pk)
    changes = changed_since(evening_close)
    context = {
        "close": evening_close,
        "event": evening_close.event,
        "evening": evening_of(evening_close.statement),
        "names": item_names(evening_close.event),
        "changes": changes,
        "whose_cash": closing_words.whose_cash(),
        "may_sign": not evening_close.is_closed
        and not changes
        and may_cosign(request.user, evening_close, today),
        "left_open": closing_words.left_open(evening_close.statement),
        "form": SignForm(initial={"seen": evening_close.digest}),
    }
    return render(request, "finance/cosign.html", context)


@login_required
@never_cache
@require_safe
def paper(request: HttpRequest, pk: int, version: int) -> HttpResponse:
    """Return the signed close as a PDF, for ever the same."""
    evening_close = get_version_for(request.user, pk, version, timezone.localdate())
    language = get_language() or settings.LANGUAGE_CODE
    made = paper_of(close=evening_close, language=language, now=timezone.now())
    answer = HttpResponse(bytes(made.pdf), content_type="application/pdf")
    name = slugify(f"abschluss {evening_close.event.business_date} {version}")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
