"""The till's lists: narrowed, sorted, paged and handed out by the address alone."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from finance.books.services.cashbook import record_expense, record_income
from finance.books.services.vouchers import SelfMade
from finance.cash.services import count_cash
from tests.finance.club import DAY, NOW, TODAY, client_id, payer
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.slow


@built_once
def played(evening):
    evening.card("robin", cents=500)
    evening.card("sascha", number=2, kind="drinks_round", cents=None)
    evening.card("toni", number=3, cents=300)
    evening.confirm()
    return evening


@built_once
def paid(played):
    pay = payer(played.club)
    pay("robin", 200, text="am Tresen")
    pay("toni", 1000, method="cash", day=DAY + timedelta(days=2))
    pay("robin", 100, day=DAY + timedelta(days=1))
    return played


def lines(response):
    """Return the names in the table's first column, from above."""
    heads = re.findall(r'<th scope="row" class="head">(.*?)</th>', response.content.decode(), re.S)
    plain = (re.sub(r"<[^>]+>|\s+", " ", head).split() for head in heads)
    return [words[0].rstrip(":") for words in plain]


def test_a_book_is_narrowed_by_words_kind_and_days(kim, paid):
    book = url("journal", "cash")
    assert lines(kim.get(book)) == ["Robin", "Toni", "Robin"]
    assert lines(kim.get(book, {"search": "toni"})) == ["Toni"]
    assert lines(kim.get(book, {"search": "robin tresen"})) == ["Robin"]
    assert lines(kim.get(book, {"since": DAY + timedelta(days=1)})) == ["Robin", "Toni"]
    assert lines(kim.get(book, {"until": DAY})) == ["Robin"]
    assert "Nichts gefunden." in text(kim.get(book, {"kind": "prize"}))


def test_a_book_is_sorted_and_says_the_standing_only_line_after_line(kim, paid):
    book = url("journal", "cash")
    assert lines(kim.get(book, {"sort": "amount"})) == ["Toni", "Robin", "Robin"]
    assert "Bestand" in text(kim.get(book))
    assert "Bestand" not in text(kim.get(book, {"sort": "amount"}))
    assert "Bestand" not in text(kim.get(book, {"search": "robin"}))


def test_a_day_that_is_none_is_told_beside_its_field_and_narrows_nothing(kim, paid):
    page = kim.get(url("journal", "cash"), {"since": "gestern", "sort": "zufall"})
    assert page.status_code == 200
    assert 'value="gestern"' in page.content.decode()
    assert 'class="errors"' in page.content.decode()
    assert len(lines(page)) == 3


@pytest.mark.once
def test_pages_keep_what_was_chosen(kim, played, pay):
    for _n in range(51):
        pay("robin", 10)
    page = kim.get(url("journal", "cash"), {"sort": "number", "search": "robin"})
    assert len(lines(page)) == 50
    assert "?sort=number&amp;search=robin&amp;page=2" in page.content.decode()
    rest = kim.get(url("journal", "cash"), {"sort": "number", "page": "2"})
    assert len(lines(rest)) == 1
    assert len(lines(kim.get(url("journal", "cash"), {"page": "999"}))) == 1


def test_what_was_found_goes_out_as_a_sheet(kim, paid):
    answer = kim.get(url("journal", "cash"), {"search": "robin", "sort": "number", "export": "csv"})
    assert answer["Content-Disposition"] == 'attachment; filename="cash-2026.csv"'
    full_text = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert full_text[0].startswith("Nummer;Datum;Erfasst;Art;Was;Text;Betrag;Runden")
    assert [line.split(";")[6] for line in full_text[1:]] == ["2,00", "1,00"]
    excel = kim.get(url("journal", "cash"), {"export": "xlsx"})
    assert b"".join(excel.streaming_content)[:2] == b"PK"


def test_ones_own_statement_is_a_list_too_and_nobody_elses(as_, paid):
    answer = as_("robin").get(url("own_account"), {"export": "csv"})
    full_text = b"".join(answer.streaming_content).decode()
    assert "Barzahlung" in full_text
    assert "Toni" not in full_text
    assert as_("robin").get(url("journal", "cash"), {"export": "csv"}).status_code == 404


def test_all_claims_and_all_payments_are_lists(kim, paid):
    claims = url("claims")
    assert lines(kim.get(claims, {"sort": "name"})) == ["Robin", "Sascha", "Toni"]
    assert lines(kim.get(claims, {"unit": "RUNDE"})) == ["Sascha"]
    assert lines(kim.get(claims, {"state": "settled"})) == ["Toni"]
    assert lines(kim.get(claims, {"search": "rob"})) == ["Robin"]
    payments = url("payments")
    assert lines(kim.get(payments)) == ["Toni", "Robin", "Robin"]
    assert lines(kim.get(payments, {"method": "bank"})) == []


def test_a_storno_is_marked_among_the_payments(kim, paid, pay, storno):
    storno(pay("sascha", 100).transaction)
    assert lines(kim.get(url("payments"), {"reversed": "True"})) == ["Sascha"]
    assert "Sascha" not in lines(kim.get(url("payments"), {"reversed": "False"}))


def test_the_vouchers_are_a_list_as_well(kim, paid):
    for what in ("Blumen", "Würfel"):
        record_expense(
            account="material",
            amount=100,
            paid_from="cash",
            day=TODAY,
            text=what,
            voucher=SelfMade(payee="Markthalle", what=what, why="Der Stand gibt keine Belege"),
            client_id=client_id(),
            by=None,
            today=TODAY,
            now=NOW,
        )
    year = url("vouchers_year", TODAY.year)
    page_text = text(kim.get(year, {"search": "markt würfel"}))
    assert "Ein Eintrag" in page_text
    assert "Nichts gefunden." in text(kim.get(year, {"kind": "file"}))
    answer = kim.get(year, {"export": "csv", "sort": "number"})
    rows = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert [row.split(";")[0] for row in rows[1:]] == ["2026/1", "2026/2"]
    assert "Kasse 2026/" in rows[1]


def test_what_has_no_voucher_is_a_list_over_all_years(kim, paid):
    for day, cents in ((TODAY, 5000), (TODAY.replace(year=2025), 700)):
        record_income(
            account="gifts",
            amount=cents,
            paid_into="bank",
            day=day,
            text=f"Spende {day.year}",
            client_id=client_id(),
            by=None,
            today=TODAY,
            now=NOW,
        )
    page = url("without_voucher")
    assert text(kim.get(page)).index("Spende 2026") < text(kim.get(page)).index("Spende 2025")
    assert "Spende 2026" not in text(kim.get(page, {"year": "2025"}))
    assert "Nichts gefunden." in text(kim.get(page, {"journal": "cash"}))
    assert "Ein Eintrag" in text(kim.get(page, {"search": "spende 2025"}))
    answer = kim.get(page, {"export": "csv", "sort": "amount"})
    rows = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert ["Spende 2026" in rows[1], "Spende 2025" in rows[2]] == [True, True]
    assert "50,00" in rows[1]
    program = "/api/till/bookings/unvouched/"
    for asked, years in (
        ({}, [2026, 2025]),
        ({"sort": "date"}, [2025, 2026]),
        ({"year": "2025"}, [2025]),
        ({"journal": "cash"}, []),
        ({"year": "2024"}, []),
        ({"year": "gestern"}, []),
    ):
        response = kim.get(program, asked).json()["results"]
        assert [date.fromisoformat(row["day"]).year for row in response] == years


def test_the_counts_are_a_list_with_their_pieces(kim, club, paid):
    for number, (pieces, reason) in enumerate(
        (({"eur_10": 1, "eur_1": 3}, ""), ({"eur_10": 1, "eur_2": 1}, "Wechselgeld vertan"))
    ):
        count_cash(
            pieces=pieces,
            seen=1300,
            reason=reason,
            client_id=client_id(),
            by=club.user("kim"),
            day=DAY + timedelta(days=number),
            now=NOW + timedelta(days=number),
        )
    page = url("counts")
    assert "2 Einträge" in text(kim.get(page))
    off = text(kim.get(page, {"state": "difference"}))
    assert "Ein Eintrag" in off
    assert "es fehlen 1,00 €" in off
    assert "stimmt" in text(kim.get(page, {"state": "exact"}))
    answer = kim.get(page, {"export": "csv", "sort": "oldest"})
    head, first, second = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert dict(zip(head.split(";"), first.split(";"), strict=True))["1 €"] == "3"
    assert dict(zip(head.split(";"), second.split(";"), strict=True))["Differenz"] == "-1,00"


@pytest.mark.parametrize("year", [0, 1999, 99999])
def test_a_year_without_anything_has_no_vouchers(kim, paid, year):
    assert kim.get(url("vouchers_year", year)).status_code == 404


def test_a_list_asks_as_often_for_many_as_for_few(kim, played, pay):
    def asked(name, *args):
        with CaptureQueriesContext(connection) as queries:
            assert kim.get(url(name, *args)).status_code == 200
        return len(queries)

    lists = [("claims",), ("payments",), ("journal", "cash"), ("who_pays",), ("without_voucher",)]
    for name in ("robin", "toni"):
        pay(name, 50)
    few = [asked(*arguments) for arguments in lists]
    for number in range(4, 10):
        played.card(["robin", "toni", "sascha"][number % 3], number=number, cents=100)
    played.confirm()
    for _n in range(5):
        pay("robin", 50)
    assert all(asked(*arguments) <= before for arguments, before in zip(lists, few, strict=True))
    assert max(few) <= 16
