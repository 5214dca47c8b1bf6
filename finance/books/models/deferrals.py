"""„Vereinbart bis“: agreements to pay later, or in instalments."""

from django.db import models

from finance.books.trigger_kinds import all_but_words
from league.guards.kinds import guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class Deferral(Versioned):
    """An agreement with a person; the last one counts, without `until` there is none now.

    It books nothing: the debt stays, and no reminder goes out before that day.
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
