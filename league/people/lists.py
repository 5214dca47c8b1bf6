"""The list of people as a sheet: the columns of its page."""

from django.utils.translation import gettext_lazy as _

from league.files.lists import Column, Columns, joined
from league.people.models.people import Person


def _kind(person: Person) -> str:
    memberships = getattr(person, "memberships_now", [])
    return joined(str(membership.kind) for membership in memberships) or str(_("Guest"))


def _offices(person: Person) -> str:
    return joined(office.get_role_display() for office in getattr(person, "offices_now", []))


PEOPLE: Columns = (
    Column(_("Name"), lambda row: row.name),
    Column(_("Membership"), _kind),
    Column(_("Offices"), _offices),
)
