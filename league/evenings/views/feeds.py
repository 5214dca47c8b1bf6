"""A person's own calendar: the secret link, the feed behind it, and the way out of reminders."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from league.access.queries.rights import person_of
from league.access.tokens import read_calendar, read_reminder, sign_calendar
from league.club.queries import the_club
from league.evenings import ical
from league.evenings.queries.calendar import (
    answers_of,
    calendar_link,
    calendar_of,
    club_calendar,
    get_calendar,
    get_reminded,
    is_open,
)
from league.evenings.services import calendars as services
from league.events.models import Event
from league.people.models.people import Person
from league.web.asked import posted_text
from league.web.views import takes_a_form, typed_number


@takes_a_form
@login_required
@never_cache
def calendar(request: HttpRequest) -> HttpResponse:
    """Render the reader's link: make one, make another one, revoke it; and turn mails on or off."""
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    if request.method == "POST":
        _change(request, me)
        return redirect("league:calendar")
    link = calendar_link(me)
    address = ""
    if link is not None:
        path = reverse("league:feed", args=[sign_calendar(link.pk)])
        address = request.build_absolute_uri(path)
    context = {
        "person": me,
        "link": link,
        "address": address,
        "webcal": address.replace("https://", "webcal://").replace("http://", "webcal://"),
        "for_all": request.build_absolute_uri(reverse("league:club_feed")),
    }
    return render(request, "league/calendar.html", context)


def _change(request: HttpRequest, me: Person) -> None:
    now = timezone.now()
    if "revoke" in request.POST:
        services.revoke_calendar(person=me, now=now)
        messages.success(request, _("The link is switched off."))
    else:
        seen = posted_text(request, "seen")
        services.renew_calendar(person=me, seen=typed_number(seen), now=now)


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar itself, for programs: no login, the address is the secret."""
    number = read_calendar(token)
    if number is None:
        raise Http404
    link = get_calendar(number)
    if not is_open(link):
        return HttpResponse(status=410)
    person = link.person
    events = calendar_of(person, timezone.localdate())
    response = calendar_file(
        request,
        events,
        "abende",
        answers=answers_of(person, events),
        language=person.user.language if person.user else "",
    )
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def club_feed(request: HttpRequest) -> HttpResponse:
    """Return the club's own calendar, for all: its public evenings, matches and tournaments."""
    return calendar_file(request, club_calendar(timezone.localdate()), "club")


def calendar_file(
    request: HttpRequest,
    events: list[Event],
    name: str,
    *,
    answers: dict[int, str] | None = None,
    language: str = "",
) -> HttpResponse:
    """Return these events as an iCalendar file, each with the address of its page.

    Without a `language` in the club's.
    """
    addresses = {
        event.pk: request.build_absolute_uri(reverse("league:evening", args=[event.pk]))
        for event in events
    }
    club = the_club()
    with translation.override(language or club.language):
        body = ical.feed(events, addresses, answers, name=str(club))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.ics"'
    response.headers["Cache-Control"] = "private, max-age=900"
    return response


@takes_a_form
@csrf_exempt  # the signed address is the proof, and mail programs send this without a page of ours
@never_cache
def no_reminders(request: HttpRequest, token: str) -> HttpResponse:
    """End reminders from a mail, without a login, by one tap.

    Opening the page changes nothing, because programs that check mails open every link in them.
    """
    number = read_reminder(token)
    if number is None:
        raise Http404
    person = get_reminded(number)
    if request.method == "POST":
        services.set_reminders(person=person, wanted="again" in request.POST)
        person.refresh_from_db()
    response = render(request, "league/no_reminders.html", {"person": person})
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
