"""The auditors' sample out of everything, the lists beside it, what the bank says; by pages."""

import subprocess
import sys
from pathlib import Path

import pytest

from finance.books.models.ledger import Transaction
from finance.books.services.discharge import waive_claim
from finance.years import check_year
from finance.years.models import AuditSample
from finance.years.paper import data_of
from finance.years.queries import audits
from tests.finance.bank_club import row
from tests.finance.club import NOW, TODAY, payer, reverser
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.once

YEAR = TODAY.year


@built_once
def year(evening):
    """Book two evenings' stakes, one waived, one payment taken back, much small change."""
    club = evening.club
    pay, storno = payer(club), reverser(club)
    evening.card("robin", cents=4000)
    evening.card("toni", number=2, cents=300)
    evening.confirm()
    (claim,) = club.toni.claims.filter(charge__code="stake")
    waive_claim(
        claim=claim, reason="Geburtstag", by=club.user("kim"), client_id="w", today=TODAY, now=NOW
    )
    for _n in range(12):
        pay("robin", 100)
    storno(pay("robin", 200).transaction)
    return club


def draw(browser, **fields):
    page = browser.get(url("audit", YEAR))
    data = {"client_id": hidden(page), "seed": "421 665", "size": "3", "method": "weighted"}
    return browser.post(url("draw_sample", YEAR), data | fields, follow=True)


def test_by_amount_the_large_claim_is_drawn_and_the_small_change_is_not_all(year, as_):
    page_text = text(draw(as_("alex")))
    assert "Nach Betrag gewichtet: Jede Buchung ab" in page_text
    audited_bookings = audits.audited_bookings(YEAR)
    by_chance = [looked for looked in audited_bookings if looked.booking.kind not in audits.SPECIAL]
    assert len(by_chance) <= 3
    assert ("claims", 4000) in {
        (audited_booking.booking.head.journal, abs(audited_booking.booking.own))
        for audited_booking in audited_bookings
    }


def test_waivers_and_reversals_can_be_drawn(year, as_):
    draw(as_("alex"), size="500", method="plain")
    kinds = {audited_booking.booking.kind for audited_booking in audits.audited_bookings(YEAR)}
    assert {"waiver", "reversal", "claim", "payment"} <= kinds


def test_the_command_on_the_page_draws_the_same_outside(year, as_, pay, tmp_path):
    alex = as_("alex")
    draw(alex)
    draw(alex, seed="333", method="plain")
    drawn = [sample.bookings for sample in audits.samples_of(YEAR)]
    # What is booked afterwards changes no draw.
    pay("robin", 90_000)
    assert [sample.bookings for sample in audits.samples_of(YEAR)] == drawn
    path = tmp_path / f"jahr-{YEAR}.jsonl"
    path.write_bytes(b"".join(alex.get(url("year_file", YEAR)).streaming_content))
    page = alex.get(url("audit", YEAR)).content.decode().replace("&quot;", '"')
    for sample in audits.samples_of(YEAR):
        assert sample.command in page
        words = sample.command.replace('"421 665"', "421_665").replace('"333"', "333").split()[3:]
        more = [word.replace("_", " ") for word in words]
        done = subprocess.run(
            [sys.executable, str(Path(check_year.__file__)), str(path), *more],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        lines = [f"{journal} {YEAR}/{number}" for journal, number in sample.bookings]
        assert done.stdout.splitlines()[-len(lines) :] == lines


def test_a_sample_of_before_draws_what_it_drew_from_cash_and_bank_alone(year, as_):
    year_end = audits.year_end(YEAR) or (draw(as_("alex")) and audits.year_end(YEAR))
    AuditSample.objects.create(
        year_end=year_end,
        seed="alt",
        size=4,
        numbers={"cash": 9},
        drawn_by=year.user("alex"),
        drawn_at=NOW,
        client_id="alt",
    )
    old = audits.samples_of(YEAR)[-1]
    assert old.bookings == check_year.sample("alt", YEAR, {"cash": 9}, 4)


def listed(browser, **asked):
    return text(browser.get(url("audit_bookings", YEAR), asked))


def test_waivers_reversals_and_large_bookings_stand_in_lists_and_can_be_marked(year, as_):
    alex = as_("alex")
    special = listed(alex, which="special")
    assert "Geburtstag" in special
    assert "Storno" in special
    large = listed(alex, least="40")
    assert "40,00" in large
    assert "1,00 €" not in large
    waiver = Transaction.objects.get(kind="waiver")
    page = alex.get(url("audit_booking", waiver.pk))
    data = {"client_id": hidden(page), "mark": "question", "remark": "Wer hat das beschlossen?"}
    alex.post(url("audit_booking", waiver.pk), data)
    assert "Rückfrage" in listed(alex, which="special")
    assert "Wer hat das beschlossen?" in text(alex.get(url("audit", YEAR)))


def test_all_payments_are_what_left_the_till_and_not_what_was_taken_back(year, as_):
    assert "Nichts gefunden." in listed(as_("alex"), which="payments")


def test_lines_of_the_bank_without_a_balance_are_no_missing_statement(year, bank, pay, as_):
    bank.sends(row("12,50", "Beitrag", day="03.01.2026"), row("-3,00", "Gebühr", day="05.03.2026"))
    message = "eingelesen sind 2 Zeilen vom 03.01.2026 bis 05.03.2026"
    page = text(as_("alex").get(url("audit", YEAR)))
    assert "Kontostand laut Auszug vom" in page
    assert message in page
    assert "kein Kontoauszug eingelesen" not in page
    (about_bank,) = (
        sentence for sentence in data_of(YEAR, club="Club", now=NOW)["agreed"] if "Bank" in sentence
    )
    assert message in about_bank
