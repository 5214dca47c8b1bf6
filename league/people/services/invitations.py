"""Writes about invitations: made with the person, by mail or by a link, and accepted once."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.people.models.invitations import Invitation
from league.people.models.people import Person

State = Invitation.State
# The time for which a link works.
VALID = timedelta(days=30)


def invite(*, person: Person, by: Person | None, now: datetime) -> Invitation:
    """Invite the person, once more if that was done before: the earlier link works no more.

    By mail if the person has a login, else by a link that is handed over. Locks the person.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True, of=["self"]).get(pk=person.pk)
        _end(Invitation.objects.filter(person__pk=person.pk), State.WITHDRAWN, now)
        return Invitation.objects.create(
            person=person,
            state=State.MAILED if person.user_id else State.BY_HAND,
            made_at=now,
            made_by=by,
            ends_at=now + VALID,
        )


def withdraw(*, person: Person, now: datetime) -> None:
    """Withdraw the link of the person. One statement; repeatable."""
    _end(Invitation.objects.filter(person=person), State.WITHDRAWN, now)


def accept(*, invitation: Invitation, by_link: bool, now: datetime) -> Invitation:
    """Accept an invitation, by its link or with an address: once. Locks the invitation.

    IllegalError if the link works no more, or its person can log in and may not come in by it.
    """
    with transaction.atomic():
        invitation = (
            Invitation.objects.select_related("person", "made_by")
            .select_for_update(no_key=True, of=["self"])
            .get(pk=invitation.pk)
        )
        if not invitation.is_open or invitation.ends_at <= now:
            raise IllegalError("invitation_over", _("This invitation is no longer valid."))
        if invitation.person.user_id and not by_link:
            raise IllegalError("has_login", _("You can log in already."))
        _end(Invitation.objects.filter(pk=invitation.pk), State.ACCEPTED, now)
        if by_link:
            Invitation.objects.filter(pk=invitation.pk).update(by_link=True)
        return invitation


def opened(*, invitation: Invitation, now: datetime) -> None:
    """Note that its page was looked at. One statement; repeatable."""
    seen = Invitation.objects.filter(pk=invitation.pk, opened_at=None)
    seen.filter(state__in=Invitation.OPEN).update(opened_at=now)


def logged_in(*, person: Person, now: datetime) -> None:
    """Accept the invitation of a person who logs in. One statement; repeatable."""
    _end(Invitation.objects.filter(person=person), State.ACCEPTED, now)


def _end(invitations: QuerySet[Invitation], state: State, now: datetime) -> None:
    invitations.filter(state__in=Invitation.OPEN).update(state=state, done_at=now)
