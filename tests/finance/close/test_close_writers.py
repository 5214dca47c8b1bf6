"""An evening closed while others still book: nothing taken twice, nothing signed that is not so."""

import pytest

from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.cash.models import CashCount
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.close.models import CloseSignature, EveningClose
from finance.close.queries import changed_since, last_close
from finance.close.statement import evening_of
from finance.errors import FinanceError
from tests.finance.books.test_writers import at_once, pay
from tests.finance.close.signing import cosigns, counts_all, pays, signs
from tests.finance.club import DAY, NOW, build_club, client_id

pytestmark = pytest.mark.django_db(transaction=True)


def tried(job):
    """Return a function that does the job, and returns its answer or its refusal."""

    def run():
        try:
            return job()
        except FinanceError as refused:
            return refused

    return run


@pytest.fixture
def evening():
    evening = build_club().evening("robin", "sascha", "toni", "gabi")
    evening.card("robin", cents=350)
    evening.confirm()
    return evening


def test_who_counts_while_others_pay_finds_no_difference_that_is_none(evening):
    def counts():
        seen = balance("cash")
        return count_cash(
            pieces={"ct_1": seen},
            seen=seen,
            reason="Fehlt",
            client_id=client_id(),
            by=None,
            day=DAY,
            now=NOW,
        )

    payers = [lambda: [pay(evening.club.toni, 10) for _turn in range(4)] for _payer in range(3)]
    at_once(*payers, *[tried(counts) for _try in range(3)])
    assert balance("cash") == 120
    assert not Transaction.objects.filter(kind="difference").exists()
    assert all(count.expected == count.counted for count in CashCount.objects.all())
    assert check_books().wrong == []


def test_of_two_taps_at_the_same_moment_one_takes_the_money(evening):
    done = at_once(*[tried(lambda: pays(evening, "robin", 350)) for _tap in range(4)])
    assert [isinstance(outcome, Payment) for outcome in done].count(True) == 1
    assert balance("cash") == 350


def test_of_two_who_sign_at_the_same_moment_one_is_the_second(evening):
    pays(evening, "robin", 350)
    counts_all(evening)
    signs(evening)
    at_once(*[tried(lambda name=name: cosigns(evening, name)) for name in ("sascha", "toni")])
    assert CloseSignature.objects.count() == 2


def test_what_comes_while_somebody_signs_is_signed_or_seen_as_a_change(evening):
    pays(evening, "robin", 350)
    counts_all(evening)
    at_once(tried(lambda: signs(evening)), lambda: pay(evening.club.toni, 500))
    close = last_close(evening.event)
    if close is None:  # the money came first, so the cash has to be counted again
        assert EveningClose.objects.count() == 0
    else:
        assert evening_of(close.statement).cash_in == 350
        assert ("cash_in", 850) in {(change.what, change.now) for change in changed_since(close)}
    assert check_books().wrong == []
