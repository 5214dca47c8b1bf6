"""Writes down whom a released draw tells where to sit, and claims the mails about it."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q

from league.events.models import Participation
from league.links.services import end_of_link
from league.tournaments.models.seat_mails import SeatMail
from league.tournaments.models.tournaments import Draw

Tables = Mapping[int, tuple[int, ...]]


def want_seat_mails(*, draw: Draw, before: Tables, after: Tables, now: datetime) -> None:
    """Whoever sits at another table than `before` and can be reached is to be told. Repeatable.

    Part of the release. Nobody is told of a draw that is entered afterwards.
    """
    event = draw.block.event
    if draw.is_by_hand or event.is_cancelled or now >= end_of_link(event):
        return
    was = {person: number for number, people in before.items() for person in people}
    new = [
        person for number, people in after.items() for person in people if was.get(person) != number
    ]
    # As `registering.has_address` says it, for all of them in one query.
    reached = Participation.objects.filter(
        Q(registration__person__user__isnull=False) | ~Q(registration__email=""),
        pk__in=new,
        registration__isnull=False,
    )
    SeatMail.objects.bulk_create(
        [SeatMail(draw=draw, participation=who, wanted_at=now) for who in reached],
        ignore_conflicts=True,
    )


def claim_seat_mail(*, mail: SeatMail, now: datetime) -> bool:
    """The right to write this mail, for one only, who changes its row first.

    Part of the transaction that puts it into the outbox.
    """
    return bool(SeatMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))
