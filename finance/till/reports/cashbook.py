"""Kassenbuch: every booking of a year on paper, in the order of the days, with its two sides."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from finance.books import chart
from finance.books.labels import money
from finance.books.models.ledger import JournalYear
from finance.books.queries import bookings
from league.club.queries import club_name, paper_head
from league.errors import IllegalError
from league.reports.models import Report
from league.reports.paper import Paper, Tell, moment, page_words, short_day

# So many fill some three hundred pages. A longer book is read as a file.
MOST = 10_000
TELL_AFTER = 500


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    year = report.subject
    number = bookings.count(year)
    if number > MOST:
        raise IllegalError(
            "too_many_bookings",
            _(
                "This year holds %(n)s bookings. Nobody prints that many: take the list from "
                "“Exports” as Excel or CSV."
            )
            % {"n": number},
        )
    title = _("Booking list %(year)s") % {"year": year}
    rows = []
    for at, row in enumerate(_rows(year)):
        rows.append(row)
        if at % TELL_AFTER == 0:
            tell(min(99, 100 * at // max(1, number)))
    head = paper_head()
    when = pgettext("on paper", "As of %(when)s") % {"when": moment(now)}
    data = {
        "over": _("All books of the till"),
        "title": title,
        "under": ngettext("One booking", "%(n)s bookings", len(rows)) % {"n": len(rows)},
        "paper_head": asdict(head),
        "foot": f"{head.letterhead} · {title} · {when}",
        "columns": [
            _("Booking"),
            _("Date"),
            _("What"),
            _("Debit"),
            pgettext("side of an account", "Credit"),
            _("Amount"),
        ],
        "rows": rows,
        "hashes": [
            f"{journal.journal} {journal.last_number} {journal.last_hash}"
            for journal in JournalYear.objects.filter(year=year, last_number__gt=0)
        ],
        "words": {
            "page": page_words(),
            "hashes": _("The last checksums of the books"),
        },
    }
    return Paper(f"{title}, {club_name()}", data, template="cashbook")


def _rows(year: int) -> Iterator[list[str]]:
    """Yield one line for each booking: number, day, what, and which accounts against which."""
    accounts, names = bookings.accounts(), bookings.Names()
    for booked in bookings.stream(year):
        sides: tuple[list[str], list[str]] = ([], [])
        total, unit = 0, chart.EUR
        for line in booked.lines:
            account = accounts[line.account]
            unit = chart.account(account.code).unit
            person = names.person(account, booked.day)
            text = names.account(account, booked.day)
            sides[line.amount < 0].append(f"{text}: {person}" if person else text)
            total += max(0, line.amount)
        what = f"{booked.what}: {booked.text}" if booked.text else booked.what
        yield [
            booked.label,
            short_day(booked.day),
            what,
            ", ".join(sides[0]),
            ", ".join(sides[1]),
            money(total, unit),
        ]
