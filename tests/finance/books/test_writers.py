"""Several writers at once: nothing lost, no gap, nothing below zero, no deadlock."""

from datetime import timedelta
from threading import Event

import pytest
from django.db import IntegrityError, transaction

from finance.books.booking import Entry, Header, balanced, chained
from finance.books.models.claims import Claim
from finance.books.models.ledger import NUMBERS_PER_YEAR, Account, JournalYear, Posting, Transaction
from finance.books.models.payments import Payment
from finance.books.models.payouts import Payout
from finance.books.models.vouchers import Voucher
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.queries.tournaments import pot_of
from finance.books.services.cashbook import record_expense
from finance.books.services.claims import confirm_claim, confirm_evening
from finance.books.services.ledger import Draft, post
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.books.services.transfers import take_over
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import IllegalError, StaleError
from league.access.actors import Actor
from league.results.services.confirming import raise_objection
from tests.finance.at_once import at_once
from tests.finance.club import DAY, NOW, TODAY, build_club, client_id
from tests.waiting import LIMIT, rest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WRITERS = 8


def pay(person, cents, click=None):
    return take_payment(
        person=person,
        method="cash",
        amount=cents,
        day=DAY,
        client_id=click or client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )


@pytest.fixture
def played():
    evening = build_club().evening("robin", "sascha", "toni")
    for number in range(1, 7):
        evening.card(["robin", "sascha", "toni"][number % 3], number=number, cents=500)
    return evening


def test_eight_writers_leave_no_gap_and_lose_nothing(played):
    played.confirm()
    people = [played.club.persons[name] for name in ["robin", "sascha", "toni"]]

    def job(n):
        return lambda: [pay(people[(n + turn) % 3], 10) for turn in range(3)]

    at_once(*[job(n) for n in range(WRITERS)])
    assert balance("cash") == WRITERS * 3 * 10
    numbers = Transaction.objects.filter(head__journal="cash").values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, WRITERS * 3 + 1))
    assert check_books().wrong == []


def test_the_same_click_from_everywhere_books_once(played):
    click = client_id()
    done = at_once(*[lambda: pay(played.club.robin, 500, click)] * WRITERS)
    assert len({payment.pk for payment in done}) == 1
    assert balance("cash") == 500


def test_the_evening_confirmed_from_everywhere_is_booked_once(played):
    seen = [claim.pk for claim in played.claims()]

    def job():
        return confirm_evening(event=played.event, seen=seen, by=None, now=NOW)

    done = at_once(*[job] * 4)
    assert sum(len(claims) for claims in done) == 6
    assert owing_of(played.club.robin).cents == 1000
    assert check_books().wrong == []


def test_whoever_books_waits_for_a_problem_that_is_being_reported(played):
    claim = played.claims()[0]
    seen = [claim.pk for claim in played.claims()]
    toni = Actor(device="tonis-phone", user_id=played.club.user("toni").pk, name="Toni")
    reported = Event()

    def report():
        with transaction.atomic():
            raise_objection(
                result=claim.charge.result,
                client_id=client_id(),
                text="Das war anders",
                actor=toni,
                now=NOW,
            )
            reported.set()
            rest(0.5)

    def book_all():
        assert reported.wait(LIMIT)
        return confirm_evening(event=played.event, seen=seen, by=None, now=NOW)

    def book_one():
        assert reported.wait(LIMIT)
        return confirm_claim(claim=claim, by=None, now=NOW)

    _reported, booked, refused = at_once(report, book_all, book_one)
    assert {claim_booked.pk for claim_booked in booked} == {*seen} - {claim.pk}
    assert refused.code == "result_frozen"
    assert check_books().wrong == []


def test_a_storno_from_everywhere_is_one(played):
    original = pay(played.club.robin, 500).transaction

    def job():
        return reverse(original=original, reason="doppelt", by=None, today=TODAY, now=NOW)

    done = at_once(*[job] * WRITERS)
    assert len({outcome.pk for outcome in done}) == 1
    assert balance("cash") == 0


def test_the_last_money_in_the_till_is_spent_once(played):
    pay(played.club.robin, 500)
    spent = balanced([Entry("cash", -400), Entry("expenses", 400)])

    def job():
        return post(drafts=[Draft("cash", DAY, "other", spent)], by=None, now=NOW)

    done = at_once(*[job] * WRITERS)
    assert sum(isinstance(outcome, IllegalError) for outcome in done) == WRITERS - 1
    assert balance("cash") == 100
    assert check_books().wrong == []


# --- vouchers, expenses and what was owed without an evening ----------------------------------
def spend(cents, click=None, text="Blumen"):
    return record_expense(
        account="drinks",
        amount=cents,
        paid_from="cash",
        day=DAY,
        text=text,
        voucher=SelfMade(payee="Markthalle", what=text, why="Der Stand gibt keine Belege"),
        client_id=click or client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )


def no_gap(rows):
    numbers = list(rows.order_by("number").values_list("number", flat=True))
    return numbers == list(range(1, len(numbers) + 1))


def test_eight_who_spend_leave_no_gap_in_bookings_and_vouchers(played):
    pay(played.club.robin, 10_000)

    def job(n):
        return lambda: [spend(10, text=f"Blumen {n}/{turn}") for turn in range(2)]

    done = at_once(*[job(n) for n in range(WRITERS)])
    assert sum(len(outcome) for outcome in done) == WRITERS * 2
    assert Voucher.objects.count() == WRITERS * 2
    assert no_gap(Voucher.objects)
    assert no_gap(Transaction.objects.filter(head__journal="cash"))
    assert balance("cash") == 10_000 - WRITERS * 2 * 10
    assert check_books().wrong == []


def test_an_expense_that_is_sent_from_everywhere_is_one_with_one_voucher(played):
    pay(played.club.robin, 1_000)
    click = client_id()
    done = at_once(*[lambda: spend(400, click)] * WRITERS)
    assert len({outcome.pk for outcome in done}) == 1
    assert Voucher.objects.count() == 1
    assert balance("cash") == 600


def test_an_expense_that_is_refused_takes_no_number(played):
    pay(played.club.robin, 500)
    done = at_once(*[lambda: spend(400)] * WRITERS)
    assert sum(isinstance(outcome, IllegalError) for outcome in done) == WRITERS - 1
    assert Voucher.objects.count() == 1
    spend(100)
    assert no_gap(Voucher.objects)
    assert no_gap(Transaction.objects.filter(head__journal="cash"))
    assert check_books().wrong == []


def test_a_debt_is_taken_over_once_however_many_want_it(played):
    played.confirm()
    robin, takers = played.club.robin, [played.club.sascha, played.club.toni]

    def job(n):
        return lambda: take_over(
            taker=takers[n % 2],
            debtor=robin,
            cents=1_000,
            reason="Wette verloren",
            day=TODAY,
            client_id=client_id(),
            by=None,
            today=TODAY,
            now=NOW,
        )

    done = at_once(*[job(n) for n in range(WRITERS)])
    assert sum(isinstance(outcome, IllegalError) for outcome in done) == WRITERS - 1
    assert owing_of(robin).cents == 0
    assert sum(owing_of(taker).cents for taker in takers) == 3_000
    assert no_gap(Transaction.objects.filter(head__journal="claims"))
    assert check_books().wrong == []


# --- the control: without the lock -----------------------------------------------------------
@pytest.mark.locks_by_hand
def test_whoever_forgets_the_lock_is_refused_and_loses_nothing(played):
    """The same booking by a writer who reads the head without locking it: all but one fail."""
    played.confirm()
    pay(played.club.robin, 1_000)
    head = JournalYear.objects.get(journal="cash")
    accounts = {account.code: account.pk for account in Account.objects.filter(person=None)}
    entries = balanced([Entry("cash", 100), Entry("stakes", -100)])
    number, key = head.last_number + 1, head.pk * NUMBERS_PER_YEAR + head.last_number + 1
    header = Header("cash", DAY.year, number, DAY, NOW, None, "other", None, "")

    def forgets():
        with transaction.atomic():
            for entry in entries:
                Posting.objects.create(
                    transaction_id=key,
                    account_id=accounts[entry.account],
                    amount=entry.amount,
                    sphere=entry.sphere,
                )
            return Transaction.objects.create(
                id=key,
                head=head,
                number=number,
                date=DAY,
                entered_at=NOW,
                kind="other",
                previous_hash=head.last_hash,
                hash=chained(head.last_hash, header, entries),
            )

    def job():
        try:
            return forgets()
        except IntegrityError as refused:
            return refused

    done = at_once(*[job] * WRITERS)
    refused = [
        integrity_error for integrity_error in done if isinstance(integrity_error, IntegrityError)
    ]
    assert len(refused) == WRITERS - 1
    assert balance("cash") == 1_100
    assert no_gap(Transaction.objects.filter(head__journal="cash"))
    assert check_books().wrong == []


@pytest.mark.parametrize(
    ("day", "looks"),
    [
        pytest.param(DAY + timedelta(days=1), 1, id="of two evenings"),
        # The other table's two later corrections each may take away a proposal just seen.
        pytest.param(DAY, 3, id="at two tables of one evening"),
    ],
)
def test_payments_and_corrections_do_not_wait_for_each_other_for_ever(played, day, looks):
    other = played.club.evening("sascha", "toni", "robin", day=day)
    for number in range(1, 4):
        other.card(["toni", "robin", "sascha"][number % 3], number=number, cents=300)
    played.confirm()
    other.confirm()

    def confirms(event, looks):
        """Confirm as a treasurer does: where the evening has changed meanwhile, she looks again."""
        seen = Claim.objects.filter(event=event, is_current=True, state="proposed")
        try:
            confirm_evening(
                event=event, seen=list(seen.values_list("pk", flat=True)), by=None, now=NOW
            )
        except StaleError:
            if looks == 1:
                raise
            confirms(event, looks - 1)

    def corrects(evening, number):
        def job():
            for loser in ["robin", "sascha", "toni"]:
                evening.card(loser, number=number, cents=700)
                confirms(evening.event, looks)

        return job

    def pays(name):
        return lambda: [pay(played.club.persons[name], 250) for _n in range(4)]

    at_once(corrects(played, 1), corrects(other, 2), pays("robin"), pays("sascha"), pays("toni"))
    assert Payment.objects.count() == 12
    assert not Claim.objects.filter(is_current=True, state="proposed").exists()
    assert check_books().wrong == []


# --- at the door of a tournament ----------------------------------------------------------------
def test_of_two_payouts_at_once_only_one_finds_its_money():
    entry_desk = build_club().tournament("robin", "sascha")
    entry_desk.pays("robin")
    entry_desk.pays("sascha")
    done = at_once(
        *[lambda name=name: entry_desk.wins(name, 800) for name in ("robin", "sascha")] * 2
    )
    assert sum(isinstance(outcome, Payout) for outcome in done) == 1
    assert {
        illegal_error.code for illegal_error in done if isinstance(illegal_error, IllegalError)
    } == {"pot_too_small"}
    assert pot_of(entry_desk.event).left == 200
    assert check_books().wrong == []


def test_two_at_the_desk_do_not_take_the_same_entry_twice():
    entry_desk = build_club().tournament("robin", "sascha")
    done = at_once(*[lambda name=name: entry_desk.pays(name) for name in ("robin", "sascha")] * 3)
    assert sum(isinstance(outcome, Payment) for outcome in done) == 2
    assert balance("cash") == 3000
    assert check_books().wrong == []
