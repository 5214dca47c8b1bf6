"""Several writers at once: nothing lost, no gap, nothing below zero, no deadlock."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import sleep

import pytest
from django.db import connections, transaction

from finance.booking import Entry, balanced
from finance.checks.books import check_books
from finance.errors import IllegalError
from finance.models import Payment, Transaction
from finance.queries.ledger import balance
from finance.queries.people import owing_of
from finance.services.claims import confirm_claim, confirm_evening
from finance.services.ledger import Draft, post
from finance.services.payments import take_payment
from finance.services.reversals import reverse
from league.actors import Actor
from league.services.confirming import raise_objection
from tests.finance.club import DAY, NOW, TODAY, build_club, client_id

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 8


def at_once(*jobs):
    """Runs the jobs in threads of their own, all starting together; returns what each returned."""
    start = Barrier(len(jobs))

    def run(job):
        start.wait()
        try:
            return job()
        except IllegalError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(60) for future in [pool.submit(run, job) for job in jobs]]


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
        return lambda: [pay(people[(n + turn) % 3], 10) for turn in range(6)]

    at_once(*[job(n) for n in range(WRITERS)])
    assert balance("cash") == WRITERS * 6 * 10
    numbers = Transaction.objects.filter(head__journal="cash").values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, WRITERS * 6 + 1))
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
    seen = [one.pk for one in played.claims()]
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
            sleep(0.5)

    def book_all():
        reported.wait(30)
        return confirm_evening(event=played.event, seen=seen, by=None, now=NOW)

    def book_one():
        reported.wait(30)
        return confirm_claim(claim=claim, by=None, now=NOW)

    _reported, booked, refused = at_once(report, book_all, book_one)
    assert {one.pk for one in booked} == {*seen} - {claim.pk}
    assert refused.code == "result_frozen"
    assert check_books().wrong == []


def test_a_storno_from_everywhere_is_one(played):
    original = pay(played.club.robin, 500).transaction

    def job():
        return reverse(original=original, reason="doppelt", by=None, today=TODAY, now=NOW)

    done = at_once(*[job] * WRITERS)
    assert len({one.pk for one in done}) == 1
    assert balance("cash") == 0


def test_the_last_money_in_the_till_is_spent_once(played):
    pay(played.club.robin, 500)
    spent = balanced([Entry("cash", -400), Entry("expenses", 400)])

    def job():
        return post(drafts=[Draft("cash", DAY, "other", spent)], by=None, now=NOW)

    done = at_once(*[job] * WRITERS)
    assert sum(isinstance(one, IllegalError) for one in done) == WRITERS - 1
    assert balance("cash") == 100
    assert check_books().wrong == []


def test_payments_and_corrections_do_not_wait_for_each_other_for_ever(played):
    other = played.club.evening("sascha", "toni", "robin")
    for number in range(1, 4):
        other.card(["toni", "robin", "sascha"][number % 3], number=number, cents=300)
    played.confirm()
    other.confirm()

    def corrects(evening, number):
        def job():
            for loser in ["robin", "sascha", "toni"]:
                evening.card(loser, number=number, cents=700)
                confirm_evening(
                    event=evening.event,
                    seen=[claim.pk for claim in evening.claims(state="proposed")],
                    by=None,
                    now=NOW,
                )

        return job

    def pays(name):
        return lambda: [pay(played.club.persons[name], 250) for _n in range(4)]

    at_once(corrects(played, 1), corrects(other, 2), pays("robin"), pays("sascha"), pays("toni"))
    assert Payment.objects.count() == 12
    assert check_books().wrong == []
