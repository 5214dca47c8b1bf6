"""Open matters of a year, which every signature has to see."""

from datetime import date

from django.db.models import F, Sum

from finance.bank.queries.bank import open_lines
from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.queries.vouchers import bookings_without_voucher, not_reversed_in_its_year
from finance.years.matters import Code, Matter, explained
from finance.years.models import YearMatter
from finance.years.queries.audits import counting, steps_of
from finance.years.queries.year_figures import agreed
from league.approvals.models import Approval
from league.approvals.queries import to_audit


def open_matters(year: int, today: date) -> list[Matter]:
    """Return the open matters of a year, one for each kind of which there is any."""
    bank = [found.difference for found in agreed(year, today) if not found.is_cash]
    bank = [cents for cents in bank if cents]
    booked = Transaction.objects.filter(
        not_reversed_in_its_year(), kind=Transaction.Kind.DIFFERENCE, head__year=year
    )
    differences = list(
        Posting.objects.filter(
            transaction__in=booked, account__code=F("transaction__head__journal")
        ).values_list("amount", flat=True)
    )
    own = [shown for shown in to_audit(year) if shown.approval.state in Approval.OPEN]
    proposals = Claim.objects.filter(
        state=Claim.State.PROPOSED, is_current=True, unit=chart.EUR, day__year=year
    )
    lines = open_lines().filter(day__year=year)
    counted: dict[Code, tuple[int, int]] = {
        "bank_difference": (len(bank), sum(bank)),
        "cash_difference": (len(differences), sum(differences)),
        "own_matters": (len(own), 0),
        "missing_vouchers": (bookings_without_voucher(year).count(), 0),
        "proposals": (proposals.count(), proposals.aggregate(cents=Sum("amount"))["cents"] or 0),
        "unmatched_lines": (
            lines.count(),
            lines.aggregate(cents=Sum(F("cents") - F("done")))["cents"] or 0,
        ),
    }
    return [Matter(code, count, cents) for code, (count, cents) in counted.items() if count]


def said_before(year: int) -> dict[Matter, str]:
    """Return the sentences of the steps that still count."""
    rows = YearMatter.objects.filter(step__in=counting(steps_of(year))).order_by("pk")
    return explained((Matter(row.code, row.count, row.cents), row.said) for row in rows)
