"""Reading coming events: evenings and answers, calendars, and the people to remind."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.evenings.models import CalendarLink, Notice
from league.events.models import Event, Participation, Seat, TableOpening
from league.events.queries import events_for, public_events
from league.matches.models import Match
from league.people.models.people import Person
from league.people.queries.people import members
from league.results.models.results import Charge
from league.web.rows import row_or_404

# No reminder wakes a person: it is sent between these hours, by the clock of the club.
REMIND_FROM, REMIND_UNTIL = time(9), time(20)
# Older events have left the calendar's feed.
KEPT_IN_CALENDAR = timedelta(days=365)
# A notice of another day asks as well; for so long after it no reminder is sent.
ASKED_BY_NOTICE = timedelta(days=1)


@dataclass(frozen=True)
class Coming:
    """An evening to come, and a person's answer to it."""

    event: Event
    answer: str
    may_reply: bool


def coming(
    person: Person, visible: QuerySet[Event], today: date, now: datetime, most: int = 6
) -> list[Coming]:
    """Return the next `most` of the visible evenings from today on, cancelled ones too."""
    events = list(
        visible.filter(business_date__gte=today, kind=Event.Kind.EVENING).order_by(
            "business_date", "pk"
        )[:most]
    )
    answer_of = answers_of(person, events)
    return [Coming(event, answer_of.get(event.pk, ""), may_reply(event, now)) for event in events]


def answers_of(person: Person, events: Iterable[Event]) -> dict[int, str]:
    """Return a person's answers, by evening."""
    own = Participation.objects.filter(person=person, event__in=list(events))
    return dict(own.values_list("event_id", "answer"))


def may_reply(event: Event, now: datetime) -> bool:
    """Return True if a person who may see the evening may still answer for themselves."""
    return not event.is_cancelled and now < event.answers_end


def replies(participations: Iterable[Participation]) -> dict[str, list[Participation]]:
    """Group the participants by answer: yes, perhaps, no, and none yet, in this order."""
    answer = Participation.Answer
    values: dict[str, list[Participation]] = {
        str(given): [] for given in (answer.YES, answer.MAYBE, answer.NO, answer.NONE)
    }
    for participation in participations:
        values[participation.answer].append(participation)
    return values


def against_moving(event: Event) -> IllegalError | None:
    """Return why the evening cannot be moved to another day, None if it can."""
    if event.kind != Event.Kind.EVENING:
        return IllegalError("not_an_evening", _("Only evenings can be moved."))
    if event.is_cancelled:
        return IllegalError(
            "event_cancelled", _("This evening is called off. Take that back first.")
        )
    # Without a seat neither a game nor a result exists; a player who got up keeps the seat.
    if (
        Seat.objects.filter(table__block__event=event).exists()
        or Participation.objects.filter(event=event).exclude(attendance="").exists()
        or Charge.objects.filter(event=event, withdrawal=None).exists()
    ):
        return IllegalError(
            "event_has_begun",
            _(
                "Attendance or a fine has already been noted for this evening. It is too "
                "late to move it."
            ),
        )
    return None


# The start of an evening without a plan.
_BEGAN_AT = Subquery(
    TableOpening.objects.filter(table__block__event=OuterRef("pk"))
    .order_by("opened_at")
    .values("opened_at")[:1]
)


# --- the calendar's link --------------------------------------------------------------------
def calendar_link(person: Person) -> CalendarLink | None:
    return CalendarLink.objects.filter(person=person, revoked_at=None).first()


def get_calendar(pk: int) -> CalendarLink:
    """Return the link of a signed address, revoked or not. 404 if it does not exist.

    A person who can no longer log in has no calendar either.
    """
    link = row_or_404(CalendarLink.objects.select_related("person__user"), pk=pk)
    if link.person.user is None:
        raise Http404
    return link


def is_open(link: CalendarLink) -> bool:
    return link.revoked_at is None and link.person.user is not None and link.person.user.is_active


def calendar_of(person: Person, today: date) -> list[Event]:
    """Return a person's calendar: a member's coming evenings, and those the person was asked to; of
    the matches of teams only those of the person's own.

    The same as the person sees when logged in.
    """
    of_the_team = Q(home__squad__person=person) | Q(away__squad__person=person)
    own = Match.objects.filter(of_the_team).values("event")
    return list(
        events_for(person.user, today)
        .filter(~Q(kind=Event.Kind.MATCH) | Q(pk__in=own))
        .filter(business_date__gte=today - KEPT_IN_CALENDAR)
        .annotate(began_at=_BEGAN_AT)
        .order_by("business_date", "pk")
        .distinct()
    )


def club_calendar(today: date) -> list[Event]:
    """Return the events of the club's own calendar, for all readers: the public ones."""
    coming = public_events().filter(business_date__gte=today - KEPT_IN_CALENDAR)
    return list(coming.annotate(began_at=_BEGAN_AT).order_by("business_date", "pk"))


# --- reminders ------------------------------------------------------------------------------
def get_reminded(pk: int) -> Person:
    """Return the person of a mail's signed address. 404 if that person is gone."""
    return row_or_404(Person.objects, pk=pk)


def evenings_to_remind_of(now: datetime, days: int) -> list[Event]:
    """Return the evenings of the next days whose answers are open; none at night."""
    local = now.astimezone(ZoneInfo(settings.TIME_ZONE))
    if not REMIND_FROM <= local.time() < REMIND_UNTIL:
        return []
    events = Event.objects.select_related("host").filter(
        kind=Event.Kind.EVENING,
        cancelled_at=None,
        business_date__range=(local.date(), local.date() + timedelta(days=days)),
    )
    return [event for event in events if now < event.answers_end]


def to_remind(event: Event, now: datetime) -> QuerySet[Participation]:
    """Return members who have not answered, want to be reminded, and were not yet."""
    return (
        Participation.objects.filter(
            event=event,
            answer=Participation.Answer.NONE,
            attendance=Participation.Attendance.OPEN,
            reminder=None,
            person__in=members(event.business_date),
            person__wants_reminders=True,
            person__user__is_active=True,
        )
        .exclude(notices__wanted_at__gt=now - ASKED_BY_NOTICE)
        .select_related("person__user")
        .order_by("pk")
    )


# --- notices --------------------------------------------------------------------------------
def to_tell(event: Event) -> QuerySet[Participation]:
    """Return those who hear about a change of the evening: all who wanted to come, be it on
    another day.
    """
    answer = Participation.Answer
    return (
        Participation.objects.filter(
            Q(answer__in=[answer.YES, answer.MAYBE]) | Q(answer=answer.NONE, notices__isnull=False),
            event=event,
            person__wants_reminders=True,
            person__user__is_active=True,
        )
        .order_by("pk")
        .distinct()
    )


def owes_notices(event: Event) -> bool:
    """Return True if any notice about the evening is still to be sent."""
    return Notice.objects.filter(participation__event=event, claimed_at=None).exists()


def notices_to_send(today: date) -> QuerySet[Notice]:
    """Return unclaimed notices about evenings to come, for people to whom mails are still
    welcome.
    """
    return Notice.objects.filter(
        claimed_at=None,
        participation__event__business_date__gte=today,
        participation__person__wants_reminders=True,
        participation__person__user__is_active=True,
    ).select_related("participation__event__host", "participation__person__user")
