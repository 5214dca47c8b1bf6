"""Notices of the seats of a released draw: mails, pushes, and the claim on a mail."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import translation

from league.events.models import Participation
from league.links.services import end_of_link
from league.push import queries as push_queries
from league.push import services as push
from league.push.models import Push
from league.tournaments.core.labels.draws import seat_line
from league.tournaments.core.labels.formats import block_name
from league.tournaments.models.seat_mails import SeatMail
from league.tournaments.models.tournaments import Draw

Tables = Mapping[int, tuple[int, ...]]
# Later the player already sits there, or plays another round.
HOLDS = timedelta(minutes=30)


def tell_seats(*, draw: Draw, before: Tables, after: Tables, now: datetime) -> None:
    """Tell the players with another table than `before`, by mail and on the devices that agreed.

    Repeatable. Part of the release. A draw that is entered afterwards tells no one.
    """
    event = draw.block.event
    if draw.is_by_hand or event.is_cancelled or now >= end_of_link(event):
        return
    was = {person: number for number, people in before.items() for person in people}
    new = [
        person for number, people in after.items() for person in people if was.get(person) != number
    ]
    # The same as `registering.has_address`, for all of them in one query.
    reached = Participation.objects.filter(
        Q(registration__person__user__isnull=False) | ~Q(registration__email=""),
        pk__in=new,
        registration__isnull=False,
    )
    SeatMail.objects.bulk_create(
        [SeatMail(draw=draw, participation=who, wanted_at=now) for who in reached],
        ignore_conflicts=True,
    )
    _wake_devices(draw, new, after, now)


def _wake_devices(draw: Draw, new: list[int], after: Tables, now: datetime) -> None:
    """Push table and place, without any name, to each device of these participations."""
    own = Participation.objects.filter(pk__in=new).values_list("pk", "person", "registration")
    of_person = {person: pk for pk, person, _registration in own if person}
    of_registration = {registration: pk for pk, _person, registration in own if registration}
    seats = {
        pk: (number, place)
        for number, people in after.items()
        for place, pk in enumerate(people, 1)
    }
    path = reverse("league:my_table", args=[draw.block.event_id])
    pushes = []
    for device in push_queries.devices_for(of_person, of_registration):
        person, registration = device.person_id, device.registration_id
        pk = of_person[person] if person else of_registration[registration or 0]
        with translation.override(device.language):
            body = seat_line(*seats[pk], block_name(draw.block.settings["name"]))
        pushes.append(
            Push(device=device, body=body[:200], path=path, due_at=now, until=now + HOLDS)
        )
    push.put(pushes=pushes)


def claim_seat_mail(*, mail: SeatMail, now: datetime) -> bool:
    """Claim the right to write this mail; only the first caller gets it.

    Part of the transaction that puts it into the outbox.
    """
    return bool(SeatMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))
