"""The lists of the till: the filters, order and sheet columns of each."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.db.models import F, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from finance.books import booking_labels as booking_words
from finance.books import chart
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction, Unit
from finance.books.models.objections import ClaimObjection
from finance.books.models.payments import Payment
from finance.books.models.vouchers import Voucher
from finance.books.queries import bookings
from finance.books.queries.claims import with_cause, with_conversions
from finance.books.queries.ledger import with_words
from finance.books.queries.money import money_accounts
from finance.books.queries.people import OLDEST_FIRST
from finance.books.queries.statement import explained, with_settled
from finance.books.queries.vouchers import WANTS_A_VOUCHER, with_bookings
from league.files.lists import Column, Filter, Listing, Order, choice, days
from league.files.lists import words as search


def _in(unit: chart.Unit, value: Callable[[Any], tuple[str, int | None]]) -> Callable[[Any], Any]:
    """Return a function that reads a row's amount, None if it is of another unit: a sheet has a
    column for each.
    """

    def amount(row: Any) -> int | None:
        own, number = value(row)
        return number if own == unit else None

    return amount


def _amounts(value: Callable[[Any], tuple[str, int | None]]) -> tuple[Column[Any], Column[Any]]:
    return (
        Column(_("Amount"), _in(chart.EUR, value), "cents"),
        Column(_("Rounds"), _in(chart.RUNDE, value), "number"),
    )


# --- bookings -------------------------------------------------------------------------------
def _named(typed: str) -> Q:
    """Return the filter for bookings whose text or persons contain each of these words."""
    wanted = Q()
    for word in typed.split():
        of = Posting.objects.filter(account__person__name__icontains=word).values("transaction")
        wanted &= Q(text__text__icontains=word) | Q(pk__in=of)
    return wanted


def _kinds() -> list[tuple[str, Any]]:
    return list(Transaction.Kind.choices)


def _state_of(booking: Transaction) -> str:
    reversal = getattr(booking, "reversal", None)
    return booking_words.label(reversal) if reversal is not None else ""


_BOOKED: tuple[Column[Transaction], ...] = (
    Column(_("Number"), booking_words.label),
    Column(_("Date"), lambda row: row.date, "day"),
    Column(_("Entered"), lambda row: row.entered_at, "moment"),
    Column(_("Kind"), lambda row: row.get_kind_display()),
    Column(_("What"), booking_words.title),
    Column(_("Text"), booking_words.text_of),
)

JOURNAL: Listing[Transaction] = Listing(
    title=_("Book"),
    filters=(
        Filter("search", lambda: forms.CharField(label=_("Search"), max_length=80), _named),
        choice("kind", _("Kind"), _kinds, "kind"),
        *days("date"),
    ),
    orders=(
        Order("newest", _("Number, the newest first"), ("-number",)),
        Order("number", _("Number, the oldest first"), ("number",)),
        Order("date", _("Date"), ("date", "pk")),
        Order("amount", _("Amount, the largest first"), ("-own", "-number")),
    ),
    columns=(
        *_BOOKED,
        *_amounts(lambda row: (row.head.unit, row.own)),
        Column(_("Reversed by"), _state_of),
    ),
    annotate=with_words,
)

STATEMENT: Listing[Transaction] = Listing(
    title=_("Statement"),
    filters=(
        choice("kind", _("Kind"), _kinds, "kind"),
        choice("unit", _("Euro or rounds"), lambda: Unit.choices, "head__unit"),
        *days("date"),
    ),
    orders=(
        Order(
            "newest", _("Date, the newest first"), tuple(f"-{column}" for column in OLDEST_FIRST)
        ),
        Order("date", _("Date, the oldest first"), OLDEST_FIRST),
        Order("amount", _("Amount, the largest first"), ("-moved", "-pk")),
    ),
    columns=(
        *_BOOKED,
        *_amounts(lambda row: (row.head.unit, row.moved)),
        Column(_("Reversed by"), _state_of),
    ),
    annotate=explained,
    per_page=6,
)

# --- claims and payments --------------------------------------------------------------------
CLAIMS: Listing[Claim] = Listing(
    title=_("Claims"),
    filters=(
        search("person__name", "note", "charge__note", "reason"),
        choice("state", pgettext_lazy("how it is", "Status"), lambda: Claim.State.choices, "state"),
        choice("kind", _("Kind"), lambda: Claim.Kind.choices, "kind"),
        choice("unit", _("Euro or rounds"), lambda: Unit.choices, "unit"),
        *days("day"),
    ),
    orders=(
        Order("newest", _("Date, the newest first"), ("-day", "-pk")),
        Order("date", _("Date, the oldest first"), ("day", "pk")),
        Order("name", _("Name"), ("person__sort_key", "day", "pk")),
        Order("amount", _("Amount, the largest first"), (F("amount").desc(nulls_last=True), "pk")),
    ),
    columns=(
        Column(_("Date"), lambda row: row.day, "day"),
        Column(_("Who"), lambda row: row.person.name),
        Column(_("What for"), words.cause),
        Column(_("Basis"), words.basis),
        Column(_("Payable by"), lambda row: row.due, "day"),
        *_amounts(lambda row: (row.unit, row.amount)),
        Column(_("Settled"), lambda row: row.paid if row.unit == chart.EUR else None, "cents"),
        Column(pgettext_lazy("how it is", "Status"), words.state),
        Column(
            _("Booking"),
            lambda row: booking_words.label(row.transaction) if row.transaction else "",
        ),
    ),
    annotate=lambda rows: with_conversions(with_cause(rows)),
)

PAYMENTS: Listing[Payment] = Listing(
    title=_("Payments"),
    filters=(
        search("person__name", "transaction__text__text"),
        choice("method", _("How"), lambda: Payment.Method.choices, "method"),
        choice(
            "reversed",
            pgettext_lazy("how it is", "Status"),
            lambda: [("False", _("in force")), ("True", _("reversed"))],
            "is_reversed",
        ),
        *days("transaction__date"),
    ),
    orders=(
        Order("newest", _("Date, the newest first"), ("-transaction__date", "-pk")),
        Order("date", _("Date, the oldest first"), ("transaction__date", "pk")),
        Order("name", _("Name"), ("person__sort_key", "transaction__date", "pk")),
        Order("amount", _("Amount, the largest first"), ("-amount", "pk")),
    ),
    columns=(
        Column(_("Date"), lambda row: row.transaction.date, "day"),
        Column(_("Who"), lambda row: row.person.name),
        Column(_("How"), lambda row: row.get_method_display()),
        *_amounts(lambda row: (row.unit, row.amount)),
        Column(_("Note"), lambda row: booking_words.text_of(row.transaction)),
        Column(_("Reversed"), lambda row: row.is_reversed, "yes"),
        Column(_("Booking"), lambda row: booking_words.label(row.transaction)),
    ),
    annotate=with_settled,
)

# --- who owes -------------------------------------------------------------------------------
DEBTORS: Listing[Any] = Listing(
    title=_("Who has yet to pay"),
    filters=(
        search("name"),
        choice(
            "owes",
            _("What"),
            lambda: [("cents", _("Money")), ("rounds", _("Rounds")), ("overdue", _("overdue"))],
            where=lambda chosen: Q(**{f"{chosen}__gt": 0}),
        ),
        choice(
            "left",
            _("Members"),
            lambda: [("True", _("who left")), ("False", _("all others"))],
            "has_left",
        ),
    ),
    orders=(
        Order("amount", _("Amount, the largest first"), ("-cents", "-rounds", "sort_key", "pk")),
        Order(
            "longest_open",
            _("what has been open longest"),
            (F("oldest").asc(nulls_last=True), "pk"),
        ),
        Order("name", _("Name"), ("sort_key", "pk")),
        Order(
            "last_paid",
            _("who has not paid for longest"),
            (F("last_paid").asc(nulls_first=True), "sort_key", "pk"),
        ),
    ),
    columns=(
        Column(_("Who"), lambda row: row.name),
        Column(_("Open"), lambda row: row.cents, "cents"),
        Column(_("Overdue"), lambda row: row.overdue, "cents"),
        Column(_("Rounds"), lambda row: row.rounds, "number"),
        Column(_("Since"), lambda row: row.oldest, "day"),
        Column(_("Announced"), lambda row: row.announced, "cents"),
        Column(_("Last paid"), lambda row: row.last_paid, "day"),
        Column(_("Agreed until"), lambda row: row.deferred_until, "day"),
        Column(pgettext_lazy("the club", "left"), lambda row: row.has_left, "yes"),
    ),
    annotate=lambda rows: rows,
    per_page=25,
)

# --- vouchers -------------------------------------------------------------------------------
VOUCHERS: Listing[Voucher] = Listing(
    title=_("Vouchers"),
    filters=(
        search("text__name", "text__payee", "text__what"),
        choice("kind", _("Kind"), lambda: Voucher.Kind.choices, "kind"),
        *days("entered_at__date"),
    ),
    orders=(
        Order("newest", _("Number, the newest first"), ("-number",)),
        Order("number", _("Number, the oldest first"), ("number",)),
    ),
    columns=(
        Column(_("Number"), str),
        Column(_("Kind"), lambda row: row.get_kind_display()),
        Column(_("What"), lambda row: str(row.text)),
        Column(_("Received by"), lambda row: row.text.payee),
        Column(_("Amount"), lambda row: row.cents, "cents"),
        Column(
            _("Belongs to"), lambda row: ", ".join(map(booking_words.label, row.transactions.all()))
        ),
        Column(_("Entered"), lambda row: row.entered_at, "moment"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    annotate=with_bookings,
)

WITHOUT_VOUCHER: Listing[Transaction] = Listing(
    title=_("Bookings without a voucher"),
    filters=(
        Filter("search", lambda: forms.CharField(label=_("Search"), max_length=80), _named),
        choice(
            "year",
            _("Year"),
            lambda: [(year, year) for year in bookings.years()],
            "head__year",
            of_rows=True,
        ),
        choice(
            "journal",
            _("Book"),
            lambda: [(account.code, gettext(account.label)) for account in money_accounts()],
            "head__journal",
            of_rows=True,
        ),
        choice(
            "kind",
            _("Kind"),
            lambda: [(kind.value, kind.label) for kind in WANTS_A_VOUCHER],
            "kind",
        ),
        *days("date"),
    ),
    orders=(
        Order("newest", _("Date, the newest first"), ("-date", "-pk")),
        Order("date", _("Date, the oldest first"), ("date", "pk")),
        Order("amount", _("Amount, the largest first"), (Abs("own").desc(), "pk")),
    ),
    columns=(*_BOOKED, Column(_("Amount"), lambda row: row.own, "cents")),
    annotate=with_words,
)

# --- objections -----------------------------------------------------------------------------
DECIDED: Listing[ClaimObjection] = Listing(
    title=_("Objections decided"),
    filters=(
        search("claim__person__name", "text", "ruling"),
        choice(
            "outcome",
            _("Decision"),
            lambda: [pair for pair in ClaimObjection.Outcome.choices if pair[0]],
            "outcome",
        ),
        *days("ruled_at__date"),
    ),
    orders=(
        Order("newest", _("Date, the newest first"), ("-ruled_at", "-pk")),
        Order("name", _("Name"), ("claim__person__sort_key", "-ruled_at", "pk")),
    ),
    columns=(
        Column(_("Decided"), lambda row: row.ruled_at, "moment"),
        Column(_("Who"), lambda row: row.claim.person.name),
        Column(_("What for"), lambda row: words.cause(row.claim)),
        Column(pgettext_lazy("what one raises", "Objection"), lambda row: row.text),
        Column(_("Decision"), lambda row: row.get_outcome_display()),
        Column(_("Reason"), lambda row: row.ruling),
    ),
    annotate=lambda rows: rows,
    per_page=25,
)
