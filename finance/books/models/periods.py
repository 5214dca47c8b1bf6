"""Names of persons and accounts at the close of a period: later names do not change them."""

from django.db import models
from django.db.models import Q

from finance.books.models.ledger import Closing
from league.guards.constraints import check, index, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.people import Person


class PeriodName(Versioned):
    """The name of a person, or of an account of the chart, in the days one closing closed.

    A name can be erased, which makes it empty, and never be changed.
    """

    WORDS = ("name",)

    closing = models.ForeignKey(Closing, on_delete=models.PROTECT, related_name="names")
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    account = models.CharField(max_length=20, blank=True)
    name = NameField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # What an account was called when a day was closed (queries.names).
            index("period_name_by_account", "account", "closing"),
        ]
        constraints = [
            unique("period_name_once_per_person", "closing", "person", where=Q(account="")),
            unique("period_name_once_per_account", "closing", "account", where=~Q(account="")),
            check(
                "period_name_of_a_person_or_an_account",
                Q(person__isnull=False, account="") | (Q(person=None) & ~Q(account="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    "finance_periodname",
    # What was closed keeps its names; one can be erased, and nothing else.
    *append_only("id closing_id person_id account"),
    refuse_update("stays", "period_name_stays", "NEW.name <> '' AND NEW.name <> OLD.name"),
)
