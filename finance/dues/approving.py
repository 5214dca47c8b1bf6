"""The acts on dues that a second person confirms."""

from django.utils.translation import gettext as _

from finance.dues.services import reduce_own_dues
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.web.money import euro


def register_kinds() -> None:
    register("reduction", Kind(carry_out=reduce_own_dues, words=_reduction))


def _reduction(approval: Approval) -> str:
    values, name = approval.values, approval.person.name
    if values.get("paid_by"):
        return _("%(name)s wants somebody else to pay the dues") % {"name": name}
    if values.get("cents"):
        return _("%(name)s wants to pay dues of %(amount)s") % {
            "name": name,
            "amount": euro(values["cents"]),
        }
    return _("%(name)s wants to pay only %(percent)s %% of the dues") % {
        "name": name,
        "percent": values["percent"],
    }
