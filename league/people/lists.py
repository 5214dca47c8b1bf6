"""The list of people as a sheet: the columns of its page."""

from django.utils.translation import gettext_lazy as _

from league.files.lists import Column, Columns, joined
from league.people.models.people import Person


def _kind(person: Person) -> str:
    memberships = getattr(person, "memberships_now", [])
    without = _("former member") if getattr(person, "was_member", False) else _("Guest")
    return joined(str(membership.kind) for membership in memberships) or str(without)


def _offices(person: Person) -> str:
    return joined(office.get_role_display() for office in getattr(person, "offices_now", []))


PEOPLE: Columns = (
    Column(_("Name"), lambda row: row.name),
    Column(_("Membership"), _kind),
    Column(_("Offices"), _offices),
)
