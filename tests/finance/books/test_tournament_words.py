"""The till's words at a tournament's door and about its prizes: without a page."""

import pytest

from finance.books.models.claims import Claim
from finance.books.models.payouts import Payout
from finance.books.queries.tournaments import Entry, Share
from finance.books.tournament_labels import astray, nobody_waits, prize, rest, take, uncharged
from league.events.models import Participation
from league.people.models.people import Person
from league.tournaments.models.tournaments import Prize

pytestmark = pytest.mark.usefixtures("english")

TONI, ROBIN, SASCHA = (
    Person(pk=pk, name=name) for pk, name in enumerate(("Toni", "Robin", "Sascha"))
)


def entry(state="", amount=1000, paid=0, credit=0):
    claims = (Claim(state=state, amount=amount, paid=paid, unit="EUR"),) if state else ()
    return Entry(Participation(person=TONI), claims, credit)


def test_who_owes_something_pays_cash_and_who_has_a_credit_settles_with_it():
    assert take(entry("confirmed")) == ("€10.00 cash", "Toni: €10.00 paid in cash")
    assert take(entry("confirmed", credit=400)).text == "€6.00 cash"
    assert take(entry("confirmed", credit=1000)) == ("Credit", "Toni: settle with credit")


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        ([], "Nobody is checked in yet."),
        ([entry("settled", paid=1000)], "Everybody who is checked in has paid."),
        ([entry("settled", paid=1000), entry()], "Nothing else is to be collected."),
    ],
)
def test_where_nobody_is_to_pay_it_says_why(entered, sentence):
    assert nobody_waits(entered).startswith(sentence)


def test_who_is_charged_nothing_was_let_in_free_or_missed():
    assert uncharged(0).startswith("This tournament is free")
    assert uncharged(1000).startswith("Checked in, but without an entry fee")


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ({"pot_percent": 50}, "50 % of the pot"),
        ({"thing": "Ham"}, "Prize in kind: Ham"),
        ({"thing": "Ham", "sponsor": "Bertha"}, "Prize in kind: Ham, donated by Bertha"),
        ({"pot_percent": 50, "thing": "Ham"}, "50 % of the pot · Prize in kind: Ham"),
        ({}, ""),
    ],
)
def test_a_prize_says_what_there_is_to_win(won, words):
    assert prize(Prize(**won)) == words


@pytest.mark.parametrize(
    ("winners", "now"),
    [
        ((ROBIN,), "The prize now belongs to Robin."),
        ((ROBIN, SASCHA), "The prize now belongs to others."),
    ],
)
def test_a_prize_that_went_astray_says_whose_it_is_now(winners, now):
    payout = Payout(person=TONI, cents=5000)
    share = Share(Prize(), 5000, winners, (payout,))
    only_read = f"€50.00 were paid out to Toni. {now}"
    assert astray(share, payout, posts=False) == only_read
    assert astray(share, payout, posts=True).startswith(f"{only_read} Get the money back")


def test_what_is_left_of_the_pot_is_named_or_what_it_lacks():
    assert rest(0) == ""
    assert rest(1) == "Rounded down to whole cents; €0.01 is not allotted to any prize."
    assert rest(-500).startswith("Shares and payouts together are €5.00 more")
