"""Rounds in the books: what is planted is found, and any sequence adds up."""

from collections import Counter
from random import Random

import pytest

from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Transaction
from finance.books.services.discharge import waive_claim
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.checks.books import check_books
from finance.errors import FinanceError
from tests.finance.club import DAY, NOW, client_id
from tests.finance.pages import NBSP
from tests.finance.rounds import (
    NEXT,
    give,
    in_euros,
    lost,
    moved,
    the_club_says,
)
from tests.finance.tampering import tampered
from tests.plugins.speed import examples

pytestmark = pytest.mark.slow


# --- the books -------------------------------------------------------------------------------
@pytest.fixture
def books(tonight, owed):
    """Return an evening with one round given, one turned into money, one still open."""
    lost(tonight, "robin")
    lost(tonight, "toni", number=2)
    tonight.confirm()
    give(tonight, owed.claim())
    in_euros(tonight.claim("robin"))
    return tonight


# What is written into the database, and what is said of it.
PLANTED = [
    ("DELETE FROM finance_givenhead; DELETE FROM finance_givenround", "passt nicht dazu"),
    ("UPDATE finance_givenround SET is_taken_back = {yes}", "gebucht ist es anders"),
    ("UPDATE finance_givenround SET claim_id = {tonis}", "passt nicht dazu"),
    (
        "UPDATE finance_givenhead SET person_id = {robin} "
        "WHERE id = (SELECT MIN(id) FROM finance_givenhead)",
        "nicht geschuldet war",
    ),
    ("DELETE FROM finance_conversion", "die niemand umgewandelt hat"),
    ("UPDATE finance_conversion SET round_id = {tonis}", "nur halb da"),
    ("UPDATE finance_payment SET is_reversed = {yes}, allocated = 0", "nur halb da"),
    ("UPDATE finance_claim SET amount = 501 WHERE unit = 'EUR'", "Gebucht ist etwas anderes"),
    ("UPDATE finance_account SET balance = 0 WHERE code = 'rounds_in_euros'", "umgewandelte"),
]


def test_whatever_is_changed_about_a_round_is_found(books):
    assert check_books().wrong == []
    names = {"yes": "TRUE", "robin": books.club.robin.pk, "tonis": books.claim("toni").pk}
    for statement, sentence in PLANTED:
        with tampered(*statement.format(**names).split(";")):
            wrong = [problem.replace(NBSP, " ") for problem in check_books().wrong]
        assert any(sentence in problem for problem in wrong), (statement, wrong)
    assert check_books().wrong == []


# --- any sequence ----------------------------------------------------------------------------
STEPS = ["card"] * 4 + ["confirm"] * 3 + ["give"] * 5 + ["both", "move", "euros", "euros"]
STEPS += ["waive", "storno", "storno", "pay", "keep"]


@pytest.mark.parametrize("seed", range(examples(3)))
def test_whatever_happens_to_rounds_the_books_add_up(club, seed):
    """Eighty steps by lot over two evenings; what is refused changes nothing.

    The books are read every twentieth step: what is wrong on the way, a later step may put right.
    """
    rng = Random(seed)
    people = ["robin", "sascha", "toni"]
    nights = [club.evening(*people, day=DAY), club.evening(*people[:2], "toni", day=NEXT)]
    done = Counter()
    for step in range(80):
        if step % 20 == 19:
            assert check_books().wrong == []
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
    assert check_books().wrong == []
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    assert {"card", "confirm", "give", "euros"} <= {*done}
