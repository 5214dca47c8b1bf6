"""The page „Exporte“: everything leaves the house, as files that say what the till says."""

import csv
import io
import zipfile
from datetime import date

import pytest
from django.apps import apps
from openpyxl import load_workbook

from finance.books.models.ledger import Posting
from finance.books.services.cashbook import record_expense
from finance.books.services.closing import close_through
from finance.books.services.payments import take_payment
from finance.books.services.vouchers import SelfMade
from finance.cash.services import count_cash
from finance.years.exports.listings import LISTINGS
from league.people.services import people
from tests.finance.bank_club import SASCHAS, Bank, row
from tests.finance.club import DAY, NOW, TODAY, client_id, payer, reverser
from tests.finance.pages import text, url
from tests.finance.rounds import give, lost
from tests.plugins.built import built_once


@built_once
def played(evening):
    club = evening.club
    evening.card("robin")
    evening.card("sascha", number=2, cents=250)
    lost(evening, "toni", number=3)
    evening.confirm()
    (owed,) = [claim for claim in evening.claims("toni") if claim.unit == "RUNDE"]
    give(evening, owed)
    pay = payer(club)
    pay("robin", 100)
    reverser(club)(pay("sascha", 700, method="bank").transaction)
    record_expense(
        account="material",
        amount=60,
        paid_from="cash",
        day=DAY,
        text="Würfel",
        voucher=SelfMade(payee="Laden", what="Würfel", why="Automat"),
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    count_cash(
        pieces={"ct_20": 2},
        seen=40,
        reason="",
        client_id=client_id(),
        by=club.user("kim"),
        day=TODAY,
        now=NOW,
    )
    bank = Bank(club)
    bank.sends(row("2,50", "Danke", "Sascha", SASCHAS))
    return evening


def pays_next_year(club, name, cents):
    take_payment(
        person=club.persons[name],
        method="cash",
        amount=cents,
        day=date(2027, 1, 5),
        client_id=client_id(),
        by=club.user("kim"),
        today=date(2027, 1, 5),
        now=NOW,
    )


def download(browser, span, code, form):
    response = browser.get(url("export_list", span, code, form))
    assert response.status_code == 200
    return response, b"".join(response.streaming_content)


def rows(raw):
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";"))


def test_every_list_has_a_value_for_each_column(kim, played):
    for code, listing in LISTINGS.items():
        sheet_rows = rows(download(kim, "2026", code, "csv")[1])
        assert sheet_rows, code
        assert list(sheet_rows[0]) == [str(title) for title, _cell in listing.columns]
        assert None not in sheet_rows[0]


def test_the_bookings_have_every_posting_and_sum_to_zero(kim, played):
    sheet_rows = rows(download(kim, "2026", "buchungen", "csv")[1])
    assert len(sheet_rows) == Posting.objects.count()
    cents = [
        int(row["Soll + / Haben − (€)"].replace(",", ""))
        for row in sheet_rows
        if row["Runden"] == ""
    ]
    assert cents
    assert sum(cents) == 0
    assert sum(int(row["Runden"] or 0) for row in sheet_rows) == 0
    stake = next(row for row in sheet_rows if row["Person"] == "Robin")
    assert (stake["Buch"], stake["Datum"], stake["Was"]) == ("Forderungen", "2026-03-06", "Einsatz")
    assert {row["Bereich"] for row in sheet_rows} == {"", "ideeller Bereich"}


def test_the_accounts_begin_with_what_the_year_before_left(kim, club, played):
    pays_next_year(club, "robin", 300)
    first = {row["Konto"]: row for row in rows(download(kim, "2026", "konten", "csv")[1])}
    assert (first["Kasse"]["Anfang (€)"], first["Kasse"]["Ende (€)"]) == ("0,00", "0,40")
    assert (first["Bank"]["Soll (€)"], first["Bank"]["Haben (€)"]) == ("7,00", "7,00")
    later = {row["Konto"]: row for row in rows(download(kim, "2027", "konten", "csv")[1])}
    assert (later["Kasse"]["Anfang (€)"], later["Kasse"]["Ende (€)"]) == ("0,40", "3,40")
    assert "Einsätze" not in later


def test_what_somebody_owed_at_the_years_end_is_not_what_is_owed_now(kim, club, played):
    pays_next_year(club, "sascha", 250)

    def owed(span):
        sheet_rows = rows(download(kim, span, "personen", "csv")[1])
        return {row["Person"]: row["Schuldet (€)"] for row in sheet_rows}

    assert owed("2026") == {"Robin": "0,00", "Sascha": "2,50", "Toni": "0,00"}
    assert owed("alle") == {"Robin": "0,00", "Sascha": "0,00", "Toni": "0,00"}


def test_the_workbook_and_the_archive_have_all_lists(kim, played):
    response, raw = download(kim, "2026", "alle", "xlsx")
    assert "kasse-2026-am-" in response["Content-Disposition"]
    assert response["Content-Type"].endswith("openxmlformats-officedocument.spreadsheetml.sheet")
    book = load_workbook(io.BytesIO(raw))
    assert book.sheetnames == [str(listing.title) for listing in LISTINGS.values()]
    response, raw = download(kim, "2026", "alle", "csv")
    assert response["Content-Type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(raw))
    assert archive.testzip() is None
    assert len(archive.namelist()) == len(LISTINGS)
    assert len(rows(archive.read("forderungen.csv"))) == 3


def test_every_table_of_the_till_is_in_the_stored_ones(kim, played):
    raw = b"".join(kim.get(url("export_stored", "csv")).streaming_content)
    archive = zipfile.ZipFile(io.BytesIO(raw))
    models = list(apps.get_app_config("finance").get_models())
    assert len(archive.namelist()) == len(models)
    for model in models:
        name = model._meta.db_table.removeprefix("finance_")
        assert len(rows(archive.read(f"{name}.csv"))) == model._default_manager.count(), name


def test_a_name_is_no_formula(kim, club, evening, played):
    people.correct_person(person=club.robin, name="=CMD()")
    sheet_rows = rows(download(kim, "2026", "forderungen", "csv")[1])
    assert "'=CMD()" in {row["Person"] for row in sheet_rows}


def test_in_a_closed_period_names_stay_what_they_were(kim, club, played):
    close_through(through=DAY, by=club.user("kim"), today=TODAY, now=NOW)
    people.correct_person(person=club.robin, name="Rotkehlchen")
    sheet_rows = rows(download(kim, "2026", "buchungen", "csv")[1])
    assert "Robin" in {row["Person"] for row in sheet_rows}
    assert "Rotkehlchen" not in {row["Person"] for row in sheet_rows}
    full_text = b"".join(kim.get(url("export_journal", "2026")).streaming_content).decode()
    assert '"Robin" "Einsatz"' in full_text
    assert f"Rotkehlchen-{club.robin.pk}" in full_text


def test_a_voucher_a_count_and_a_line_of_the_bank_are_there(kim, played):
    (voucher,) = rows(download(kim, "2026", "belege", "csv")[1])
    assert (voucher["An wen"], voucher["Buchung"]) == ("Laden", "Kasse 2026/2")
    (counted,) = rows(download(kim, "2026", "zaehlungen", "csv")[1])
    assert (counted["Gezählt (€)"], counted["0,20\u00a0€"]) == ("0,40", "2")
    (line,) = rows(download(kim, "2026", "bank", "csv")[1])
    assert (line["Name"], line["Betrag (€)"], line["Buchung"]) == ("Sascha", "2,50", "")


def test_the_journal_is_german_whoever_reads(kim, played):
    response = kim.get(url("export_journal", "2026"), headers={"accept-language": "en"})
    full_text = b"".join(response.streaming_content).decode()
    assert "Assets:Kasse" in full_text
    assert "; Forderungen 2026/1, " in full_text


def test_the_page_leads_to_each_file(kim, played):
    page = kim.get(url("exports"))
    assert "Alles aus 2026" in text(page)
    assert "8 Buchungen" in text(page)
    body = page.content.decode()
    for code in LISTINGS:
        for form in ("csv", "xlsx"):
            assert url("export_list", "2026", code, form) in body
    assert url("export_stored", "csv") in kim.get(url("exports_of", "alle")).content.decode()


def test_an_empty_till_can_be_taken_along_too(kim):
    assert "nichts gebucht" in text(kim.get(url("exports")))
    assert load_workbook(io.BytesIO(download(kim, "alle", "alle", "xlsx")[1])).sheetnames


@pytest.mark.parametrize(
    "address",
    [
        "exporte/26/",
        "exporte/99999/",
        "exporte/1999/",
        "exporte/2026/nichts/csv/",
        "exporte/2026/buchungen/pdf/",
        "exporte/tabellen/pdf/",
    ],
)
def test_what_there_is_not_is_not_found(kim, address):
    assert kim.get(f"/kasse/{address}").status_code == 404


def test_the_auditor_takes_it_along_and_nobody_else(as_, played):
    assert download(as_("alex"), "2026", "alle", "csv")[0].status_code == 200
    assert as_("robin").get(url("export_list", "2026", "alle", "csv")).status_code == 404


def test_a_long_list_asks_no_more_often(kim, played, django_assert_max_num_queries):
    for code in LISTINGS:
        with django_assert_max_num_queries(16):
            download(kim, "2026", code, "csv")
