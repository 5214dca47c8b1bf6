"""A cash difference that a second person is asked about."""

from django.utils.translation import gettext as _

from finance.books.booking_labels import journal_name
from finance.cash.labels import agrees
from finance.cash.services import book_counted
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.web.money import euro


def register_kinds() -> None:
    register("difference", Kind(carry_out=book_counted, words=_difference))


def _difference(approval: Approval) -> str:
    values = approval.values
    return _("%(name)s counted %(amount)s in “%(till)s”, %(agrees)s") % {
        "name": approval.person.name,
        "amount": euro(values["counted"]),
        "till": journal_name(values["till"]),
        "agrees": agrees(values["counted"] - values["seen"]),
    }
