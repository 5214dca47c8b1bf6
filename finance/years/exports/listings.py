"""The till as lists for files, by year or as a whole, for readers outside of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy, pgettext_lazy

from finance.cash.coins import DENOMINATIONS
from finance.years.exports import rows
from league.files.sheets import Cell, Column, Sheet
from league.web.money import euro


@dataclass(frozen=True)
class Listing:
    """A list that there is: its code in addresses, what it is called, what is in it."""

    code: str
    title: Any
    about: Any
    columns: tuple[tuple[Any, Cell], ...]
    rows: Callable[[int | None], Iterator[rows.Row]]

    def sheet(self, year: int | None) -> Sheet:
        columns = [Column(str(title), cell) for title, cell in self.columns]
        return Sheet(str(self.title), columns, self.rows(year))


_EURO, _ROUNDS = gettext_lazy("Amount (€)"), gettext_lazy("Rounds")
_DAY, _WHO = gettext_lazy("Date"), gettext_lazy("Person")
_BOOKING = gettext_lazy("Booking")

_LISTINGS = (
    Listing(
        "buchungen",
        gettext_lazy("Bookings"),
        gettext_lazy("Every line of every booking: account, amount, sphere, checksum."),
        (
            (gettext_lazy("Book"), "text"),
            (gettext_lazy("Year"), "number"),
            (gettext_lazy("Number"), "number"),
            (_DAY, "day"),
            (gettext_lazy("Entered"), "moment"),
            (gettext_lazy("What"), "text"),
            (gettext_lazy("Text"), "text"),
            (gettext_lazy("Account"), "text"),
            (_WHO, "text"),
            (gettext_lazy("Debit + / credit − (€)"), "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Sphere"), "text"),
            (gettext_lazy("Checksum"), "text"),
        ),
        rows.posted,
    ),
    Listing(
        "konten",
        gettext_lazy("Trial balance"),
        gettext_lazy("Every account with its beginning, debit, credit and end."),
        (
            (gettext_lazy("Account"), "text"),
            (gettext_lazy("Kind"), "text"),
            (gettext_lazy("Beginning (€)"), "cents"),
            (gettext_lazy("Debit (€)"), "cents"),
            (gettext_lazy("Credit (€)"), "cents"),
            (gettext_lazy("End (€)"), "cents"),
            (gettext_lazy("Beginning (rounds)"), "number"),
            (gettext_lazy("Debit (rounds)"), "number"),
            (gettext_lazy("Credit (rounds)"), "number"),
            (gettext_lazy("End (rounds)"), "number"),
        ),
        rows.sums,
    ),
    Listing(
        "personen",
        gettext_lazy("Who owes what"),
        gettext_lazy("What each person owed when the year was over; a credit stands with a minus."),
        (
            (gettext_lazy("Key"), "number"),
            (_WHO, "text"),
            (gettext_lazy("Owes (€)"), "cents"),
            (gettext_lazy("Owes (rounds)"), "number"),
        ),
        rows.owing,
    ),
    Listing(
        "forderungen",
        gettext_lazy("Claims"),
        gettext_lazy("What somebody was charged for, what of it is paid, and how it stands."),
        (
            (gettext_lazy("Key"), "number"),
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Evening"), "text"),
            (gettext_lazy("What for"), "text"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Paid (€)"), "cents"),
            (gettext_lazy("Given (rounds)"), "number"),
            (pgettext_lazy("how it is", "Status"), "text"),
            (gettext_lazy("Reason"), "text"),
            (_BOOKING, "text"),
        ),
        rows.claims,
    ),
    Listing(
        "zahlungen",
        gettext_lazy("Payments"),
        gettext_lazy("Who paid when and how, and how much of it is used up."),
        (
            (gettext_lazy("Key"), "number"),
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Kind"), "text"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
            (gettext_lazy("Used (€)"), "cents"),
            (gettext_lazy("Used (rounds)"), "number"),
            (gettext_lazy("Reversed"), "yes"),
            (gettext_lazy("Text"), "text"),
            (_BOOKING, "text"),
        ),
        rows.payments,
    ),
    Listing(
        "verrechnungen",
        gettext_lazy("Settlements"),
        gettext_lazy("Which payment settled which claim."),
        (
            (_DAY, "day"),
            (_WHO, "text"),
            (gettext_lazy("Payment"), "text"),
            (gettext_lazy("Key of the payment"), "number"),
            (gettext_lazy("Claim"), "text"),
            (gettext_lazy("Key of the claim"), "number"),
            (_EURO, "cents"),
            (_ROUNDS, "number"),
        ),
        rows.settled,
    ),
    Listing(
        "runden",
        gettext_lazy("Rounds bought"),
        gettext_lazy("Who gave which round to whom, and when."),
        (
            (gettext_lazy("Entered"), "moment"),
            (_WHO, "text"),
            (gettext_lazy("Key of the claim"), "number"),
            (gettext_lazy("Evening"), "text"),
            (gettext_lazy("To whom"), "text"),
            (gettext_lazy("Taken back"), "yes"),
        ),
        rows.given,
    ),
    Listing(
        "belege",
        gettext_lazy("Vouchers"),
        gettext_lazy(
            "Every voucher and self-made voucher with its bookings; the files are in the backup."
        ),
        (
            (gettext_lazy("Year"), "number"),
            (gettext_lazy("Number"), "number"),
            (gettext_lazy("Kind"), "text"),
            (gettext_lazy("Entered"), "moment"),
            (gettext_lazy("File"), "text"),
            (gettext_lazy("To whom"), "text"),
            (gettext_lazy("What for"), "text"),
            (pgettext_lazy("column", "Why there is no receipt"), "text"),
            (_DAY, "day"),
            (_EURO, "cents"),
            (_BOOKING, "text"),
            (gettext_lazy("Checksum"), "text"),
        ),
        rows.vouchers,
    ),
    Listing(
        "zaehlungen",
        gettext_lazy("Cash counts"),
        gettext_lazy("What was counted, piece by piece, and what the book said."),
        (
            (_DAY, "day"),
            (gettext_lazy("Counted"), "moment"),
            (gettext_lazy("Evening"), "text"),
            (gettext_lazy("In the book (€)"), "cents"),
            (gettext_lazy("Counted (€)"), "cents"),
            (gettext_lazy("Difference (€)"), "cents"),
            (_BOOKING, "text"),
            *((lazy(euro, str)(cents), "number") for cents in DENOMINATIONS.values()),
        ),
        rows.counted,
    ),
    Listing(
        "bank",
        gettext_lazy("Bank statement lines"),
        gettext_lazy("Every imported line of the account, and where it is booked."),
        (
            (_DAY, "day"),
            (gettext_lazy("Name"), "text"),
            ("IBAN", "text"),
            (gettext_lazy("Purpose"), "text"),
            (_EURO, "cents"),
            (gettext_lazy("Booked (€)"), "cents"),
            (gettext_lazy("Ignored"), "yes"),
            (gettext_lazy("Reason"), "text"),
            (_BOOKING, "text"),
        ),
        rows.from_the_bank,
    ),
)
LISTINGS = {listing.code: listing for listing in _LISTINGS}


def everything(year: int | None) -> Iterator[Sheet]:
    """Yield all lists, one after the other."""
    return (listing.sheet(year) for listing in _LISTINGS)
