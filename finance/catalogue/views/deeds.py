"""A deed of the club's catalogue, written down in three taps: who, what, done."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from finance.books import labels as words
from finance.catalogue.forms import DeedForm
from finance.catalogue.queries.catalogue import deeds_of, entries_for
from finance.catalogue.services.deeds import charge_deed, take_back_all
from league.access.permissions import acting, require_run
from league.events.models import Event
from league.events.queries import get_event_for, participations
from league.results.models.results import Charge
from league.results.queries.results import get_charge_for
from league.results.services.results import withdraw_charge
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def deeds(request: HttpRequest, pk: int) -> HttpResponse:
    require_run(request)
    event = get_event_for(request.user, pk, timezone.localdate())
    entries = entries_for(event)
    form = DeedForm(
        request.POST or None, participations=list(participations(event)), entries=entries
    )
    back = redirect("finance:deeds", pk)
    if answer := submit(request, form, lambda _data: _charge(request, event, form), _message, back):
        return answer
    context = {"event": event, "form": form, "entries": entries, "charges": deeds_of(event)}
    return render(request, "finance/deeds.html", context, status=422 if form.errors else 200)


def _charge(request: HttpRequest, event: Event, form: DeedForm) -> list[Charge]:
    data = form.cleaned_data
    return charge_deed(
        event=event,
        participation=form.chosen("person"),
        tariff=form.chosen("tariff"),
        count=data["count"],
        minutes=data["minutes"],
        cents=data["amount"],
        note=data["note"],
        client_id=data["client_id"],
        **acting(request),
    )


def _message(made: list[Charge]) -> str:
    first = made[0]
    what = first.title or words.what(first.kind, first.code)
    if len(made) == 1:
        sentence = _("Entered for %(name)s: %(what)s")
        return sentence % {"name": first.person.name, "what": what}
    sentence = _("Entered: %(what)s, for %(n)s people")
    return sentence % {"n": len(made), "what": what}


@login_required
@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a slip of the thumb, without a reason; who took it back and when is kept."""
    require_run(request)
    charge = get_charge_for(request.user, pk, timezone.localdate())
    if "all" in request.POST:
        count = take_back_all(charge=charge, **acting(request))
        sentence = ngettext("Taken back from one person.", "Taken back from %(n)s people.", count)
        messages.success(request, sentence % {"n": count})
    else:
        withdraw_charge(charge=charge, reason="", **acting(request))
        messages.success(request, _("The fine has been withdrawn."))
    return redirect("finance:deeds", charge.event_id)
