"""The title, subject and author of a booking in words, for pages, papers and findings."""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.labels import cause, what
from league.tournaments.models.tournaments import Prize

if TYPE_CHECKING:
    from finance.books.models.ledger import Posting, Transaction
    from league.people.models.people import Person

# The program's reason to reverse a booking: stored as it is, shown in the reader's language.
CAUSE_GONE = "Die Grundlage ist entfallen oder korrigiert."


DUES_CHANGED = "Der Beitrag ist neu berechnet."


WRITTEN_BY_PROGRAM: dict[str, Any] = {
    CAUSE_GONE: gettext_lazy("Its cause is gone or was corrected."),
    DUES_CHANGED: gettext_lazy("The dues were worked out anew."),
}


# What a prize was paid for, as the form writes it into the book.
PLACE_IN_BOOK = re.compile(r"(\d+)\. Platz( der Mannschaften)?")


def award(prize: Prize) -> str:
    """Write „1. Platz“, „2. Platz der Mannschaften“, „Schock-Aus-König“."""
    if prize.award == "place":
        return _("Place %(place)s") % {"place": prize.place}
    if prize.award == "team":
        return _("Teams, place %(place)s") % {"place": prize.place}
    return str(prize.get_award_display())


def award_in_book(prize: Prize) -> str:
    """Write the same as the book keeps it, in the language of the source; `text_of`
    translates it.
    """
    with override(settings.LANGUAGE_CODE):
        return award(prize)


def _award_read(text: str) -> str:
    """Return an award as the book keeps it, in the reader's language; anything else as typed."""
    if place := PLACE_IN_BOOK.fullmatch(text):
        sentence = _("Teams, place %(place)s") if place[2] else _("Place %(place)s")
        return sentence % {"place": place[1]}
    award = _awards_in_book().get(text)
    return str(award.label) if award else text


@cache
def _awards_in_book() -> dict[str, Prize.Award]:
    with override(settings.LANGUAGE_CODE):
        return {str(award.label): award for award in Prize.Award}


def booking_label(journal: str, year: int, number: int) -> str:
    """Name a booking on pages, slips and in findings: „Kasse 2026/12“."""
    return f"{journal_name(journal)} {year}/{number}"


def journal_name(journal: str) -> str:
    """Return the book in words; one not in the chart, which `check_books` says, as it is.

    The club's second till is „Kasse 2“ whatever people call it now: a reference never changes.
    """
    known = chart.find_journal(journal)
    if known is None:
        return journal
    return f"{gettext(known.label)} {known.place}" if known.place > 1 else gettext(known.label)


def label(transaction: "Transaction") -> str:
    head = transaction.head
    return booking_label(head.journal, head.year, transaction.number)


def person_name(posting: "Posting") -> str:
    """Return the owner of a posting's account, by the name kept when the period was closed."""
    return posting.name_then or str(posting.account.person or "")


def account_name(posting: "Posting") -> str:
    """Return the account's name when the period was closed."""
    now = chart.account(posting.account.code)  # of one's own the query gives the name
    then = posting.account_then or now.name
    return gettext(now.label) if then == now.name else then


def entered_by(transaction: "Transaction") -> str:
    """Return the name, at that time, of the user who entered a booking; empty for the program."""
    user = transaction.entered_by
    if user is None:
        return ""
    return transaction.entered_then or str(getattr(user, "person", None) or user)


def late(transaction: "Transaction") -> str:
    """Say „3 Tage später erfasst“ of a booking not typed in on its own day; empty otherwise."""
    days = (localtime(transaction.entered_at).date() - transaction.date).days
    if days <= 0:
        return ""
    return ngettext("entered %(n)s day later", "entered %(n)s days later", days) % {"n": days}


def title(transaction: "Transaction", reader: "Person | None" = None) -> str:
    """Return a booking in words: the persons (without the reader) and the purpose."""
    persons = ", ".join(
        person_name(posting)
        for posting in transaction.postings.all()
        if posting.account.person not in {None, reader}
    )
    original = transaction.reverses
    if original is not None:
        sentence = _("Reversal of %(label)s") % {"label": label(original)}
    elif claim := getattr(transaction, "claim", None):
        sentence = cause(claim)
    elif payment := getattr(transaction, "payment", None):
        sentence = str(PAID[payment.method])
        if payment.method == "given" and payment.amount > 1:
            sentence = _("%(n)s rounds given") % {"n": payment.amount}
    elif payout := getattr(transaction, "payout", None):
        payee = transaction.payee_then or str(payout.person)
        persons, sentence = payee, transaction.get_kind_display()
    elif transaction.kind in {"expense", "income"}:
        sentence = ", ".join(
            account_name(posting)
            for posting in transaction.postings.all()
            if not chart.like(posting.account.code)
        )
    else:
        sentence = transaction.get_kind_display()
    return f"{persons}: {sentence}" if persons else sentence


PAID: dict[str, Any] = {
    "cash": gettext_lazy("Cash payment"),
    "bank": gettext_lazy("Bank transfer"),
    "transfer": gettext_lazy("Takeover"),
    "setoff": gettext_lazy("Outlay set off"),
    "opening": gettext_lazy("Credit from before"),
    "given": gettext_lazy("Round bought"),
    "waiver": gettext_lazy("Waiver"),
}


def title_without_names(transaction: "Transaction") -> str:
    """Return a booking in words without names and free text, for papers that go to all members."""
    if transaction.reverses is not None:
        return _("Reversal of %(label)s") % {"label": label(transaction.reverses)}
    if claim := getattr(transaction, "claim", None):
        return what(claim.kind, claim.code)
    if payment := getattr(transaction, "payment", None):
        return str(PAID[payment.method])
    return str(transaction.get_kind_display())


def own_text(transaction: "Transaction") -> str:
    """Return the free words of a booking as they are stored."""
    row = getattr(transaction, "text", None)
    return row.text if row is not None else ""


def text_of(transaction: "Transaction") -> str:
    """Return the free words of a booking; those the program wrote in the reader's language."""
    text = own_text(transaction)
    if transaction.kind == "prize":
        return _award_read(text)
    return str(WRITTEN_BY_PROGRAM.get(text, text))
