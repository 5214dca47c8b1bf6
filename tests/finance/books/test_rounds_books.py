"""Rounds in the books: what is planted is found, and of two at once one is first."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import pytest
from django.db import connection, connections

from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Transaction
from finance.books.models.rounds import Conversion, GivenRound
from finance.books.queries.people import owing_of
from finance.books.services.discharge import waive_claim
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.checks.books import check_books
from finance.errors import FinanceError, IllegalError
from league.guards.kinds import triggers_of
from league.guards.triggers import create_triggers, drop_triggers
from tests.finance.club import DAY, NOW, build_club, client_id
from tests.finance.pages import NBSP
from tests.finance.rounds import (
    NEXT,
    give,
    in_euros,
    lost,
    moved,
    the_club_says,
)

pytestmark = pytest.mark.slow


# --- the books -------------------------------------------------------------------------------
@pytest.fixture
def books(tonight, owed):
    """One round given, one turned into money, one still open."""
    lost(tonight, "robin")
    lost(tonight, "toni", number=2)
    tonight.confirm()
    give(tonight, owed.claim())
    in_euros(tonight.claim("robin"))
    return tonight


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM finance_givenhead; DELETE FROM finance_givenround", "passt nicht dazu"),
        ("UPDATE finance_givenround SET is_taken_back = {yes}", "gebucht ist es anders"),
        ("UPDATE finance_givenround SET claim_id = {tonis}", "passt nicht dazu"),
        ("UPDATE finance_givenhead SET person_id = {robin}", "nicht geschuldet war"),
        ("DELETE FROM finance_conversion", "die niemand umgewandelt hat"),
        ("UPDATE finance_conversion SET round_id = {tonis}", "nur halb da"),
        ("UPDATE finance_payment SET is_reversed = {yes}, allocated = 0", "nur halb da"),
        ("UPDATE finance_claim SET amount = 501 WHERE unit = 'EUR'", "Gebucht ist etwas anderes"),
        ("UPDATE finance_account SET balance = 0 WHERE code = 'rounds_in_euros'", "umgewandelte"),
    ],
)
def test_whatever_is_changed_about_a_round_is_found(books, statement, sentence):
    assert check_books().wrong == []
    names = {
        "yes": "TRUE",
        "robin": books.club.robin.pk,
        "tonis": books.claim("toni").pk,
    }
    if "givenhead SET" in statement:
        statement += " WHERE id = (SELECT MIN(id) FROM finance_givenhead)"
    drop_triggers(connection, triggers_of("finance"))
    try:
        with connection.cursor() as cursor:
            for line in statement.format(**names).split(";"):
                cursor.execute(line)
        wrong = [problem.replace(NBSP, " ") for problem in check_books().wrong]
    finally:
        create_triggers(connection, triggers_of("finance"))
    assert any(sentence in problem for problem in wrong), wrong


# --- two people at once ----------------------------------------------------------------------
def at_once(*jobs):
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


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_tap_at_once_give_one_round():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    second = first.club.evening("robin", "sascha", "toni", day=NEXT)
    lost(second, "robin")
    second.confirm()
    claim = first.claim()
    done = at_once(*[lambda: give(second, claim)] * 4)
    assert [outcome.state for outcome in done] == ["settled"] * 4
    assert owing_of(first.club.robin).rounds == 1
    assert check_books().wrong == []


@pytest.mark.django_db(transaction=True)
def test_given_and_converted_at_once_is_one_of_both():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    claim = first.claim()
    at_once(lambda: give(None, claim), lambda: in_euros(claim))
    assert owing_of(first.club.robin).rounds == 0
    assert GivenRound.objects.count() + Conversion.objects.count() == 1
    assert check_books().wrong == []


# --- any sequence ----------------------------------------------------------------------------
STEPS = ["card"] * 4 + ["confirm"] * 3 + ["give"] * 5 + ["both", "move", "euros", "euros"]
STEPS += ["waive", "storno", "storno", "pay", "keep"]


@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_to_rounds_the_books_add_up(club, seed):
    """Eighty steps by lot over two evenings; what is refused changes nothing."""
    rng = Random(seed)
    people = ["robin", "sascha", "toni"]
    nights = [club.evening(*people, day=DAY), club.evening(*people[:2], "toni", day=NEXT)]
    done = Counter()
    for step in range(80):
        night, name, what = rng.choice(nights), rng.choice(people), rng.choice(STEPS)
        open_now = list(Claim.objects.filter(unit="RUNDE", state="confirmed").order_by("pk"))
        rng.shuffle(open_now)
        try:
            if what == "card":
                lost(night, name, number=rng.randint(1, 6))
            elif what == "confirm":
                night.confirm()
            elif what == "keep":
                the_club_says(rng.random() < 0.5)
            elif what == "pay":
                take_payment(
                    person=club.persons[name],
                    method="cash",
                    amount=300,
                    day=NEXT,
                    client_id=client_id(),
                    by=None,
                    today=NEXT,
                    now=NOW,
                )
            elif what == "storno":
                left = Transaction.objects.filter(reversal=None).exclude(kind="reversal")
                reverse(
                    original=rng.choice(list(left)),
                    reason="Vertippt",
                    by=None,
                    today=NEXT,
                    now=NOW,
                )
            elif what == "give":
                give(rng.choice([nights[1], None]), open_now[0])
            elif what == "both":
                give(nights[1], *open_now[:2])
            elif what == "move":
                moved(open_now[0])
            elif what == "euros":
                in_euros(open_now[0], 250)
            elif what == "waive":
                waive_claim(
                    claim=open_now[0],
                    reason="Jubiläum",
                    client_id=client_id(),
                    by=None,
                    today=NEXT,
                    now=NOW,
                )
        except (FinanceError, IndexError):
            continue
        done[what] += 1
        if step % 8 == 7:
            assert check_books().wrong == []
    assert check_books().wrong == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    assert {"card", "confirm", "give", "euros"} <= {*done}
