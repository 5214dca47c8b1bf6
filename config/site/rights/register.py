"""List the club's rights, each with the question that its pages ask and the offices that give it.

A right is a function of a login and a day that a permission check uses; nothing is decided here. A
test compares the list with every address (`tests/site/test_rights_page.py`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from finance.books.queries.access import (
    POSTS,
    READS,
    may_post,
    may_read,
    may_see_rounds,
    may_see_year_ends,
)
from finance.years.queries.audits import may_audit
from league.access.queries import rights
from league.access.queries.rights import holds, is_member, person_of
from league.people.models.people import Office

Role = Office.Role


@dataclass(frozen=True)
class Right:
    """A right; `roles` are the offices that can give it, none for a login or membership."""

    code: str
    label: str | Promise
    may: Callable[[Any, date], bool]
    roles: tuple[str, ...] = ()


def _by_office(code: str, label: str | Promise, roles: Iterable[str]) -> Right:
    offices = tuple(roles)
    return Right(code, label, lambda user, today: holds(user, offices, today), offices)


RIGHTS = (
    Right("own", _("Own account, own data, own devices"), lambda user, _day: bool(person_of(user))),
    Right("member", _("See evenings, tables, people and figures of the club"), is_member),
    _by_office(
        "run",
        _("Run evenings and the entrance of tournaments, enter every card"),
        rights.RUNS_EVENINGS,
    ),
    _by_office("rule", _("Decide on problems, open what is confirmed"), rights.RULES_GAMES),
    _by_office("direct", _("Direct tournaments and leagues of teams"), rights.DIRECTS),
    _by_office(
        "keep",
        _("Add and invite people, give offices, change and erase data"),
        rights.KEEPS_PEOPLE,
    ),
    _by_office("mails", _("See and stop mails, print letters"), rights.SEES_MAILS),
    _by_office("security", _("Read the security log and this page"), rights.READS_SECURITY),
    _by_office("club", _("Change what the club says of itself"), rights.CHANGES_CLUB),
    _by_office("seasons", _("Say how a season counts, close it"), rights.CLOSES_SEASONS),
    _by_office(
        "stakes",
        _("Say what games cost and how the till is kept, decide objections"),
        rights.SETS_STAKES,
    ),
    Right("rounds", _("See which rounds are due"), may_see_rounds, tuple(Role.values)),
    Right("read_till", _("Read the till: everybody’s money"), may_read, (*READS, Role.CHAIR)),
    Right("post", _("Book money"), may_post, POSTS),
    Right("years", _("See the years of the till"), may_see_year_ends, (*READS, Role.CHAIR)),
    Right("audit", _("Audit the till"), may_audit, (Role.AUDITOR,)),
)
# Rights that come from neither office nor membership, as the page lists them.
BESIDE: dict[str, str | Promise] = {
    "devices": _("Devices and passkeys"),
    "program": _("Programs that read along"),
    "hall": _("A hall’s program at a tournament"),
    "invitation": _("Invitation that is open"),
    "seat": _("Seat at a table"),
    "phone": _("Phone on a table’s link"),
    "captain": _("Captain of a team"),
    "audits": _("Auditor of a year"),
    "later": _("Office that begins later"),
    "no_login": _("Office without a login"),
    "locked": _("Login that is locked"),
}
