"""Vouchers against themselves: numbers, chain, words, files, and what hangs on which booking."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.books import papers, voucher_files
from finance.books.booking_labels import booking_label, label
from finance.books.labels import day_label
from finance.books.models.ledger import Closing, Posting, Transaction
from finance.books.models.periods import PeriodName
from finance.books.models.vouchers import Voucher, VoucherLink, VoucherText, VoucherYear
from finance.books.queries.periods import spoken_of
from finance.books.queries.vouchers import facts_of


def check_vouchers() -> Iterator[str]:
    """Walk each year's vouchers from the first to the last; yield what is wrong."""
    heads = {head.year: head for head in VoucherYear.objects.order_by("year")}
    last = {year: (0, papers.genesis(year)) for year in heads}
    for voucher in Voucher.objects.order_by("year", "number").iterator(1000):
        where = {"voucher": str(voucher)}
        number, previous = last.get(voucher.year, (0, papers.genesis(voucher.year)))
        if voucher.number != number + 1 or voucher.previous_hash != previous:
            yield _("Voucher %(voucher)s: it does not follow the one before.") % where
        if papers.chained(voucher.previous_hash, facts_of(voucher)) != voucher.hash:
            yield (
                _("Voucher %(voucher)s: it was changed afterwards, the checksum is wrong.") % where
            )
        if voucher.sha256 and voucher_files.content_of(voucher.sha256) is None:
            yield _("Voucher %(voucher)s: the file is missing or no longer the same.") % where
        last[voucher.year] = (voucher.number, voucher.hash)
    for year, head in heads.items():
        if (head.last_number, head.last_hash) != last[year]:
            yield _(
                "Vouchers %(year)s: the head names number %(said)s, there is number %(there)s."
            ) % {
                "year": year,
                "said": head.last_number,
                "there": last[year][0],
            }


def check_words() -> Iterator[str]:
    """Check that the words of every voucher are those written, or were erased with a date."""
    texts = {text.voucher_id: text for text in VoucherText.objects.iterator()}
    for voucher in Voucher.objects.exclude(text_digest="").order_by("year", "number").iterator():
        text = texts.get(voucher.pk)
        if text is None or (
            text.erased_at is None
            and papers.words_digest(text.salt, text.words) != voucher.text_digest
        ):
            yield _("Voucher %(voucher)s: the text is missing or was changed afterwards.") % {
                "voucher": str(voucher)
            }


def check_links() -> Iterator[str]:
    """Check that every voucher hangs on the booking it was attached to, and every
    expense has one.
    """
    links = VoucherLink.objects.select_related("voucher", "transaction__head").order_by("pk")
    for link in links.iterator(1000):
        written = papers.link_digest(link.voucher.hash, link.transaction_id, link.linked_at)
        if written != link.digest:
            yield _("%(where)s: another voucher hangs on it than at first.") % {
                "where": label(link.transaction)
            }
    bare = Transaction.objects.filter(kind=Transaction.Kind.EXPENSE, voucher_links=None)
    for booking in bare.select_related("head").order_by("pk"):
        yield _("%(where)s: an expense without a voucher.") % {"where": label(booking)}


def check_transfers() -> Iterator[str]:
    """Check that money that left the till arrived at the bank, and the reverse; so did
    its Storno.
    """
    moved: dict[str, int] = {}
    first: dict[str, tuple[str, int, int]] = {}
    halves = Posting.objects.filter(
        account__code="transit", transaction__entry__isnull=False
    ).order_by("transaction")
    for click, amount, journal, year, number in halves.values_list(
        "transaction__entry__client_id",
        "amount",
        "transaction__head__journal",
        "transaction__head__year",
        "transaction__number",
    ):
        moved[click] = moved.get(click, 0) + amount
        first.setdefault(click, (journal, year, number))
    for click, amount in moved.items():
        if amount:
            yield _("%(where)s: the other half of the transfer is missing.") % {
                "where": booking_label(*first[click])
            }


def check_names() -> Iterator[str]:
    """Check that every closed period knows the names of all it speaks of."""
    before = None
    for closing in Closing.objects.order_by("through"):
        period_names = set(
            PeriodName.objects.filter(closing=closing).values_list("person", "account")
        )
        if spoken_of(before, closing.through) - period_names:
            yield _("Closing until %(day)s: names of that time are missing.") % {
                "day": day_label(closing.through)
            }
        before = closing.through
