"""The rules of a meeting, its voters, and the members to invite with the way to reach them."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from league.access.queries.rights import is_member
from league.assemblies import rules
from league.assemblies.models.calling import (
    AgendaItem,
    Assembly,
    AssemblyInvitation,
    AssemblyRule,
    about,
)
from league.delivery.models import Letter
from league.people.models.people import Membership, Person


def rule_now() -> AssemblyRule:
    """Return the club's latest rule, or unsaved defaults if it never set one."""
    return AssemblyRule.objects.last() or AssemblyRule()


def rules_so_far() -> QuerySet[AssemblyRule]:
    """Return all rules of the club, the earliest first."""
    return AssemblyRule.objects.select_related("set_by__person").order_by("pk")


def members_on(day: date) -> QuerySet[Person]:
    """Return all who belong to the club on this day, with or without a vote."""
    holding = Membership.objects.on(day).values("person")
    return Person.objects.filter(pk__in=holding, erased_at=None)


def voters(assembly: Assembly) -> frozenset[int]:
    """Return the keys of those with a vote on the day of the meeting."""
    holding = Membership.objects.on(assembly.day).filter(person__erased_at=None)
    return frozenset(
        holding.exclude(kind__in=assembly.rule.without_vote).values_list("person", flat=True)
    )


def agenda(assembly: Assembly) -> list[AgendaItem]:
    """Return the items in order, each knowing its meeting; withdrawn motions too."""
    items = list(assembly.items.select_related("proposed_by"))
    for item in items:
        item.assembly = assembly
    return items


def numbered(items: list[AgendaItem]) -> list[tuple[int | None, AgendaItem]]:
    """Number the items as an agenda does; a motion that was withdrawn has no number any more."""
    number, rows = 0, []
    for item in items:
        number += item.withdrawn_at is None
        rows.append((None if item.withdrawn_at else number, item))
    return rows


@dataclass(frozen=True)
class ToInvite:
    """Members who are not invited yet, by the way their invitation goes."""

    by_mail: list[Person]
    by_letter: list[Person]
    # Those on paper whose address is unknown: the window shows the name alone.
    without_address: list[Person]

    @property
    def count(self) -> int:
        return len(self.by_mail) + len(self.by_letter)


def to_invite(assembly: Assembly) -> ToInvite:
    """Return all members of the day, those without a vote too: they may come and speak."""
    invited = AssemblyInvitation.objects.filter(assembly=assembly).values("person")
    persons = list(
        members_on(assembly.day).exclude(pk__in=invited).select_related("user", "postal_address")
    )
    by_letter = [person for person in persons if not _reads_mail(person)]
    return ToInvite(
        by_mail=[person for person in persons if _reads_mail(person)],
        by_letter=by_letter,
        without_address=[person for person in by_letter if not hasattr(person, "postal_address")],
    )


def _reads_mail(person: Person) -> bool:
    return person.user is not None and person.user.is_active


@dataclass(frozen=True)
class Notice:
    """The fit of an invitation's day with the statutes, in days."""

    days: int
    needed: int
    last_day: date
    is_late: bool


def notice(assembly: Assembly, invited_on: date) -> Notice:
    needed = assembly.rule.notice_days
    return Notice(
        days=rules.days_between(invited_on, assembly.day),
        needed=needed,
        last_day=rules.last_day_to_invite(assembly.day, needed),
        is_late=rules.is_late(invited_on, assembly.day, needed),
    )


def next_for(user: Any, today: date) -> Assembly | None:
    """Return the next meeting that a member is told of, or that of today, once invitations are
    out.
    """
    if not is_member(user, today):
        return None
    coming = Assembly.objects.filter(day__gte=today, cancelled_at=None, closed_at=None)
    return coming.filter(Q(invited_at__isnull=False)).order_by("day", "pk").first()


def letters_of(assembly: Assembly) -> str:
    """Return the name under which the letters of the last invitation were printed together.

    Empty for none.
    """
    letters = Letter.objects.filter(about__startswith=about(assembly.pk)).exclude(batch="")
    return letters.order_by("printed_at").values_list("batch", flat=True).last() or ""
