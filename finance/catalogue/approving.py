"""The catalogue's questions to a second person."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from finance.catalogue.services.excuses import excuse_oneself
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.events.models import Event


def register_kinds() -> None:
    register("excuse", Kind(carry_out=excuse_oneself, words=_excuse))


def _excuse(approval: Approval) -> str:
    event = Event.objects.get(pk=approval.values["thing"])
    day = date_format(event.business_date, "SHORT_DATE_FORMAT")
    return _("%(name)s does not want to pay for the own absence on %(day)s") % {
        "name": approval.person.name,
        "day": day,
    }
