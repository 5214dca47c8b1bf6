"""A line of the bank with another's name, put onto the own account: a second person is asked."""

from django.utils.translation import gettext as _

from finance.bank.models.bank import BankLine
from finance.bank.services.own import book_confirmed
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.web.money import euro


def register_kinds() -> None:
    register("bank_line", Kind(carry_out=book_confirmed, words=_line))


def _line(approval: Approval) -> str:
    line = BankLine.objects.select_related("text").filter(pk=approval.values["thing"]).first()
    own = dict(approval.values["shares"]).get(approval.person_id, 0)
    return _("%(name)s books %(amount)s from “%(payer)s” for the own account") % {
        "name": approval.person.name,
        "amount": euro(own),
        "payer": (line.text.name if line else "") or "–",
    }
