"""„Vereinbart bis“: agreements to pay later, or in instalments."""

from django.db import models

from finance.books.trigger_kinds import all_but_words
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class Deferral(Versioned):
    """An agreement with a person about what they owed then; the last one counts.

    `until` is the day of its last instalment, without it nothing is agreed any more. It books
    nothing: the debt stays. One of before there were instalments is one of all that was owed.
    """

    WORDS = ("note",)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="deferrals")
    until = models.DateField(null=True)
    note = models.CharField(max_length=200, blank=True)
    agreed_by = by_user()
    agreed_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.until}"


guard("finance_deferral", *all_but_words("note", "id person_id until agreed_by_id agreed_at"))


class Instalment(Versioned):
    """So many cents of an agreement, to be paid by a day; all of them are what was owed."""

    deferral = models.ForeignKey(Deferral, on_delete=models.PROTECT, related_name="instalments")
    day = models.DateField()
    cents = models.PositiveIntegerField()

    class Meta:
        ordering = ["deferral", "day"]
        constraints = [
            unique("instalment_one_a_day", "deferral", "day"),
            check("instalment_of_something", cents__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.cents}"


guard("finance_instalment", *append_only())
