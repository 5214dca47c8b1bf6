"""Writes after an election: its acceptance or refusal, and the office that follows."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.approvals.models import Approval
from league.assemblies.models.calling import AgendaItem
from league.assemblies.models.meeting import Candidacy
from league.assemblies.queries import meeting as queries
from league.assemblies.services.checks import lock_unsigned
from league.errors import IllegalError, InvalidError
from league.people.models.people import Office, Person
from league.people.services import people


def decline(*, candidacy: Candidacy, now: datetime) -> Candidacy:
    """Decline the election by the elected candidate: it is voted on again.

    Repeatable; locks the meeting.
    """
    with transaction.atomic():
        if (known := _elected(candidacy, Candidacy.Answer.DECLINED)) is not None:
            return known
        candidacy.answer, candidacy.answered_at = Candidacy.Answer.DECLINED, now
        candidacy.save(update_fields=["answer", "answered_at"])
        return candidacy


def accept(
    *,
    candidacy: Candidacy,
    start: date,
    replaces: Office | None,
    by: Person | None,
    now: datetime,
) -> Office | Approval | None:
    """Accept the election: the candidate has the office from `start` on, the one it `replaces` ends
    then.

    A candidate who was re-elected keeps the office that already runs. By the same rules as any
    appointment: a user's own office at the till waits for a second person, whom the answer names.
    Repeatable, and then gives the office. Locks the meeting and the persons. IllegalError as
    `people.appoint`, and for a candidate who was not elected.
    """
    with transaction.atomic():
        known = _elected(candidacy, Candidacy.Answer.ACCEPTED)
        if known is not None:
            return known.office
        item = candidacy.item
        if start < item.assembly.day:
            raise InvalidError(
                "start_before_it", _("Nobody takes office before the election."), field="start"
            )
        running = _running(item, candidacy.person, start)
        given: Office | Approval = running or people.give_office(
            person=candidacy.person,
            role=item.office,
            start=start,
            by=by,
            now=now,
            replaces=replaces,
        )
        candidacy.answer, candidacy.answered_at = Candidacy.Answer.ACCEPTED, now
        candidacy.start = start
        candidacy.office = given if isinstance(given, Office) else None
        candidacy.save(update_fields=["answer", "answered_at", "start", "office"])
        return given


def _running(item: AgendaItem, person: Person, start: date) -> Office | None:
    """Return the office of a re-elected holder, as it runs on without an end."""
    offices = Office.objects.on(start).filter(person=person, role=item.office, end=None)
    return offices.first()


def _elected(candidacy: Candidacy, answer: Candidacy.Answer) -> Candidacy | None:
    """Return the candidacy if it has this answer already.

    IllegalError unless it is asked for one.
    """
    lock_unsigned(candidacy.item.assembly)
    candidacy.refresh_from_db()
    if candidacy.answer == answer:
        return candidacy
    state = queries.state_of(candidacy.item)
    if state.elected is None or state.elected.pk != candidacy.pk or candidacy.answer:
        raise IllegalError("not_elected", _("Somebody else is elected by now."))
    return None
