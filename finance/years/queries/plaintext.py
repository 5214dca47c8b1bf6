"""The books in plain text, for beancount and hledger: what `years.plaintext` writes of them."""

from collections.abc import Iterator
from datetime import date, timedelta

from finance.books import chart
from finance.books.chart import Unit
from finance.books.queries import bookings
from finance.books.queries.bookings import Booked
from finance.years import plaintext
from finance.years.plaintext import Booking, Line

_HEAD = """\
; {title}
; Beträge in EUR, Getränkerunden in RUNDE. Soll steht mit Plus, Haben mit Minus.
; beancount und hledger lesen diese Datei; „open“ und „balance“ sind Zeilen für beancount.

"""


def journal(title: str, year: int | None = None) -> Iterator[str]:
    """Yield all that was booked, or a year with what it began with; in pieces, and always in
    German.
    """
    return _Book(year).written(title)


class _Book:
    """One file under way: the accounts named so far, what is on them, and the last day."""

    def __init__(self, year: int | None) -> None:
        self.year = year
        self.accounts = bookings.accounts()
        self.called = bookings.Names()
        self.names: dict[tuple[int, int], str] = {}
        self.sums: dict[str, int] = {}
        self.units: dict[str, Unit] = {}
        self.last: date | None = None

    def written(self, title: str) -> Iterator[str]:
        yield _HEAD.format(title=" ".join(title.split()))
        if self.year is not None:
            yield from self._carried(date(self.year, 1, 1))
        for booked in bookings.stream(self.year):
            lines = [
                Line(self._name(line.account, line.sphere), line.amount, self._unit(line.account))
                for line in booked.lines
            ]
            yield self._entry(
                Booking(
                    booked.day,
                    f"{booked.journal}-{booked.year}-{booked.number}",
                    booked.kind,
                    self._who(booked),
                    f"{booked.what} – {booked.text}" if booked.text else booked.what,
                    (f"{booked.label}, {booked.hash}",),
                    lines,
                )
            )
        if self.last is not None:
            after = self.last + timedelta(days=1)
            for name in sorted(self.sums):
                yield plaintext.holds(name, self.sums[name], self.units[name], after)

    def _entry(self, booking: Booking) -> str:
        """Write the booking, after the accounts that did not occur before."""
        opened = []
        for line in booking.lines:
            if line.account not in self.sums:
                opened.append(plaintext.opened(line.account, line.unit, booking.day))
                self.sums[line.account], self.units[line.account] = 0, line.unit
            self.sums[line.account] += line.amount
        self.last = booking.day
        return "".join([*opened, plaintext.written(booking)])

    def _name(self, key: int, sphere: int) -> str:
        if (key, sphere) not in self.names:
            account = self.accounts[key]
            person = (account.person.pk, account.person.name) if account.person else None
            known = account.code in chart.ACCOUNTS
            own = "" if known else self.called.chart[account.code].name
            name = plaintext.account_name(account.code, sphere, person, own)
            self.names[key, sphere] = name
        return self.names[key, sphere]

    def _unit(self, key: int) -> Unit:
        return chart.account(self.accounts[key].code).unit

    def _who(self, booked: Booked) -> str:
        names = (
            self.called.person(self.accounts[line.account], booked.day) for line in booked.lines
        )
        return ", ".join(name for name in names if name)

    def _carried(self, first: date) -> Iterator[str]:
        """Yield the balances of earlier years; their income and expenses form one account."""
        left: dict[Unit, dict[str, int]] = {chart.EUR: {}, chart.RUNDE: {}}
        for (key, sphere), value in bookings.sums_before(first).items():
            account, unit = self.accounts[key], self._unit(key)
            stays = chart.account(account.code).kind not in {"income", "expense"}
            name = self._name(key, sphere) if stays else plaintext.CARRIED[unit]
            left[unit][name] = left[unit].get(name, 0) + value
        for unit, sums in left.items():
            lines = [Line(name, sums[name], unit) for name in sorted(sums) if sums[name]]
            if lines:
                link = f"vortrag-{first.year}-{unit.lower()}"
                yield self._entry(Booking(first, link, "opening", "", "Vortrag", (), lines))
