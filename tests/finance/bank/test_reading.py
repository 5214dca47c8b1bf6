"""Reading what banks send: CAMT in two versions, four houses' CSV, and all that is broken."""

import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest

from finance.bank.reading.read import read
from finance.bank.reading.statements import MOST_BYTES, Balance, BankFileError

FILES = Path(__file__).parent / "files"
CLUB = "DE02120300000000202051"


def file(name):
    return (FILES / name).read_bytes()


def statement(name):
    (only,) = read(file(name)).statements
    return only


def test_a_statement_of_2009_is_read():
    read_ = statement("camt053_v2.xml")
    assert (read_.iban, read_.pending, read_.adds_up) == (CLUB, 1, True)
    robin, sascha, bank = read_.lines
    assert (robin.booked, robin.cents, robin.name) == (date(2026, 3, 6), 1250, "Robin Beispiel")
    assert (robin.iban, robin.reference) == ("DE02500105170137075030", "2026030600000001")
    assert robin.text == "Schocken im Maerz sw 0007 -49 danke"
    assert (sascha.cents, sascha.is_fee) == (2000, False)
    assert (bank.cents, bank.is_fee, bank.text) == (-300, True, "ENTGELTABSCHLUSS Februar")
    assert read_.balances == (
        Balance(date(2026, 3, 5), 41235, "opening"),
        Balance(date(2026, 3, 6), 44185, "closing"),
    )


def test_a_batch_of_today_is_taken_apart_and_its_charge_is_a_line_of_its_own():
    read_ = statement("camt053_v8.xml")
    toni, robin, charge, back = read_.lines
    assert [line.cents for line in (toni, robin, charge)] == [1500, 1500, -50]
    assert (toni.name, toni.text) == ("Toni Probe", "SW-0043-38 MAERZ-1")
    assert toni.reference != robin.reference
    assert charge.is_fee
    assert (back.cents, back.is_return, back.name) == (-2500, True, "Sascha Muster")
    assert read_.adds_up


def test_a_batch_without_details_stays_one_line():
    whole = file("camt053_v8.xml").decode()
    without = whole.replace('<Amt Ccy="EUR">15.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>', "")
    (read_,) = read(without.encode()).statements
    assert [line.cents for line in read_.lines] == [2950, -2500]
    assert read_.adds_up


def test_a_statement_whose_lines_do_not_lead_to_its_balance_is_noticed():
    changed = file("camt053_v2.xml").replace(b">20.00<", b">21.00<")
    assert not read(changed).statements[0].adds_up


@pytest.mark.parametrize("name", ["sparkasse.csv", "volksbank.csv", "ing.csv", "dkb.csv"])
def test_every_bank_calls_its_columns_differently(name):
    read_ = statement(name)
    toni = read_.lines[0]
    assert (read_.iban, toni.booked, toni.cents) == (CLUB, date(2026, 3, 9), 1500)
    assert toni.name.title() == "Toni Probe"
    assert toni.text == "SW-0043-38 für den März"


def test_money_that_went_out_names_who_got_it():
    for name in ("sparkasse.csv", "dkb.csv"):
        out = statement(name).lines[-1]
        assert (out.cents, out.name) == (-103420, "Getränke Müller")
        assert statement(name).pending == 1


def test_balances_are_taken_from_a_file_that_says_what_was_there_after_each_line():
    for name in ("volksbank.csv", "ing.csv"):
        read_ = statement(name)
        assert read_.balances == (
            Balance(date(2026, 3, 6), 43235, "opening"),
            Balance(date(2026, 3, 9), 45685, "closing"),
        )
        assert read_.adds_up


def test_a_zip_of_daily_statements_is_one_import():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("2.xml", file("camt053_v8.xml"))
        archive.writestr("1.xml", file("camt053_v2.xml"))
    assert [len(statement.lines) for statement in read(packed.getvalue()).statements] == [3, 4]


BOMB = b"""<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "haha">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<Document><BkToCstmrStmt><Stmt>&d;</Stmt></BkToCstmrStmt></Document>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE D [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<Document><Stmt><Acct><Id><IBAN>&x;</IBAN></Id></Acct></Stmt></Document>"""


def _zip_bomb():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("huge.xml", b" " * (MOST_BYTES + 1))
    return packed.getvalue()


def _damaged_zip(place):
    """Return a zip that is packed in an unusual way, with some bytes of it gone."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("auszug.xml", b"<Document><Stmt><Id>1</Id></Stmt></Document>" * 20)
    content = bytearray(packed.getvalue())
    content[place : place + 8] = b"\xff" * 8
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"  \r\n", "empty"),
        (b"%PDF-1.7 ...", "pdf"),
        (b"x" * (MOST_BYTES + 1), "too_large"),
        (b"<Document><Stmt>", "xml_broken"),
        (b"<html><body>Bitte anmelden</body></html>", "xml_no_statement"),
        (b"<Document><Stmt><Id>1</Id></Stmt></Document>", "no_account"),
        (BOMB, "xml_doctype"),
        (BOMB.decode().replace("?>", ' encoding="UTF-16"?>', 1).encode("utf-16"), "xml_doctype"),
        (OUTSIDE, "xml_doctype"),
        (b"PK\x03\x04 no archive", "zip_broken"),
        (_zip_bomb(), "too_large"),
        (_damaged_zip(60), "zip_broken"),
        (b":20:STARTUMS\r\n:25:12030000/202051\r\n", "nothing_booked"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "encoding"),
        (b"Liebe Kassenwartin, anbei nichts.", "csv_no_heading"),
        (b"Buchungstag;Betrag\r\n01.03.2026;-5,00\r\n", "csv_words"),
        (
            b"Buchungstag;Verwendungszweck;Betrag\r\n01.03.2026;x;viel\r\n2.3.26;x;-1\r\n",
            "csv_row_amount",
        ),
        (
            b"Buchungstag;Verwendungszweck;Betrag\r\n01.03.2026;x;1e9\r\n2.3.26;x;-1\r\n",
            "csv_row_amount",
        ),
        (b"Buchungstag;Verwendungszweck;Betrag\r\n31.02.2026;x;-5,00\r\n", "csv_row_day"),
        (b'Buchungstag;Verwendungszweck;Betrag\r\n01.03.2026;"x;-5,00\r\n02.03.', "csv_row_day"),
        (b"Buchungstag;Verwendungszweck;Betrag\r\n01.03.2026;x;5,00\r\n", "csv_sign"),
        (
            b"Buchungstag;Verwendungszweck;Betrag;Waehrung\r\n01.03.2026;x;-5,00;CHF\r\n",
            "csv_row_currency",
        ),
        (b"Buchungstag;Verwendungszweck;Betrag\r\n", "nothing_booked"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content, code):
    with pytest.raises(BankFileError) as refused:
        read(content)
    assert refused.value.code == code


@pytest.mark.parametrize("cut", [120, 900, 2500, 3400])
def test_half_a_statement_is_no_statement(cut):
    with pytest.raises(BankFileError, match="xml_broken"):
        read(file("camt053_v2.xml")[:cut])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'Ccy="EUR">20.00', b'Ccy="CHF">20.00', "currency"),
        (b">20.00<", b">20.005<", "no_amount"),
        (b">20.00<", b">-20.00<", "no_amount"),
        (b">20.00<", b">1e9<", "no_amount"),
        (b"<BookgDt><Dt>2026-03-06", b"<BookgDt><Dt>2026-03-36", "no_day"),
    ],
)
def test_a_statement_with_nonsense_in_it_is_refused_as_a_whole(old, new, code):
    with pytest.raises(BankFileError, match=code):
        read(file("camt053_v2.xml").replace(old, new))


def test_the_line_that_is_wrong_is_named():
    with pytest.raises(BankFileError) as refused:
        read(b"Buchungstag;Verwendungszweck;Betrag\n01.03.2026;gut;-5,00\n02.03.2026;x;viel\n")
    assert refused.value.place == "3"
