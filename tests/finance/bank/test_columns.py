"""A CSV of an unknown bank: its columns are stated once, and read at once from then on."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from finance.bank.models.bank import BankColumns, BankImport, BankLine
from finance.bank.reading.columns import Columns
from finance.bank.reading.sheet import fault_of, guessed, open_sheet
from finance.bank.reading.statements import BankFileError
from finance.bank.reading.table import reading_of
from finance.checks.books import check_books
from tests.finance.bank_club import ROBINS, Bank
from tests.finance.pages import hidden, text, url

VILLAGE = f"""Dorfbank eG;Umsätze
Konto;DE02120300000000202051

Ausgeführt;Partner;Notiz;Bankverbindung;Summe;S/H
03.03.2026;Robin Muster;Beitrag März;{ROBINS};12,50;H
04.03.2026;Getränke Huber;Rechnung 17;DE02200505501015871393;80,00;S
05.03.2026;;Zinsen;;0,03;H
Endsaldo;;;;1.234,56;H
"""
NAMED = ("booked", "name", "text", "iban", "amount", "sign")


def _read(content: str, roles: tuple[str, ...], amounts: Any = "signed") -> list[tuple[Any, ...]]:
    lines = reading_of(open_sheet(content.encode()), Columns(roles, amounts)).statement.lines
    return [(f"{line.booked:%d.%m.}", line.cents, line.name, line.text) for line in lines]


# --- what a file says -----------------------------------------------------------------------------
def test_the_rows_begin_below_their_names() -> None:
    sheet = open_sheet(VILLAGE.encode())
    assert sheet.names == ("Ausgeführt", "Partner", "Notiz", "Bankverbindung", "Summe", "S/H")
    assert (sheet.rows[0].number, sheet.iban) == (5, "DE02120300000000202051")


def test_a_column_of_its_own_says_what_went_out() -> None:
    assert _read(VILLAGE, NAMED) == [
        ("03.03.", 1250, "Robin Muster", "Beitrag März"),
        ("04.03.", -8000, "Getränke Huber", "Rechnung 17"),
        ("05.03.", 3, "", "Zinsen"),
    ]


def test_debit_and_credit_may_be_two_columns() -> None:
    content = "Tag,Wozu,Ab,Zu\n2026-03-03,Beitrag,0.00,12.50\n2026-03-04,Bier,80.00,0.00\n"
    assert _read(content, ("booked", "text", "debit", "credit")) == [
        ("03.03.", 1250, "", "Beitrag"),
        ("04.03.", -8000, "", "Bier"),
    ]


def test_the_purpose_may_be_in_several_columns_and_there_may_be_no_names() -> None:
    content = "03.03.2026|Beitrag|März|12,50\n04.03.2026|Beitrag|April|-1,00\n"
    sheet = open_sheet(content.encode())
    assert sheet.heading == "#4"
    assert _read(content, ("booked", "text", "text", "amount"))[0][3] == "Beitrag März"


def test_what_the_columns_may_be_is_guessed_from_what_stands_in_them() -> None:
    assert guessed(open_sheet(VILLAGE.encode())).roles == (
        *("booked", "", "text", "iban", "amount", "sign"),
    )


@pytest.mark.parametrize(
    ("roles", "fault"),
    [
        (("", "name", "text", "iban", "amount", "sign"), "columns_day"),
        (("booked", "name", "text", "iban", "", "sign"), "columns_amount"),
        (("booked", "name", "text", "iban", "debit", ""), "columns_amount"),
        (("booked", "name", "name", "iban", "amount", "sign"), "columns_twice"),
        (("booked", "", "", "iban", "amount", "sign"), "columns_words"),
        (("booked", "name", "text", "iban", "amount", ""), "columns_sign"),
        (NAMED, ""),
    ],
)
def test_what_is_missing_is_asked_for(roles: tuple[str, ...], fault: str) -> None:
    assert fault_of(open_sheet(VILLAGE.encode()), Columns(roles)) == fault


def test_signs_are_asked_for_only_where_nothing_says_them() -> None:
    content = "Tag;Wozu;Wert\n03.03.2026;Beitrag;12,50\n"
    sheet, roles = open_sheet(content.encode()), ("booked", "text", "amount")
    assert fault_of(sheet, Columns(roles)) == "columns_sign"
    assert fault_of(sheet, Columns(roles, "out")) == ""
    assert _read(content, roles, "out") == [("03.03.", -1250, "", "Beitrag")]
    signed = open_sheet(content.replace("12,50", "-12,50").encode())
    assert fault_of(signed, Columns(roles)) == ""


@pytest.mark.parametrize("content", ["Kein Auszug, nur ein Satz.", "a;b\nc;d\n", "\0\1"])
def test_what_is_no_statement_is_none(content: str) -> None:
    with pytest.raises(BankFileError):
        open_sheet(content.encode())


# --- through the page -----------------------------------------------------------------------------
def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _sends(kim: Any, content: str) -> Any:
    file = SimpleUploadedFile("umsaetze.csv", content.encode())
    return kim.post(url("import_bank"), {"file": file})


def _chosen(ticket: str, roles: tuple[str, ...]) -> dict[str, str]:
    columns = {f"column_{place}": role for place, role in enumerate(roles)}
    return {"file": ticket, "amounts": "signed", **columns}


@pytest.mark.once
@pytest.mark.usefixtures("at_night")
def test_said_once_and_read_at_once_from_then_on(
    kim: Any, bank: Bank, settings: Any, tmp_path: Path
) -> None:
    settings.WAITING_DIR, settings.VOUCHER_DIR = tmp_path / "waiting", tmp_path / "vouchers"
    asked = _sends(kim, VILLAGE)
    page = kim.get(asked.url)
    assert "Was steht in welcher Spalte?" in text(page)
    assert "Ausgeführt" in text(page)
    ticket = hidden(page, "file")
    chosen = _chosen(ticket, NAMED)
    preview = text(kim.post(url("bank_columns"), chosen | {"preview": "1"}))
    assert "Getränke Huber 04.03.2026 · Rechnung 17" in preview
    assert not BankImport.objects.exists()
    refused = kim.post(url("bank_columns"), chosen | {"column_0": ""})
    assert refused.status_code == 422
    assert "Welche Spalte ist der Tag der Buchung?" in text(refused)
    for _click in range(2):
        done = kim.post(url("bank_columns"), chosen)
        assert done.url == url("bank_import", BankImport.objects.get().pk)
    # Once it is read it waits nowhere, and it never was among the vouchers.
    assert files_in(tmp_path) == []
    assert [line.cents for line in BankLine.objects.order_by("pk")] == [1250, -8000, 3]
    next_month = VILLAGE.replace(".03.2026", ".04.2026")
    done = _sends(kim, next_month)
    assert done.url == url("bank_import", BankImport.objects.latest("pk").pk)
    assert (BankLine.objects.count(), BankColumns.objects.count()) == (6, 1)
    assert check_books().wrong == []


@pytest.mark.once
def test_what_nobody_comes_back_for_goes_after_a_day(
    kim: Any, bank: Bank, settings: Any, tmp_path: Path
) -> None:
    settings.WAITING_DIR = tmp_path
    _sends(kim, VILLAGE)
    (waits,) = files_in(settings.WAITING_DIR)
    before = (timezone.now() - timedelta(days=2)).timestamp()
    os.utime(waits, (before, before))
    _sends(kim, VILLAGE.replace(".03.2026", ".04.2026"))
    (other,) = files_in(settings.WAITING_DIR)
    assert other != waits


@pytest.mark.once
@pytest.mark.usefixtures("at_night")
def test_a_file_that_nobody_sent_is_not_read(kim: Any, bank: Bank) -> None:
    page = kim.get(url("bank_columns"), {"file": "made-up"}, follow=True)
    assert "Bitte wähle die Datei der Bank noch einmal." in text(page)
