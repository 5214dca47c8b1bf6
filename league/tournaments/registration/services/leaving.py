"""Writes about players who go home between two blocks, and who come back."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.events.models import Participation, Seat
from league.standings.services import mark_stale
from league.tournaments.core.services.locking import locked
from league.tournaments.core.services.revising import decided

Attendance = Participation.Attendance


def go_home(*, participation: Participation, seen: int) -> None:
    """Mark a player as gone; results, number and seats of played games stay. Repeatable.

    Locks the tournament and the participation. Raise IllegalError for a seat in a block that is
    still played: that seat has to be taken away with a preview, see `changes.propose_leave`.
    """
    with transaction.atomic():
        locked(participation.event)
        own = Participation.objects.select_for_update(no_key=True).get(pk=participation.pk)
        if not own.is_here:
            return
        decided(own.event, seen)
        if Seat.objects.filter(
            participation=own,
            active=True,
            table__block__released_at__isnull=False,
            table__block__locked_at=None,
        ).exists():
            raise IllegalError(
                "still_playing",
                _("%(name)s is still sitting at a table. Take the person out of the draw there.")
                % {"name": own.person.name},
            )
        own.attendance, own.minutes_late = Attendance.ABSENT, None
        own.save(update_fields=["attendance", "minutes_late"])
        mark_stale(event=own.event)


def come_back(*, participation: Participation, seen: int) -> None:
    """Let a player who had gone play again from the next draw on. Repeatable.

    Locks the tournament and the participation. Raise IllegalError for a person who was never
    checked in: the desk does that.
    """
    with transaction.atomic():
        locked(participation.event)
        own = Participation.objects.select_for_update(no_key=True).get(pk=participation.pk)
        if own.is_here:
            return
        decided(own.event, seen)
        if own.checked_in_at is None:
            raise IllegalError(
                "not_checked_in",
                _("%(name)s has not been here yet. Check the person in at the entrance first.")
                % {"name": own.person.name},
            )
        own.attendance = Attendance.PRESENT
        own.save(update_fields=["attendance"])
        mark_stale(event=own.event)
