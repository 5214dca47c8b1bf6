"""Proposing the fine for not turning up."""

from datetime import datetime

from django.db import transaction

from finance.catalogue.queries.no_shows import no_shows
from finance.catalogue.services.deeds import charge_deed
from league.events.models import Event
from league.people.models.people import User
from league.results.models.results import Charge


def propose_no_shows(*, event: Event, by: User | None, now: datetime) -> list[Charge]:
    """Charge each member who was absent and has no such charge yet; the till proposes the claims in
    the same transaction.

    Locks the event; a repeat charges no one.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        shows = no_shows(event)
        if shows is None:
            return []
        made: list[Charge] = []
        for participation in shows.absent:
            # Another one after each withdrawal.
            before = Charge.objects.filter(
                event=event, person=participation.person_id, code=shows.tariff.code
            ).count()
            made += charge_deed(
                event=event,
                participation=participation,
                tariff=shows.tariff,
                client_id=f"no_show:{shows.tariff.pk}:{participation.person_id}:{before}",
                by=by,
                now=now,
            )
        return made
