"""By which rules a meeting is called, who has a vote, who is to be invited and how."""

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
    """What the club last said; what it begins with, not stored, where it said nothing."""
    return AssemblyRule.objects.last() or AssemblyRule()


def rules_so_far() -> QuerySet[AssemblyRule]:
    """All that the club said, the earliest first."""
    return AssemblyRule.objects.select_related("set_by__person").order_by("pk")


def members_on(day: date) -> QuerySet[Person]:
    """All who belong to the club on this day, whether with or without a vote."""
    holding = Membership.objects.on(day).values("person")
    return Person.objects.filter(pk__in=holding, erased_at=None)


def voters(assembly: Assembly) -> frozenset[int]:
    """Who has a vote on the day of the meeting, by key."""
    holding = Membership.objects.on(assembly.day).filter(person__erased_at=None)
    return frozenset(
        holding.exclude(kind__in=assembly.rule.without_vote).values_list("person", flat=True)
    )


def agenda(assembly: Assembly) -> list[AgendaItem]:
    """In order, each knowing its meeting; withdrawn motions too."""
    items = list(assembly.items.select_related("proposed_by"))
    for item in items:
        item.assembly = assembly
    return items


def numbered(items: list[AgendaItem]) -> list[tuple[int | None, AgendaItem]]:
    """As an agenda numbers them; a motion that was withdrawn has no number any more."""
    number, rows = 0, []
    for item in items:
        number += item.withdrawn_at is None
        rows.append((None if item.withdrawn_at else number, item))
    return rows


@dataclass(frozen=True)
class ToInvite:
    """Who is not invited yet, by the way it goes."""

    by_mail: list[Person]
    by_letter: list[Person]
    # Of those on paper, whose address is not known: the name alone stands in the window.
    without_address: list[Person]

    @property
    def count(self) -> int:
        return len(self.by_mail) + len(self.by_letter)


def to_invite(assembly: Assembly) -> ToInvite:
    """All members of the day, those without a vote too: they may come and speak."""
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
    """How the invitation of a day fits the statutes, in days."""

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
    """The next meeting that a member is told of, or that of today: once somebody was invited."""
    if not is_member(user, today):
        return None
    coming = Assembly.objects.filter(day__gte=today, cancelled_at=None, closed_at=None)
    return coming.filter(Q(invited_at__isnull=False)).order_by("day", "pk").first()


def letters_of(assembly: Assembly) -> str:
    """Under which name the letters of the last invitation were printed together; none: empty."""
    letters = Letter.objects.filter(about__startswith=about(assembly.pk)).exclude(batch="")
    return letters.order_by("printed_at").values_list("batch", flat=True).last() or ""
