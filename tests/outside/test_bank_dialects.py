"""Tables of random order, headings, dialects and signs, made from known lines.

What is read is what was written, to the cent and the day; or the page of columns asks, and with the
right answer it is.
"""

import csv
from collections import Counter
from dataclasses import dataclass
from datetime import date
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.bank.reading.columns import Columns
from finance.bank.reading.read import read
from finance.bank.reading.sheet import fault_of, open_sheet
from finance.bank.reading.statements import BankFileError
from finance.bank.reading.table import reading_of

pytestmark = pytest.mark.rules
HEADINGS = {
    "booked": ("Buchungstag", "Datum", "Booking Date", "Wann"),
    "amount": ("Betrag", "Umsatz in EUR", "Amount", "Wieviel"),
    "debit": ("Soll", "Debit", "Ausgabe"),
    "credit": ("Haben", "Credit", "Einnahme"),
    "sign": ("Soll/Haben", "S/H", ""),
    "name": ("Name Zahlungsbeteiligter", "Auftraggeber/Empfänger", "Partner Name", "Wer"),
    "text": ("Verwendungszweck", "Payment Reference", "Wozu"),
    "": ("Bemerkung", "Kategorie", "Gläubiger-ID"),
}
PEOPLE = ("Jörg Müßiggang", "Änne Süßmilch", "Getränke Öhlbach, Köln", 'Kneipe "Zum Würfel"')
PURPOSES = (
    "Beitrag Oktober",
    "Runde vom 9.10.; danke",
    "SW-0043-38",
    "Straße 12, Größe 3",
    "Saldo",
)
LETTERS = (("S", "H"), ("D", "C"), ("-", "+"), ("Soll", "Haben"))
DAYS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y")


@dataclass(frozen=True)
class Booking:
    day: date
    cents: int
    name: str
    text: str


@dataclass(frozen=True)
class Written:
    """A file, and what a person who knows it would say about its columns."""

    content: bytes
    columns: Columns
    bookings: list[Booking]


bookings = st.builds(
    Booking,
    day=st.dates(date(2025, 1, 1), date(2026, 11, 28)),
    cents=st.integers(-2_000_000, 2_000_000).filter(bool),
    name=st.sampled_from(PEOPLE),
    text=st.sampled_from(PURPOSES),
)


def amount(cents: int, decimal: str, grouped: bool, style: str) -> str:
    whole = f"{abs(cents) // 100:,}" if grouped else str(abs(cents) // 100)
    whole = whole.replace(",", "." if decimal == "," else ",")
    plain = f"{whole}{decimal}{abs(cents) % 100:02}"
    if style == "minus" and cents < 0:
        return f"-{plain}"
    return f"{plain}-" if style == "behind" and cents < 0 else plain


@st.composite
def tables(draw: st.DrawFn) -> Written:
    made = draw(st.lists(bookings, min_size=1, max_size=6))
    style = draw(st.sampled_from(("minus", "behind", "letters", "two", "none")))
    roles = ["booked", "name", "text", *draw(st.lists(st.just(""), max_size=2))]
    roles += {"two": ["debit", "credit"], "letters": ["amount", "sign"]}.get(style, ["amount"])
    roles = draw(st.permutations(roles))
    letters = draw(st.sampled_from(LETTERS))
    decimal, grouped = draw(st.sampled_from((",", "."))), draw(st.booleans())
    day_form = draw(st.sampled_from(DAYS))

    def cell(role: str, booking: Booking) -> str:
        if role == "booked":
            return booking.day.strftime(day_form)
        if role == "sign":
            return letters[booking.cents > 0]
        if role in {"debit", "credit"}:
            is_its = (booking.cents > 0) == (role == "credit")
            return amount(booking.cents, decimal, grouped, "") if is_its else ""
        if role == "amount":
            return amount(booking.cents, decimal, grouped, style)
        return {"name": booking.name, "text": booking.text, "": "x"}[role]

    rows = [[draw(st.sampled_from(HEADINGS[role])) for role in roles]]
    rows += [[cell(role, booking) for role in roles] for booking in made]
    titles = draw(st.sampled_from(([], [["Umsätze"]], [["Umsätze"], ["Zeitraum", "Oktober"], []])))
    foot = draw(st.sampled_from(([], [[]], [["Endsaldo", "1.234,56"]])))
    text = StringIO()
    csv.writer(
        text,
        delimiter=draw(st.sampled_from(";,\t|")),
        quoting=draw(st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))),
        lineterminator=draw(st.sampled_from(("\n", "\r\n", "\r"))),
    ).writerows([*titles, *rows, *foot])
    encoding = draw(st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman")))
    amounts = "signed"
    if style == "none":
        amounts = "out" if all(booking.cents < 0 for booking in made) else "in"
    order = "mdy" if day_form.startswith("%m") else "dmy"
    return Written(text.getvalue().encode(encoding), Columns(tuple(roles), amounts, order), made)


def sums(rows) -> Counter[tuple[date, int]]:
    return Counter((row.day if isinstance(row, Booking) else row.booked, row.cents) for row in rows)


def unclear(error: BankFileError) -> bool:
    return error.code.startswith("csv_") or error.code == "encoding_unclear"


@given(tables())
def test_what_is_read_is_what_was_written_or_the_page_asks(written: Written) -> None:
    try:
        (statement,) = read(written.content).statements
    except BankFileError as error:
        if not unclear(error):
            raise
    else:
        assert sums(statement.lines) == sums(written.bookings)
        assert all(line.name or line.text for line in statement.lines)


@given(tables())
def test_with_the_right_answer_it_is_read(written: Written) -> None:
    ways = {booking.cents > 0 for booking in written.bookings}
    try:
        sheet = open_sheet(written.content)
    except BankFileError as error:
        if not unclear(error):
            raise
        return
    if written.columns.amounts != "signed" and len(ways) > 1:
        return  # nothing in it says what went out, so no reader could
    assert fault_of(sheet, written.columns) in {"", "columns_sign"}
    reading = reading_of(sheet, written.columns)
    assert sums(reading.statement.lines) == sums(written.bookings)
    assert not reading.unread
    for line, booking in zip(reading.statement.lines, written.bookings, strict=True):
        assert (line.name, line.text) == (" ".join(booking.name.split()), booking.text)
