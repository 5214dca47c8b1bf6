"""Vouchers against themselves: numbers, chain, words, files, and what hangs on which booking."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.books import papers, shelf
from finance.books.labels import booking_label, day_label, label
from finance.books.models.ledger import Closing, Posting, Transaction
from finance.books.models.periods import PeriodName
from finance.books.models.vouchers import Voucher, VoucherLink, VoucherText, VoucherYear
from finance.books.queries.periods import spoken_of
from finance.books.queries.vouchers import facts_of


def check_vouchers() -> Iterator[str]:
    """Walks each year's vouchers from the first to the last; yields what is wrong."""
    heads = {head.year: head for head in VoucherYear.objects.order_by("year")}
    last = {year: (0, papers.genesis(year)) for year in heads}
    for voucher in Voucher.objects.order_by("year", "number").iterator(1000):
        where = {"voucher": str(voucher)}
        number, previous = last.get(voucher.year, (0, papers.genesis(voucher.year)))
        if voucher.number != number + 1 or voucher.previous_hash != previous:
            yield _("Beleg %(voucher)s: Er hängt nicht am vorigen.") % where
        if papers.chained(voucher.previous_hash, facts_of(voucher)) != voucher.hash:
            yield (
                _("Beleg %(voucher)s: Er wurde nachträglich verändert, die Prüfsumme stimmt nicht.")
                % where
            )
        if voucher.sha256 and shelf.content_of(voucher.sha256) is None:
            yield _("Beleg %(voucher)s: Die Datei fehlt oder ist nicht mehr dieselbe.") % where
        last[voucher.year] = (voucher.number, voucher.hash)
    for year, head in heads.items():
        if (head.last_number, head.last_hash) != last[year]:
            yield _("Belege %(year)s: Der Kopf nennt Nummer %(said)s, da ist Nummer %(there)s.") % {
                "year": year,
                "said": head.last_number,
                "there": last[year][0],
            }


def check_words() -> Iterator[str]:
    """The words of every voucher are those that were written, or were erased with a date."""
    texts = {text.voucher_id: text for text in VoucherText.objects.iterator()}
    for voucher in Voucher.objects.exclude(text_digest="").order_by("year", "number").iterator():
        text = texts.get(voucher.pk)
        if text is None or (
            text.erased_at is None
            and papers.words_digest(text.salt, text.words) != voucher.text_digest
        ):
            yield _("Beleg %(voucher)s: Der Text fehlt oder wurde nachträglich verändert.") % {
                "voucher": str(voucher)
            }


def check_links() -> Iterator[str]:
    """Every voucher hangs on the booking it was attached to, and every expense has one."""
    links = VoucherLink.objects.select_related("voucher", "transaction__head").order_by("pk")
    for link in links.iterator(1000):
        written = papers.link_digest(link.voucher.hash, link.transaction_id, link.linked_at)
        if written != link.digest:
            yield _("%(where)s: Daran hängt ein anderer Beleg als am Anfang.") % {
                "where": label(link.transaction)
            }
    bare = Transaction.objects.filter(kind=Transaction.Kind.EXPENSE, voucher_links=None)
    for one in bare.select_related("head").order_by("pk"):
        yield _("%(where)s: Eine Ausgabe ohne Beleg.") % {"where": label(one)}


def check_transfers() -> Iterator[str]:
    """What left the till arrived at the bank, and the other way round; so did its Storno."""
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
            yield _("%(where)s: Die andere Hälfte der Umbuchung fehlt.") % {
                "where": booking_label(*first[click])
            }


def check_names() -> Iterator[str]:
    """Every closed period knows the names of all it speaks of."""
    before = None
    for closing in Closing.objects.order_by("through"):
        kept = set(PeriodName.objects.filter(closing=closing).values_list("person", "account"))
        if spoken_of(before, closing.through) - kept:
            yield _("Abschluss bis %(day)s: Es fehlen Namen von damals.") % {
                "day": day_label(closing.through)
            }
        before = closing.through
