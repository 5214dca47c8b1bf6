"""Locks of a tournament for writing about its players."""

from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.events.models import Event
from league.tournaments.models.tournaments import Registration, Tournament


def locked(event: Event) -> Tournament:
    """Return the tournament, locked until the end of the transaction, with its current event."""
    return (
        Tournament.objects.select_for_update(no_key=True, of=("self",))
        .select_related("event")
        .get(event=event)
    )


def fresh(registration: Registration) -> Registration:
    """Return the registration as it is now, its tournament locked."""
    locked(registration.event)
    return Registration.objects.select_related(
        "event__tournament", "person__user", "participation__person"
    ).get(pk=registration.pk)


def refuse_if_over(tournament: Tournament) -> None:
    if tournament.event.is_cancelled:
        raise IllegalError("event_cancelled", _("This tournament is called off."))
    if tournament.finished_at is not None:
        raise IllegalError("tournament_over", _("This tournament is over."))
