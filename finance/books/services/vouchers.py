"""Vouchers: a file that is checked by its content, or a self-made one where there is none."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from secrets import token_hex

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books import papers, voucher_files
from finance.books.models.ledger import Transaction
from finance.books.models.vouchers import Voucher, VoucherLink, VoucherText, VoucherYear
from finance.books.queries.vouchers import facts_of
from finance.books.services.once import used_before
from finance.books.tasks import enqueue_picture
from finance.errors import IllegalError, InvalidError
from league.files.pictures import TOO_MANY_PIXELS, has_more_pixels
from league.people.models.people import User


@dataclass(frozen=True)
class Upload:
    """An uploaded file, with its name."""

    name: str
    content: bytes


@dataclass(frozen=True)
class SelfMade:
    """An Eigenbeleg: who got the money, for what, and why there is no receipt."""

    payee: str
    what: str
    why: str


# What a booking is proved by. A Voucher is one that is there already: it serves two bookings.
Paper = Upload | SelfMade | Voucher


def store_voucher(
    paper: Paper,
    *,
    cents: int,
    day: date,
    client_id: str,
    by: User | None,
    now: datetime,
    again: bool = False,
    salt: Callable[[], str] = token_hex,
) -> Voucher:
    """Make a voucher of `paper`, numbered in the year of `day`; a repeat answers with the first.

    A self-made one states `cents` and `day`. The same file is the same voucher; IllegalError if it
    proves a booking not reversed already, unless that is meant (`again`). InvalidError for a file
    that is no PDF and no photo, or too large in bytes or pixels, for a self-made voucher with a
    word missing or of another amount, and if a repeat is of another paper. Locks the year's
    vouchers; call it inside of a transaction, before the journals.
    """
    if isinstance(paper, Voucher):
        return _for(paper, cents)
    year = lock_vouchers(day.year)
    if known := Voucher.objects.filter(client_id=client_id).first():
        if not _says(known, paper):
            raise used_before()
        return known
    if isinstance(paper, Upload):
        kind = _checked(paper)
        if known := _same_file(paper):
            return known if again else _unused(known)
        facts = {
            "kind": Voucher.Kind.FILE,
            "sha256": voucher_files.store(paper.content),
            "media_type": kind,
            "size": len(paper.content),
        }
        text = VoucherText(name=_file_name(paper.name))
    else:
        facts = {"kind": Voucher.Kind.OWN, "day": day, "cents": cents}
        text = _stated(paper)
    text.salt = salt() if any(text.words) else ""
    voucher = Voucher(
        year=year.year,
        number=year.last_number + 1,
        text_digest=papers.words_digest(text.salt, text.words),
        entered_at=now,
        entered_by=by,
        client_id=client_id,
        previous_hash=year.last_hash,
        **facts,
    )
    voucher.hash = papers.chained(voucher.previous_hash, facts_of(voucher))
    try:
        with transaction.atomic():
            voucher.save(force_insert=True)
    except IntegrityError:
        # The same file, laid down at the same time in another year.
        known = _same_file(paper)
        if known is None:
            raise
        return known if again else _unused(known)
    text.voucher = voucher
    text.save(force_insert=True)
    if voucher.is_converted:
        enqueue_picture(voucher.sha256)
    return voucher


def attach(
    *, booking: Transaction, paper: Paper, client_id: str, by: User | None, now: datetime
) -> VoucherLink:
    """Add a voucher to an existing booking, in a closed period as well.

    A repeat changes nothing. Locks the vouchers of the booking's year and of the voucher's, the
    older first; raises what `store_voucher` raises.
    """
    moved = sum(posting.amount for posting in booking.postings.filter(amount__gt=0))
    with transaction.atomic():
        there = _same_file(paper)
        for year in sorted({booking.date.year, there.year if there else booking.date.year}):
            lock_vouchers(year)
        voucher = store_voucher(
            paper,
            cents=moved,
            day=booking.date,
            client_id=client_id,
            by=by,
            now=now,
            again=True,
        )
        lock_vouchers(voucher.year)
        known = VoucherLink.objects.filter(voucher=voucher, transaction=booking).first()
        if known is None:
            known = link(voucher, booking.pk, by=by, now=now)
            known.save(force_insert=True)
        return known


def link(voucher: Voucher, booking: int, *, by: User | None, now: datetime) -> VoucherLink:
    """Return the row that ties a voucher to a booking, not stored yet."""
    return VoucherLink(
        voucher=voucher,
        transaction_id=booking,
        linked_at=now,
        linked_by=by,
        digest=papers.link_digest(voucher.hash, booking, now),
    )


def lock_vouchers(year: int) -> VoucherYear:
    """Lock the vouchers of a year until the transaction ends; make the head if it is missing."""
    rows = VoucherYear.objects.select_for_update(no_key=True).filter(year=year)
    head = rows.first()
    if head is None:
        VoucherYear.objects.bulk_create(
            [VoucherYear(year=year, last_hash=papers.genesis(year))], ignore_conflicts=True
        )
        head = rows.get()
    return head


def _same_file(paper: Paper) -> Voucher | None:
    """Return the voucher that this paper is already, by its content."""
    if isinstance(paper, Voucher):
        return paper
    if isinstance(paper, SelfMade):
        return None
    return Voucher.objects.filter(sha256=papers.sha256(paper.content)).first()


def _says(voucher: Voucher, paper: Upload | SelfMade) -> bool:
    """Return whether the voucher was made of just this paper."""
    if isinstance(paper, Upload):
        return voucher.sha256 == papers.sha256(paper.content)
    return voucher.text.words == _stated(paper).words


def _for(voucher: Voucher, cents: int) -> Voucher:
    """Return the voucher if it fits a booking of so many cents, else raise InvalidError.

    A receipt may prove two bookings; a self-made voucher states its own amount.
    """
    if voucher.cents not in (None, cents):
        raise InvalidError(
            "own_voucher_amount",
            _("The self-made voucher %(voucher)s states %(amount)s. Write one of its own for this.")
            % {"voucher": str(voucher), "amount": words.euro(voucher.cents)},
            field="file",
        )
    return voucher


def _checked(paper: Upload) -> str:
    if not paper.content:
        raise InvalidError("voucher_empty", _("This file is empty."), field="file")
    if len(paper.content) > papers.LARGEST:
        raise InvalidError(
            "voucher_too_large",
            _("This file is larger than 10 MB. Take a smaller photo of the receipt."),
            field="file",
        )
    kind = papers.media_type(paper.content)
    if not kind:
        raise InvalidError(
            "voucher_type",
            _(
                "This is no complete PDF and no photo as JPEG, PNG, WebP or HEIC. Take a photo of "
                "the receipt, or save it as a PDF."
            ),
            field="file",
        )
    if kind != papers.PDF and has_more_pixels(paper.content, papers.MOST_PIXELS):
        raise InvalidError("voucher_too_many_pixels", TOO_MANY_PIXELS, field="file")
    return kind


def _unused(voucher: Voucher) -> Voucher:
    standing = voucher.transactions.filter(reversal=None).exclude(kind="reversal")
    if booking := standing.select_related("head").order_by("pk").first():
        raise IllegalError(
            "voucher_used",
            _(
                "This voucher is there already: voucher %(voucher)s belongs to %(booking)s. "
                "If it is for this as well, start from the voucher's page."
            )
            % {"voucher": str(voucher), "booking": booking_words.label(booking)},
            field="file",
        )
    return voucher


def _file_name(name: str) -> str:
    return " ".join(name.replace("\\", "/").rsplit("/", 1)[-1].split())[-200:]


def _stated(paper: SelfMade) -> VoucherText:
    params = {
        "payee": " ".join(paper.payee.split())[:120],
        "what": " ".join(paper.what.split())[:200],
        "why": " ".join(paper.why.split())[:200],
    }
    sentences = {
        "payee": _("A self-made voucher has to say who received the money."),
        "what": _("A self-made voucher has to say what the money was for."),
        "why": _("A self-made voucher has to say why there is no receipt."),
    }
    for field, sentence in sentences.items():
        if not params[field]:
            raise InvalidError(f"own_voucher_{field}", sentence, field=field)
    return VoucherText(**params)
