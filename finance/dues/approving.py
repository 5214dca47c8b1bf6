"""What dues ask a second person about."""

from django.utils.translation import gettext as _

from finance.dues.services import reduce_own_dues
from league.approvals.models import Approval
from league.approvals.queries import Kind, register


def register_kinds() -> None:
    register("reduction", Kind(carry_out=reduce_own_dues, words=_reduction))


def _reduction(approval: Approval) -> str:
    return _("%(name)s wants to pay only %(percent)s %% of the dues") % {
        "name": approval.person.name,
        "percent": approval.values["percent"],
    }
