"""The comparison of book and money on the auditors' page, without a page."""

from datetime import date

import pytest

from finance.books import chart
from finance.years.audit_labels import compared
from finance.years.queries.year_figures import Agreed

pytestmark = pytest.mark.usefixtures("english")

DAY = date(2026, 12, 31)


@pytest.mark.parametrize(
    ("code", "more", "note", "amount", "tag"),
    [
        ("cash", {}, "not counted", "€10.00", ""),
        ("bank", {}, "no statement imported", "€10.00", ""),
        ("cash", {"actual": 1000}, "on 31 Dec 2026 by the book €10.00", "", "right"),
        ("cash", {"actual": 900}, "on 31 Dec 2026 by the book €10.00", "", "Difference −€1.00"),
        (
            "bank",
            {"actual": 1000, "source": "december.csv"},
            "statement of 31 Dec 2026: €10.00, by the book €10.00 · december.csv",
            "",
            "right",
        ),
    ],
)
def test_an_account_agrees_differs_or_has_nothing_to_compare(code, more, note, amount, tag):
    seen = compared(Agreed(chart.account(code), DAY, booked=1000, **more))
    assert (seen.note, seen.amount, seen.tag) == (note, amount, tag)
