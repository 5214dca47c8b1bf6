"""Merge the accounts of two records of one person by bookings that carry the balance over.

No earlier booking is changed.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from finance.books.queries.ledger import booking_day
from finance.books.queries.people import owing_of
from finance.books.services.ledger import lock_persons
from finance.books.services.moves import move
from finance.books.services.settling import settle
from league.access.queries.rights import day_of
from league.club.queries import the_club
from league.guards.versioned import written_together
from league.people.models.merges import PersonMerge
from league.people.models.people import User


@written_together()
def carry_over(*, persons: Collection[int], by: User | None, now: datetime) -> int:
    """Carry over what records among `persons` that were absorbed still owe, or have to come.

    A debt is taken over by the record that stays, a credit becomes its own; returns how many
    accounts were evened out. Locks both persons of each. Repeatable: an even account stays so.
    """
    done = 0
    merges = PersonMerge.objects.filter(absorbed__in=persons).select_related("kept", "absorbed")
    for merge in merges.order_by("pk"):
        with transaction.atomic():
            lock_persons([merge.kept_id, merge.absorbed_id])
            cents = owing_of(merge.absorbed).cents
            if not cents:
                continue
            taker, debtor = merge.kept, merge.absorbed
            if cents < 0:
                taker, debtor = debtor, taker
            with override(the_club().language):
                reason = _("Two records of one person")
            move(
                taker=taker,
                debtor=debtor,
                cents=abs(cents),
                reason=reason,
                day=booking_day(day_of(now)),
                client_id="",
                by=by,
                now=now,
            )
            settle([merge.kept_id, merge.absorbed_id])
            done += 1
    return done
