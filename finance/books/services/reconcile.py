"""Charges to claims: what should stand against what does, writing only the difference."""

from collections.abc import Collection, Sequence
from datetime import datetime

from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books.models.claims import Claim, ClaimHead
from finance.books.queries.claims import Wanted, difference, heads_may_change
from finance.books.services.ledger import lock_persons
from finance.books.services.merging import carry_over
from finance.books.services.reversals import unbook
from finance.books.services.settling import settle
from league.events.models import Event
from league.guards.versioned import written_together
from league.people.models.merges import PersonMerge

State = Claim.State


@written_together()
def reconcile(*, event_id: int, persons: Collection[int] | None = None, now: datetime) -> int:
    """Bring the claims of an event in line with its charges; return the number changed.

    With `persons` only theirs: others have the same charges as before. Never refuses for a business
    reason: such a claim is a proposal with its `open_reason`. A repeat changes nothing. Locks the
    event and the persons whose claims change.
    """
    if persons is not None and not persons:
        return 0
    event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    todo = difference(event, persons)
    if not todo:
        return 0
    changed = todo.persons
    locked = PersonMerge.objects.widened(changed)
    lock_persons(locked)
    if todo.gone or todo.changed or PersonMerge.objects.widened(changed) != locked:
        # A payment may have settled something, or two records have become one person, before
        # the lock was ours.
        todo = difference(event, persons)
    _withdraw(todo.gone, now)
    for claim, wanted in todo.changed:
        _touch(claim, wanted)
    _propose(event, todo.new, now)
    settle(changed)
    carry_over(persons=changed, by=None, now=now)
    return len(todo.new) + len(todo.gone) + len(todo.changed)


@written_together()
def reconcile_all(
    *, events: Collection[int], persons: Collection[int] | None = None, now: datetime
) -> None:
    """Run `reconcile` for several events at once.

    Locks all events, then all persons concerned: one after the other they would deadlock with a
    decision about one of them.
    """
    locked = Event.objects.select_for_update(no_key=True).filter(pk__in=events)
    keys = [event.pk for event in locked.order_by("pk")]
    owing = Claim.objects.filter(event__in=keys, is_current=True)
    concerned = set(owing.values_list("person_id", flat=True)) if persons is None else persons
    lock_persons(PersonMerge.objects.widened(concerned))
    for key in keys:
        reconcile(event_id=key, persons=persons, now=now)


def _withdraw(claims: Sequence[Claim], now: datetime) -> None:
    """Remove a proposal without a trace in the books, or reverse a booking: its payment is a
    credit.
    """
    booked = [claim for claim in claims if claim.state in Claim.BOOKED]
    if booked:
        unbook(booked, reason=booking_words.CAUSE_GONE, by=None, now=now)
    undecided = [claim.pk for claim in claims if claim.state in Claim.UNDECIDED]
    Claim.objects.filter(pk__in=undecided).update(state=State.SUPERSEDED)
    Claim.objects.filter(pk__in=[claim.pk for claim in claims]).update(is_current=False)


def _touch(claim: Claim, wanted: Wanted) -> None:
    """Keep the same deed as another charge, with another reason to be open, or for other heads;
    what is objected to also at another price.
    """
    fields: dict[str, object] = {"charge_id": wanted.charge_id}
    if claim.state in Claim.UNDECIDED:
        fields |= {
            "open_reason": wanted.open_reason,
            "club_cents": wanted.club_cents,
            "amount": wanted.amount,
            "day": wanted.day,
        }
    Claim.objects.filter(pk=claim.pk).update(**fields)
    if heads_may_change(claim):
        claim.heads.all().delete()
        _name_heads([(claim, wanted)])


def _propose(event: Event, wanted: Sequence[Wanted], now: datetime) -> None:
    claims = Claim.objects.bulk_create(
        Claim(
            event=event,
            person_id=other_wanted.person_id,
            key=other_wanted.key,
            day=other_wanted.day,
            charge_id=other_wanted.charge_id,
            kind=other_wanted.kind,
            code=other_wanted.code,
            count=other_wanted.count,
            unit=chart.unit_of(other_wanted.kind),
            rulebook_cents=other_wanted.rulebook_cents,
            club_cents=other_wanted.club_cents,
            amount=other_wanted.amount,
            open_reason=other_wanted.open_reason,
            created_at=now,
        )
        for other_wanted in wanted
    )
    _name_heads(list(zip(claims, wanted, strict=True)))


def _name_heads(claims: Sequence[tuple[Claim, Wanted]]) -> None:
    ClaimHead.objects.bulk_create(
        ClaimHead(claim=claim, person_id=person)
        for claim, wanted in claims
        for person in wanted.heads
    )
