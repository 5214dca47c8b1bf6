"""The year's end from several browsers at once, and while others go on booking."""

from datetime import UTC, date, datetime

import pytest

from finance.books.models.ledger import Closing
from finance.books.services.payments import take_payment
from finance.checks.books import check_books
from finance.errors import FinanceError
from finance.years.models import YearStep
from finance.years.queries import audits
from finance.years.services import audits as auditing
from finance.years.services import yearend
from tests.finance.books.test_writers import at_once
from tests.finance.club import build_club, client_id

pytestmark = pytest.mark.django_db(transaction=True)

YEAR = 2025
TODAY = date(2026, 3, 10)
NOW = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)


@pytest.fixture
def club():
    club = build_club()
    club.join("bea", role="auditor")
    for n in range(4):
        pay(club, 500 + n)
    return club


def pay(club, cents):
    return take_payment(
        person=club.robin,
        method="cash",
        amount=cents,
        day=date(YEAR, 12, 20),
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


def look_through(club):
    who = {"by": club.user("alex"), "today": TODAY, "now": NOW}
    auditing.draw_sample(year=YEAR, seed="421", size=2, client_id=client_id(), **who)
    for name in ("alex", "bea"):
        who["by"] = club.user(name)
        for audited_booking in audits.audited_bookings(YEAR):
            auditing.mark_booking(
                booking=audited_booking.booking,
                mark="fine",
                remark="",
                client_id=client_id(),
                **who,
            )


def draft(club):
    return yearend.draft_year(year=YEAR, by=club.user("kim"), today=TODAY, now=NOW)


def confirm(club):
    return yearend.confirm_year(year=YEAR, by=club.user("chris"), now=NOW)


def sign(club, name):
    return yearend.sign_year(
        year=YEAR, recommends=True, remark="", by=club.user(name), today=TODAY, now=NOW
    )


def refused(job):
    """Return a function that does the job, and returns its answer or its refusal."""

    def tried():
        try:
            return job()
        except FinanceError as error:
            return error

    return tried


def state():
    return audits.standing_of(audits.steps_of(YEAR)).state


def test_a_draft_sent_from_everywhere_is_one(club):
    steps = at_once(*[lambda: draft(club)] * 6)
    assert {step.pk for step in steps} == {YearStep.objects.get().pk}


def test_two_auditors_who_sign_at_once_finish_the_year_once(club):
    look_through(club)
    draft(club)
    confirm(club)
    at_once(*[lambda name=name: sign(club, name) for name in ("alex", "bea") * 3])
    kinds = [step.kind for step in audits.steps_of(YEAR)]
    assert kinds == ["draft", "board", "signed", "signed", "audited"]
    assert Closing.objects.count() == 1
    assert check_books().wrong == []


def test_who_books_while_auditors_sign_is_in_what_they_signed_or_refused(club):
    look_through(club)
    draft(club)
    confirm(club)
    signing = [refused(lambda name=name: sign(club, name)) for name in ("alex", "bea")]
    at_once(*signing, *[refused(lambda: pay(club, 100))] * 4)
    assert check_books().wrong == []
    if state() != "audited":
        # Another was quicker: the draft is drawn up again, on books that are complete.
        yearend.give_back(year=YEAR, reason="Es kam noch etwas", by=club.user("alex"), now=NOW)
        draft(club)
        confirm(club)
        sign(club, "alex")
        sign(club, "bea")
    assert state() == "audited"
    assert isinstance(refused(lambda: pay(club, 100))(), FinanceError)
    assert check_books().wrong == []
