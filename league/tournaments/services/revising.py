"""Two directors at once: whoever decides on an older page is told, and sees the new one first."""

from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, StaleError
from league.events.models import Event
from league.tournaments.models.tournaments import Tournament


def decided(event: Event, seen: int) -> Tournament:
    """Locks the tournament and counts one more decision. Within the caller's transaction.

    StaleError where the caller saw an older state, IllegalError once it is finished
    or called off.
    """
    tournament = (
        Tournament.objects.select_for_update(of=("self",)).select_related("event").get(event=event)
    )
    if tournament.revision != seen:
        raise StaleError(
            "tournament_moved_on",
            _("Inzwischen hat jemand anders entschieden. Sieh dir den Stand an und dann noch mal."),
            revision=tournament.revision,
        )
    if tournament.finished_at is not None:
        raise IllegalError(
            "tournament_finished",
            _("Das Turnier ist abgeschlossen. Öffne es erst wieder, wenn sich etwas ändern muss."),
        )
    if tournament.event.is_cancelled:
        raise IllegalError(
            "event_cancelled", _("Dieses Turnier ist abgesagt. Nimm erst die Absage zurück.")
        )
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    return tournament
