"""Vouchers (Belege): a file, or a self-made one where there is none.

Triggers guard their numbers; the ledger's refuse an expense without one.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.books import papers
from finance.books.models.ledger import Transaction
from finance.books.trigger_kinds import RowEffect, words_beside
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, no_delete, refuse_insert, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


class VoucherYear(models.Model):
    """The head of a year's vouchers, locked once per voucher; the database itself moves it."""

    year = models.PositiveSmallIntegerField(unique=True)
    last_number = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["year"]

    def __str__(self) -> str:
        return str(self.year)


guard(
    "finance_voucheryear",
    *append_only("id year"),
    refuse_insert("begins", "voucher_gap", "NEW.last_number <> 0"),
    refuse_update("steps", "voucher_gap", "NEW.last_number <> OLD.last_number + 1"),
)


class Voucher(models.Model):
    """One voucher, for ever. The file lies under its `sha256` (`finance/books/voucher_files.py`).

    `day` and `cents` are what a self-made voucher states; a file speaks for itself.
    """

    class Kind(models.TextChoices):
        FILE = "file", _("Voucher")
        OWN = "own", _("Self-made voucher")

    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices)
    sha256 = models.CharField(max_length=64, blank=True)
    media_type = models.CharField(max_length=20, blank=True)
    size = models.PositiveIntegerField(default=0)
    day = models.DateField(null=True)
    cents = models.PositiveIntegerField(null=True)
    text_digest = models.CharField(max_length=64, blank=True)
    entered_at = models.DateTimeField()
    entered_by = by_user()
    client_id = models.CharField(max_length=64, unique=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    transactions = models.ManyToManyField(
        Transaction, through="VoucherLink", related_name="vouchers"
    )

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            unique("voucher_number_once", "year", "number"),
            # The same receipt twice would be paid twice.
            unique("voucher_file_once", "sha256", where=Q(kind="file")),
            check(
                "voucher_is_a_file_or_self_made",
                Q(
                    kind="file",
                    media_type__in=[
                        "application/pdf",
                        "image/jpeg",
                        "image/png",
                        "image/webp",
                        "image/heic",
                    ],
                    size__gt=0,
                    day=None,
                    cents=None,
                )
                & ~Q(sha256="")
                | Q(kind="own", sha256="", media_type="", size=0, day__isnull=False, cents__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"

    @property
    def is_picture(self) -> bool:
        return self.media_type.startswith("image/")

    @property
    def is_converted(self) -> bool:
        """Return whether the page shows it as a JPEG made by the worker."""
        return self.media_type in papers.CONVERTED


def _voucher_head(column: str) -> str:
    return f"(SELECT h.{column} FROM finance_voucheryear h WHERE h.year = NEW.year)"  # noqa: S608


guard(
    "finance_voucher",
    # Vouchers: numbered and chained like bookings, and every expense has one.
    refuse_insert(
        "a_number",
        "voucher_gap",
        f"NEW.number <> {_voucher_head('last_number')} + 1"
        f" OR NEW.previous_hash <> {_voucher_head('last_hash')}",
    ),
    refuse_insert(
        "b_head",
        "voucher_gap",
        "NOT EXISTS (SELECT 1 FROM finance_voucheryear h WHERE h.year = NEW.year)",
    ),
    RowEffect(
        "z_head",
        statement="UPDATE finance_voucheryear SET last_number = NEW.number, last_hash = NEW.hash"
        " WHERE year = NEW.year",
    ),
    *append_only(),
)


class VoucherText(models.Model):
    """The words of a voucher, beside the chain: they can be erased with their salt.

    `name` is what the file was called; the others are what a self-made voucher says.
    """

    WORDS = ("name", "payee", "what", "why")

    voucher = models.OneToOneField(Voucher, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=64, blank=True)
    name = models.CharField(max_length=200, blank=True)
    payee = models.CharField(max_length=120, blank=True)
    what = models.CharField(max_length=200, blank=True)
    why = models.CharField(max_length=200, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            check(
                "voucher_text_erased_is_gone",
                Q(erased_at=None) | Q(salt="", name="", payee="", what="", why=""),
            )
        ]

    def __str__(self) -> str:
        return self.what or self.name

    @property
    def words(self) -> tuple[str, ...]:
        return (self.name, self.payee, self.what, self.why)


guard(
    "finance_vouchertext",
    *words_beside("voucher_id", "salt", "name", "payee", "what", "why"),
    no_delete(),
)


class VoucherLink(Versioned):
    """A voucher belongs to a booking. Stored before an expense's header, or at any time later."""

    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="links")
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="voucher_links"
    )
    linked_at = models.DateTimeField()
    linked_by = by_user()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        constraints = [unique("voucher_link_once", "voucher", "transaction")]

    def __str__(self) -> str:
        return f"{self.voucher} → {self.transaction}"


guard("finance_voucherlink", *append_only())
