"""Reading who was asked in."""

from league.people.models.invitations import Invitation
from league.people.models.people import Person


def last_invitation(person: Person) -> Invitation | None:
    """The newest of a person, open or not."""
    return person.invitations.select_related("made_by").order_by("-pk").first()


def invitation_of(number: int) -> Invitation | None:
    """The one that a link names, with its person."""
    return Invitation.objects.select_related("person__user", "made_by").filter(pk=number).first()
