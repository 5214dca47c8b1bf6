"""The first person of an empty club. From then on the board takes people in."""

from datetime import date

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import StakeAnswer
from league.club.services import describe
from league.errors import IllegalError, InvalidError
from league.people.models.kinds import MembershipKind
from league.people.models.people import Office, Person
from league.people.services import people


def lock_founding() -> None:
    """Let only one at a time fill an empty database, until the transaction ends.

    An empty club has no row of its own to lock, so it is one that every migrated database has.
    """
    list(
        ContentType.objects.select_for_update(no_key=True).filter(
            app_label="league", model="person"
        )
    )


def found_club(
    *,
    name: str,
    email: str,
    club: str,
    town: str = "",
    today: date,
) -> Person:
    """Create the club's first member, who holds the chair and can log in. Locks the founding.

    `club` is its name. The club is asked for the costs of its games; until it answers no one is
    charged money for one.

    IllegalError if the club has people already, InvalidError for a name or an address.
    """
    with transaction.atomic():
        lock_founding()
        if Person.objects.exists():
            raise IllegalError(
                "already_founded",
                _("The club has been founded already. The board adds new people."),
            )
        person = people.create_member(
            name=name, email=email, kind=MembershipKind.CountsAs.ACTIVE, start=today
        )
        people.appoint(person=person, role=Office.Role.CHAIR, start=today)
        _describe(club, town)
        StakeAnswer.objects.create(kind=StakeAnswer.Kind.ASKED)
        return person


def _describe(club: str, town: str) -> None:
    """Name the field that is wrong by its name here, where `name` is the person's."""
    try:
        describe(name=club, town=town)
    except InvalidError as error:
        field = "club" if error.field == "name" else error.field
        raise InvalidError(error.code, str(error), field=field) from error
