"""Write the year before the demo club's season: a few bookings, and its end up to the discharge.

Nothing here is left to chance. It leaves the till as the first evening finds it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from config.demo import assembly
from config.demo.books import Spent, coins, receipt
from config.demo.till import Till
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.books.services import cashbook
from finance.cash import services as counting
from finance.years.queries import audits as queries
from finance.years.queries.matters import open_matters
from finance.years.services import audits, yearend
from league.people.models.people import User

# Money on the second of January, then income and expenses by month.
OPENED = (("cash", 6_500), ("bank", 115_000))
SPENT = {
    3: Spent("material", 2_490, "cash", "Würfelhaus Knobel", "Drei Lederbecher"),
    5: Spent("venue", 8_000, "bank", "Anker Gaststätten", "Vereinsraum für das Jahr"),
    8: Spent("drinks", 1_560, "cash", "Getränke Tresen", "Apfelschorle zum Flohmarkt"),
    12: Spent("bank_fees", 770, "bank", "Bank am Markt", "Kontoführung für das Jahr"),
}
CAME = {
    8: ("other_income", 6_000, "cash", "Erlös vom Flohmarkt"),
    11: ("gifts", 20_000, "bank", "Spende der Brauerei"),
}
SEED, DRAWN = "421 665 311 643 222 541", 6
BEFORE, MEETING = timedelta(days=30), timedelta(days=7)
QUESTION, ANSWER = "Wofür waren die?", "Die alten waren gerissen; sie liegen im Vereinsschrank."
FINDING = "Zu den Anfangsbeständen liegt kein Beleg."
EXPLAINED = "Von der Kneipe kommt dafür keine Quittung mehr."
SETTLED = "Der Kontoauszug vom Jahresanfang ist im Ordner."


def year_before(first: date) -> int:
    """Return the last year that was over when it was audited, a month before the first evening."""
    return (first - BEFORE).year - 1


def enter_last_year(till: Till, year: int) -> None:
    """Open the books and enter the year, as the treasurer of that time."""
    till = replace(till, keeper=_user(till, "Hilde Tresen"))
    for money, cents in OPENED:
        cashbook.open_book(
            money=money, amount=cents, client_id=f"demo-open-{money}", **_at(till, date(year, 1, 2))
        )
    for month in range(1, 13):
        how = _at(till, date(year, month, 14))
        if came := CAME.get(month):
            account, cents, into, text = came
            cashbook.record_income(
                account=account,
                amount=cents,
                paid_into=into,
                text=text,
                client_id=f"demo-came-{year}-{month}",
                **how,
            )
        if spending := SPENT.get(month):
            cashbook.record_expense(
                account=spending.account,
                amount=spending.cents,
                paid_from=spending.paid_from,
                text=spending.what,
                voucher=receipt(spending, how["day"]),
                client_id=f"demo-spent-{year}-{month}",
                **how,
            )
    last = date(year, 12, 31)
    counting.count_cash(
        pieces=coins(balance("cash")),
        seen=balance("cash"),
        reason="",
        client_id=f"demo-count-{year}",
        by=till.keeper,
        day=last,
        now=till.noon(last),
    )


def _at(till: Till, day: date) -> dict[str, Any]:
    return {"day": day, "by": till.keeper, "today": day, "now": till.noon(day)}


def _user(till: Till, name: str) -> User:
    user = till.people[name].user
    assert user is not None, "whoever holds an office can log in"
    return user


def end(till: Till, year: int, first: date) -> None:
    """End the year: draft, board, two auditors with a sample, a question, its answer, meeting."""
    day = first - BEFORE
    clock = _clock(till.noon(day))
    kadir, anke = _user(till, "Kadir Münzer"), _user(till, "Anke Brettschneider")
    paula, magda = _user(till, "Paula Haken"), _user(till, "Magda Schüttelmeier")
    said = _said(year, day)
    yearend.draft_year(year=year, by=kadir, today=day, now=clock(), said=said)
    yearend.confirm_year(year=year, by=anke, now=clock(), said=said)
    audits.draw_sample(
        year=year, seed=SEED, size=DRAWN, by=paula, client_id="demo-sample", today=day, now=clock()
    )
    asked = _ask(year, paula, day, clock)
    audits.answer_question(
        booking=asked, text=ANSWER, by=kadir, client_id="demo-answer", now=clock()
    )
    for auditor in (paula, magda):
        for audited_booking in queries.unsettled(year, auditor):
            _mark(audited_booking.booking, "fine", "", auditor, day, clock())
    finding = audits.add_finding(
        year=year, text=FINDING, by=paula, client_id="demo-finding", today=day, now=clock()
    )
    audits.settle_finding(finding=finding, how=SETTLED, by=magda, today=day, now=clock())
    for auditor in (paula, magda):
        yearend.sign_year(
            year=year, recommends=True, remark="", by=auditor, today=day, now=clock(), said=said
        )
    held_on = first - MEETING
    vote = assembly.hold(till, held_on)
    yearend.discharge_board(
        year=year,
        held_on=held_on,
        votes_for=vote.yes,
        votes_against=vote.no,
        abstained=vote.abstained,
        by=anke,
        today=held_on,
        now=till.noon(held_on + timedelta(days=1)),
        said=_said(year, held_on),
    )


def _said(year: int, day: date) -> yearend.Said:
    return dict.fromkeys(open_matters(year, day), EXPLAINED)


def _clock(start: datetime) -> Callable[[], datetime]:
    """Return a clock: each step comes some minutes after the one before."""
    moments = (start + timedelta(minutes=4 * step) for step in range(1_000))
    return lambda: next(moments)


def _ask(year: int, by: User, day: date, clock: Callable[[], datetime]) -> Transaction:
    """Ask about an expense of the sample."""
    spent = Transaction.Kind.EXPENSE
    asked = next(
        audited_booking.booking
        for audited_booking in queries.audited_bookings(year)
        if audited_booking.booking.kind == spent
    )
    _mark(asked, "question", QUESTION, by, day, clock())
    return asked


def _mark(booking: Transaction, mark: str, remark: str, by: User, day: date, now: datetime) -> None:
    audits.mark_booking(
        booking=booking,
        mark=mark,
        remark=remark,
        by=by,
        client_id=f"demo-{mark}-{booking.pk}-{by.pk}",
        today=day,
        now=now,
    )
