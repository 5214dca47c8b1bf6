"""Pages about when: a series of evenings in one go, and the times of one."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access.permissions import acting_today, require_run
from league.evenings.forms import DetailsForm, MoveForm, SeriesForm
from league.evenings.queries.calendar import against_moving, owes_notices
from league.evenings.queries.series import planned, series_days
from league.evenings.services.answers import move_evening
from league.evenings.services.series import create_series
from league.events.models import Event
from league.events.queries import (
    get_event_for,
    last_event_before,
    rules_for_new_evening,
)
from league.events.services import evenings
from league.mail.queries import by_mail
from league.people.queries.people import members, possible_hosts
from league.web.asked import posted_texts
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
def series(request: HttpRequest) -> HttpResponse:
    """Ask for the series, show its days (GET with an answer), and make the chosen ones (POST)."""
    require_run(request)
    today = timezone.localdate()
    before = last_event_before(today + timedelta(days=730))
    asked = request.POST if request.method == "POST" else request.GET
    form = SeriesForm(
        asked if "first" in asked else None,
        initial=SeriesForm.proposal(today, before),
        today=today,
        hosts=members(today),
    )
    days: list[date] = []
    if form.is_valid():
        data = {**form.cleaned_data}
        days = series_days(data.pop("first"), data.pop("last"), data.pop("weeks"))
        if request.method == "POST":
            rulebook, agreed = rules_for_new_evening(today + timedelta(days=730))
            answer = submit(
                request,
                form,
                lambda _data: create_series(
                    days=_chosen(posted_texts(request, "day"), days),
                    rulebook=rulebook,
                    house_rules=agreed,
                    **data,
                ),
                lambda made: _planned_message(len(made)),
                redirect("league:evenings"),
            )
            if answer:
                return answer
    context = {"form": form, "planned": planned(days)}
    wrong = bool(form.errors) and "first" in asked
    return render(request, "league/series.html", context, status=422 if wrong else 200)


def _planned_message(count: int) -> str:
    if not count:
        return _("All of these evenings were there already.")
    sentence = ngettext("One evening is planned.", "%(n)s evenings are planned.", count)
    return sentence % {"n": count}


def _chosen(typed: Iterable[str], days: list[date]) -> list[date]:
    """Return the ticked days; none that the series does not have."""
    ticked = set(map(_day, typed))
    return [day for day in days if day in ticked]


def _day(typed: str) -> date | None:
    try:
        return parse_date(typed)
    except ValueError:
        return None


@takes_a_form
@login_required
def details(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit time and place of one evening; with `day`, move it to another one."""
    require_run(request)
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    moves = "day" in request.POST
    form = DetailsForm(
        None if moves else request.POST or None,
        initial=DetailsForm.initial_of(event),
        hosts=possible_hosts(event, today),
    )
    move_form = MoveForm(request.POST if moves else None, today=today)
    back = redirect("league:evening", pk)
    if answer := submit(
        request,
        form,
        lambda data: evenings.set_when(event=event, **data, now=timezone.now()),
        "",
        back,
    ) or submit(
        request,
        move_form,
        lambda data: move_evening(event=event, **data, **acting_today(request)),
        _moved_message,
        back,
    ):
        return answer
    context = {
        "event": event,
        "form": form,
        "move_form": move_form,
        "against_moving": against_moving(event),
    }
    status = 422 if form.errors or move_form.errors else 200
    return render(request, "league/details.html", context, status=status)


def _moved_message(event: Event) -> str:
    sentence = _("The evening is now on %(day)s.")
    if owes_notices(event):
        sentence = _("The evening is now on %(day)s. Answers are open again.")
        sentence += " " + by_mail(_("All who wanted to come get an email."))
    return sentence % {"day": date_format(event.business_date, "j. F Y")}
