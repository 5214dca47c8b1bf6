"""Acts of the league that need a second person: each kind with its deed, its words, its mails."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.people import mails
from league.people.models.people import Office
from league.people.services import addresses, people
from league.results.models.second_look import Objection
from league.results.services import confirming


def register_kinds() -> None:
    register(
        "address",
        Kind(
            carry_out=addresses.carry_out,
            words=_address,
            tell=mails.tell_address,
            lapses=True,
            person_refuses=True,
        ),
    )
    register("office", Kind(carry_out=people.carry_out_office, words=_office))
    register("problem", Kind(carry_out=confirming.carry_out_ruling, words=_problem))


def _address(approval: Approval) -> str:
    by, person = approval.proposed_by, approval.person
    if approval.values["first"]:
        return _("%(by)s gives %(name)s a login") % {
            "by": by.name if by else "–",
            "name": person.name,
        }
    if by is None or by == person:
        return _("%(name)s changes the address to log in with") % {"name": person.name}
    return _("%(by)s changes the address that %(name)s logs in with") % {
        "by": by.name,
        "name": person.name,
    }


def _office(approval: Approval) -> str:
    return _("%(name)s takes the office “%(role)s”, from %(day)s") % {
        "name": approval.person.name,
        "role": Office.Role(approval.values["role"]).label,
        "day": date_format(date.fromisoformat(approval.values["start"]), "SHORT_DATE_FORMAT"),
    }


def _problem(approval: Approval) -> str:
    outcome = Objection.Outcome(approval.values["outcome"])
    return _("%(name)s rules on a problem reported in person: %(outcome)s") % {
        "name": approval.person.name,
        "outcome": outcome.label,
    }
