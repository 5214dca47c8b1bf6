"""Entries of the cash book made by hand, and the bookings that belong together."""

from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import with_words
from finance.books.queries.money import of_money

Kind = Transaction.Kind


def of_form(client_id: str) -> list[Transaction]:
    """Return the bookings of one form, in the order of its parts."""
    transactions = Transaction.objects.filter(entry__client_id=client_id).select_related("head")
    return list(transactions.order_by("entry__part"))


def parts_of(original: Transaction) -> list[int]:
    """Return the keys of all bookings taken back with this one: both halves of a transfer."""
    if original.kind != Kind.TRANSFER or not hasattr(original, "entry"):
        return [original.pk]
    return [booking.pk for booking in of_form(original.entry.client_id)]


def other_parts(original: Transaction) -> list[Transaction]:
    """Return the bookings that belong together with this one, without it."""
    keys = [key for key in parts_of(original) if key != original.pk]
    return list(Transaction.objects.filter(pk__in=keys).select_related("head"))


def openings() -> dict[str, Transaction]:
    """Return the opening balances of tills and accounts that are not reversed, by journal."""
    transactions = Transaction.objects.filter(
        of_money("head__journal"), kind=Kind.OPENING, reversal=None
    )
    return {booking.head.journal: booking for booking in with_words(transactions)}


def is_open(journal: str) -> bool:
    """Return whether a journal still lacks its opening balance."""
    return not Transaction.objects.filter(
        kind=Kind.OPENING, head__journal=journal, reversal=None
    ).exists()
