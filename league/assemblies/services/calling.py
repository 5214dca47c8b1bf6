"""Writes before a meeting: the rules, its call, its agenda, motions, the invitation."""

from collections.abc import Callable, Collection
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.assemblies import labels, rules
from league.assemblies.models.calling import (
    AgendaItem,
    Assembly,
    AssemblyInvitation,
    AssemblyRule,
    about,
)
from league.assemblies.queries import calling as queries
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.errors import IllegalError, InvalidError
from league.people.models.people import Person, User

Kind = AgendaItem.Kind
# More days between invitation and meeting no statutes ask for.
MOST_NOTICE = 365


def set_rules(
    *,
    notice_days: int,
    quorum_percent: int | None,
    without_vote: Collection[str],
    by: User | None,
    now: datetime,
) -> AssemblyRule:
    """What holds for meetings that are called from now on. The same again adds nothing.

    InvalidError for days or a share that cannot be. Locks nothing: rows are only added.
    """
    if not 0 <= notice_days <= MOST_NOTICE:
        raise InvalidError("notice_days", _("Up to 365 days."), field="notice_days")
    if quorum_percent is not None and not 1 <= quorum_percent <= 100:
        raise InvalidError("quorum_percent", _("From 1 to 100 percent."), field="quorum_percent")
    values = {
        "notice_days": notice_days,
        "quorum_percent": quorum_percent,
        "without_vote": sorted(set(without_vote)),
    }
    with transaction.atomic():
        last = AssemblyRule.objects.last()
        if last is not None and all(getattr(last, name) == values[name] for name in values):
            return last
        return AssemblyRule.objects.create(**values, set_by=by, set_at=now)


def call_assembly(
    *,
    title: str,
    day: date,
    start_time: time,
    place: str,
    text: str,
    motions_until: date | None,
    offices: Collection[str],
    client_id: str,
    by: User | None,
    now: datetime,
    today: date,
) -> Assembly:
    """A meeting with the usual agenda and an election for each of `offices`. Nobody is told yet.

    A repeat of the same `client_id` gives the meeting of before. InvalidError for a day that has
    passed and for motions after it. Locks nothing.
    """
    _check_days(day, motions_until, today)
    with transaction.atomic():
        known = Assembly.objects.filter(client_id=client_id).first()
        if known is not None:
            return known
        rule = queries.rule_now()
        if rule.pk is None:
            rule.set_at = now
            rule.save()
        assembly = Assembly.objects.create(
            client_id=client_id,
            title=_line(title, "title", 80),
            day=day,
            start_time=start_time,
            place=_line(place, "place", 120),
            text=text.strip()[:1000],
            motions_until=motions_until,
            rule=rule,
            called_by=by,
            called_at=now,
        )
        AgendaItem.objects.bulk_create(
            AgendaItem(
                assembly=assembly,
                client_id=f"{client_id}:{position}",
                position=position,
                kind=kind,
                title=labels.usual_title(kind, office),
                office=office,
                added_at=now,
            )
            for position, (kind, office) in enumerate(rules.usual_order(offices), 1)
        )
        return assembly


def _check_days(day: date, motions_until: date | None, today: date) -> None:
    if day < today:
        raise InvalidError("day_has_passed", _("That day has passed."), field="day")
    if motions_until is not None and motions_until > day:
        raise InvalidError(
            "motions_after_it",
            _("Motions come in before the meeting, or on its day."),
            field="motions_until",
        )


def _line(text: str, field: str, longest: int) -> str:
    text = " ".join(text.split())[:longest]
    if not text:
        raise InvalidError("empty", _("This must not stay empty."), field=field)
    return text


def change_assembly(
    *,
    assembly: Assembly,
    title: str,
    day: date,
    start_time: time,
    place: str,
    text: str,
    motions_until: date | None,
    today: date,
) -> Assembly:
    """Puts right what the invitation will say. Locks the meeting.

    IllegalError once people were invited: it says what they were told.
    """
    _check_days(day, motions_until, today)
    with transaction.atomic():
        assembly = _lock(assembly)
        _must_be_called(assembly)
        if assembly.invited_at is not None:
            raise IllegalError(
                "invitations_are_out",
                _("The invitations are out. Call the meeting off and call another one."),
            )
        assembly.title, assembly.place = _line(title, "title", 80), _line(place, "place", 120)
        assembly.day, assembly.start_time = day, start_time
        assembly.text, assembly.motions_until = text.strip()[:1000], motions_until
        words = ("title", "place", "text")
        assembly.save(update_fields=["day", "start_time", "motions_until", *words])
        return assembly


def cancel_assembly(
    *, assembly: Assembly, tell: Callable[[AssemblyInvitation, datetime], object], now: datetime
) -> Assembly:
    """It does not take place; `tell` writes to each who was invited. Repeatable; locks it."""
    with transaction.atomic():
        assembly = _lock(assembly)
        if assembly.cancelled_at is not None:
            return assembly
        _must_be_called(assembly)
        assembly.cancelled_at = now
        assembly.save(update_fields=["cancelled_at"])
        for invitation in assembly.invitations.select_related(
            "assembly", "person__user", "person__postal_address"
        ):
            tell(invitation, now)
        return assembly


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
    """One more item, before the last one where that is „other business“. Locks the meeting.

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
        assembly = _lock(assembly)
        known = AgendaItem.objects.filter(client_id=client_id).first()
        if known is not None:
            return known
        _must_be_unsigned(assembly)
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
            title=_line(title, "title", 120),
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
    """One place up or down; at the end nothing happens. Locks the meeting.

    IllegalError once the minutes are signed.
    """
    with transaction.atomic():
        assembly = _lock(item.assembly)
        _must_be_unsigned(assembly)
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
    """How many votes an item needs. Locks the meeting; IllegalError once it was voted on."""
    if majority not in AgendaItem.Majority.values:
        raise InvalidError("majority", _("Choose one of the two majorities."), field="majority")
    with transaction.atomic():
        _must_be_unsigned(_lock(item.assembly))
        if item.ballots.exists():
            raise IllegalError("item_was_voted_on", _("This has been voted on already."))
        AgendaItem.objects.filter(pk=item.pk).update(majority=majority)


def remove_item(*, item: AgendaItem) -> None:
    """Takes an item off the agenda. Repeatable; locks the meeting.

    IllegalError once people were invited, and for a motion that somebody handed in.
    """
    with transaction.atomic():
        assembly = _lock(item.assembly)
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
    """A member's motion, at once on the agenda. Locks the meeting.

    A repeat of the same `client_id` changes nothing. IllegalError after the last day for motions,
    and once the meeting is opened or called off.
    """
    until = assembly.motions_until
    if until is not None and today > until:
        raise IllegalError("motions_are_closed", _("The last day for motions has passed."))
    with transaction.atomic():
        locked = _lock(assembly)
        if not AgendaItem.objects.filter(client_id=client_id).exists():
            _must_be_called(locked)
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
    """Whoever handed it in takes it back; it stays on the agenda, struck out. Repeatable.

    Locks the meeting; IllegalError once it was voted on or the minutes are signed.
    """
    with transaction.atomic():
        _must_be_unsigned(_lock(item.assembly))
        if item.ballots.exists():
            raise IllegalError("item_was_voted_on", _("This has been voted on already."))
        AgendaItem.objects.filter(pk=item.pk, withdrawn_at=None).update(withdrawn_at=now)


# --- the invitation -------------------------------------------------------------------------
def invite(
    *,
    assembly: Assembly,
    tell: Callable[[AssemblyInvitation, datetime], object],
    client_id: str,
    now: datetime,
) -> int:
    """Invites every member who is not invited yet: `tell` writes the mail, or the letter for who
    has no address. Letters are printed together, as the batch `client_id`. Gives how many.

    Too late is not refused: the statutes may be gone round by all who are there. Repeatable; locks
    the meeting. IllegalError once it is opened or called off.
    """
    with transaction.atomic():
        assembly = _lock(assembly)
        _must_be_called(assembly)
        waiting = queries.to_invite(assembly)
        for person in (*waiting.by_mail, *waiting.by_letter):
            by_mail = person in waiting.by_mail
            invitation = AssemblyInvitation.objects.create(
                assembly=assembly,
                person=person,
                how=AssemblyInvitation.How.MAIL if by_mail else AssemblyInvitation.How.LETTER,
                invited_at=now,
            )
            tell(invitation, now)
        if assembly.invited_at is None and waiting.count:
            assembly.invited_at = now
            assembly.save(update_fields=["invited_at"])
        if waiting.by_letter:
            letters = Letter.objects.filter(about__startswith=about(assembly.pk))
            delivery.print_letters(letters=letters, client_id=client_id, now=now)
        return waiting.count


# --- what all of them ask -------------------------------------------------------------------
def _lock(assembly: Assembly) -> Assembly:
    locked: Any = Assembly.objects.select_for_update(of=["self"])
    return locked.select_related("rule").get(pk=assembly.pk)


def _must_be_called(assembly: Assembly) -> None:
    if assembly.cancelled_at is not None:
        raise IllegalError("assembly_is_off", _("This meeting was called off."))
    if assembly.opened_at is not None:
        raise IllegalError("assembly_has_begun", _("The meeting has begun already."))


def _must_be_unsigned(assembly: Assembly) -> None:
    if hasattr(assembly, "minutes"):
        raise IllegalError("minutes_are_signed", _("The minutes are signed: nothing changes here."))
