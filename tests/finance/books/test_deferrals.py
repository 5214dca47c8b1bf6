"""„Vereinbart bis“: a member who cannot pay now pays later, and gets no reminder before."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from finance.books.models.deferrals import Deferral
from finance.books.models.ledger import Transaction
from finance.books.queries.deferrals import deferral_of
from finance.books.services.deferrals import defer
from finance.checks.books import check_books
from finance.errors import InvalidError, NotAllowedError
from finance.till.queries.debts import debtors
from league.approvals.models import Approval
from tests.finance.club import DAY, NOW, TODAY
from tests.finance.pages import text, url

pytestmark = pytest.mark.usefixtures("that_day")

LATER = DAY + timedelta(weeks=8)


@pytest.fixture
def owes(evening):
    evening.card("robin", cents=1350)
    evening.confirm()
    return evening


def agrees(club, until=LATER, note="10 € im Monat", name="robin", **more):
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW} | more
    return defer(person=club.persons[name], until=until, note=note, **how)


def only(today):
    (person,) = debtors(today)
    return person.overdue, person.deferred_until


def test_nothing_is_overdue_before_the_agreed_day(club, owes):
    agrees(club)
    assert only(LATER) == (0, LATER)
    assert only(LATER + timedelta(days=1)) == (1350, None)
    assert Transaction.objects.count() == 1
    assert check_books().wrong == []


def test_the_last_word_counts(club, owes):
    once = agrees(club)
    assert agrees(club) == once
    agrees(club, until=LATER + timedelta(days=30))
    assert only(TODAY) == (0, LATER + timedelta(days=30))
    agrees(club, until=None)
    assert deferral_of(club.robin, TODAY) is None
    assert only(LATER) == (1350, None)
    assert agrees(club, until=None) == Deferral.objects.last()
    assert Deferral.objects.count() == 3


def test_nobody_defers_into_the_past_or_changes_what_was_agreed(club, owes):
    with pytest.raises(InvalidError, match="vorbei"):
        agrees(club, until=TODAY - timedelta(days=1))
    once = agrees(club)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        Deferral.objects.filter(pk=once.pk).update(until=LATER + timedelta(days=1))


def test_the_own_debt_needs_a_second_person(club, kim):
    with pytest.raises(NotAllowedError, match="zweite Person"):
        agrees(club, name="kim")
    sent = {"deferral-until": LATER.isoformat(), "deferral-note": "Nach der Tour"}
    kim.post(url("pay_later", club.kim.pk), sent)
    assert deferral_of(club.kim, TODAY) is None
    waiting = Approval.objects.get(kind="deferral")
    chris = Client()
    chris.force_login(club.user("chris"))
    assert "eigene Schulden erst bis" in text(chris.get("/"))
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"})
    assert deferral_of(club.kim, TODAY).until == LATER


def test_the_treasurer_enters_it_and_nobody_is_reminded(club, owes, kim, as_):
    assert "Hallo Robin" in kim.get(url("who_pays")).content.decode()
    path = url("pay_later", club.robin.pk)
    bad = kim.post(path, {"deferral-until": (TODAY - timedelta(days=1)).isoformat()})
    assert (bad.status_code, "vorbei" in text(bad)) == (422, True)
    sent = {"deferral-until": LATER.isoformat(), "deferral-note": "10 € im Monat"}
    assert "Vereinbart bis 01.05.2026 : 10 € im Monat" in text(
        kim.post(path, sent, follow=True)
    ).replace("2026:", "2026 :")
    page = kim.get(url("who_pays"))
    assert "Hallo Robin" not in page.content.decode()
    assert "Vereinbart bis 01.05.2026" in text(page)
    assert "Vereinbart bis 01.05.2026" in text(as_("robin").get(url("own_account")))
