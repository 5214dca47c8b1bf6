"""Which lists the till has: what each is narrowed by, how it is sorted, what its sheet holds."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.db.models import F, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

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
from finance.books.queries.people import OLDEST_FIRST
from finance.books.queries.statement import explained, with_settled
from finance.books.queries.vouchers import WANTS_A_VOUCHER, with_bookings
from league.files.lists import Column, Filter, Listing, Order, choice, days
from league.files.lists import words as search


def _in(unit: chart.Unit, value: Callable[[Any], tuple[str, int | None]]) -> Callable[[Any], Any]:
    """The amount where it is of this unit: a sheet has a column for each."""

    def amount(row: Any) -> int | None:
        own, found = value(row)
        return found if own == unit else None

    return amount


def _amounts(value: Callable[[Any], tuple[str, int | None]]) -> tuple[Column[Any], Column[Any]]:
    return (
        Column(_("Betrag"), _in(chart.EUR, value), "cents"),
        Column(_("Runden"), _in(chart.RUNDE, value), "number"),
    )


# --- bookings -------------------------------------------------------------------------------
def _named(typed: str) -> Q:
    """Bookings in whose words or persons each of these words stands."""
    wanted = Q()
    for word in typed.split():
        of = Posting.objects.filter(account__person__name__icontains=word).values("transaction")
        wanted &= Q(text__text__icontains=word) | Q(pk__in=of)
    return wanted


def _kinds() -> list[tuple[str, Any]]:
    return list(Transaction.Kind.choices)


def _state_of(booking: Transaction) -> str:
    reversal = getattr(booking, "reversal", None)
    return words.label(reversal) if reversal is not None else ""


_BOOKED: tuple[Column[Transaction], ...] = (
    Column(_("Nummer"), words.label),
    Column(_("Datum"), lambda row: row.date, "day"),
    Column(_("Erfasst"), lambda row: row.entered_at, "moment"),
    Column(_("Art"), lambda row: row.get_kind_display()),
    Column(_("Was"), words.title),
    Column(_("Text"), words.text_of),
)

JOURNAL: Listing[Transaction] = Listing(
    title=_("Buch"),
    filters=(
        Filter("suche", lambda: forms.CharField(label=_("Suche"), max_length=80), _named),
        choice("art", _("Art"), _kinds, "kind"),
        *days("date"),
    ),
    orders=(
        Order("neueste", _("Nummer, die neueste zuerst"), ("-number",)),
        Order("nummer", _("Nummer, die älteste zuerst"), ("number",)),
        Order("datum", _("Datum"), ("date", "pk")),
        Order("betrag", _("Betrag, der größte zuerst"), ("-own", "-number")),
    ),
    columns=(
        *_BOOKED,
        *_amounts(lambda row: (row.head.unit, row.own)),
        Column(_("Storniert durch"), _state_of),
    ),
    dress=with_words,
)

STATEMENT: Listing[Transaction] = Listing(
    title=_("Kontoauszug"),
    filters=(
        choice("art", _("Art"), _kinds, "kind"),
        choice("einheit", _("Euro oder Runden"), lambda: Unit.choices, "head__unit"),
        *days("date"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), tuple(f"-{one}" for one in OLDEST_FIRST)),
        Order("datum", _("Datum, das älteste zuerst"), OLDEST_FIRST),
        Order("betrag", _("Betrag, der größte zuerst"), ("-moved", "-pk")),
    ),
    columns=(
        *_BOOKED,
        *_amounts(lambda row: (row.head.unit, row.moved)),
        Column(_("Storniert durch"), _state_of),
    ),
    dress=explained,
    per_page=25,
)

# --- claims and payments --------------------------------------------------------------------
CLAIMS: Listing[Claim] = Listing(
    title=_("Forderungen"),
    filters=(
        search("person__name", "note", "charge__note", "reason"),
        choice("stand", pgettext_lazy("how it is", "Stand"), lambda: Claim.State.choices, "state"),
        choice("art", _("Art"), lambda: Claim.Kind.choices, "kind"),
        choice("einheit", _("Euro oder Runden"), lambda: Unit.choices, "unit"),
        *days("day"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), ("-day", "-pk")),
        Order("datum", _("Datum, das älteste zuerst"), ("day", "pk")),
        Order("name", _("Name"), ("person__sort_key", "day", "pk")),
        Order("betrag", _("Betrag, der größte zuerst"), (F("amount").desc(nulls_last=True), "pk")),
    ),
    columns=(
        Column(_("Datum"), lambda row: row.day, "day"),
        Column(_("Wer"), lambda row: row.person.name),
        Column(_("Wofür"), words.cause),
        Column(_("Grundlage"), words.basis),
        *_amounts(lambda row: (row.unit, row.amount)),
        Column(_("Beglichen"), lambda row: row.paid if row.unit == chart.EUR else None, "cents"),
        Column(pgettext_lazy("how it is", "Stand"), words.state),
        Column(_("Buchung"), lambda row: words.label(row.transaction) if row.transaction else ""),
    ),
    dress=lambda rows: with_conversions(with_cause(rows)),
)

PAYMENTS: Listing[Payment] = Listing(
    title=_("Zahlungen"),
    filters=(
        search("person__name", "transaction__text__text"),
        choice("wie", _("Wie"), lambda: Payment.Method.choices, "method"),
        choice(
            "stand",
            pgettext_lazy("how it is", "Stand"),
            lambda: [("False", _("gilt")), ("True", _("storniert"))],
            "is_reversed",
        ),
        *days("transaction__date"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), ("-transaction__date", "-pk")),
        Order("datum", _("Datum, das älteste zuerst"), ("transaction__date", "pk")),
        Order("name", _("Name"), ("person__sort_key", "transaction__date", "pk")),
        Order("betrag", _("Betrag, der größte zuerst"), ("-amount", "pk")),
    ),
    columns=(
        Column(_("Datum"), lambda row: row.transaction.date, "day"),
        Column(_("Wer"), lambda row: row.person.name),
        Column(_("Wie"), lambda row: row.get_method_display()),
        *_amounts(lambda row: (row.unit, row.amount)),
        Column(_("Notiz"), lambda row: words.text_of(row.transaction)),
        Column(_("Storniert"), lambda row: row.is_reversed, "yes"),
        Column(_("Buchung"), lambda row: words.label(row.transaction)),
    ),
    dress=with_settled,
)

# --- who owes -------------------------------------------------------------------------------
DEBTORS: Listing[Any] = Listing(
    title=_("Wer zahlt noch"),
    filters=(
        search("name"),
        choice(
            "was",
            _("Was"),
            lambda: [("cents", _("Geld")), ("rounds", _("Runden")), ("overdue", _("überfällig"))],
            where=lambda chosen: Q(**{f"{chosen}__gt": 0}),
        ),
    ),
    orders=(
        Order("betrag", _("Betrag, der größte zuerst"), ("-cents", "-rounds", "sort_key", "pk")),
        Order("seit", _("was am längsten offen ist"), (F("oldest").asc(nulls_last=True), "pk")),
        Order("name", _("Name"), ("sort_key", "pk")),
        Order(
            "gezahlt",
            _("wer am längsten nicht gezahlt hat"),
            (F("last_paid").asc(nulls_first=True), "sort_key", "pk"),
        ),
    ),
    columns=(
        Column(_("Wer"), lambda row: row.name),
        Column(_("Offen"), lambda row: row.cents, "cents"),
        Column(_("Überfällig"), lambda row: row.overdue, "cents"),
        Column(_("Runden"), lambda row: row.rounds, "number"),
        Column(_("Seit"), lambda row: row.oldest, "day"),
        Column(_("Angekündigt"), lambda row: row.announced, "cents"),
        Column(_("Zuletzt gezahlt"), lambda row: row.last_paid, "day"),
    ),
    dress=lambda rows: rows,
    per_page=25,
)

# --- vouchers -------------------------------------------------------------------------------
VOUCHERS: Listing[Voucher] = Listing(
    title=_("Belege"),
    filters=(
        search("text__name", "text__payee", "text__what"),
        choice("art", _("Art"), lambda: Voucher.Kind.choices, "kind"),
        *days("entered_at__date"),
    ),
    orders=(
        Order("neueste", _("Nummer, die neueste zuerst"), ("-number",)),
        Order("nummer", _("Nummer, die älteste zuerst"), ("number",)),
    ),
    columns=(
        Column(_("Nummer"), str),
        Column(_("Art"), lambda row: row.get_kind_display()),
        Column(_("Was"), lambda row: str(row.text)),
        Column(_("Empfänger"), lambda row: row.text.payee),
        Column(_("Betrag"), lambda row: row.cents, "cents"),
        Column(_("Gehört zu"), lambda row: ", ".join(map(words.label, row.transactions.all()))),
        Column(_("Erfasst"), lambda row: row.entered_at, "moment"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    dress=with_bookings,
)

WITHOUT_VOUCHER: Listing[Transaction] = Listing(
    title=_("Buchungen ohne Beleg"),
    filters=(
        Filter("suche", lambda: forms.CharField(label=_("Suche"), max_length=80), _named),
        choice(
            "jahr",
            _("Jahr"),
            lambda: [(one, one) for one in bookings.years()],
            "head__year",
            of_rows=True,
        ),
        choice(
            "buch",
            _("Buch"),
            lambda: [(one, gettext(chart.JOURNALS[one].name)) for one in chart.MONEY],
            "head__journal",
        ),
        choice(
            "art", _("Art"), lambda: [(one.value, one.label) for one in WANTS_A_VOUCHER], "kind"
        ),
        *days("date"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), ("-date", "-pk")),
        Order("datum", _("Datum, das älteste zuerst"), ("date", "pk")),
        Order("betrag", _("Betrag, der größte zuerst"), (Abs("own").desc(), "pk")),
    ),
    columns=(*_BOOKED, Column(_("Betrag"), lambda row: vars(row)["own"], "cents")),
    dress=with_words,
)

# --- objections -----------------------------------------------------------------------------
DECIDED: Listing[ClaimObjection] = Listing(
    title=_("Entschiedene Einsprüche"),
    filters=(
        search("claim__person__name", "text", "ruling"),
        choice(
            "wie",
            _("Entscheidung"),
            lambda: [one for one in ClaimObjection.Outcome.choices if one[0]],
            "outcome",
        ),
        *days("ruled_at__date"),
    ),
    orders=(
        Order("neueste", _("Datum, das neueste zuerst"), ("-ruled_at", "-pk")),
        Order("name", _("Name"), ("claim__person__sort_key", "-ruled_at", "pk")),
    ),
    columns=(
        Column(_("Entschieden"), lambda row: row.ruled_at, "moment"),
        Column(_("Wer"), lambda row: row.claim.person.name),
        Column(_("Wofür"), lambda row: words.cause(row.claim)),
        Column(pgettext_lazy("what one raises", "Einspruch"), lambda row: row.text),
        Column(_("Entscheidung"), lambda row: row.get_outcome_display()),
        Column(_("Grund"), lambda row: row.ruling),
    ),
    dress=lambda rows: rows,
    per_page=25,
)
