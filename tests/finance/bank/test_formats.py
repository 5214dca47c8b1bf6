"""Each bank's own way to write down the same month: what comes out is the same lines."""

# The rows are as long as the banks make them.
# ruff: noqa: E501

from datetime import date

import pytest

from finance.bank.reading.read import read
from finance.bank.reading.statements import BankFileError, Line

ANNA = "DE02500105170137075030"

DEUTSCHE = """Umsätze Privatkonto;;;;
Konto;4711;;;
Zeitraum;01.10.2026 - 31.10.2026
Letzter Kontostand;;;;1.000,00;EUR

Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Betrag;Soll;Haben;Währung
2.10.2026;2.10.2026;SEPA-Gutschrift;Anna Bolte;Beitrag Oktober;DE02500105170137075030;;;;;25,00;EUR
5.10.2026;5.10.2026;Kartenzahlung;Getränke Kolb;Rechnung 12;;;;;-40,50;;EUR
Kontostand;31.10.2026;;;984,50;EUR
"""
POSTBANK = DEUTSCHE.replace("IBAN;BIC", "IBAN / Kontonummer;BIC")
COMDIRECT = """;
"Umsätze Girokonto";"Zeitraum: 31 Tage";
"Neuer Kontostand";"984,50 EUR";

"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"02.10.2026";"02.10.2026";"Übertrag / Überweisung";"Auftraggeber: Anna Bolte Buchungstext: Beitrag Oktober Ref. 7A2B/9";"25,00";
"05.10.2026";"05.10.2026";"Lastschrift / Belastung";"Empfänger: Getränke Kolb Kto/IBAN: DE02500105170137075030 BLZ/BIC: INGDDEFF Buchungstext: Rechnung 12";"-40,50";
"""
COMMERZBANK = """Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie
02.10.2026;02.10.2026;Gutschrift;Anna Bolte Beitrag Oktober;25,00;EUR;DE02120300000000202051;
05.10.2026;05.10.2026;Lastschrift;Getränke Kolb Rechnung 12;-40,50;EUR;DE02120300000000202051;
"""
N26 = """"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-10-02,2026-10-02,"Anna Bolte",DE02500105170137075030,"Credit Transfer","Beitrag Oktober","Hauptkonto",25.0,,,
2026-10-05,2026-10-05,"Getränke Kolb",,"Presentment","Rechnung 12","Hauptkonto",-40.50,40.50,EUR,1
"""
SPARKASSE_OLD = """"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Währung";"Info"
"202051";"02.10";"02.10.26";"GUTSCHRIFT";"Beitrag Oktober";"Anna Bolte";"DE02500105170137075030";"INGDDEFF";"25,00";"EUR";"Umsatz gebucht"
"202051";"05.10";"05.10.26";"LASTSCHRIFT";"Rechnung 12";"Getränke Kolb";"";"";"-40,50";"EUR";"Umsatz gebucht"
"202051";"06.10";"06.10.26";"LASTSCHRIFT";"Kommt noch";"Getränke Kolb";"";"";"-1,00";"EUR";"Umsatz vorgemerkt"
"""
MT940 = """:20:STARTUMSE
:25:DE02120300000000202051
:28C:00010/001
:60F:C261001EUR1000,00
:61:2610021002C25,00NTRFNONREF//BANK-1
:86:166?00GUTSCHRIFT?109310?20EREF+NOTPROVIDED?21SVWZ+Fest im Juli, Beitrag ?22Oktober?30INGDDEFFXXX?31DE02500105170137075030?32Anna Bolte
:61:2610051005D40,50NDDTNONREF//BANK-2
:86:105?00LASTSCHRIFT?20SVWZ+Rechnung 12?32Getränke ?33Kolb
:62F:C261031EUR984,50
-
"""
IN_SWIFT = "{1:F01BANKDEFFXXXX0000000000}{2:O9400000000000BANKDEFFXXXX}{4:\n" + MT940 + "}"


def lines(text: str) -> list[Line]:
    (statement,) = read(text.encode()).statements
    return list(statement.lines)


@pytest.mark.parametrize(
    "text",
    [DEUTSCHE, POSTBANK, COMDIRECT, COMMERZBANK, N26, SPARKASSE_OLD, MT940, IN_SWIFT],
    ids=["Deutsche Bank", "Postbank", "comdirect", "Commerzbank", "N26", "old", "MT940", "SWIFT"],
)
def test_the_same_two_bookings_whatever_the_bank_calls_its_columns(text: str) -> None:
    came, went = lines(text)
    assert (came.booked, came.cents) == (date(2026, 10, 2), 2_500)
    assert (went.booked, went.cents) == (date(2026, 10, 5), -4_050)
    assert "Beitrag Oktober" in came.text
    assert "Anna Bolte" in f"{came.name} {came.text}"
    assert "Rechnung 12" in went.text


@pytest.mark.parametrize("text", [DEUTSCHE, N26, SPARKASSE_OLD, MT940])
def test_who_paid_is_known_by_name_and_account(text: str) -> None:
    came = lines(text)[0]
    assert (came.name, came.iban) == ("Anna Bolte", ANNA)


def test_the_words_of_comdirect_are_taken_apart() -> None:
    came, went = lines(COMDIRECT)
    assert (came.name, came.text) == ("Anna Bolte", "Beitrag Oktober")
    assert (went.name, went.iban, went.text) == ("Getränke Kolb", ANNA, "Rechnung 12")


def test_the_last_row_of_deutsche_bank_is_the_balance() -> None:
    (statement,) = read(DEUTSCHE.encode()).statements
    before, after = statement.balances
    assert (before.cents, before.moment) == (100_000, "opening")
    assert (after.day, after.cents, after.moment) == (date(2026, 10, 31), 98_450, "closing")
    assert statement.adds_up


def test_mt940_says_both_balances_and_they_add_up() -> None:
    (statement,) = read(MT940.encode()).statements
    assert statement.iban == "DE02120300000000202051"
    assert [balance.cents for balance in statement.balances] == [100_000, 98_450]
    assert statement.adds_up
    assert [line.reference for line in statement.lines] == ["BANK-1", "BANK-2"]


def test_a_day_without_a_year_lies_next_to_its_value_date() -> None:
    turned = SPARKASSE_OLD.replace('"02.10";"02.10.26"', '"31.12";"02.01.26"')
    assert lines(turned)[0].booked == date(2025, 12, 31)


def test_what_mt940_takes_back_goes_out_and_is_a_return() -> None:
    back = MT940.replace(":61:2610021002C25,00NTRF", ":61:2610021002RC25,00NTRF")
    line = lines(back)[0]
    assert (line.cents, line.is_return) == (-2_500, True)


def test_a_fee_of_paypal_is_a_booking_of_its_own() -> None:
    text = (
        '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto",'
        '"Betreff"\n'
        '"02.10.2026","10:00","CET","Anna Bolte","Zahlung","Abgeschlossen","EUR","25,00","-0,98",'
        '"24,02","Beitrag Oktober"\n'
        '"03.10.2026","10:00","CET","Ben","Zahlung","Ausstehend","EUR","5,00","0,00","5,00",""\n'
    )
    came, fee = lines(text)
    assert (came.cents, came.name, came.text) == (2_500, "Anna Bolte", "Beitrag Oktober")
    assert (fee.cents, fee.is_fee) == (-98, True)


def test_a_returned_debit_is_known_in_every_spelling() -> None:
    for word in ("RUECKLASTSCHRIFT", "Rücklastschrift", "RUECKBUCHUNG"):
        text = SPARKASSE_OLD.replace('"LASTSCHRIFT"', f'"{word}"')
        assert lines(text)[1].is_return


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (MT940.replace("EUR1000,00", "CHF1000,00"), "currency"),
        (MT940.replace("C25,00N", "Cxx,00N"), "no_amount"),
        (MT940.replace(":61:261002", ":61:261302"), "no_day"),
        (MT940.replace(":25:DE02120300000000202051\n", ""), "no_account"),
    ],
)
def test_a_damaged_statement_is_refused_as_a_whole(broken: str, code: str) -> None:
    with pytest.raises(BankFileError, match=code):
        read(broken.encode())
