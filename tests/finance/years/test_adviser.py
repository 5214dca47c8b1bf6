"""„Das nimmt die Steuerberatung“: each account's numbers, and the bookings as DATEV reads them."""

import re
from collections import Counter
from datetime import date, timedelta

import pytest
import time_machine

from finance.books import chart
from finance.books.models.ledger import Posting
from finance.books.places import CHARTS, form_of, number, place_of, places
from finance.books.services.cashbook import open_book, record_expense, record_income
from finance.books.services.funds import earmark
from finance.books.services.own_accounts import add_account
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import InvalidError
from finance.receipts.queries import Span, report, year_span
from finance.receipts.rules import CREDIT, TAKEN_OVER
from finance.years.exports.adviser import batch, sheet
from finance.years.queries.adviser import form_lines, pairs
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.everything import everything_happened
from tests.finance.pages import text, url

PAID = SelfMade(payee="Wirt", what="Saal", why="Kein Bon")
YEAR = year_span(2026)


@pytest.fixture(autouse=True)
def _that_day(settings, tmp_path):
    settings.VOUCHER_DIR = tmp_path
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        yield


def read_batch(content):
    """Read a batch letter by letter: a second reader, with nothing of it from the writer."""
    assert content.endswith(b"\r\n")
    assert not re.search(rb"(?<!\r)\n", content)
    header, columns, *rows = [
        fields_of(line) for line in content.decode("cp1252").split("\r\n")[:-1]
    ]
    return header, columns, [dict(zip(columns, row, strict=True)) for row in rows]


def fields_of(line):
    fields, field, quoted = [], "", False
    for letter in line:
        if letter == '"':
            quoted = not quoted
            field += letter
        elif letter == ";" and not quoted:
            fields.append(field)
            field = ""
        else:
            field += letter
    return [
        name[1:-1].replace('""', '"') if name.startswith('"') else name for name in [*fields, field]
    ]


def sums_of(rows):
    """Return what each account moved, in cents: debit with plus."""
    sums = Counter()
    for row in rows:
        euros, cents = row["Umsatz (ohne Soll/Haben-Kz)"].split(",")
        amount = int(euros) * 100 + int(cents)
        sign = {"S": 1, "H": -1}[row["Soll/Haben-Kennzeichen"]]
        sums[int(row["Konto"])] += sign * amount
        sums[int(row["Gegenkonto (ohne BU-Schlüssel)"])] -= sign * amount
    return {account: cents for account, cents in sums.items() if cents}


def ledger_of(skr, span=YEAR):
    sums = Counter()
    rows = Posting.objects.filter(account__unit="EUR", transaction__date__range=span.days)
    for code, sphere, amount in rows.values_list("account__code", "sphere", "amount"):
        sums[number(place_of(code), sphere, skr)] += amount
    return {account: cents for account, cents in sums.items() if cents}


def written(skr="42", span=YEAR, basis="accrual"):
    head = {"adviser": 29098, "client": 55003, "title": "Schockfreunde", "now": NOW}
    pieces = batch(span, skr, **head, basis=basis)
    return read_batch(b"".join(pieces))


def test_read_back_each_account_moved_what_the_ledger_says(club):
    everything_happened(club)
    some = Span(DAY, DAY)
    for skr in CHARTS:
        _header, _columns, rows = written(skr)
        assert sums_of(rows) == ledger_of(skr)
        assert len(rows) > 20
        assert sums_of(written(skr, some)[2]) == ledger_of(skr, some)


def test_by_cash_each_account_moved_what_the_report_says(club):
    """Line by line: kinds of receipts and payments, tills and banks; the rest is people's."""
    everything_happened(club)
    for span in (YEAR, Span(DAY, DAY), year_span(2025)):
        statement = report(span)
        own = [line.account for line in (*statement.receipts, *statement.payments)]
        said = Counter()
        for sign, lines in ((-1, statement.receipts), (1, statement.payments)):
            for line in lines:
                if line.account not in {CREDIT, TAKEN_OVER}:
                    said[line.account, line.sphere] += sign * line.total
        for balance in statement.balances:
            said[balance.account, 0] += balance.closing - balance.opening
        assert len(own) > 1
        counted, moved = Counter(), {skr: Counter() for skr in CHARTS}
        for pair in pairs(span):
            for side, sign in ((pair.debit, 1), (pair.credit, -1)):
                # With an opening balance the report begins; the adviser books it.
                if side.code != chart.OWED["EUR"] and pair.booked.kind != "opening":
                    counted[side.code, side.sphere] += sign * pair.cents
                for skr in CHARTS:
                    moved[skr][side.number(skr)] += sign * pair.cents
        assert +counted == +said
        assert -counted == -said
        for skr in CHARTS:
            assert sums_of(written(skr, span, basis="cash")[2]) == {
                account: cents for account, cents in moved[skr].items() if cents
            }


def test_the_line_of_the_form_is_that_of_the_page_and_of_business_alone(kim, club):
    everything_happened(club)
    sums = Counter()
    for row in sheet(YEAR, "42").rows:
        if row[-1] is not None:
            sums[row[-1]] += row[-3]
    assert sums == {line.number: line.cents for line in form_lines(YEAR)}
    page = kim.get(url("adviser_file", "csv"), {"since": "2026-01-01", "until": "2026-12-31"})
    assert page.status_code == 200
    assert "wenn sie bezahlt ist" in text(kim.get(url("adviser", 2026)))


def test_the_header_says_what_datev_asks_for(club):
    header, columns, _rows = written("42", Span(date(2026, 2, 1), date(2026, 2, 28)))
    assert header[:5] == ["EXTF", "700", "21", "Buchungsstapel", "13"]
    assert header[5] == "20260306220000000"
    assert header[10:17] == [
        *("29098", "55003", "20260101", "5", "20260201", "20260228", "Schockfreunde")
    ]
    assert (header[20], header[21], header[26], len(header)) == ("0", "EUR", "42", 31)
    assert (len(columns), len(set(columns))) == (125, 125)
    assert columns[36] == "KOST1 - Kostenstelle"
    assert columns[-1] == "Abw. Skontokonto"


@pytest.fixture
def hall(club):
    """Book a hall for 120,50 for the tournament, and its takings at the door; 500 to begin with."""
    how = {"by": club.user("kim"), "today": TODAY, "now": NOW}
    open_book(money="cash", amount=50_000, day=date(2026, 1, 2), client_id=client_id(), **how)
    fields = {"day": DAY, "client_id": client_id(), **how}
    record_expense(
        account="venue",
        amount=12_050,
        paid_from="cash",
        text='Saal „Zur Post“; "groß" Łódź, Gro\u0308ẞe Жанна 会',
        voucher=PAID,
        sphere=4,
        **fields,
    )
    own = add_account(
        kind="income", name="Theke", sphere=4, place="events", by=club.user("kim"), now=NOW
    )
    fields["client_id"] = client_id()
    record_income(account=own.code, amount=30_000, paid_into="cash", text="Theke", **fields)
    return own


def test_a_booking_stands_there_as_it_is(hall):
    rows = written()[2]
    paid = next(row for row in rows if row["Konto"] == "63100")
    assert paid["Gegenkonto (ohne BU-Schlüssel)"] == "16000"
    assert (paid["Umsatz (ohne Soll/Haben-Kz)"], paid["WKZ Umsatz"]) == ("120,50", "EUR")
    assert (paid["Belegdatum"], paid["KOST1 - Kostenstelle"]) == ("0603", "4")
    assert paid["Belegfeld 1"] == "cash-2026-2"
    assert paid["Buchungstext"].endswith('Saal „Zur Post“; "groß" Lódz, GröSSe Zhanna ?')
    came = next(row for row in rows if row["Gegenkonto (ohne BU-Schlüssel)"] == "42050")
    assert came["Konto"] == "16000"
    assert {row["Konto"] for row in written("49")[2]} == {"920", "8900"}


def test_the_form_has_the_business_alone_by_the_day_of_the_money(hall, club):
    collected = [(line.number, line.cents) for line in form_lines(YEAR)]
    assert collected == [(12, 30_000), (39, 12_050)]
    assert form_of(2025).source.startswith("Anlage EÜR 2025")
    assert form_of(2031).year == 2025  # not looked up yet


def test_earmarked_money_is_handed_over_too(hall, club):
    fund = add_account(kind="fund", name="Fahrt", by=club.user("kim"), now=NOW)
    earmark(
        fund=fund,
        amount=1_000,
        day=DAY,
        text="Beschluss",
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    row = written()[2][-1]
    assert (row["Konto"], row["Gegenkonto (ohne BU-Schlüssel)"]) == ("29700", "29600")
    assert row["KOST1 - Kostenstelle"] == "9"
    assert check_books().wrong == []


def test_every_account_in_euro_has_its_place():
    for account in chart.ACCOUNTS.values():
        if account.unit == chart.EUR:
            place = place_of(account.code)
            assert place.kind in {"", account.kind}
            assert len(str(number(place, account.sphere, "42"))) == 5
            assert len(str(number(place, account.sphere, "49"))) in {3, 4}
    lines = form_of(2026).lines
    assert all(str(place.form) in lines for place in places().values() if place.form)


def test_a_place_of_the_other_side_is_refused(club):
    for place in ("venue", "nowhere"):
        with pytest.raises(InvalidError):
            add_account(kind="income", name="x", sphere=1, place=place, by=None, now=NOW)


@pytest.mark.once
def test_the_page_under_the_year_hands_it_out(hall, as_):
    kim = as_("kim")
    assert "Für die Steuerberatung" in text(kim.get(url("year", 2026)))
    page = text(kim.get(url("adviser", 2026)))
    assert "Theke Erlöse aus Veranstaltungen 42050 8010 12" in page
    assert "12 Betriebseinnahmen als umsatzsteuerlicher Kleinunternehmer 300,00 €" in page
    asked = {"since": "2026-01-01", "until": "2026-12-31", "skr": "49", "adviser": "29098"}
    answer = kim.get(url("adviser_file", "datev"), asked)
    assert "EXTF_Buchungsstapel-2026-01-01" in answer.headers["Content-Disposition"]
    header, _columns, rows = read_batch(b"".join(answer.streaming_content))
    assert (header[10], header[13], header[26]) == ("29098", "4", "49")
    assert sums_of(rows)[8010] == -30_000
    answer = kim.get(url("adviser_file", "csv"), asked)
    assert "Theke" in b"".join(answer.streaming_content).decode()
    two_years = kim.get(url("adviser_file", "datev"), asked | {"since": "2025-12-01"})
    assert two_years.status_code == 400
    assert "nur die Tage eines Jahres" in text(two_years)
    assert kim.get(url("adviser_file", "datev"), {"adviser": "7"}).status_code == 400
    assert as_("alex").get(url("adviser", 2026)).status_code == 200
    assert as_("robin").get(url("adviser", 2026)).status_code == 404
