"""Counting the cash: by notes and coins, against the book, with the difference booked."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from finance.books import booking
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.cash.coins import DENOMINATIONS, worth
from finance.cash.models import CashCount
from finance.cash.queries import counts, last_count
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.errors import InvalidError, StaleError
from tests.finance.club import NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.rules

TWELVE_FIFTY = {"eur_10": 1, "eur_2": 1, "ct_50": 1}


def counted(club, pieces, seen, *, total=None, reason="", click="", event=None):
    return count_cash(
        pieces=pieces,
        total=total,
        seen=seen,
        reason=reason,
        client_id=click or client_id(),
        by=club.user("kim"),
        day=TODAY,
        now=NOW,
        event=event,
    )


def test_the_pieces_are_worth_what_stands_on_them():
    assert worth(TWELVE_FIFTY) == 1250
    assert worth(dict.fromkeys(DENOMINATIONS, 1)) == 88888
    assert worth({}) == 0


def test_a_count_that_agrees_books_nothing(club, pay):
    pay("robin", 1250)
    count = counted(club, TWELVE_FIFTY, 1250)
    assert (count.expected, count.counted, count.difference) == (1250, 1250, 0)
    assert count.pieces == TWELVE_FIFTY
    assert count.transaction is None
    assert Transaction.objects.filter(kind="difference").count() == 0


@pytest.mark.parametrize(
    ("pieces", "difference"), [({"eur_10": 1}, -250), ({"eur_10": 1, "eur_5": 1}, 250)]
)
def test_a_difference_is_booked_with_its_reason(club, pay, pieces, difference):
    pay("robin", 1250)
    count = counted(club, pieces, 1250, reason=" Wechselgeld  verrechnet ")
    assert count.difference == difference
    assert (count.transaction.kind, count.transaction.text.text) == (
        "difference",
        "Wechselgeld verrechnet",
    )
    assert balance("cash") == worth(pieces)
    assert balance("differences") == -difference
    assert not check_books().wrong


def test_a_difference_without_a_reason_is_no_booking(club, pay):
    pay("robin", 1250)
    with pytest.raises(InvalidError) as refused:
        counted(club, {"eur_10": 1}, 1250)
    assert (refused.value.code, refused.value.field) == ("difference_unexplained", "reason")
    assert "fehlen 2,50\u00a0€" in str(refused.value)
    assert CashCount.objects.count() == 0
    assert balance("cash") == 1250


def test_whoever_paid_while_the_coins_were_counted_is_no_difference(club, pay):
    pay("robin", 1250)
    pay("sascha", 500)
    with pytest.raises(StaleError) as refused:
        counted(club, TWELVE_FIFTY, 1250, reason="Fehlt")
    assert refused.value.code == "cash_booked_meanwhile"
    assert CashCount.objects.count() == 0


def test_the_same_form_twice_counts_once(club, pay):
    pay("robin", 1250)
    first = counted(club, {"eur_10": 1}, 1250, reason="Trinkgeld", click="again")
    assert counted(club, {"eur_10": 1}, 1250, reason="Trinkgeld", click="again") == first
    assert Transaction.objects.filter(kind="difference").count() == 1
    with pytest.raises(InvalidError):
        counted(club, {"eur_5": 1}, 1000, reason="Trinkgeld", click="again")


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_of_pieces_that_cannot_be_is_refused_beside_its_field(club, number):
    with pytest.raises(InvalidError) as refused:
        counted(club, {"ct_2": number}, 0, reason="Sparschwein")
    assert refused.value.field == "ct_2"


def test_a_till_nobody_booked_in_is_counted_too(club):
    assert counted(club, {}, 0).difference == 0


def test_a_difference_can_be_reversed_and_the_count_stays(club, pay, storno):
    pay("robin", 1250)
    count = counted(club, {"eur_10": 1}, 1250, reason="Verzählt?")
    storno(count.transaction, "Lag unter dem Einsatz")
    assert balance("cash") == 1250
    assert CashCount.objects.get().counted == 1000
    assert not check_books().wrong


@pytest.mark.both
def test_the_newest_count_is_found_and_whose_evening_it_was(club, evening, pay):
    pay("robin", 1250)
    first = counted(club, TWELVE_FIFTY, 1250, event=evening.event)
    later = counted(club, TWELVE_FIFTY, 1250)
    assert list(counts()) == [later, first]
    assert last_count() == later
    assert last_count(evening.event) == first
    assert last_count(through=TODAY - timedelta(days=1)) is None


@pytest.mark.both
def test_the_database_refuses_a_count_that_does_not_add_up(club, pay):
    pay("robin", 1250)
    sound = {"day": TODAY, "counted_at": NOW}
    for wrong in (
        {"counted": 1250, "expected": 1250},
        {"eur_10": 1, "counted": 1000, "expected": 1250},
        {"eur_10": 1, "counted": 1000, "expected": -1},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            CashCount.objects.create(client_id=client_id(), **sound, **wrong)


@pytest.mark.both
@pytest.mark.parametrize(
    "changed", [{"eur_10": 2}, {"counted": 1}, {"counted_by": None}, {"day": None}]
)
def test_what_was_counted_stays(club, pay, changed):
    pay("robin", 1250)
    counted(club, TWELVE_FIFTY, 1250)
    with pytest.raises(IntegrityError), transaction.atomic():
        CashCount.objects.update(**changed)
    with pytest.raises(IntegrityError), transaction.atomic():
        CashCount.objects.all().delete()


def test_a_difference_nobody_counted_is_found_by_the_check(club, pay):
    from finance.books.services.ledger import Draft, post

    pay("robin", 1250)
    draft = Draft("cash", TODAY, "difference", booking.difference("cash", -100), "Loch im Boden")
    with transaction.atomic():
        post(drafts=[draft], by=None, now=NOW)
    assert any("Kasse 2026/2" in problem for problem in check_books().wrong)


def test_the_sum_alone_is_counted_and_says_so(club, pay):
    pay("robin", 1250)
    count = counted(club, {}, 1250, total=1250)
    assert (count.counted, count.by_pieces, count.pieces) == (1250, False, {})
    less = counted(club, {}, 1250, total=1200, reason="Wechselgeld")
    assert (less.difference, less.by_pieces) == (-50, False)
    assert check_books().wrong == []


def test_a_sum_beside_pieces_has_to_be_theirs(club, pay):
    pay("robin", 1250)
    with pytest.raises(InvalidError) as refused:
        counted(club, TWELVE_FIFTY, 1250, total=1300)
    assert refused.value.code == "sum_is_another"
    assert counted(club, TWELVE_FIFTY, 1250, total=1250).by_pieces


@pytest.mark.both
def test_the_database_refuses_a_sum_that_is_not_marked_as_one(club, pay):
    pay("robin", 1250)
    count = counted(club, {}, 1250, total=1250)
    for wrong in ({"by_pieces": True}, {"by_pieces": False, "eur_5": 1}):
        row = CashCount.objects.filter(pk=count.pk).values().get() | wrong
        del row["id"]
        with pytest.raises(IntegrityError), transaction.atomic():
            CashCount.objects.create(**row | {"client_id": client_id()})


def test_the_page_takes_the_sum_alone(club, pay, as_):
    pay("robin", 1250)
    kim = as_("kim")
    page = kim.get(url("counts"))
    data = {"client_id": hidden(page), "seen": hidden(page, "seen"), "total": "12,50", "reason": ""}
    page_text = text(kim.post(url("add_count"), data, follow=True))
    assert "Gezählt: 12,50 €, stimmt." in page_text
    assert "nur Summe" in page_text
