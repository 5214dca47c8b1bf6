"""Reading acts in a person's own matter: who may confirm them, and since when they are due.

Each kind of act is registered once, in an app's `ready`: this capability does not know the apps
above.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from league.access.queries.rights import (
    KEEPS_PEOPLE,
    RolesOnDay,
    day_of,
    holds,
    person_of,
    roles_of_everybody,
)
from league.approvals.models import Approval, ApprovalStep
from league.approvals.rules import WAITING, Login, due_at, second_persons
from league.club.queries import founded_at
from league.people.models.invitations import Invitation
from league.people.models.people import Office, Person


@dataclass(frozen=True)
class Kind:
    """The rules of an app for one kind of act.

    `carry_out` does it inside the transaction in which it is confirmed, and raises a LeagueError if
    that is no longer possible. `words` say it in one sentence. `tell` sends mails after a change.
    With `lapses` it happens after seven days though a second person could confirm it. `seen_by` are
    those who saw it happen, if they are told otherwise than by office.
    """

    carry_out: Callable[[Approval, datetime], object]
    words: Callable[[Approval], str]
    tell: Callable[[Approval], object] | None = None
    lapses: bool = False
    seen_by: Callable[[Approval], Iterable[int]] | None = None
    # True if the person concerned may refuse as well: the login of an address that changes.
    person_refuses: bool = False
    # Persons concerned who gain nothing by it: they confirm beside those of the rule.
    also_confirm: Callable[[Approval], Iterable[int]] | None = None


_KINDS: dict[str, Kind] = {}


def register(name: str, kind: Kind) -> None:
    _KINDS[name] = kind


def kind_of(approval: Approval) -> Kind:
    return _KINDS[approval.kind]


def logins(proposer: Person | None, now: datetime) -> list[Login]:
    """Return all who can log in now, as `proposer` may need them."""
    given = Approval.objects.filter(
        kind="address",
        proposed_by=proposer,
        proposed_at__gt=now - WAITING,
        state__in=[Approval.State.AT_ONCE, Approval.State.DONE],
    )
    new = set(given.values_list("person", flat=True)) if proposer is not None else set()
    # The keeper of the list could have opened the link of an invitation himself.
    links = Invitation.objects.filter(by_link=True, done_at__gt=now - WAITING)
    new |= set(links.values_list("person", flat=True))
    everybody = roles_of_everybody(day_of(now))
    persons = Person.objects.filter(user__is_active=True).order_by().values_list("pk", flat=True)
    return [
        Login(person, roles.offices, roles.is_member, is_new=person in new)
        for person in persons
        for roles in [everybody.get(person, RolesOnDay())]
    ]


def concerned(approval: Approval) -> frozenset[int]:
    """Return the persons an act is about and its proposer: none of them is a second person."""
    others = approval.values.get("concerned", [])
    return frozenset(
        pk for pk in (approval.person_id, approval.proposed_by_id, *others) if pk is not None
    )


def who_confirms(approval: Approval, now: datetime) -> frozenset[int]:
    """Return the keys of those who may confirm the act, as things are now."""
    out = concerned(approval)
    candidates = logins(approval.proposed_by, now)
    seen_by = kind_of(approval).seen_by
    if seen_by is not None:
        there = {login.person for login in candidates} & set(seen_by(approval)) - out
        if there:
            return frozenset(there)
    second = second_persons(candidates, out)
    also = kind_of(approval).also_confirm
    if also is None:
        return second
    able = {login.person for login in candidates if not login.is_new} - {approval.proposed_by_id}
    return second | (able & {*also(approval)})


def _due(approval: Approval, confirming: frozenset[int]) -> datetime | None:
    """Return the moment a waiting act happens by itself.

    None while it waits for one of `confirming`.
    """
    return due_at(
        approval.proposed_at,
        has_second=bool(confirming),
        lapses=kind_of(approval).lapses,
        founded_at=founded_at() or approval.proposed_at,
    )


def is_due(approval: Approval, now: datetime) -> bool:
    moment = _due(approval, who_confirms(approval, now))
    return moment is not None and moment <= now


@dataclass(frozen=True)
class Shown:
    """An act as one person sees it, with what that person may do."""

    approval: Approval
    words: str
    may_confirm: bool = False
    may_refuse: bool = False
    may_withdraw: bool = False
    takes_code: bool = False
    due: datetime | None = None
    is_due: bool = False

    @property
    def may_anything(self) -> bool:
        return self.may_confirm or self.may_refuse or self.may_withdraw

    @property
    def steps(self) -> list[ApprovalStep]:
        return list(self.approval.steps.all())


def approvals() -> QuerySet[Approval]:
    steps = ApprovalStep.objects.select_related("by").order_by("pk")
    return Approval.objects.select_related(
        "person__user", "proposed_by__user", "text"
    ).prefetch_related(Prefetch("steps", queryset=steps))


def shown_to(me: Person | None, approval: Approval, now: datetime) -> Shown:
    kind, words = kind_of(approval), kind_of(approval).words(approval)
    if me is None or approval.state not in Approval.OPEN:
        return Shown(approval, words)
    confirming, waiting = who_confirms(approval, now), approval.is_waiting
    second = me.pk in confirming
    moment = _due(approval, confirming) if waiting else None
    is_mine = me.pk in {approval.person_id, *approval.values.get("concerned", ())}
    return Shown(
        approval,
        words,
        may_confirm=second,
        may_refuse=waiting and (second or (kind.person_refuses and is_mine)),
        may_withdraw=waiting and me.pk == approval.proposed_by_id,
        takes_code=waiting and has_old_address(approval) and me.pk in concerned(approval),
        due=moment,
        is_due=moment is not None and moment <= now,
    )


def has_old_address(approval: Approval) -> bool:
    return approval.kind == "address" and bool(approval.text.old_email)


def open_for(user: Any, now: datetime) -> list[Shown]:
    """Return the acts that wait for this person, and those of this person that wait for another."""
    me = person_of(user)
    if me is None:
        return []
    queryset = approvals().filter(state__in=Approval.OPEN)
    return [shown for shown in (shown_to(me, each, now) for each in queryset) if shown.may_anything]


def get_approval_for(user: Any, pk: int, today: date, now: datetime) -> Shown:
    """Return an act for those who have to do with it.

    Auditors see each, and the board the addresses.
    """
    approval, me = approvals().filter(pk=pk).first(), person_of(user)
    if approval is None or me is None:
        raise Http404
    shown = shown_to(me, approval, now)
    looks = {Office.Role.AUDITOR, *(KEEPS_PEOPLE if approval.kind == "address" else ())}
    if shown.may_confirm or me.pk in concerned(approval) or holds(user, looks, today):
        return shown
    # The person who decided it finds it again: a tap may come twice.
    if approval.state not in Approval.OPEN and me.pk in who_confirms(approval, now):
        return shown
    raise Http404


def waiting_about(user: Any, now: datetime, *about: str) -> list[Shown]:
    """Return the acts about these things that wait or are unseen, as a page of theirs shows
    them.
    """
    queryset = approvals().filter(about__in=about, state__in=Approval.OPEN)
    return [shown_to(person_of(user), approval, now) for approval in queryset]


def waiting_of(user: Any, person: Person, kinds: Iterable[str], now: datetime) -> list[Shown]:
    """Return the same about a person's own matters of these kinds."""
    queryset = approvals().filter(person=person, kind__in=kinds, state__in=Approval.OPEN)
    return [shown_to(person_of(user), approval, now) for approval in queryset]


def waiting_address(person: Person) -> Approval | None:
    """Return the address that this person's login is to get."""
    return approvals().filter(about=f"address:{person.pk}", state=Approval.State.WAITING).first()


def addresses_of(person: Person) -> QuerySet[Approval]:
    """Return every change of this person's address, the newest first."""
    return approvals().filter(kind="address", person=person).order_by("-pk")


def to_audit(year: int) -> list[Shown]:
    """Return a year's acts for the auditors; unconfirmed ones come first, of earlier years too.

    Every change of an address is one; a first address that nothing had to wait for is none.
    """
    still_open = Q(state__in=Approval.OPEN, proposed_at__year__lt=year)
    of_year = Q(proposed_at__year=year) | still_open
    first_address = Q(state=Approval.State.AT_ONCE, values__first=True)
    queryset = approvals().filter(of_year).exclude(first_address).order_by("-pk")
    rank = {Approval.State.DONE: 0, Approval.State.WAITING: 1}
    ordered = sorted(queryset, key=lambda approval: rank.get(Approval.State(approval.state), 2))
    return [Shown(approval, kind_of(approval).words(approval)) for approval in ordered]
