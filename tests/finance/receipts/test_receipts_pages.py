"""The report of the meeting on its page, as a file and for programs: the same figures."""

import csv
import io
import json
from typing import Any

import pytest
from django.urls import reverse

from finance.books.services import cashbook, transfers
from finance.books.services.settings import decide_settings
from finance.receipts.paper import receipts_paper
from finance.receipts.queries import year_span
from finance.years.paper import data_of
from tests.finance.club import DAY, NOW, Club
from tests.finance.pages import text
from tests.finance.receipts.test_receipts import RECEIPT, fined, how, pays
from tests.plugins.built import built_once

pytestmark = pytest.mark.once

YEAR = 2026
DAYS = "?since=2026-01-01&until=2026-12-31"


@built_once
def year(club: Club) -> Club:
    """312,45 € in the box and 1.000 € at the bank; some comes, goes, is owed."""
    cashbook.open_book(money="cash", amount=31_245, **how(club))
    cashbook.open_book(money="bank", amount=100_000, **how(club))
    fined(club, "robin", 500)
    fined(club, "sascha", 700)
    pays(club, "robin", 800)
    pays(club, "toni", 250, method="bank")
    transfers.take_over(taker=club.alex, debtor=club.sascha, cents=700, reason="Wette", **how(club))
    cashbook.record_expense(
        account="drinks",
        amount=1_245,
        paid_from="cash",
        text="Kölsch",
        voucher=RECEIPT,
        **how(club),
    )
    return club


def url(name: str, *args: Any, days: str = "") -> str:
    return reverse(f"finance:{name}", args=args) + days


def test_the_page_begins_with_the_four_numbers(kim: Any, year: Club) -> None:
    page_text = text(kim.get(url("receipts_of", YEAR)))
    assert (
        "Anfangsbestand 1.312,45 € + Einnahmen 10,50 € − Ausgaben 12,45 € = Endbestand 1.310,50 €"
        in page_text
    )


def test_each_kind_says_where_it_came_from(kim: Any, year: Club) -> None:
    page_text = text(kim.get(url("receipts_of", YEAR)))
    assert (
        "Strafen Kasse 5,00 € Verrechnet 7,00 € Insgesamt 12,00 € 5,00 € 0,00 € 5,00 € 7,00 €"
        in page_text
    )
    assert "3,00 € 2,50 € 5,50 € 0,00 € 5,50 €" in page_text
    assert "Übernommene Schulden durchlaufend Verrechnet 7,00 €" in page_text
    assert "5,50 € wurden im Voraus bezahlt" in page_text


def test_the_year_begins_with_them_too_and_so_does_the_auditors_paper(kim: Any, year: Club) -> None:
    assert "= Endbestand 1.310,50 €" in text(kim.get(url("year", YEAR)))
    data = data_of(YEAR, club="Die Becher", now=NOW)
    four, came = data["four"], data["tables"][0]
    # What was set off is in its kinds and is taken off again, so the list adds up to the money.
    assert [figure.replace("\xa0", " ") for figure in came["rows"][-1][:2]] == [
        "Ohne Geld verrechnet",
        "−7,00 €",
    ]
    assert came["sum"][0].replace("\xa0", " ") == "10,50 €"
    assert [figure.replace("\xa0", " ") for figure, _what in four] == [
        "1.312,45 €",
        "+10,50 €",
        "−12,45 €",
        "1.310,50 €",
    ]


def test_other_days_are_two_dates_away(kim: Any, year: Club) -> None:
    page_text = text(kim.get(url("receipts", days=f"?since=2026-01-01&until={DAY}")))
    assert "01.01.2026 bis 06.03.2026" in page_text
    later = text(kim.get(url("receipts", days="?since=2026-03-07&until=2026-03-31")))
    assert "Anfangsbestand 1.310,50 € + Einnahmen 0,00 €" in later


def test_days_the_wrong_way_round_are_refused_with_a_sentence(kim: Any, year: Club) -> None:
    page = kim.get(url("receipts", days="?since=2026-03-31&until=2026-03-01"))
    assert page.status_code == 400
    assert "Der Bericht endet vor seinem Anfang." in text(page)
    assert kim.get(url("receipts_file", "csv", days="?since=gestern")).status_code == 404
    assert kim.get(url("receipts_file", "docx")).status_code == 404
    response = kim.get("/api/till/receipts/?since=2026-03-31&until=2026-03-01")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_what_is_owed_stands_beside_it_with_the_way_from_one_to_the_other(
    kim: Any, year: Club
) -> None:
    page_text = text(kim.get(url("receipts_owed", days=DAYS)))
    assert "berechnet 12,00 € bezahlt −10,50 € am Ende 1,50 €" in page_text
    assert "davon Schulden 7,00 € davon Guthaben −5,50 €" in page_text
    assert "um so viel wuchsen oder schrumpften Kasse und Bank −1,95 €" in page_text


def cents(message: str) -> int:
    return int(message.replace(",", "") or 0)


def test_a_plain_script_adds_up_the_file(kim: Any, year: Club) -> None:
    answer = kim.get(url("receipts_file", "csv", days=DAYS))
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig")), delimiter=";"))
    sums = {(row["Teil"], row["Art"]): cents(row["Summe (€)"]) for row in rows}
    receipts = sum(
        amount for (part, kind), amount in sums.items() if part == "Einnahmen" and kind != "Summe"
    )
    payments = sum(
        amount for (part, kind), amount in sums.items() if part == "Ausgaben" and kind != "Summe"
    )
    assert (receipts, payments) == (1_050, 1_245)
    assert sums["Kasse und Bank", "Anfangsbestand"] + receipts - payments == 131_050
    assert sums["Kasse und Bank", "Endbestand"] == 131_050
    spheres = sum(amount for (part, kind), amount in sums.items() if kind == "Überschuss")
    assert spheres == receipts - payments


def test_programs_read_the_same(kim: Any, year: Club) -> None:
    body = kim.get(f"/api/till/receipts/{DAYS}").json()
    assert {
        name: body["total"][name] for name in ("opening", "receipts", "payments", "closing")
    } == {
        "opening": 131_245,
        "receipts": 1_050,
        "payments": 1_245,
        "closing": 131_050,
    }
    assert {line["kind"]: line["total"] for line in body["receipts"]} == {
        "fines": 1_200,
        "credit": 550,
    }
    assert body["owed"]["closing"] == 150
    assert body["bridge"]["money_grew"] == -195


def test_the_paper_says_the_same_and_names_nobody(kim: Any, year: Club) -> None:
    data = receipts_paper(year_span(YEAR), NOW).data
    full_text = json.dumps(data, ensure_ascii=False).replace("\xa0", " ")
    assert '["1.310,50 €", "Endbestand"]' in full_text
    assert "Robin" not in full_text
    answer = kim.get(url("receipts_file", "pdf", days=DAYS))
    assert answer.content.startswith(b"%PDF")


def test_only_a_tax_privileged_club_reads_about_the_limit_of_its_business(
    kim: Any, year: Club
) -> None:
    assert "§ 64" not in text(kim.get(url("receipts_of", YEAR)))
    decide_settings(
        simple=False,
        tax_privileged=True,
        members_see_balance=False,
        board_reads=False,
        by=year.user("kim"),
        now=NOW,
    )
    page_text = text(kim.get(url("receipts_of", YEAR)))
    assert (
        "0,00 € von höchstens 50.000,00 € ein (§ 64 Abs. 3 AO, Steueränderungsgesetz" in page_text
    )
    later = text(kim.get(url("receipts", days="?since=2031-01-01&until=2031-12-31")))
    assert "Die Grenze für 2031 kennt das Programm nicht" in later


def test_the_chair_reads_it_and_a_member_does_not(as_: Any, year: Club) -> None:
    assert as_("chris").get(url("receipts_of", YEAR)).status_code == 200
    assert as_("robin").get(url("receipts_of", YEAR)).status_code == 404
    assert as_("kim").get(url("receipts_of", 1999)).status_code == 404
