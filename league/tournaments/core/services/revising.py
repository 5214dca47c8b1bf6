"""Two directors at once: a decision made on an older page is refused until they see the new one."""

from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, StaleError
from league.events.models import Event
from league.tournaments.models.tournaments import Tournament


def decided(event: Event, seen: int) -> Tournament:
    """Lock the tournament and count one more decision. Within the caller's transaction.

    Raise StaleError if the caller saw an older state, IllegalError once it is finished or called
    off.
    """
    tournament = (
        Tournament.objects.select_for_update(no_key=True, of=("self",))
        .select_related("event")
        .get(event=event)
    )
    if tournament.revision != seen:
        raise StaleError(
            "tournament_moved_on",
            _(
                "Somebody has decided otherwise in the meantime. Look at how it stands, then "
                "try again."
            ),
            revision=tournament.revision,
        )
    if tournament.finished_at is not None:
        raise IllegalError(
            "tournament_finished",
            _("The tournament is closed. Open it again first if something has to change."),
        )
    if tournament.event.is_cancelled:
        raise IllegalError(
            "event_cancelled", _("This tournament has been called off. Take that back first.")
        )
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    return tournament
