"""Release of a proposed draw, which makes its tables and seats, and discarding it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.events.models import Block, Participation
from league.people.models.people import User
from league.standings.services import mark_stale
from league.tournaments.core.queries import draws as queries
from league.tournaments.core.services.revising import decided
from league.tournaments.draws.services.seating import seat_draw
from league.tournaments.draws.services.telling import tell_seats
from league.tournaments.models.tournaments import Draw


def discard_draw(*, draw: Draw, seen: int, now: datetime) -> None:
    """Discard a proposal. Locks the tournament; raises StaleError."""
    with transaction.atomic():
        decided(draw.block.event, seen)
        Draw.objects.filter(pk=draw.pk, released_at=None, superseded_at=None).update(
            superseded_at=now
        )


def release_draw(*, draw: Draw, seen: int, by: User | None, now: datetime) -> Block:
    """Publish a draw: make its tables and seats, and supersede the version before.

    A player with games keeps the old seat, switched off. Repeating it changes nothing. Locks the
    tournament and the block. Raise IllegalError for a discarded proposal, or if a drawn person is
    no longer here.
    """
    with transaction.atomic():
        there = Draw.objects.get(pk=draw.pk)
        if there.released_at is not None and there.superseded_at is None:
            return there.block
        decided(draw.block.event, seen)
        if there.superseded_at is not None:
            raise IllegalError("draw_discarded", _("This draw was discarded. Look at the new one."))
        block = Block.objects.select_for_update(no_key=True).get(pk=draw.block_id)
        block.event = draw.block.event
        if block.locked_at is not None:
            raise IllegalError(
                "block_locked", _("This round is locked; nobody changes seats here any more.")
            )
        if there.kind == Draw.Kind.LEAVE:
            _let_go(block, there)
        _check_all_here(there)
        before = queries.draw_in_force(block)
        block.draws.filter(released_at__isnull=False, superseded_at=None).update(superseded_at=now)
        Draw.objects.filter(pk=there.pk).update(released_at=now, released_by=by)
        after = queries.tables_of(there)
        seat_draw(block, after)
        there.block = block
        tell_seats(
            draw=there, before=queries.tables_of(before) if before else {}, after=after, now=now
        )
        if block.released_at is None:
            block.released_at = now
            block.save(update_fields=["released_at"])
        mark_stale(event=block.event)
        return block


def _let_go(block: Block, draw: Draw) -> None:
    """Mark players missing in the new version as gone home; results and numbers stay."""
    before = queries.draw_in_force(block)
    sat = (
        {person for people in queries.tables_of(before).values() for person in people}
        if before
        else {}
    )
    stays = {person for table in draw.tables for person in table["people"]}
    Participation.objects.filter(pk__in=set(sat) - stays).update(
        attendance=Participation.Attendance.ABSENT
    )


def _check_all_here(draw: Draw) -> None:
    drawn = {person for table in draw.tables for person in table["people"]}
    people = Participation.objects.filter(pk__in=drawn).select_related("person")
    gone = [participation.person.name for participation in people if not participation.is_here]
    if gone:
        raise IllegalError(
            "drawn_and_gone",
            _("%(names)s is no longer here. Draw again.") % {"names": ", ".join(gone)},
        )
