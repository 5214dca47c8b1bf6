"""Accounts that the club has beside those of the chart: kinds of receipts and payments, earmarked
funds, more tills and more accounts at a bank.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Max, Q
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from league.guards.constraints import check, index
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned, VersionedQuerySet
from league.people.models.fields import by_user


class OwnAccounts(VersionedQuerySet):
    def newest(self) -> Self:
        """Return the newest row of each code, by kind and in the order in which the codes were
        given.
        """
        last = self.order_by().values("code").annotate(last=Max("pk"))
        return self.filter(pk__in=last.values("last")).order_by("kind", Length("code"), "code")


class OwnAccount(Versioned):
    """An account of the club's own; of each `code` the newest row counts.

    The program gives the code, and no other account ever gets it. Another name, sphere or place is
    another row; nothing is booked on it from the day on which it `ended`. Its sphere is the usual
    one, none for what is neither received nor spent. A `shared` fund belongs to the active members,
    to each the same part.
    """

    WORDS = ("name",)
    ADDED: ClassVar[Mapping[str, Any]] = {"place": "", "shared": False}

    class Kind(models.TextChoices):
        INCOME = "income", _("Receipts")
        EXPENSE = "expense", _("Expenses")
        FUND = "fund", _("Earmarked funds")
        TILL = "till", _("Tills")
        GIRO = "giro", _("Accounts at a bank")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    code = models.CharField(max_length=20)
    name = NameField(max_length=60)
    sphere = models.PositiveSmallIntegerField(default=chart.IDEAL)
    # Of `finance/books/places.toml`; empty for the usual one of its kind.
    place = models.CharField(max_length=20, blank=True)
    shared = models.BooleanField(default=False)
    ended = models.DateField(null=True)
    set_by = by_user()
    set_at = models.DateTimeField()

    # Narrower than the manager of `Versioned`, which the stubs take for another class.
    objects = OwnAccounts.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["pk"]
        indexes = [index("own_account_by_code", "code")]
        constraints = [
            check("own_account_kind", kind__in=["income", "expense", "fund", "till", "giro"]),
            # So a code is of one kind for ever.
            check(
                "own_account_code",
                Q(kind="income", code__startswith="income_")
                | Q(kind="expense", code__startswith="expense_")
                | Q(kind="fund", code__startswith="fund_")
                | Q(kind="till", code__startswith="till_")
                | Q(kind="giro", code__startswith="giro_"),
            ),
            check("own_account_has_a_name", ~Q(name="")),
            check("own_account_shared_fund", Q(shared=False) | Q(kind="fund")),
            check(
                "own_account_sphere",
                Q(kind__in=["income", "expense"], sphere__in=[1, 2, 3, 4])
                | Q(kind__in=["fund", "till", "giro"], sphere=0),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def account(self) -> chart.Account:
        """Return it as an account of the chart."""
        known = chart.account(self.code)
        return replace(known, name=self.name, label=self.name, sphere=self.sphere)

    def is_open(self, day: date) -> bool:
        return self.ended is None or day < self.ended


guard("finance_ownaccount", *append_only())
