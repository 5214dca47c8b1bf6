"""Open matters of a year: each is seen or explained before a signature counts; by pages."""

import re
from datetime import date

import pytest

from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.years.models import AuditMark, YearMatter
from finance.years.paper import data_of
from finance.years.queries import audits
from finance.years.queries.matters import open_matters
from tests.finance.club import NOW, TODAY, payer
from tests.finance.pages import first_message, hidden, text, url
from tests.plugins.built import built_once

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("that_day")]

YEAR = 2025
SAID = "Beim Fest fiel Kleingeld in den Gully."


@built_once
def year(club):
    """Much was paid in, and then 2.00 were missing."""
    pay = payer(club)
    for n in range(6):
        pay("robin", 5000 + n, day=date(YEAR, 12, 1))
    count(club, 29_815)
    return club


def count(club, cents):
    return count_cash(
        pieces={},
        total=cents,
        seen=balance("cash"),
        reason="verzählt",
        client_id=f"count-{cents}",
        by=club.user("kim"),
        day=date(YEAR, 12, 31),
        now=NOW,
    )


def send(browser, name, answer, **more):
    """Send the form of a step as its page has it, each open matter answered alike."""
    page = browser.get(url("year", YEAR))
    sent = dict.fromkeys(matter_fields(page), answer)
    return browser.post(url(name, YEAR), sent | more, follow=True)


def matter_fields(page):
    return re.findall(r'name="([a-z]+-said_[^"]+)"', page.content.decode())


def draw(browser, **asked):
    page = browser.get(url("audit", YEAR))
    data = {"client_id": hidden(page), "seed": "421 665", "size": "1", "method": "plain"}
    browser.post(url("draw_sample", YEAR), data | asked)


def look_at(browser, booking, mark="fine", remark=""):
    address = url("audit_booking", booking.pk)
    data = {"client_id": hidden(browser.get(address)), "mark": mark, "remark": remark}
    return browser.post(address, data, follow=True)


def test_nothing_is_submitted_or_signed_over_a_difference_without_a_sentence(year, as_):
    silent = send(as_("kim"), "draft_year", "")
    assert silent.status_code == 422
    assert "Eine Kassendifferenz: −2,00 €." in text(silent)
    assert audits.standing_of(audits.steps_of(YEAR)).state == "open"
    assert "liegt beim Vorstand" in text(send(as_("kim"), "draft_year", SAID))
    assert SAID in text(as_("chris").get(url("year", YEAR)))
    assert send(as_("chris"), "confirm_year", "").status_code == 422
    assert "Jetzt ist die Kassenprüfung an der Reihe" in text(
        send(as_("chris"), "confirm_year", "on")
    )
    draw(as_("alex"))
    for booked in audits.audited_bookings(YEAR):
        look_at(as_("alex"), booked.booking)
    sent = {"sign-recommends": "yes"}
    assert as_("alex").post(url("sign_year", YEAR), sent).status_code == 422
    assert "Unterschrieben." in text(send(as_("alex"), "sign_year", "on", **sent))
    kept = list(YearMatter.objects.values_list("step__kind", "code", "count", "cents", "said"))
    assert kept == [
        ("draft", "cash_difference", 1, -200, SAID),
        ("board", "cash_difference", 1, -200, ""),
        ("signed", "cash_difference", 1, -200, ""),
    ]
    printed = [remark for *_step, remark in data_of(YEAR, club="Club", now=NOW)["steps"]]
    assert all("Kassendifferenz" in remark for remark in printed[:3])
    assert SAID in printed[0]
    assert "2 Buchungen angesehen" in printed[2]
    assert check_books().wrong == []


def test_a_sentence_about_one_difference_says_nothing_about_a_second(year, as_):
    send(as_("kim"), "draft_year", SAID)
    (one,) = open_matters(YEAR, TODAY)
    count(year, 29_715)
    (two,) = open_matters(YEAR, TODAY)
    assert (one.count, two.count, two.cents) == (1, 2, -300)
    assert send(as_("kim"), "draft_year", "").status_code == 422


def test_every_sample_holds_the_difference_whatever_is_drawn(year, as_):
    for seed in ("1", "2"):
        draw(as_("alex"), seed=seed)
    kinds = {looked.booking.kind for looked in audits.audited_bookings(YEAR)}
    assert Transaction.Kind.DIFFERENCE in kinds


def test_the_second_auditor_signs_for_what_he_looked_at_himself(year, as_):
    year.join("bea", role="auditor")
    send(as_("kim"), "draft_year", SAID)
    send(as_("chris"), "confirm_year", "on")
    draw(as_("alex"))
    drawn = [looked.booking for looked in audits.audited_bookings(YEAR)]
    for booking in drawn:
        look_at(as_("alex"), booking)
    assert "Prüfung unterschreiben" in text(as_("alex").get(url("year", YEAR)))
    page = as_("bea").get(url("year", YEAR))
    assert "Prüfung unterschreiben" not in text(page)
    assert "0 von 2 Buchungen durchgesehen" in text(as_("bea").get(url("audit", YEAR)))
    refused = as_("bea").post(url("sign_year", YEAR), dict.fromkeys(matter_fields(page), "on"))
    assert refused.status_code == 422
    sent = {"sign-recommends": "yes", "sign-said_cash_difference_1_-200": "on"}
    refused = as_("bea").post(url("sign_year", YEAR), sent)
    assert "was du selbst angesehen hast" in first_message(refused)
    for booking in drawn:
        done = look_at(as_("bea"), booking)
    assert "Alles durchgesehen, was gezogen wurde." in text(done)
    assert "Unterschrieben." in text(send(as_("bea"), "sign_year", "on", **sent))


def test_an_objection_is_not_wiped_out_by_the_other_auditor(year, as_):
    year.join("bea", role="auditor")
    draw(as_("alex"))
    booking = Transaction.objects.get(kind="difference")
    look_at(as_("alex"), booking, "wrong", "Kein Protokoll")
    look_at(as_("bea"), booking)
    (looked,) = [row for row in audits.audited_bookings(YEAR) if row.booking == booking]
    assert looked.mark.remark == "Kein Protokoll"
    look_at(as_("alex"), booking)
    (looked,) = [row for row in audits.audited_bookings(YEAR) if row.booking == booking]
    assert looked.mark.mark == AuditMark.Mark.FINE
