"""Lines of the bank in the matter of who books them: they wait for a second person."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from finance.bank.models.bank import BankLine
from finance.bank.services.lines import Share, book_line
from finance.books.services.approvals import poster
from finance.errors import IllegalError
from league.approvals.models import Approval
from league.approvals.services import propose
from league.people.models.people import User


def ask_second(*, line: BankLine, shares: Sequence[Share], by: User, now: datetime) -> Approval:
    """Record for whom a line is to be booked; while one waits a repeat answers with that."""
    return propose(
        kind="bank_line",
        about=f"bank_line:{line.pk}",
        person=by.person,
        by=by.person,
        values={"thing": line.pk, "shares": [[share.person, share.cents] for share in shares]},
        now=now,
    )


def book_confirmed(approval: Approval, now: datetime) -> None:
    """Book a line as a second person confirmed it; IllegalError where its import was undone."""
    by, today = poster(approval, now)
    line = BankLine.objects.filter(pk=approval.values["thing"]).first()
    if line is None:
        raise IllegalError("import_undone", _("This import was undone meanwhile."))
    book_line(
        line=line,
        shares=[Share(person, cents) for person, cents in approval.values["shares"]],
        client_id=f"approval:{approval.pk}",
        by=by,
        today=today,
        now=now,
        confirmed=True,
    )
