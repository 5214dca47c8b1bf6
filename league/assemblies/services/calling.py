"""Writes before a meeting: the rules, its call, the invitation."""

from collections.abc import Callable, Collection
from datetime import date, datetime, time

from django.db import transaction
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
from league.assemblies.services.checks import lock, must_be_called, one_line
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.errors import IllegalError, InvalidError
from league.people.models.people import User

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
    """Set the rules for meetings that are called from now on. The same again adds nothing.

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
    """Call a meeting with the usual agenda and an election for each of `offices`.

    No one is told yet. A repeat of the same `client_id` gives the meeting of before. InvalidError
    for a day that has passed and for motions after it. Locks nothing.
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
            title=one_line(title, "title", 80),
            day=day,
            start_time=start_time,
            place=one_line(place, "place", 120),
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
    """Correct what the invitation will say. Locks the meeting.

    IllegalError once people were invited: it says what they were told.
    """
    _check_days(day, motions_until, today)
    with transaction.atomic():
        assembly = lock(assembly)
        must_be_called(assembly)
        if assembly.invited_at is not None:
            raise IllegalError(
                "invitations_are_out",
                _("The invitations are out. Call the meeting off and call another one."),
            )
        assembly.title, assembly.place = one_line(title, "title", 80), one_line(place, "place", 120)
        assembly.day, assembly.start_time = day, start_time
        assembly.text, assembly.motions_until = text.strip()[:1000], motions_until
        words = ("title", "place", "text")
        assembly.save(update_fields=["day", "start_time", "motions_until", *words])
        return assembly


def cancel_assembly(
    *, assembly: Assembly, tell: Callable[[AssemblyInvitation, datetime], object], now: datetime
) -> Assembly:
    """Call the meeting off; `tell` writes to each who was invited. Repeatable; locks it."""
    with transaction.atomic():
        assembly = lock(assembly)
        if assembly.cancelled_at is not None:
            return assembly
        must_be_called(assembly)
        assembly.cancelled_at = now
        assembly.save(update_fields=["cancelled_at"])
        for invitation in assembly.invitations.select_related(
            "assembly", "person__user", "person__postal_address"
        ):
            tell(invitation, now)
        return assembly


# --- the invitation -------------------------------------------------------------------------
def invite(
    *,
    assembly: Assembly,
    tell: Callable[[AssemblyInvitation, datetime], object],
    client_id: str,
    now: datetime,
) -> int:
    """Invite every member who is not invited yet; return their number.

    `tell` writes the mail, or the letter for a member without an address. Letters are printed
    together, as the batch `client_id`. A late invitation is not refused: the time limit can be
    waived by all who are present. Repeatable; locks the meeting. IllegalError once it is opened or
    called off.
    """
    with transaction.atomic():
        assembly = lock(assembly)
        must_be_called(assembly)
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
