"""The debtors, a statement that explains itself, the year in figures."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone

from finance.bank.services.account import set_club_account
from finance.bank.services.notices import announce
from finance.books.booking import Entry, balanced
from finance.books.queries import people
from finance.books.queries.people import PATIENCE
from finance.books.queries.statement import lines
from finance.books.references import reference
from finance.books.services.ledger import Draft, post
from finance.receipts.day_sums import Years
from finance.till.queries import debts, figures
from tests import builders
from tests.finance.club import DAY, NOW, TODAY
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.once


@built_once
def played(evening):
    evening.card("robin", cents=500)
    evening.card("sascha", number=2, kind="drinks_round", cents=None)
    evening.card("robin", number=3, cents=300)
    evening.confirm()
    return evening


# --- who pays still --------------------------------------------------------------------------
def test_who_pays_still_says_since_when_and_when_somebody_paid_last(played, pay):
    pay("robin", 100, day=DAY + timedelta(days=2))
    pay("toni", 700)
    robin, sascha = debts.debtors(TODAY).order_by("-cents")
    assert (robin.name, robin.cents, robin.oldest, robin.overdue) == ("Robin", 700, DAY, 0)
    assert robin.last_paid == DAY + timedelta(days=2)
    assert (sascha.name, sascha.cents, sascha.rounds, sascha.last_paid) == ("Sascha", 0, 1, None)
    assert debts.all_open() == debts.Open(cents=700, rounds=1, persons=2)


def test_what_is_open_for_more_than_four_weeks_is_overdue(played, pay):
    pay("robin", 100)
    assert debts.debtors(DAY + PATIENCE).get(name="Robin").overdue == 0
    later = DAY + PATIENCE + timedelta(days=1)
    assert debts.debtors(later).get(name="Robin").overdue == 700


def test_what_somebody_announced_stands_beside_and_is_still_open(kim, played):
    announce(person=played.club.robin, cents=300, day=DAY, client_id="a", today=TODAY, now=NOW)
    robin = debts.debtors(TODAY).get(name="Robin")
    assert (robin.cents, robin.announced) == (800, 300)
    assert "3,00 € angekündigt" in text(kim.get(url("who_pays")))


def test_a_payment_that_was_reversed_is_no_last_payment(played, pay, storno):
    storno(pay("robin", 100).transaction)
    assert debts.debtors(TODAY).get(name="Robin").last_paid is None


def test_the_page_sorts_and_has_a_word_to_send(kim, played):
    page = kim.get(url("who_pays"))
    page_text = text(page)
    assert page_text.index("Robin") < page_text.index("Sascha")
    assert "auf deinem Konto sind 8,00 € offen:" in page_text
    assert "– 06.03.2026: Spiel 3 an Tisch 1 verloren, Einsatz, 3,00 €" in page_text
    page_text = text(kim.get(url("who_pays"), {"owes": "rounds"}))
    assert "Robin" not in page_text.split("Sortiert nach")[1]
    answer = kim.get(url("who_pays"), {"export": "csv", "sort": "name"})
    rows = b"".join(answer.streaming_content).decode().splitlines()
    assert rows[1] == "Robin;8,00;8,00;0;2026-03-06;0,00;;;nein"


def test_a_reminder_names_the_ten_oldest(kim, played):
    for number in range(4, 15):
        played.card("robin", number=number, cents=100)
    played.confirm()
    page_text = text(kim.get(url("who_pays")))
    assert page_text.count("– 06.03.2026: ") == 11
    assert "– und noch 3 Posten" in page_text


def test_a_reminder_says_how_to_pay_so_that_the_import_knows_it(kim, played):
    assert "oder überweise es. Danke dir." in text(kim.get(url("who_pays")))
    set_club_account(
        holder="Schockclub",
        iban="DE02120300000000202051",
        bic="",
        by=played.club.user("kim"),
        now=NOW,
    )
    page_text = text(kim.get(url("who_pays")))
    where = "an Schockclub, DE02 1203 0000 0000 2020 51, Verwendungszweck "
    assert f"{where}{reference(played.club.robin.pk)}. Danke dir." in page_text


def test_nobody_is_asked_to_transfer_a_round(kim, played, pay):
    pay("robin", 800)
    page_text = text(kim.get(url("who_pays")))
    assert "Denk am nächsten Abend daran. Danke dir." in page_text
    assert "überweise" not in page_text


def test_who_owes_nothing_is_not_there(kim, played, pay):
    pay("robin", 800)
    assert "Robin" not in text(kim.get(url("who_pays")))


# --- the statement ---------------------------------------------------------------------------
def statement_of(person):
    from finance.books.lists import STATEMENT

    rows = STATEMENT.annotate(people.statement(person)).order_by(*STATEMENT.orders[0].by)
    return lines(person, list(rows))


def test_every_line_says_how_the_account_stood_after_it(played, pay, storno):
    first = pay("robin", 600)
    pay("robin", 1000, day=DAY + timedelta(days=1))
    storno(first.transaction)
    statement_lines = statement_of(played.club.robin)
    moved = [line.booking.moved for line in statement_lines]
    stood = [line.balance for line in statement_lines]
    assert stood == [sum(moved[place:]) for place in range(len(moved))]
    assert stood[0] == people.owing_of(played.club.robin).cents == -200


def test_within_a_day_the_newest_stands_first_and_a_charge_below_what_paid_it(evening, pay):
    pay("toni", 100)  # The cash book is there before the charges have theirs.
    evening.card("robin", cents=500)
    evening.card("robin", number=2, cents=300)
    evening.confirm()
    pay("robin", 800)
    statement_lines = statement_of(evening.club.robin)
    assert [line.booking.kind for line in statement_lines] == ["payment", "claim", "claim"]
    assert statement_lines[0].balance == 0
    for above, below in pairwise(statement_lines):
        assert above.balance == below.balance + above.booking.moved


def test_part_of_a_statement_stands_as_the_whole_does(played, pay):
    for n in range(4):
        pay("robin", 100, day=DAY + timedelta(days=n))
    whole = {line.booking.pk: line.balance for line in statement_of(played.club.robin)}
    older = [line.booking for line in statement_of(played.club.robin)][3:]
    for key, stood in people.balances_after(played.club.robin, older).items():
        assert stood == whole[key]


def test_a_round_and_money_stand_each_for_itself(played, pay):
    pay("sascha", 250)
    stood = {line.booking.head.unit: line.balance for line in statement_of(played.club.sascha)}
    assert stood == {"EUR": -250, "RUNDE": 1}


def test_a_claim_leads_to_the_card_and_a_payment_to_what_it_settled(as_, played, pay):
    pay("robin", 600)
    page = as_("robin").get(url("own_account")).content.decode()
    result = played.claims("robin")[0].charge.result_id
    assert f"/ergebnisse/{result}/" in page
    assert f"/abende/{played.event.pk}/" in page
    robin = played.club.robin
    paid = next(line for line in statement_of(robin) if line.payment)
    assert [(settlement.claim.amount, settlement.amount) for settlement in paid.settled] == [
        (500, 500),
        (300, 100),
    ]
    claims = [line for line in statement_of(robin) if line.claim]
    assert sorted((line.claim.amount, line.open) for line in claims) == [(300, 200), (500, 0)]
    assert all(line.paid for line in claims)


def test_what_a_payment_settled_and_does_not_any_more_is_gone(played, pay, storno):
    first = pay("robin", 600)
    storno(first.transaction)
    paid = next(line for line in statement_of(played.club.robin) if line.payment)
    assert (paid.settled, paid.rest) == ([], 0)


def test_the_claim_page_stays_with_the_treasurer(as_, played):
    claim = played.claims("robin")[0].pk
    assert url("claim", claim) not in as_("robin").get(url("own_account")).content.decode()
    account = url("account", played.club.robin.pk)
    assert url("claim", claim) in as_("kim").get(account).content.decode()


# --- the figures -----------------------------------------------------------------------------
def spend(cents, account="drinks", day=DAY):
    entries = balanced([Entry("cash", -cents), Entry(account, cents)])
    post(drafts=[Draft("cash", day, "other", entries)], by=None, now=NOW)


def test_the_history_steps_on_each_day_that_moved_money(played, pay):
    pay("robin", 600)
    pay("robin", 200, method="bank", day=DAY + timedelta(days=1))
    spend(150, day=DAY + timedelta(days=1))
    balance_history = figures.balance_history(DAY + timedelta(days=1), TODAY, Years())
    assert balance_history.before == 600
    assert balance_history.days == [(DAY + timedelta(days=1), 650)]
    assert figures.balance_history(TODAY, TODAY, Years()).last == 650


def test_receipts_and_payments_by_kind_beside_the_year_before(played, pay):
    pay("robin", 200)
    pay("gabi", 600, day=DAY - timedelta(days=365))
    spend(150)
    spend(50, account="prizes", day=DAY - timedelta(days=365))
    now = DAY - timedelta(days=3), DAY
    before = now[0] - timedelta(days=365), now[1] - timedelta(days=365)
    earnings = figures.earnings(now, before, Years())
    assert [(kind.account.code, kind.now, kind.before) for kind in earnings.income] == [
        ("stakes", 200, 0),
        ("credit", 0, 600),
    ]
    spent = [(kind.account.code, kind.now, kind.before) for kind in earnings.expense]
    assert spent == [("drinks", 150, 0), ("prizes", 0, 50)]
    assert earnings.result == (50, 550)


def test_the_page_of_a_year_draws_and_says_its_figures(kim, played, pay):
    pay("robin", 600)
    page = kim.get(url("figures_of", 2026))
    page_text = text(page)
    assert page.content.decode().count("<svg xmlns") == 2
    assert "Einsätze" in page_text
    assert "Bestand März 6,00 €" in page_text
    assert "Im Jahr davor" not in page_text
    assert kim.get(url("figures_of", 2019)).status_code == 404


def test_a_year_is_beside_the_one_before_where_there_was_one(kim, played, pay):
    pay("robin", 600, day=DAY - timedelta(days=365))
    page_text = text(kim.get(url("figures_of", 2026)))
    assert "Im Jahr davor" in page_text
    assert "Bestand Anfang 6,00 € Januar 6,00 €" in page_text


def test_books_without_a_booking_have_their_pages_too(kim, club):
    year = str(timezone.localdate().year)
    assert f"Zahlen {year}" in text(kim.get(url("figures")))
    assert "Niemand schuldet etwas" in text(kim.get(url("who_pays")))


# --- the front page --------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["kim", "alex"])
def test_every_way_from_the_front_page_leads_somewhere(as_, played, pay, who):
    pay("toni", 500)
    browser = as_(who)
    page = browser.get(url("till")).content.decode()
    ways = set(re.findall(r'href="(/[^"#]*)"', page[page.index("<main") : page.index("</main>")]))
    assert {url("who_pays"), url("claims"), url("periods"), url("years")} <= ways
    assert (url("expense") in ways) is (who == "kim")
    assert {way: browser.get(way).status_code for way in ways} == dict.fromkeys(ways, 200)


def test_an_evening_and_a_tournament_of_one_day_both_stand_on_the_front_page(kim, evening):
    cup = builders.tournament("Sommerpokal", day=evening.event.business_date)
    page = kim.get(url("till")).content.decode()
    for event in (evening.event, cup):
        assert url("deeds", event.pk) in page
        assert reverse("close_evening", args=[event.pk]) in page


def test_the_front_page_names_eight_and_leads_to_all(kim, club):
    evening = club.evening("robin", "sascha", "toni")
    for number in range(9):
        person = club.join(f"mitglied{number}")
        evening.arrives(person.name.lower(), sits=False)
        evening.charge(person.name.lower(), "early_lift", "fine", 100 + number)
    evening.confirm()
    page_text = text(kim.get(url("till")))
    assert page_text.count("Mitglied") == 8 + 1  # and the heading of a group
    assert "Alle 9: Wer zahlt noch?" in page_text
