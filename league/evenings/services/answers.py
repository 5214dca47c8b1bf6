"""Writes about evenings to come: who is invited, who comes, that one is cancelled or moved."""

from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.evenings.models import Notice, Reminder
from league.evenings.queries.calendar import against_moving
from league.evenings.services.calendars import owe_notices
from league.events.models import Event, Participation, Seat
from league.events.queries import evening_of, participations
from league.events.services.evenings import season_for
from league.links.queries import links_in_force
from league.links.services import revoke_link
from league.people.models.people import Person, User
from league.people.queries.people import members
from league.results.models.results import Result
from league.seasons.models import Season


def reply(*, event: Event, person: Person, answer: str, now: datetime) -> Participation:
    """Record a person's own answer; an empty one takes the answer back.

    A person who became a member after the invitations is put on the list. IllegalError if the
    evening is cancelled or the answers are over. Locks the participation.
    """
    if now >= event.answers_end:
        raise IllegalError(
            "answers_over",
            _("Answers are closed. Tell the host or the board."),
        )
    participation, _created = Participation.objects.get_or_create(event=event, person=person)
    return reply_for(participation=participation, answer=answer, now=now)


def reply_for(*, participation: Participation, answer: str, now: datetime) -> Participation:
    """Enter an answer given by word of mouth, also late. Locks the participation.

    The same answer again changes nothing. IllegalError if the evening is cancelled.
    """
    if answer not in Participation.Answer.values:
        raise InvalidError("answer_unknown", _("Choose “coming”, “perhaps” or “not coming”."))
    with transaction.atomic():
        participation = (
            Participation.objects.select_for_update(no_key=True, of=("self",))
            .select_related("event")
            .get(pk=participation.pk)
        )
        if participation.event.is_cancelled:
            raise cancelled()
        if participation.answer != answer:
            participation.answer, participation.answered_at = answer, now
            participation.save(update_fields=["answer", "answered_at"])
        return participation


def cancelled() -> IllegalError:
    return IllegalError("event_cancelled", _("This evening is called off."))


def invite_members(*, event: Event) -> int:
    """Put those on the list who became members after it was made; return how many. Repeatable."""
    known = participations(event).values("person")
    missing = members(event.business_date).exclude(pk__in=known)
    return len(
        Participation.objects.bulk_create(
            [Participation(event=event, person=person) for person in missing],
            ignore_conflicts=True,
        )
    )


def cancel_event(*, event: Event, reason: str, by: User | None, now: datetime) -> Event:
    """Call an evening off before anyone sits. A repeat changes nothing. Locks the event.

    All who wanted to come are owed a mail, here and when it takes place after all. InvalidError
    without a reason, IllegalError if a player sits at a table or has played.
    """
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError("reason_missing", _("Please say briefly why."), field="reason")
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)
        if event.is_cancelled:
            return event
        seated = Seat.objects.filter(table__block__event=event, active=True).exists()
        counted = Result.objects.filter(table__block__event=event, is_current=True)
        if seated or counted.exists():
            raise IllegalError(
                "event_has_begun",
                _("People already sit at a table this evening. It is too late to call it off."),
            )
        event.cancelled_at, event.cancelled_by, event.cancel_reason = now, by, reason
        return _changed(event, now)


def reinstate_event(*, event: Event, now: datetime) -> Event:
    """Reinstate a cancelled evening. Answers are as they were. Repeatable; locks the event."""
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)
        if not event.is_cancelled:
            return event
        event.cancelled_at, event.cancelled_by, event.cancel_reason = None, None, ""
        return _changed(event, now)


def _changed(event: Event, now: datetime) -> Event:
    event.revision, event.changed_at = event.revision + 1, now
    event.save(
        update_fields=["cancelled_at", "cancelled_by", "cancel_reason", "revision", "changed_at"]
    )
    # A person registered for a tournament hears it by a mail about the registration.
    if event.kind == Event.Kind.EVENING:
        owe_notices(event=event, was_on=event.business_date, now=now)
    return event


def move_evening(*, event: Event, day: date, by: User | None, now: datetime, today: date) -> Event:
    """Move the evening to another day, also one that was to be in another season.

    Answers were given for the old day and are open again; all who wanted to come are owed a mail.
    Back on a day before a person was told of another, that person's answer for it counts again. The
    last day to answer moves along, links of its tables are revoked, reminders go out anew. The same
    day again changes nothing. Locks the answers, then the event. InvalidError for a day before
    `today`, IllegalError if it is cancelled or has begun, for a closed season, and if an evening of
    this name is on that day.
    """
    with transaction.atomic():
        answers = Participation.objects.select_for_update(no_key=True).filter(event=event)
        list(answers.order_by("pk").values_list("pk"))
        event = Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)
        was_on = event.business_date
        if day == was_on:
            return event
        if (refusal := against_moving(event)) is not None:
            raise refusal
        if day < today:
            raise InvalidError(
                "day_is_past",
                _("This day is over. Choose today or a later day."),
                field="day",
            )
        event.season = open_season(event, day)
        event.business_date = day
        if event.answer_until is not None:
            event.answer_until += day - was_on
        event.revision, event.changed_at = event.revision + 1, now
        try:
            with transaction.atomic():
                event.save(
                    update_fields=[
                        "season",
                        "business_date",
                        "answer_until",
                        "revision",
                        "changed_at",
                    ]
                )
        except IntegrityError as error:
            if evening_of(event.name, day) is None:
                raise
            raise IllegalError(
                "evening_is_there",
                _("There is already an evening of this name on that day."),
                field="day",
            ) from error
        said_to_it = _invitation_texts(event, day)
        owe_notices(event=event, was_on=was_on, now=now)
        answered = Participation.objects.filter(event=event).exclude(answer="")
        answered.update(answer=Participation.Answer.NONE, answered_at=None)
        for participation, answer in said_to_it.items():
            Participation.objects.filter(pk=participation).update(answer=answer, answered_at=now)
        Reminder.objects.filter(participation__event=event).delete()
        for link in links_in_force(event, now).values():
            revoke_link(link=link, by=by, now=now)
        return event


def _invitation_texts(event: Event, day: date) -> dict[int, str]:
    """Return the former answers of those who still know the evening on this day, by
    participation.
    """
    untold = Notice.objects.filter(
        participation__event=event, participation__answer="", claimed_at=None, was_on=day
    )
    return dict(untold.values_list("participation_id", "answer"))


def open_season(event: Event, day: date) -> Season:
    """Return the season of the new day. Neither it nor the one the evening leaves may be closed."""
    season = season_for(day)
    for affected in (event.season, season):
        if affected.is_closed:
            raise IllegalError(
                "season_closed",
                _("The season %(name)s is closed.") % {"name": affected.name},
                field="day",
            )
    return season
