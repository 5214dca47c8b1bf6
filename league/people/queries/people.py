"""Reading people, offices and logins."""

from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404

from league.access.queries.rights import KEEPS_PEOPLE, holds, is_member, may_run_evenings, person_of
from league.events.models import Event, Participation
from league.old_tables.models import OldTableLine
from league.people.models.kinds import MembershipKind
from league.people.models.merges import PersonMerge
from league.people.models.people import Membership, Office, Person, User, sort_key
from league.web.rows import row_or_404


def people(today: date) -> QuerySet[Person]:
    """Return all persons by name but erased and merged ones, with `memberships_now` (none for
    guests and for those who `was_member`) and `offices_now`.
    """
    holding = Membership.objects.on(today).filter(person=OuterRef("pk"))
    before = Membership.objects.filter(person=OuterRef("pk"), start__lte=today)
    return (
        Person.objects.filter(erased_at=None, merge=None)
        .annotate(is_member_now=Exists(holding), was_member=Exists(before))
        .prefetch_related(
            Prefetch(
                "memberships",
                queryset=Membership.objects.on(today).select_related("kind"),
                to_attr="memberships_now",
            ),
            Prefetch("offices", queryset=Office.objects.on(today), to_attr="offices_now"),
        )
        .select_related("user")
    )


def people_for(user: Any, today: date) -> QuerySet[Person]:
    """Return the people that a user sees by name: the club, and those invited to an evening.

    A person who only registered for a tournament chose the name shown there, and a player of
    another club's team came for that, so only those who run evenings see them here.
    """
    if may_run_evenings(user, today):
        return people(today)
    asked = Participation.objects.filter(event__kind=Event.Kind.EVENING)
    return people(today).filter(
        Q(user__isnull=False, user=user.pk)
        | Q(pk__in=Membership.objects.values("person"))
        | Q(pk__in=Office.objects.values("person"))
        | Q(pk__in=asked.values("person"))
    )


def narrowed(persons: QuerySet[Any], search: str, who: str) -> QuerySet[Any]:
    """Return those of the persons whose name has the words in it, and who are members, former ones
    or guests as `who` says; any other `who` means all.
    """
    for word in sort_key(search).split():
        persons = persons.filter(sort_key__contains=word)
    if who == "members":
        return persons.filter(is_member_now=True)
    if who == "former":
        return persons.filter(is_member_now=False, was_member=True)
    if who == "guests":
        return persons.filter(was_member=False, is_member_now=False)
    return persons


def members(today: date) -> QuerySet[Person]:
    """Return those who may be expected at an evening: members who count as active or passive."""
    return Person.objects.filter(
        pk__in=Membership.objects.on(today)
        .filter(
            kind__counts_as__in=[MembershipKind.CountsAs.ACTIVE, MembershipKind.CountsAs.PASSIVE]
        )
        .values("person")
    )


def guests(event: Event) -> frozenset[int]:
    """Return those of an event, by person, who are no members on its day. One query."""
    holding = Membership.objects.on(event.business_date).values("person")
    here = Participation.objects.filter(event=event).exclude(person__in=holding)
    return frozenset(here.values_list("person_id", flat=True))


def possible_hosts(event: Event, today: date) -> QuerySet[Person]:
    """Return members, and the present host."""
    return Person.objects.filter(Q(pk__in=members(today).values("pk")) | Q(pk=event.host_id))


def get_person_for(user: Any, pk: int, today: date) -> Person:
    """Return a user's own record, or for a member of the club all that he sees by name. Of a record
    that was merged with another, that other one.
    """
    own = person_of(user)
    pk = PersonMerge.objects.kept_key(pk)
    if own is not None and own.pk == pk:
        return own
    person = people_for(user, today).filter(pk=pk).first() if is_member(user, today) else None
    if person is None:
        raise Http404
    return person


def called(name: str) -> Person | None:
    """Return the person with a typed name: for a merged record, the one that stays."""
    person = Person.objects.filter(sort_key=sort_key(name)).first()
    if person is None or (merge := PersonMerge.objects.filter(absorbed=person).first()) is None:
        return person
    return merge.kept


def merges_into(person: Person) -> QuerySet[PersonMerge]:
    """Return the merges into this record, with their authors."""
    return person.merges.select_related("absorbed", "merged_by__person")


def old_lines_of(person: Person) -> QuerySet[OldTableLine]:
    """Return a person's lines in tables of before the app."""
    return OldTableLine.objects.filter(person=person).select_related("table").order_by("-table")


def get_person_to_show(user: Any, pk: int, today: date) -> Person:
    """Return the person whose name in public the user may choose: the own and, for those without a
    login, any for keepers of the list of people. Else 404.
    """
    own = person_of(user)
    if own is not None and own.pk == pk:
        return own
    person = row_or_404(Person.objects, pk=pk, user=None, merge=None)
    if not holds(user, KEEPS_PEOPLE, today):
        raise Http404
    return person


def get_office_for(user: Any, pk: int, today: date) -> Office:
    office: Office = row_or_404(Office.objects.select_related("person"), pk=pk)
    if not holds(user, KEEPS_PEOPLE, today):
        raise Http404
    return office


def logins(today: date) -> list[tuple[User, str]]:
    """Return every login of a person with the offices of today in words, for the demo's list."""
    offices: dict[int, list[str]] = {}
    for office in Office.objects.on(today):
        offices.setdefault(office.person_id, []).append(office.get_role_display())
    users = User.objects.filter(is_active=True, person__isnull=False).select_related("person")
    return [(user, ", ".join(offices.get(user.person.pk, []))) for user in users.order_by("pk")]
