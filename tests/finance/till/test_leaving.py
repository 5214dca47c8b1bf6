"""A member leaves the club: its open matters are told to the writer, and the till has a mark."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from finance.till.queries.debts import debtors
from league.people.services import people
from tests.finance.club import TODAY
from tests.finance.pages import text, url
from tests.finance.rounds import lost

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("that_day")]


def leaves(browser, person):
    sent = {"kind": "end", "day": TODAY.isoformat()}
    return browser.post(reverse("league:membership", args=[person.pk]), sent, follow=True)


def test_the_chair_reads_what_is_open(club, evening, as_):
    evening.card("robin", cents=1350)
    lost(evening, "robin", number=2)
    evening.confirm()
    page_text = text(leaves(as_("chris"), club.robin))
    assert "Die Mitgliedschaft ist eingetragen." in page_text
    assert "Robin schuldet noch 13,50 €." in page_text
    assert "Robin schuldet noch 1 Runde." in page_text


def test_the_chair_reads_that_there_is_a_credit(club, pay, as_):
    pay("robin", 2900)
    page_text = text(leaves(as_("chris"), club.robin))
    assert "Robin hat noch 29,00 € Guthaben." in page_text


def test_with_nothing_open_nothing_more_is_said(club, as_):
    page_text = text(leaves(as_("chris"), club.robin))
    assert "Robin schuldet" not in page_text
    assert "Guthaben" not in page_text


def test_the_till_marks_who_left(club, evening, kim):
    evening.card("robin", cents=1350)
    evening.card("toni", number=2, cents=200)
    evening.charge("gabi", "early_lift", "fine", 300)
    evening.confirm()
    people.end_membership(person=club.robin, end=TODAY)
    by_key = {person.name: person.has_left for person in debtors(TODAY)}
    assert by_key == {"Robin": True, "Toni": False}
    assert {
        debtor.name for debtor in debtors(TODAY - timedelta(days=1)) if debtor.has_left
    } == set()
    page_text = text(kim.get(url("who_pays")))
    assert "Robin ausgetreten 13,50 €" in page_text
    assert "Toni ausgetreten" not in page_text
    narrowed = text(kim.get(url("who_pays"), {"left": "True"}))
    assert "Robin" in narrowed
    assert "Toni" not in narrowed
    assert "ausgetreten" in text(kim.get(url("account", club.robin.pk)))
    assert "ausgetreten" not in text(kim.get(url("account", club.toni.pk)))


def test_who_comes_back_is_a_member_again(club, evening):
    evening.card("robin", cents=1350)
    evening.confirm()
    people.end_membership(person=club.robin, end=date(2026, 2, 1))
    people.start_membership(person=club.robin, kind="passive", start=date(2026, 3, 1))
    assert [person.has_left for person in debtors(TODAY)] == [False]


def test_whoever_leaves_gets_an_account_of_all_of_it(club, evening, kim, pay):
    evening.card("robin", cents=1350)
    evening.confirm()
    pay("robin", 350)
    people.end_membership(person=club.robin, end=date(2026, 3, 1))
    assert "Abrechnung" in text(kim.get(url("account", club.robin.pk)))
    page_text = text(kim.get(url("closing_statement", club.robin.pk)))
    assert "Mitglied bis 28. Februar 2026" in page_text
    assert "zu zahlen 10,00 €" in page_text
    assert "Guthaben zum Auszahlen 0,00 €" in page_text
    assert "3,50 €" in page_text
    printed = kim.get(url("closing_statement_file", club.robin.pk))
    assert printed.content.startswith(b"%PDF")
    pay("robin", 1500)
    page_text = text(kim.get(url("closing_statement", club.robin.pk)))
    assert "Guthaben zum Auszahlen 5,00 €" in page_text
    assert "Nichts ist offen." in page_text
