"""Reading the kinds of membership."""

from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from league.access.queries.rights import KEEPS_PEOPLE, holds
from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.people.models.kinds import MembershipKind
from league.web.changes import STATES, Change
from league.web.rows import row_or_404


def kinds() -> list[MembershipKind]:
    """Return every kind that ever existed: first the three from the start, then the club's own."""
    there = {
        membership_kind.pk: membership_kind for membership_kind in MembershipKind.objects.all()
    }
    first = [there.pop(code) for code in MembershipKind.CountsAs.values if code in there]
    return first + list(there.values())


def changes_of(kinds: list[MembershipKind]) -> list[Change]:
    """Return the history of kinds (added, ended, reopened), the newest first. One query."""
    made = setting_changes(ClubChange.Matter.KIND, {kind.pk: kind.state for kind in kinds})
    names = {kind.pk: str(kind) for kind in kinds}
    return [
        change.worded(names[change.code], lambda state: STATES.get(state, "")) for change in made
    ]


def kinds_on(day: date) -> QuerySet[MembershipKind]:
    """Return those that a person can become on a day."""
    return MembershipKind.objects.filter(Q(ended_on=None) | Q(ended_on__gt=day))


def kind_names() -> dict[str, str]:
    """Return the name of each kind that ever existed, by its code."""
    return {kind.pk: str(kind) for kind in kinds()}


def kind_choices(day: date) -> list[tuple[str, str]]:
    """Return choices for a form: code and name of each that a person can become on a day."""
    open_ones = set(kinds_on(day).values_list("pk", flat=True))
    return [(kind.pk, str(kind)) for kind in kinds() if kind.pk in open_ones]


def get_kind_for(user: Any, code: str, today: date) -> MembershipKind:
    membership_kind = row_or_404(MembershipKind.objects, pk=code)
    if not holds(user, KEEPS_PEOPLE, today):
        raise Http404
    return membership_kind
