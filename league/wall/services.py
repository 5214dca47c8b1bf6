"""Writes about the screen on the wall: its links, and the results that it shows."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import Club
from league.errors import IllegalError
from league.events.models import Event
from league.people.models.people import User
from league.wall.models import Ceremony, WallLink
from league.wall.queries import link_in_force


def renew_link(
    *, event: Event | None, seen: int | None, by: User | None, now: datetime
) -> WallLink:
    """Make a new secret link of an event's screen, or of the club's; the one before opens nothing
    more.

    `seen` is the link that was looked at: a second tap returns the link of the first one. Locks the
    event, or the club.
    """
    with transaction.atomic():
        if event is not None:
            Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        else:
            Club.objects.select_for_update(no_key=True).get_or_create(pk=Club.ONLY)
        there = link_in_force(event)
        if there is not None and there.pk != seen:
            return there
        if there is not None:
            revoke_link(link=there, by=by, now=now)
        return WallLink.objects.create(event=event, made_by=by, made_at=now)


def revoke_link(*, link: WallLink, by: User | None, now: datetime) -> None:
    """Revoke the link for ever. Repeatable; locks the link."""
    with transaction.atomic():
        link = WallLink.objects.select_for_update(no_key=True).get(pk=link.pk)
        if link.revoked_at is None:
            link.revoked_at, link.revoked_by = now, by
            link.save(update_fields=["revoked_at", "revoked_by"])


def hide_results(*, event: Event, hides: bool) -> None:
    """Hide the results on the screens or show them; showing them ends the ceremony too.

    Repeatable; locks the event.
    """
    with transaction.atomic():
        ceremony = _locked(event)
        ceremony.hides_results = hides
        if not hides:
            ceremony.revealed = None
        ceremony.save()


def reveal(*, event: Event, revealed: int) -> None:
    """Show so many places of the ranking, from the last one up. Repeatable; locks the event.

    IllegalError if the results are not hidden: then nothing is left to reveal.
    """
    with transaction.atomic():
        ceremony = _locked(event)
        if not ceremony.hides_results:
            raise IllegalError(
                "results_not_hidden", _("The results are on the wall already. Hide them first.")
            )
        ceremony.revealed = revealed
        ceremony.save()


def _locked(event: Event) -> Ceremony:
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    return Ceremony.objects.get_or_create(event=event)[0]
