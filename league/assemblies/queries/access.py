"""Rights to see meetings and to act on them."""

from datetime import date
from typing import Any

from django.db.models import QuerySet

from league.access.queries.rights import CHANGES_CLUB, KEEPS_PEOPLE, holds, is_member, person_of
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.models.meeting import Candidacy
from league.assemblies.models.minutes import Minutes
from league.people.models.people import Office, Person
from league.web.rows import row_or_404


def may_see(user: Any, today: date) -> bool:
    """Return True for members and the board: meetings are their matter."""
    return is_member(user, today) or holds(user, Office.BOARD, today)


def assemblies_for(user: Any, today: date) -> QuerySet[Assembly]:
    assemblies = Assembly.objects.select_related("rule", "chaired_by", "kept_by", "minutes")
    return assemblies if may_see(user, today) else assemblies.none()


def get_assembly_for(user: Any, pk: int, today: date) -> Assembly:
    return row_or_404(assemblies_for(user, today), pk=pk)


def get_item_for(user: Any, pk: int, item: int, today: date) -> AgendaItem:
    """Return an item of this meeting, for a user who may run the meeting's evening."""
    assembly = get_assembly_for(user, pk, today)
    agenda_item = row_or_404(AgendaItem.objects, assembly=assembly, pk=item)
    agenda_item.assembly = assembly
    return agenda_item


def get_candidacy(assembly: int, pk: int) -> Candidacy:
    """Return a candidacy for an item of this meeting.

    The caller has checked the right to run its evening.
    """
    candidacies = Candidacy.objects.select_related("item__assembly__rule", "person")
    return row_or_404(candidacies, item__assembly=assembly, pk=pk)


def may_call(user: Any, today: date) -> bool:
    """Return True if the user may call meetings.

    That includes changes of their agenda, invitations, and the entry of who takes an office.
    """
    return holds(user, KEEPS_PEOPLE, today)


def may_set_rules(user: Any, today: date) -> bool:
    return holds(user, CHANGES_CLUB, today)


def may_run(user: Any, assembly: Assembly, today: date) -> bool:
    """Return True if the user may note attendance, count, and write the minutes.

    These are the board, and the two whom the meeting chose for it, though their office may have
    ended with an election.
    """
    me = person_of(user)
    chosen = me is not None and me.pk in (assembly.chaired_by_id, assembly.kept_by_id)
    return chosen or holds(user, Office.BOARD, today)


def may_hand_in(user: Any, assembly: Assembly, today: date) -> bool:
    """Return True for members, as long as motions are taken."""
    until = assembly.motions_until
    return (
        is_member(user, today)
        and assembly.is_called
        and assembly.day >= today
        and (until is None or today <= until)
    )


def own_motions(user: Any, assembly: Assembly) -> QuerySet[AgendaItem]:
    me: Person | None = person_of(user)
    return AgendaItem.objects.filter(assembly=assembly, proposed_by=me).exclude(proposed_by=None)


def signed_minutes(assembly: Assembly) -> Minutes | None:
    return Minutes.objects.filter(assembly=assembly).first()


def may_read_minutes(user: Any, assembly: Assembly, today: date) -> bool:
    """Return True for those who run the meeting, and for members once the minutes are released."""
    if may_run(user, assembly, today):
        return True
    minutes = signed_minutes(assembly)
    return minutes is not None and minutes.released_at is not None
