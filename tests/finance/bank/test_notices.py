"""„Ich habe überwiesen“: it changes no balance until the money is seen."""

from datetime import timedelta

import pytest

from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.paying import giro_of
from finance.bank.services.notices import announce, confirm_notice, refuse_notice, withdraw_notice
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, TODAY, client_id

pytestmark = pytest.mark.rules


@pytest.fixture
def says(evening):
    """Robin owes 5 € and says what he has sent."""
    evening.card("robin", cents=500)
    evening.confirm()

    def announced(cents=500, day=DAY, click=None):
        return announce(
            person=evening.club.robin,
            cents=cents,
            day=day,
            client_id=click or client_id(),
            today=TODAY,
            now=NOW,
        )

    return announced


def confirm(notice):
    return confirm_notice(notice=notice, day=TODAY, by=None, today=TODAY, now=NOW)


def test_what_is_announced_changes_no_balance(says, club):
    says()
    assert (owing_of(club.robin).cents, balance("bank")) == (500, 0)


def test_a_double_click_announces_once(says):
    click = client_id()
    assert says(click=click) == says(click=click)
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        says(900, click=click)


def test_what_is_on_its_way_is_asked_for_and_announced_no_second_time(says, club):
    assert giro_of(club.robin).cents == 500
    first = says(300)
    assert giro_of(club.robin).cents == 200
    with pytest.raises(IllegalError, match="schon gemeldet"):
        says(300)
    says(300, DAY - timedelta(days=1))
    assert giro_of(club.robin).cents == 0
    withdraw_notice(notice=first, by=None, now=NOW)
    assert giro_of(club.robin).cents == 200
    assert says(300).state == "pending"


def test_seen_by_hand_it_is_a_payment_once(says, club, storno):
    notice = says()
    payment = confirm(notice)
    assert confirm(notice) == payment
    assert (owing_of(club.robin).cents, balance("bank")) == (0, 500)
    storno(payment.transaction)
    assert PaymentNotice.objects.get().state == "pending"
    assert confirm(notice) != payment
    assert balance("bank") == 500
    assert check_books().wrong == []


@pytest.mark.both
def test_it_is_withdrawn_or_refused_with_a_reason_and_then_final(says):
    gone = withdraw_notice(notice=says(), by=None, now=NOW)
    assert withdraw_notice(notice=gone, by=None, now=NOW).state == "withdrawn"
    with pytest.raises(IllegalError, match="erledigt"):
        confirm(gone)
    lost = says()
    with pytest.raises(InvalidError, match="warum"):
        refuse_notice(notice=lost, reason=" ", by=None, now=NOW)
    assert refuse_notice(notice=lost, reason="Kam nie an", by=None, now=NOW).state == "refused"


@pytest.mark.parametrize(
    ("cents", "day"),
    [(0, DAY), (-500, DAY), (500, TODAY + timedelta(days=1)), (500, TODAY - timedelta(days=400))],
)
def test_nonsense_is_refused(says, cents, day):
    with pytest.raises(InvalidError):
        says(cents, day)
