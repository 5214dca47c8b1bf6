"""Writes about the costs of playing in a tournament."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from league import signals
from league.errors import IllegalError
from league.events.models import Event, Participation
from league.people.models.people import User
from league.results.models.results import Charge


class EntryCost(NamedTuple):
    """One kind of charge in cents; `client_id` names it within the tournament."""

    kind: str
    cents: int
    client_id: str


def record_entry(
    *, own: Participation, costs: Sequence[EntryCost], by: User | None, now: datetime
) -> None:
    """Charge a participant with all costs; the till hears of it once.

    Within a transaction that has made sure that nothing of it is charged already. IllegalError if
    the tournament is called off.
    """
    if not costs:
        return
    if own.event.is_cancelled:
        raise IllegalError("event_cancelled", _("This tournament is called off."))
    Charge.objects.bulk_create(
        Charge(
            event_id=own.event_id,
            person_id=own.person_id,
            key=f"X{cost.client_id}",
            code=cost.kind,
            kind=cost.kind,
            cents=cost.cents,
            recorded_by=by,
            recorded_at=now,
        )
        for cost in costs
    )
    signals.event_changed.send(sender=Event, event_id=own.event_id, persons={own.person_id})
