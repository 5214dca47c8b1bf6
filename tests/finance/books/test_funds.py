"""„Für die Fahrt legen wir 300 Euro zurück“: money that the club keeps for one thing."""

from datetime import date, timedelta

import pytest
import time_machine

from finance.books.queries.funds import Fund, free_money, funds_of, held
from finance.books.queries.ledger import balance
from finance.books.services.cashbook import open_book
from finance.books.services.funds import earmark
from finance.books.services.own_accounts import add_account, change_account
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from finance.receipts.queries import bridge, report, year_span
from finance.years.queries.yearfile import check_year
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url


@pytest.fixture(autouse=True)
def _that_day():
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        yield


@pytest.fixture
def how(club):
    return {"by": club.user("kim"), "today": TODAY, "now": NOW}


@pytest.fixture
def trip(club, how):
    """500 euro in the till, and a fund with nothing in it."""
    open_book(money="cash", amount=50_000, day=date(2026, 1, 2), client_id=client_id(), **how)
    return add_account(kind="fund", name="Fahrt", by=club.user("kim"), now=NOW)


@pytest.fixture
def put(trip, how):
    def moved(cents, *, fund=None, day=DAY, click=None):
        return earmark(
            fund=fund or trip,
            amount=abs(cents),
            takes_out=cents < 0,
            day=day,
            text="Beschluss",
            client_id=click or client_id(),
            **how,
        )

    return moved


def test_it_moves_no_money_and_is_no_receipt(put, trip):
    put(30_000)
    put(-5_000, day=TODAY)
    assert (held(trip.code), free_money(), balance("cash")) == (25_000, 25_000, 50_000)
    statement = report(year_span(2026))
    assert (statement.receipts, statement.payments) == ([], [])
    found = bridge(year_span(2026))
    assert (found.earned, found.spent, found.money_grew) == (0, 0, 0)
    assert check_books().wrong == []
    assert check_year(2026, now=NOW)[1] == []


def test_opening_and_in_less_out_is_closing(put, trip):
    put(30_000)
    put(-5_000, day=TODAY)
    assert funds_of(date(2026, 3, 1), TODAY) == [Fund(trip.code, "Fahrt", 0, 30_000, 5_000)]
    (later,) = funds_of(TODAY, TODAY)
    assert (later.opening, later.taken_out, later.closing) == (30_000, 5_000, 25_000)


def test_what_is_taken_back_lowers_its_own_side(put, trip, storno):
    storno(put(30_000))
    (found,) = funds_of(DAY, TODAY)
    assert (found.put_in, found.taken_out, found.closing) == (0, 0, 0)


def test_only_what_is_there_and_free_is_earmarked(put, trip, club):
    put(30_000)
    other = add_account(kind="fund", name="Jubiläum", by=club.user("kim"), now=NOW)
    with pytest.raises(IllegalError, match="Nur 200,00") as refused:
        put(20_001, fund=other)
    assert refused.value.code == "not_enough_free"
    put(20_000, fund=other)


def test_a_fund_never_holds_less_than_nothing(put, trip, storno):
    first = put(10_000, day=TODAY)
    with pytest.raises(IllegalError) as refused:
        put(-10_001, day=TODAY)
    assert refused.value.code == "fund_never_below_zero"
    with pytest.raises(IllegalError) as refused:
        put(-5_000, day=DAY)  # then there was nothing in it
    assert refused.value.code == "fund_short_then"
    put(-5_000, day=TODAY)
    with pytest.raises(IllegalError, match="So viel ist nicht in der Rücklage"):
        storno(first)


def test_a_repeat_books_once_and_another_amount_is_refused(put, trip):
    assert put(10_000, click="a") == put(10_000, click="a")
    assert held(trip.code) == 10_000
    with pytest.raises(InvalidError):
        put(9_000, click="a")


def test_it_ends_only_when_it_is_empty(put, trip, club):
    put(10_000)
    said = {"account": trip, "name": "Fahrt", "sphere": 0, "by": club.user("kim"), "now": NOW}
    with pytest.raises(IllegalError) as refused:
        change_account(ended=TODAY, **said)
    assert refused.value.code == "account_not_empty"
    put(-10_000)
    ended = change_account(ended=TODAY, **said)
    with pytest.raises(InvalidError):
        put(100, fund=ended, day=TODAY)


@pytest.mark.once
def test_the_treasurer_makes_one_fills_it_and_the_report_shows_it(trip, club, as_):
    kim = as_("kim")
    kim.post(url("add_fund"), {"name": "Jubiläum"})
    page = kim.get(url("funds"))
    said = {"fund": "fund_2", "way": "in", "amount": "120,50", "day": DAY.isoformat()}
    said |= {"text": "Beschluss", "client_id": hidden(page)}
    page = text(kim.post(url("move_fund"), said, follow=True))
    assert "Jubiläum 0,00 € 120,50 € 0,00 € 120,50 €" in page
    assert "frei 379,50 €" in page
    assert "Fahrt" in text(kim.get(url("change_kind", trip.code)))
    page = text(as_("chris").get(url("receipts_owed")))
    assert "Zweckgebunden 120,50 €" in page
    assert "frei 379,50 €" in page
    assert as_("alex").get(url("funds")).status_code == 200
    assert as_("alex").post(url("move_fund"), said).status_code == 403
    assert as_("robin").get(url("funds")).status_code == 404
