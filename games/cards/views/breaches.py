"""Charges outside of a game, in three taps, and taking one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.cards import labels
from games.cards.forms import BreachForm
from games.cards.services.breaches import charge_breach
from games.rules import rulebooks as books
from league.access.permissions import acting, require_run
from league.club.queries import stakes_on
from league.events import queries as events_queries
from league.people.queries import people as people_queries
from league.results.queries.results import get_charge_for, standing_charges
from league.results.services.results import withdraw_charge
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def breaches(request: HttpRequest, pk: int) -> HttpResponse:
    """Charge players outside of a game, in three taps: who, what, done."""
    require_run(request)
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    participations = list(events_queries.participations(event))
    catalogue = books.breaches(books.for_table(event.rulebook, event.house_rules))
    stakes, guests = stakes_on(event.business_date), people_queries.guests(event)
    form = BreachForm(request.POST or None, participations=participations, breaches=catalogue)
    return submit(
        request,
        form,
        lambda data: charge_breach(
            event=event,
            participation=dict(form.fields["person"].choices)[data["person"]],  # type: ignore[attr-defined]
            code=data["code"],
            count=data["count"],
            cents=data["amount"],
            note=data["note"],
            client_id=data["client_id"],
            **acting(request),
        ),
        lambda _charges: _message(form),
        redirect("games:breaches", event.pk),
    ) or render(
        request,
        "games/breaches.html",
        {
            "event": event,
            "form": form,
            "rulebook": books.load(event.rulebook),
            "breaches": [
                (breach, labels.price_of(breach.kind, breach.cents)) for breach in catalogue
            ],
            "charges": [
                labels.entered(charge, stakes, guests)
                for charge in standing_charges(event).reverse()
            ],
        },
        status=422 if form.errors else 200,
    )


def _message(form: BreachForm) -> str:
    """Say what was entered, and for whom."""
    chosen = form.cleaned_data
    who = dict(form.fields["person"].choices)[chosen["person"]]  # type: ignore[attr-defined]
    what = dict(form.fields["code"].choices)[chosen["code"]]  # type: ignore[attr-defined]
    return _("Entered for %(name)s: %(what)s") % {"name": who.person.name, "what": what.label}


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    charge = get_charge_for(request.user, pk, timezone.localdate())
    # A slip of the thumb needs no reason; who took it back and when is kept.
    withdraw_charge(charge=charge, reason="", **acting(request))
    messages.success(request, _("The fine has been withdrawn."))
    return redirect("games:breaches", charge.event_id)
