"""Reading the club's link and the requests made with it."""

from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext

from league.access.queries.rights import may_keep_people
from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.people.models.joining import ClubInvitation, JoinRequest
from league.people.models.people import Person
from league.people.queries.recognition import recognise
from league.web.changes import STATES, Change, by_whom, step
from league.web.rows import row_or_404


def open_invitation(now: datetime) -> ClubInvitation | None:
    """Return the link in force; None without one, or if it has ended."""
    return ClubInvitation.objects.filter(revoked_at=None, ends_at__gt=now).first()


def changes_of_links() -> list[Change]:
    """Return the history of the links with its authors, the newest first. Two queries."""
    links = {
        str(link.pk): link for link in ClubInvitation.objects.select_related("made_by__person")
    }
    names = {pk: gettext("no. %(number)s") % {"number": pk} for pk in links}
    made = [
        Change(link.made_at, by_whom(link.made_by), step(names[pk], "", STATES["used"]))
        for pk, link in links.items()
    ]
    ended = setting_changes(ClubChange.Matter.LINK, dict.fromkeys(links, "ended"))
    made += [change.worded(names[change.code], lambda state: STATES[state]) for change in ended]
    return sorted(made, key=lambda change: change.at, reverse=True)


def invitation_by(number: int, now: datetime) -> ClubInvitation | None:
    """Return the link that an address names, while it works. Raise Http404 if it never existed."""
    invitation = row_or_404(ClubInvitation.objects, pk=number)
    works = invitation.revoked_at is None and invitation.ends_at > now
    return invitation if works else None


def waiting_requests() -> QuerySet[JoinRequest]:
    """Return the requests without an answer, the earliest first."""
    return JoinRequest.objects.filter(state=JoinRequest.State.WAITING).order_by("pk")


def get_request_for(user: Any, pk: int, today: date) -> JoinRequest:
    request = row_or_404(waiting_requests(), pk=pk)
    if not may_keep_people(user, today):
        raise Http404
    return request


def may_be(request: JoinRequest, today: date) -> list[Person]:
    """Return persons without a login who may have made the request, the likeliest first."""
    (known,) = recognise([request.name], today)
    first = recognise([request.name.split()[0]], today)[0]
    persons = dict.fromkeys([*known.candidates, *first.candidates])
    return [person for person in persons if person.user_id is None]
