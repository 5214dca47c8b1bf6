"""The club's bank account: which it is, what the bank said, and what became of each line of it.

What a line says in words lies beside it and can be erased; its figures stay.
"""

from types import MappingProxyType

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.bank.reading.statements import LONGEST_NAME, LONGEST_TEXT
from finance.books.models.ledger import Transaction
from finance.books.trigger_kinds import all_but_words, words_beside
from league.guards.constraints import check, index, unique
from league.guards.fields import NameField
from league.guards.kinds import Trigger, append_only, guard, no_delete, no_update, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user

LONGEST_IBAN = 34
# So much of a proposal's stamp is kept to know it again.
STAMP = 64


def goes_with_its_import(bank_import: str) -> Trigger:
    """Refuse DELETE of what came with an import, unless that was undone."""
    return no_delete(
        "NOT EXISTS (SELECT 1 FROM finance_bankimport i"  # noqa: S608
        f" WHERE i.id = {bank_import} AND i.undone_at IS NOT NULL)"
    )


def _at_a_bank() -> "models.CharField[str, str]":
    """Return the field for the code of its account in the chart: the first, or another of the
    club's.
    """
    return models.CharField(max_length=20, default="bank")


_IS_AT_A_BANK = Q(money="bank") | Q(money__startswith="giro_")


class ClubAccount(Versioned):
    """An account at a bank (`money`); members transfer to the first.

    Of each the row entered last counts; the ones before it stay.
    """

    WORDS = ("holder", "iban", "bic")
    # Before there were more accounts each row was about the one.
    ADDED = MappingProxyType({"money": "bank"})

    money = _at_a_bank()
    holder = NameField(_("Account holder"), max_length=70)
    iban = models.CharField("IBAN", max_length=LONGEST_IBAN)
    bic = models.CharField("BIC", max_length=11, blank=True)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            check("club_account_is_one", ~Q(holder="") & ~Q(iban="")),
            check("club_account_at_a_bank", _IS_AT_A_BANK),
        ]

    def __str__(self) -> str:
        return self.iban

    @property
    def grouped(self) -> str:
        """Return the IBAN in groups of four, as on paper."""
        return " ".join(self.iban[place : place + 4] for place in range(0, len(self.iban), 4))


# The bank: what it said stays; an import is undone only while nothing of it is booked.
guard("finance_clubaccount", *append_only())


class BankColumns(Versioned):
    """The meaning of a CSV's columns whose `heading` was unknown; the newest row counts.

    `roles` names one for each column, between commas (`finance/bank/reading/columns.py`).
    """

    ADDED = MappingProxyType({"days": ""})

    class Amounts(models.TextChoices):
        SIGNED = "signed", _("say it themselves (minus, or a column)")
        IN = "in", _("all came in")
        OUT = "out", _("all went out")
        TURNED = "turned", _("debit came in, credit went out")

    class Days(models.TextChoices):
        BY_THE_COLUMN = "", _("as the whole column shows it")
        DAY_FIRST = "dmy", _("day before month")
        MONTH_FIRST = "mdy", _("month before day")

    iban = models.CharField(max_length=LONGEST_IBAN)
    heading = models.CharField(max_length=1000)
    roles = models.CharField(max_length=600)
    amounts = models.CharField(max_length=6, choices=Amounts.choices)
    days = models.CharField(max_length=3, choices=Days.choices, blank=True, default="")
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("bank_columns_amounts", amounts__in=["signed", "in", "out", "turned"]),
            check("bank_columns_days", days__in=["", "dmy", "mdy"]),
        ]

    def __str__(self) -> str:
        return self.heading


guard("finance_bankcolumns", *append_only())


class BankImport(Versioned):
    """One file of the bank. Importing books nothing; while nothing is, it can be undone.

    Then its lines go, so that the same file can come again; that there was one stays.
    `known` of its lines had come before, `pending` ones were only announced by the bank.
    """

    WORDS = ("file_name",)
    ADDED = MappingProxyType({"money": "bank"})

    money = _at_a_bank()
    iban = models.CharField(max_length=LONGEST_IBAN)
    format = models.CharField(max_length=20)
    file_name = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64)
    known = models.PositiveIntegerField(default=0)
    pending = models.PositiveIntegerField(default=0)
    # Whether the bank's lines lead from its first balance to its last.
    adds_up = models.BooleanField(default=True)
    imported_by = by_user()
    imported_at = models.DateTimeField()
    undone_by = by_user()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            unique("bank_import_once", "sha256", where=Q(undone_at=None)),
            check("bank_import_at_a_bank", _IS_AT_A_BANK),
        ]

    def __str__(self) -> str:
        return self.file_name or self.sha256[:8]


guard(
    "finance_bankimport",
    *all_but_words(
        "file_name", "id money iban format sha256 known pending adds_up imported_by_id imported_at"
    ),
    refuse_update(
        "undo",
        "bank_import_booked",
        "NEW.undone_at IS NOT NULL AND EXISTS (SELECT 1 FROM finance_bankbooking b"
        " JOIN finance_bankline l ON l.id = b.line_id WHERE l.bank_import_id = NEW.id)",
    ),
    refuse_update(
        "stays_undone", "bank_import_undone", "OLD.undone_at IS NOT NULL AND NEW.undone_at IS NULL"
    ),
)


class BankBalance(Versioned):
    """A balance that the bank states for the beginning or the end of a day."""

    class Moment(models.TextChoices):
        OPENING = "opening", pgettext_lazy("of the bank", "Opening balance")
        CLOSING = "closing", _("Closing balance")

    bank_import = models.ForeignKey(BankImport, on_delete=models.PROTECT, related_name="balances")
    iban = models.CharField(max_length=LONGEST_IBAN)
    day = models.DateField()
    moment = models.CharField(max_length=7, choices=Moment.choices)
    cents = models.BigIntegerField()

    class Meta:
        ordering = ["day", "pk"]

    def __str__(self) -> str:
        return f"{self.day}: {self.cents}"


guard(
    "finance_bankbalance",
    no_update(),
    goes_with_its_import("OLD.bank_import_id"),
)


class BankLine(Versioned):
    """One booking of the bank, in cents; positive came in.

    `done` is how much of it is in our books; a line that is `ignored` is meant to stay out. Lines
    that look the same are told apart by `occurrence`; an `is_twin` looks like one of another file.
    `struck` is the stamp of the proposal that was unticked.
    """

    WORDS = ("reason",)
    SUMS = ("done",)
    ADDED = MappingProxyType({"struck": ""})

    bank_import = models.ForeignKey(BankImport, on_delete=models.PROTECT, related_name="lines")
    iban = models.CharField(max_length=LONGEST_IBAN)
    day = models.DateField()
    cents = models.BigIntegerField()
    fingerprint = models.CharField(max_length=64)
    occurrence = models.PositiveIntegerField()
    reference = models.CharField(max_length=80, blank=True)
    is_return = models.BooleanField(default=False)
    is_fee = models.BooleanField(default=False)
    is_twin = models.BooleanField(default=False)
    done = models.BigIntegerField(default=0)
    ignored = models.BooleanField(default=False)
    struck = models.CharField(max_length=STAMP, blank=True, default="")
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    decided_by = by_user()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["day", "pk"]
        indexes = [
            # The bank's page: lines still to be dealt with.
            index("bank_line_open", "day", where=Q(ignored=False) & ~Q(done=F("cents"))),
        ]
        constraints = [
            unique("bank_line_once", "iban", "fingerprint", "occurrence"),
            check("bank_line_moves_something", ~Q(cents=0)),
            check(
                "bank_line_done_at_most_its_amount",
                Q(cents__gt=0, done__gte=0, done__lte=F("cents"))
                | Q(cents__lt=0, done__lte=0, done__gte=F("cents")),
            ),
            check("bank_line_ignored_with_a_reason", Q(ignored=False) | Q(done=0) & ~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.cents}"

    @property
    def money(self) -> str:
        """Return the code of the account of the chart on which it is."""
        return self.bank_import.money

    @property
    def left(self) -> int:
        """Return the part of it that is not in the books yet."""
        return 0 if self.ignored else self.cents - self.done


guard(
    "finance_bankline",
    goes_with_its_import("OLD.bank_import_id"),
    no_update(
        "id bank_import_id iban day cents fingerprint occurrence reference is_return is_fee is_twin"
    ),
)


class BankLineText(Versioned):
    """The words of a line: who, from which account, and what for."""

    WORDS = ("name", "iban", "text")

    line = models.OneToOneField(BankLine, on_delete=models.PROTECT, related_name="text")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    iban = models.CharField(max_length=LONGEST_IBAN, blank=True)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            check("bank_text_erased_is_gone", Q(erased_at=None) | Q(name="", iban="", text=""))
        ]

    def __str__(self) -> str:
        return self.name


guard(
    "finance_banklinetext",
    *words_beside("line_id", "name", "iban", "text"),
    goes_with_its_import(
        "(SELECT l.bank_import_id FROM finance_bankline l WHERE l.id = OLD.line_id)"
    ),
)


class BankBooking(Versioned):
    """The part of a line that is in this booking. It does not count once the booking is reversed.

    `was_there`: the booking was made by hand before the bank's file came.
    """

    line = models.ForeignKey(BankLine, on_delete=models.PROTECT, related_name="bookings")
    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, related_name="bank_booking"
    )
    cents = models.BigIntegerField()
    was_there = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [check("bank_booking_moves_something", ~Q(cents=0))]

    def __str__(self) -> str:
        return f"{self.line} → {self.transaction}"


guard("finance_bankbooking", *append_only())
