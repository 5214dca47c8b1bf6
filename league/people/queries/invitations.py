"""Reading invitations, and the state of each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare

from league.access.tokens import invitation_code
from league.mail.models import Mail
from league.mail.queries import newest_about
from league.people.models.invitations import Invitation
from league.people.models.people import Person


@dataclass(frozen=True)
class Asked:
    """The newest invitation of a person and its mail; None before the first one. `came_at` is the
    person's last login, by an invitation or without.
    """

    invitation: Invitation | None
    mail: Mail | None = None
    came_at: datetime | None = None


def last_invitation(person: Person) -> Asked:
    """Return the newest of a person, open or not."""
    return last_invitations([person])[person.pk]


def last_invitations(persons: Sequence[Person]) -> dict[int, Asked]:
    """Return the newest of each of these, by the person's key. Two queries, with logins at hand."""
    of_these = Invitation.objects.filter(person__in=[person.pk for person in persons])
    newest = {asked.person_id: asked for asked in of_these.select_related("made_by").order_by("pk")}
    mailed = newest_about([asked.about for asked in newest.values()])
    return {
        person.pk: Asked(
            asked := newest.get(person.pk),
            mailed.get(asked.about) if asked is not None else None,
            person.user.last_login if person.user is not None else None,
        )
        for person in persons
    }


def people_invited(abouts: Iterable[str]) -> dict[str, str]:
    """Return the invited people's names by the `about` of their invitation's mail. One query."""
    keys = [
        about.removeprefix("invitation:") for about in abouts if about.startswith("invitation:")
    ]
    known = Invitation.objects.filter(pk__in=keys).select_related("person")
    return {asked.about: asked.person.name for asked in known}


def invitation_of(number: int) -> Invitation | None:
    """Return the one that a link names, with its person."""
    return Invitation.objects.select_related("person__user", "made_by").filter(pk=number).first()


def invitation_by_code(code: str, now: datetime) -> Invitation | None:
    """Return the open one whose code an officer read out, however it was typed."""
    typed = "".join(code.split()).replace("-", "").upper()
    still = Invitation.objects.filter(state__in=Invitation.OPEN, ends_at__gt=now)
    for asked in still.select_related("person__user"):
        if constant_time_compare(invitation_code(asked.pk), typed):
            return asked
    return None
