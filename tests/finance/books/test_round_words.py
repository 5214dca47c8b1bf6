"""The words about rounds of drinks at an evening: without a page."""

from dataclasses import dataclass
from datetime import date

import pytest
from django.urls import reverse

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.models.rounds import GivenRound, RoundMove
from finance.books.queries.rounds import Debtor, OwedRound
from finance.books.round_labels import (
    back_from,
    became,
    for_whom,
    how_much,
    moved_to,
    not_yet,
    question,
    rules,
)
from league.events.models import Event
from league.people.models.people import Person

pytestmark = pytest.mark.usefixtures("english")

KIM, TONI, ROBIN = (
    Person(pk=pk, name=name) for pk, name in enumerate(("Kim", "Toni", "Robin"), start=1)
)


@dataclass(frozen=True)
class Lost(OwedRound):
    """A round that those in `had` got already, with no database behind it."""

    had: tuple = ()

    @property
    def served(self):
        return list(self.had)


def owed(to_come=(TONI,), reached=None, had=(), until=None, is_due=True):
    return Lost(
        claim=Claim(amount=1, paid=0, unit="RUNDE", state="confirmed"),
        to_come=to_come,
        reached=to_come if reached is None else reached,
        can_be_given=True,
        moved=RoundMove(until=until) if until else None,
        is_due=is_due and not until,
        is_later=until is not None,
        had=had,
    )


def test_from_the_rounds_one_goes_back_to_the_evening_or_the_tournament():
    assert back_from(Event(pk=3, kind="evening")) == reverse("league:evening", args=[3])
    assert back_from(Event(pk=3, kind="tournament")) == reverse("league:tournament", args=[3])


def test_the_question_is_about_today_or_about_its_day():
    evening = Event(business_date=date(2026, 11, 6))
    assert question(evening, is_today=True) == "What is due today?"
    assert question(evening, is_today=False) == "What is due on 6 November 2026?"


@pytest.mark.parametrize(
    ("kind", "absent_keep", "begin", "end"),
    [
        ("evening", True, "A round without alcohol", "so the club decided."),
        ("evening", False, "A round without alcohol", "has nothing to come."),
        ("tournament", False, "Due before the next draw.", "has nothing to come."),
    ],
)
def test_the_rules_are_the_clubs(kind, absent_keep, begin, end):
    sentences = rules(Event(kind=kind), absent_keep=absent_keep)
    assert sentences[0].startswith(begin)
    assert sentences[-1].endswith(end)


@pytest.mark.parametrize(
    ("reached", "words"),
    [
        ((TONI, ROBIN), "1 round for 2 heads"),
        ((TONI,), "1 round for 2 heads, one is here"),
        ((), "1 round for 2 heads, none of them is here"),
    ],
)
def test_so_many_drinks_are_to_be_ordered(reached, words):
    debtor = Debtor(KIM, is_here=True, rounds=(owed((TONI, ROBIN), reached),))
    assert how_much(debtor) == words


def test_where_nothing_is_due_nothing_is_ordered():
    assert how_much(Debtor(KIM, is_here=True, rounds=(owed(is_due=False),))) == ""


def test_a_round_is_for_all_of_its_heads_or_for_those_who_had_none_yet():
    assert for_whom(owed()) == ["for one head: Toni"]
    assert for_whom(owed((TONI, ROBIN))) == ["for 2 heads: Toni and Robin"]
    assert for_whom(owed(had=(ROBIN,))) == ["still for one head: Toni", "Already had it: Robin"]


def test_a_round_is_due_moved_or_of_this_very_evening():
    later = owed(until=date(2026, 12, 4))
    assert not_yet(owed()) == moved_to(owed()) == ""
    assert not_yet(later) == moved_to(later) == "moved to 4 Dec 2026"
    assert not_yet(owed(is_due=False)) == "of this evening, due on the next"
    assert moved_to(owed(is_due=False)) == ""


def test_a_given_round_was_for_all_or_is_taken_back():
    assert became(GivenRound(payment=Payment())) is None
    assert became(GivenRound()) == ("not yet for all", "warn")
    assert became(GivenRound(is_taken_back=True)) == ("taken back", "")
