"""The state of an act in a person's own matter, in words."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.approvals.models import Approval, ApprovalStep


def state(approval: Approval, due: datetime | None, *, is_due: bool) -> str:
    """Return the state in words.

    `due` is the moment at which the act happens by itself; None if it waits for a person, or for
    nothing.
    """
    if is_due and due is not None:
        day = date_format(timezone.localtime(due), "SHORT_DATE_FORMAT")
        return _("due since %(day)s, not carried out yet") % {"day": day}
    if due is not None:
        day = date_format(timezone.localtime(due), "SHORT_DATETIME_FORMAT")
        return _("waiting for a second person, otherwise it holds from %(day)s") % {"day": day}
    if approval.is_waiting:
        return _("waiting for a second person")
    return approval.get_state_display()


def step(step: ApprovalStep) -> str:
    """Return the outcome of a step, by whom, and how if it was not a second person."""
    if step.how == ApprovalStep.How.BOOKED:
        return step.get_how_display()
    is_done = step.state == Approval.State.DONE
    parts = [_("carried out") if is_done else step.get_state_display()]
    if step.by is not None:
        parts.append(step.by.name)
    if step.how != ApprovalStep.How.PERSON:
        parts.append(step.get_how_display())
    return ", ".join(parts)
