"""Words about people: since when something holds, and what is wrong with a list of them."""

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.people.models.people import Dated

ROLES: dict[str, str | Promise] = {
    "": _("– not needed –"),
    "name": _("Name"),
    "first": _("First name"),
    "last": _("Last name"),
    "email": _("Email"),
    "kind": _("Membership"),
    "start": _("Member since"),
    "street": _("Street and number"),
    "postcode": _("Postcode"),
    "town": _("Town"),
}
PROBLEMS: dict[str, str | Promise] = {
    "name": _("no name"),
    "name_long": _("The name is too long or contains an invisible character."),
    "email": _("This is no email address."),
    "start": _("This is no day."),
    "kind": _("There is no such kind of membership."),
    "twice": _("This name is on the list twice."),
    "email_twice": _("This address is on the list twice."),
    "email_taken": _("Somebody already logs in with this email address."),
}
FAULTS: dict[str, str | Promise] = {
    "columns_name": _("Say which column has the name."),
    "columns_twice": _("Two columns are the same."),
    "empty": _("There is nobody on this list."),
    "too_large": _("The file is too large: 2 MB at most."),
    "too_many_lines": _("The list is too long: 1000 lines at most."),
    "unreadable": _("This file cannot be read. Save it as CSV, or paste the list."),
}


def since(dated: Dated) -> str:
    """Since when a membership or an office holds, and on which day it ended."""
    begun = gettext("since %(day)s") % {"day": date_format(dated.start, gettext("j M Y"))}
    if dated.end is None:
        return begun
    return begun + gettext(", ended on %(day)s") % {"day": date_format(dated.end, gettext("j M Y"))}
