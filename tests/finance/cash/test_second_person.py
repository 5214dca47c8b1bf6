"""A cash difference above the club's limit cannot be booked alone."""

from datetime import timedelta
from typing import Any

import pytest

from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.books.services.reversals import reverse
from finance.books.services.settings import decide_settings
from finance.cash.models import CashCount
from finance.checks.books import check_books
from league.approvals.models import Approval
from league.approvals.queries import to_audit
from league.approvals.services import confirm, refuse
from league.errors import NotAllowedError
from tests.finance.club import NOW, TODAY
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


@pytest.fixture
def till(pay: Any) -> None:
    """498,55 € by the book."""
    pay("robin", 49_855)


def _counts(kim: Any, total: str, seen: int, reason: str = "verzählt", **more: Any) -> Any:
    page = kim.get(url("counts"))
    sent = {"client_id": hidden(page), "seen": seen, "total": total, "reason": reason}
    return kim.post(url("add_count"), sent | {"till": "cash"} | more, follow=True)


def test_the_treasurer_books_no_large_difference_alone(kim: Any, club: Any, till: None) -> None:
    page = _counts(kim, "400", 49_855)
    assert not CashCount.objects.exists()
    assert balance("cash") == 49_855
    assert "zweite Person" in text(page)
    assert "es fehlen 98,55" in text(page)
    waiting = Approval.objects.get(kind="difference")
    assert waiting.pk in [shown.approval.pk for shown in to_audit(TODAY.year)]
    with pytest.raises(NotAllowedError):
        confirm(approval=waiting, by=club.kim, now=NOW)
    for _tap in range(2):
        confirm(approval=waiting, by=club.chris, now=NOW + timedelta(hours=1))
    assert balance("cash") == 40_000
    assert CashCount.objects.get().difference == -9855
    assert check_books().wrong == []


def test_what_was_booked_before_it_is_confirmed_stays_beside_it(
    kim: Any, club: Any, till: None, pay: Any
) -> None:
    _counts(kim, "400", 49_855)
    pay("sascha", 1000)
    confirm(approval=Approval.objects.get(), by=club.chris, now=NOW + timedelta(hours=1))
    assert balance("cash") == 41_000
    assert check_books().wrong == []


def test_a_later_count_makes_it_void_and_a_refusal_books_nothing(
    kim: Any, club: Any, till: None
) -> None:
    _counts(kim, "400", 49_855)
    refuse(approval=Approval.objects.get(), by=club.chris, now=NOW + timedelta(hours=1))
    _counts(kim, "300", 49_855)
    _counts(kim, "498,55", 49_855)
    late = Approval.objects.latest("pk")
    done = confirm(approval=late, by=club.chris, now=NOW + timedelta(days=9))
    assert (done.state, balance("cash")) == (Approval.State.VOID, 49_855)


def test_a_small_difference_is_booked_at_once_and_the_third_of_a_year_is_not(
    kim: Any, till: None
) -> None:
    seen = 49_855
    for number in range(1, 4):
        _counts(kim, f"{(seen - 100 * number) / 100:.2f}", seen - 100 * (number - 1))
    assert balance("cash") == seen - 200
    assert Transaction.objects.filter(kind="difference").count() == 2
    assert Approval.objects.filter(kind="difference").count() == 1


LIMITS = {"asks_above": "100", "difference_above": "120", "differences_a_year": "5"}


def test_the_club_says_its_own_limit(kim: Any, club: Any, till: None) -> None:
    decide_settings(
        simple=False,
        tax_privileged=False,
        members_see_balance=False,
        board_reads=False,
        difference_above=12_000,
        by=club.user("alex"),
        now=NOW,
    )
    _counts(kim, "400", 49_855)
    assert balance("cash") == 40_000


def test_a_limit_that_the_treasurer_raises_is_not_for_the_own_count(kim: Any, till: None) -> None:
    page = kim.post(url("settings"), LIMITS, follow=True)
    assert "120,00" in text(page)
    _counts(kim, "400", 49_855)
    assert balance("cash") == 49_855
    assert Approval.objects.get(kind="difference").state == Approval.State.WAITING


def test_the_storno_of_a_large_difference_is_nobodys_to_book_alone(
    kim: Any, club: Any, till: None
) -> None:
    _counts(kim, "598,55", 49_855)
    confirm(approval=Approval.objects.get(), by=club.chris, now=NOW + timedelta(hours=1))
    found = Transaction.objects.get(kind="difference")
    with pytest.raises(NotAllowedError):
        reverse(original=found, reason="Irrtum", by=club.user("kim"), today=TODAY, now=NOW)
    page = kim.post(url("storno", found.pk), {"reason": "Irrtum"}, follow=True)
    assert balance("cash") == 59_855
    assert "Kassendifferenz" in text(page) or Approval.objects.filter(kind="reversal").exists()
