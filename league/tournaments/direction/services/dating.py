"""Writes about the date of a tournament: named, moved, called off, reinstated, deleted."""

from collections.abc import Sequence
from datetime import date, datetime, time

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.evenings.services.answers import cancel_event, open_season, reinstate_event
from league.events.models import Event, Seat, Table
from league.events.queries import evening_of
from league.links.queries import links_in_force
from league.links.services import revoke_link
from league.people.models.people import User
from league.results.services.results import take_out_of_count, withdraw_every_charge
from league.seasons.models import Season
from league.tournaments.core.services.locking import locked
from league.tournaments.core.services.revising import decided
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.tournaments import Placing, Registration, Tournament
from league.tournaments.registration.queries.registrations import has_been_played
from league.tournaments.registration.registry import has_moved_money
from league.tournaments.registration.services.checking_in import charge_anew, take_back_charges
from league.tournaments.registration.services.registering import has_address


def set_when(
    *,
    event: Event,
    seen: int,
    name: str = "",
    business_date: date | None = None,
    start_time: time | None,
    place: str,
    by: User | None = None,
    now: datetime,
) -> None:
    """Set begin and place; without `name` and `business_date` these two stay.

    A change of the day owes a mail to all registered, moves the season and the end of the
    registration, and revokes the links of its tables. Locks the tournament. Raise IllegalError for
    another name or day once a game was played, for a closed season, and if the day already has an
    event of this name.
    """
    with transaction.atomic():
        tournament = decided(event, seen)
        event = Event.objects.select_for_update(no_key=True, of=("self",)).get(pk=event.pk)
        was_called, was_on = event.name, event.business_date
        event.name = " ".join(name.split()) or was_called
        event.business_date = business_date or was_on
        if (event.name, event.business_date) != (was_called, was_on) and has_been_played(event):
            raise IllegalError(
                "tournament_has_begun",
                _("People have played here already. Name and day stay as they are."),
                field="business_date" if event.business_date != was_on else "name",
            )
        event.start_time, event.place = start_time, " ".join(place.split())[:80]
        event.revision, event.changed_at = event.revision + 1, now
        if event.business_date != was_on:
            _move(tournament, event, was_on, by, now)
        _save(event)


def call_off(*, event: Event, reason: str, by: User | None, now: datetime) -> None:
    """Call the tournament off. Charges from the door are taken back, a mail is owed to all.

    A repeat changes nothing. Locks the tournament. Raise InvalidError without a reason,
    IllegalError once people sit at a table or have played.
    """
    with transaction.atomic():
        event = locked(event).event
        if event.is_cancelled:
            return
        try:
            cancelled = cancel_event(event=event, reason=reason, by=by, now=now)
        except IllegalError as error:
            raise IllegalError(
                "tournament_has_begun",
                _("People are sitting at a table here already. It is too late to call it off."),
            ) from error
        take_back_charges(event=event, by=by, now=now)
        _owe_that_it_is_off(cancelled, now)


def take_place(*, event: Event, by: User | None, now: datetime) -> None:
    """Reinstate a tournament that was called off. Repeatable. Locks the tournament.

    A mail is owed to everyone who was told it is off; everyone checked in is charged again.
    """
    with transaction.atomic():
        event = locked(event).event
        if not event.is_cancelled:
            return
        event = reinstate_event(event=event, now=now)
        off = RegistrationMail.objects.filter(
            registration__event=event, kind=RegistrationMail.Kind.CALLED_OFF
        )
        informed = set(off.exclude(claimed_at=None).values_list("registration", flat=True))
        off.delete()
        _owe(
            [registration for registration in _coming(event) if registration.pk in informed],
            RegistrationMail.Kind.REINSTATED,
            now,
        )
        charge_anew(event=event, by=by, now=now)


def remove_tournament(*, event: Event, reason: str = "", by: User | None, now: datetime) -> None:
    """Delete a tournament that was called off, or one that was drawn and is not closed: a trial.

    It is hidden and its name free again; its rows stay in the database with their history. Of a
    trial no card and no charge counts any more, and a mail is owed to all. Repeatable. Locks season
    and tournament, of a trial its blocks and tables. Raise InvalidError for a trial without a
    reason, IllegalError if it is neither, or money was ever taken or paid out for it.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=event.season_id)
        tournament = locked(event)
        event = tournament.event
        if event.removed_at is not None:
            return
        if has_moved_money(event):
            raise IllegalError(
                "money_was_moved", _("Money was paid for this tournament: it stays, called off.")
            )
        if not event.is_cancelled:
            if tournament.finished_at is not None or season.is_closed:
                raise IllegalError(
                    "tournament_over", _("This tournament is closed. Open it again first.")
                )
            event = _end_trial(event, " ".join(reason.split())[:200], by, now)
        event.removed_at, event.removed_by = now, by
        event.save(update_fields=["removed_at", "removed_by"])


def _end_trial(event: Event, reason: str, by: User | None, now: datetime) -> Event:
    """Take people, cards, places and links of a drawn tournament away, and call it off."""
    drawn = event.blocks.filter(released_at__isnull=False).order_by("pk")
    blocks = [block.pk for block in drawn.select_for_update(no_key=True)]
    if not blocks:
        raise IllegalError("not_called_off", _("Call the tournament off first."))
    if not reason:
        raise InvalidError("reason_missing", _("Say briefly why."), field="reason")
    rows = Table.objects.filter(block__in=blocks).order_by("pk")
    tables = list(rows.select_for_update(no_key=True, of=("self",)))
    playing = next((table.number for table in tables if table.playing is not None), None)
    if playing is not None:
        raise IllegalError(
            "game_is_running",
            _("A game is being scored at table %(table)s. End it first.") % {"table": playing},
        )
    Seat.objects.filter(table__in=tables, active=True).update(active=False)
    Placing.objects.filter(event=event).delete()
    take_out_of_count(event=event, now=now)
    event = cancel_event(event=event, reason=reason, by=by, now=now)
    for link in links_in_force(event, now).values():
        revoke_link(link=link, by=by, now=now)
    withdraw_every_charge(event=event, reason=reason, by=by, now=now)
    _owe_that_it_is_off(event, now)
    return event


# --- the steps ------------------------------------------------------------------------------
def _move(
    tournament: Tournament, event: Event, was_on: date, by: User | None, now: datetime
) -> None:
    event.season = open_season(event, event.business_date)
    if tournament.registration_until is not None:
        tournament.registration_until += event.business_date - was_on
        tournament.save(update_fields=["registration_until"])
    for link in links_in_force(event, now).values():
        revoke_link(link=link, by=by, now=now)
    _owe(_coming(event), RegistrationMail.Kind.MOVED, now)


def _save(event: Event) -> None:
    try:
        with transaction.atomic():
            event.save(
                update_fields=[
                    "name",
                    "business_date",
                    "season",
                    "start_time",
                    "place",
                    "revision",
                    "changed_at",
                ]
            )
    except IntegrityError as error:
        if evening_of(event.name, event.business_date) in (None, event):
            raise
        raise IllegalError(
            "name_is_taken",
            _("There is an evening or a tournament of this name on that day already."),
            field="name",
        ) from error


def _coming(event: Event) -> list[Registration]:
    """Return the registrations with a place or waiting for one."""
    registrations = Registration.objects.filter(event=event).exclude(
        state=Registration.State.CANCELLED
    )
    return list(registrations.select_related("person__user"))


def _owe_that_it_is_off(event: Event, now: datetime) -> None:
    RegistrationMail.objects.filter(
        registration__event=event, kind=RegistrationMail.Kind.REINSTATED
    ).delete()
    _owe(_coming(event), RegistrationMail.Kind.CALLED_OFF, now)


def _owe(registrations: Sequence[Registration], kind: str, now: datetime) -> None:
    """Store that all of them are owed a mail, again if they had one before."""
    RegistrationMail.objects.filter(registration__in=registrations, kind=kind).delete()
    RegistrationMail.objects.bulk_create(
        RegistrationMail(registration=registration, kind=kind, wanted_at=now)
        for registration in registrations
        if has_address(registration)
    )
