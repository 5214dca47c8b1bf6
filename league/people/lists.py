"""The list of people as a sheet: the columns of its page."""

from django.utils.translation import gettext_lazy as _

from league.files.lists import Column, Columns, joined
from league.people.models.people import Person


def _kind(person: Person) -> str:
    held = getattr(person, "memberships_now", [])
    return joined(str(one.kind) for one in held) or str(_("Guest"))


def _offices(person: Person) -> str:
    return joined(one.get_role_display() for one in getattr(person, "offices_now", []))


PEOPLE: Columns = (
    Column(_("Name"), lambda row: row.name),
    Column(_("Membership"), _kind),
    Column(_("Offices"), _offices),
)
