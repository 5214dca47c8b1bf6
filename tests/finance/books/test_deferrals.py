"""„Vereinbart bis“: who cannot pay now pays later, and only instalments are reminded of."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from finance.books.instalments import Due, held_against, is_broken, monthly
from finance.books.models.deferrals import Deferral, Instalment
from finance.books.models.ledger import Transaction
from finance.books.queries.deferrals import agreement_of
from finance.books.services.charging import charge_people
from finance.books.services.deferrals import defer
from finance.books.services.reversals import reverse
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError
from finance.reminders.models import Reminder
from finance.reminders.queries import candidates
from finance.reminders.services import Pick, remind
from finance.till.queries.debts import debtors
from league.approvals.models import Approval
from league.mail.models import Mail
from tests.finance.bank_club import Bank
from tests.finance.club import DAY, NOW, TODAY, Club, client_id, owes
from tests.finance.pages import text, url

pytestmark = pytest.mark.usefixtures("that_day")

LATER = DAY + timedelta(weeks=8)
MONTH = timedelta(days=30)
FIRST = TODAY + timedelta(days=7)


@pytest.fixture
def owing(evening):
    evening.card("robin", cents=1350)
    evening.confirm()
    return evening


def agrees(club, *dues, note="Nach der Tour", name="robin", **more):
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW} | more
    parts = [Due(day, cents) for day, cents in dues or [(LATER, 1350)]]
    return defer(person=club.persons[name], dues=parts, note=note, **how)


def in_three(club, **more):
    return agrees(club, (FIRST, 500), (FIRST + MONTH, 500), (FIRST + 2 * MONTH, 350), **more)


def ends(club):
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW}
    return defer(person=club.robin, dues=[], note="", **how)


def only(today):
    (person,) = debtors(today)
    return person.overdue, person.deferred_until


def rows(*dues: tuple[date, str], note: str = "") -> dict[str, Any]:
    sent = {"deferral-note": note}
    for row, (day, amount) in enumerate(dues, start=1):
        sent |= {f"deferral-day_{row}": day.isoformat(), f"deferral-amount_{row}": amount}
    return sent


def test_nothing_is_overdue_before_the_agreed_day(club, owing):
    agrees(club)
    assert only(LATER) == (0, LATER)
    assert only(LATER + timedelta(days=1)) == (1350, None)
    assert Transaction.objects.count() == 1
    assert check_books().wrong == []


def test_the_last_word_counts(club, owing):
    once = agrees(club)
    assert agrees(club) == once
    agrees(club, (LATER + MONTH, 1350))
    assert only(TODAY) == (0, LATER + MONTH)
    ends(club)
    assert agreement_of(club.robin, TODAY) is None
    assert only(LATER) == (1350, None)
    assert ends(club) == Deferral.objects.last()
    assert Deferral.objects.count() == 3


@pytest.mark.parametrize(
    ("dues", "words"),
    [
        ([(TODAY - timedelta(days=1), 1350)], "vorbei"),
        ([(FIRST, 1000), (FIRST, 350)], "am selben Tag"),
        ([(FIRST, 1350), (LATER, 0)], "Betrag"),
        ([(FIRST + timedelta(days=n), 37 if n else 18) for n in range(37)], "Höchstens 36"),
    ],
)
def test_instalments_that_are_none_are_refused(club, owing, dues, words):
    with pytest.raises(InvalidError, match=words):
        agrees(club, *dues)
    assert not Instalment.objects.exists()


def test_instalments_add_up_to_what_is_owed_to_the_cent(club, owing):
    with pytest.raises(IllegalError, match=r"13,49.€.*13,50.€"):
        agrees(club, (FIRST, 1000), (LATER, 349))
    with pytest.raises(IllegalError, match=r"13,50.€"):
        agrees(club, (FIRST, 1351))
    assert not Deferral.objects.exists()


@pytest.mark.both
def test_what_was_agreed_is_never_changed(club, owing):
    once = in_three(club)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        Deferral.objects.filter(pk=once.pk).update(until=LATER + timedelta(days=1))
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        once.instalments.update(cents=1)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        once.instalments.all().delete()


@pytest.mark.both
def test_a_payment_counts_against_the_oldest_instalment(club, owing, pay):
    in_three(club)
    first, second, third = agreement_of(club.robin, TODAY).dues
    assert [due.paid for due in (first, second, third)] == [0, 0, 0]
    paid = pay("robin", 700)
    assert [due.paid for due in agreement_of(club.robin, TODAY).dues] == [500, 200, 0]
    # The first is paid, so nothing is overdue before the second one.
    assert only(FIRST + timedelta(days=1)) == (0, FIRST + 2 * MONTH)
    assert only(FIRST + MONTH + timedelta(days=1)) == (300, FIRST + 2 * MONTH)
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW, "reason": "Vertippt"}
    reverse(original=paid.transaction, **how)
    assert [due.paid for due in agreement_of(club.robin, TODAY).dues] == [0, 0, 0]


def test_an_agreement_that_is_paid_is_over(club, owing, pay):
    in_three(club)
    pay("robin", 1350)
    assert agreement_of(club.robin, TODAY) is None


def test_an_agreement_is_broken_by_two_overdue_instalments(club, owing, pay):
    in_three(club)
    late = FIRST + MONTH + timedelta(days=1)
    assert only(FIRST + timedelta(days=1)) == (500, FIRST + 2 * MONTH)
    assert agreement_of(club.robin, late).is_broken
    assert only(late) == (1350, None)
    # Who catches up keeps it again.
    pay("robin", 500)
    assert only(late) == (500, FIRST + 2 * MONTH)


def test_what_comes_to_be_owed_later_is_no_part_of_it(club, owing):
    in_three(club)
    charge_people(
        people=[club.robin],
        amount=900,
        shared=False,
        code="outing",
        note="Fahrt nach Trier",
        day=DAY,
        due=TODAY,
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW + timedelta(hours=1),
    )
    assert [due.paid for due in agreement_of(club.robin, TODAY).dues] == [0, 0, 0]
    assert only(TODAY + timedelta(days=1)) == (900, FIRST + 2 * MONTH)
    (candidate,) = candidates(FIRST + timedelta(days=1))
    assert [claim.open_amount for claim in candidate.claims] == [900]
    assert candidate.cents == 1400


def test_only_the_overdue_instalment_is_reminded(club: Club, owing: Any, bank: Bank) -> None:
    in_three(club)
    assert candidates(FIRST) == []
    today = FIRST + timedelta(days=1)
    (candidate,) = candidates(today)
    assert (candidate.cents, candidate.claims, candidate.left_out) == (500, [], "")
    picks = {club.robin.pk: Pick(Reminder.Way.MAIL, 500)}
    by = club.user("kim")
    (reminder,) = remind(picks=picks, client_id=client_id(), by=by, today=today, now=NOW)
    body = Mail.objects.get(to="robin@club.test").body
    assert reminder.cents == 500
    assert f"– Rate vom {today - timedelta(days=1):%d.%m.%Y}: 5,00\xa0€" in body
    assert "5,00\xa0€ sind fällig:" in body
    assert "13,50" not in body


def test_the_own_debt_needs_a_second_person(club, kim):
    owes(club, "kim", 1350)
    with pytest.raises(NotAllowedError, match="zweite Person"):
        agrees(club, name="kim")
    sent = rows((FIRST, "10"), (LATER, "3,50"), note="Nach der Tour")
    kim.post(url("pay_later", club.kim.pk), sent)
    assert agreement_of(club.kim, TODAY) is None
    waiting = Approval.objects.get(kind="deferral")
    chris = Client()
    chris.force_login(club.user("chris"))
    assert "eigene Schulden in 2 Raten" in text(chris.get("/"))
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"})
    assert [due.cents for due in agreement_of(club.kim, TODAY).dues] == [1000, 350]


def test_the_treasurer_enters_it_and_nobody_is_reminded(club, owing, kim, as_):
    assert "Hallo Robin" in kim.get(url("who_pays")).content.decode()
    path = url("pay_later", club.robin.pk)
    bad = kim.post(path, rows((TODAY - timedelta(days=1), "13,50")))
    assert (bad.status_code, "vorbei" in text(bad)) == (422, True)
    half = kim.post(path, {"deferral-day_1": LATER.isoformat(), "deferral-amount_1": ""})
    assert (half.status_code, "Tag und einen Betrag" in text(half)) == (422, True)
    said = text(kim.post(path, rows((LATER, "13,50"), note="Nach der Tour"), follow=True))
    assert "Vereinbart bis 01.05.2026 : Nach der Tour" in said.replace("2026:", "2026 :")
    page = kim.get(url("who_pays"))
    assert "Hallo Robin" not in page.content.decode()
    assert "Vereinbart bis 01.05.2026" in text(page)
    assert "Vereinbart bis 01.05.2026" in text(kim.get(url("claim", club.robin.claims.get().pk)))
    robin = as_("robin")
    assert "Vereinbart bis 01.05.2026" in text(robin.get(url("own_account")))


def test_the_treasurer_ends_an_agreement(club, owing, kim):
    agrees(club)
    assert "Vereinbarung beenden" in text(kim.get(url("account", club.robin.pk)))
    kim.post(url("pay_later", club.robin.pk), {})
    assert agreement_of(club.robin, TODAY) is None
    assert "Hallo Robin" in kim.get(url("who_pays")).content.decode()


def test_equal_instalments_are_worked_out_and_agreed_as_shown(club, owing, kim, as_):
    path = url("account", club.robin.pk)
    page = kim.get(path, {"first": "2026-03-31", "each": "5"}).content.decode()
    for row, (day, amount) in enumerate(
        [("2026-03-31", "5,00"), ("2026-04-30", "5,00"), ("2026-05-31", "3,50")], start=1
    ):
        assert f'name="deferral-day_{row}" value="{day}"' in page
        assert f'name="deferral-amount_{row}" value="{amount}"' in page
    assert not Deferral.objects.exists()
    sent = rows(*[(date(2026, month, 28), "4,50") for month in (3, 4, 5)])
    kim.post(url("pay_later", club.robin.pk), sent)
    own = text(as_("robin").get(url("own_account")))
    assert "Nächste Rate bis 28.03.2026: 4,50 €" in own
    assert "0 von 3 Raten bezahlt" in own


@pytest.mark.rules
def test_a_month_without_a_31st_ends_earlier():
    days = [due.day for due in monthly(date(2026, 12, 31), 10, 35)]
    assert days == [date(2026, 12, 31), date(2027, 1, 31), date(2027, 2, 28), date(2027, 3, 31)]
    assert [due.cents for due in monthly(date(2026, 12, 31), 10, 35)] == [10, 10, 10, 5]
    assert len(monthly(TODAY, 1, 10_000)) == 37


@pytest.mark.rules
@pytest.mark.parametrize("left", range(0, 31, 5))
def test_paid_and_open_add_up(left):
    dues = held_against([Due(LATER, 20), Due(FIRST, 10)], left)
    assert sum(due.open for due in dues) == left
    assert [due.day for due in dues] == [FIRST, LATER]
    assert is_broken(dues, LATER + timedelta(days=1)) == (left > 0)
