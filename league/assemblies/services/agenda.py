"""Writes about an agenda: items that come, move and go, and the motions of members."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.assemblies import labels
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.services.checks import lock, lock_unsigned, must_be_called, one_line
from league.errors import IllegalError, InvalidError
from league.people.models.people import Person

Kind = AgendaItem.Kind


# --- the agenda -----------------------------------------------------------------------------
def add_item(
    *,
    assembly: Assembly,
    kind: str,
    title: str,
    text: str = "",
    office: str = "",
    majority: str = AgendaItem.Majority.SIMPLE,
    proposed_by: Person | None = None,
    client_id: str,
    now: datetime,
) -> AgendaItem:
    """Add an item, before the last one if that is „other business“. Locks the meeting.

    A repeat of the same `client_id` gives the item of before. An election needs an office and names
    itself after it. IllegalError once the minutes are signed.
    """
    if kind not in Kind.values or majority not in AgendaItem.Majority.values:
        raise InvalidError("item_kind", _("Choose what kind of item it is."), field="kind")
    if (kind == Kind.ELECTION) != bool(office):
        raise InvalidError("item_office", _("Which office is elected?"), field="office")
    if kind == Kind.ELECTION and not title.strip():
        title = labels.usual_title("election", office)
    with transaction.atomic():
        assembly = lock_unsigned(assembly)
        known = AgendaItem.objects.filter(client_id=client_id).first()
        if known is not None:
            return known
        items = list(assembly.items.all())
        last = items[-1] if items else None
        position = last.position + 1 if last else 1
        if last is not None and last.kind == Kind.OTHER and kind != Kind.OTHER:
            _put(last, position)
            position -= 1
        return AgendaItem.objects.create(
            assembly=assembly,
            client_id=client_id,
            position=position,
            kind=kind,
            title=one_line(title, "title", 120),
            text=text.strip()[:2000],
            office=office,
            majority=majority,
            proposed_by=proposed_by,
            added_at=now,
        )


def _put(item: AgendaItem, position: int) -> None:
    item.position = position
    item.save(update_fields=["position"])


def move_item(*, item: AgendaItem, up: bool) -> None:
    """Move an item one place up or down; at the end nothing happens. Locks the meeting.

    IllegalError once the minutes are signed.
    """
    with transaction.atomic():
        assembly = lock_unsigned(item.assembly)
        items = list(assembly.items.all())
        place = next(i for i, other in enumerate(items) if other.pk == item.pk)
        neighbour = place - 1 if up else place + 1
        if not 0 <= neighbour < len(items):
            return
        here, there = items[place], items[neighbour]
        was, becomes = here.position, there.position
        free = (assembly.items.aggregate(last=Max("position"))["last"] or 0) + 1
        _put(here, free)
        _put(there, was)
        _put(here, becomes)


def set_majority(*, item: AgendaItem, majority: str) -> None:
    """Set the majority that an item needs. Locks the meeting; IllegalError once it was voted on."""
    if majority not in AgendaItem.Majority.values:
        raise InvalidError("majority", _("Choose one of the two majorities."), field="majority")
    with transaction.atomic():
        lock_unsigned(item.assembly)
        if item.ballots.exists():
            raise IllegalError("item_was_voted_on", _("This has been voted on already."))
        AgendaItem.objects.filter(pk=item.pk).update(majority=majority)


def remove_item(*, item: AgendaItem) -> None:
    """Take an item off the agenda. Repeatable; locks the meeting.

    IllegalError once people were invited, and for a motion that a member handed in.
    """
    with transaction.atomic():
        assembly = lock(item.assembly)
        if assembly.invited_at is not None:
            raise IllegalError(
                "agenda_is_out", _("People were invited with this agenda: the item stays.")
            )
        if item.proposed_by_id is not None:
            raise IllegalError(
                "motion_of_somebody", _("Whoever handed in a motion alone withdraws it.")
            )
        assembly.items.filter(pk=item.pk).delete()


# --- motions --------------------------------------------------------------------------------
def hand_in(
    *,
    assembly: Assembly,
    person: Person,
    title: str,
    text: str,
    client_id: str,
    now: datetime,
    today: date,
) -> AgendaItem:
    """Put a member's motion on the agenda at once. Locks the meeting.

    A repeat of the same `client_id` changes nothing. IllegalError after the last day for motions,
    and once the meeting is opened or called off.
    """
    until = assembly.motions_until
    if until is not None and today > until:
        raise IllegalError("motions_are_closed", _("The last day for motions has passed."))
    with transaction.atomic():
        locked = lock(assembly)
        if not AgendaItem.objects.filter(client_id=client_id).exists():
            must_be_called(locked)
        return add_item(
            assembly=locked,
            kind=Kind.MOTION,
            title=title,
            text=text,
            proposed_by=person,
            client_id=client_id,
            now=now,
        )


def withdraw_motion(*, item: AgendaItem, now: datetime) -> None:
    """Withdraw a motion for the member who handed it in; it stays on the agenda, struck out.

    Repeatable. Locks the meeting; IllegalError once it was voted on or the minutes are signed.
    """
    with transaction.atomic():
        lock_unsigned(item.assembly)
        if item.ballots.exists():
            raise IllegalError("item_was_voted_on", _("This has been voted on already."))
        AgendaItem.objects.filter(pk=item.pk, withdrawn_at=None).update(withdrawn_at=now)
