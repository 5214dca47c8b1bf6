"""Agreements of guests to pay."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.books.models.versions import VersionedDated
from finance.books.trigger_kinds import all_but_words
from league.guards.constraints import check, unique
from league.guards.kinds import guard, no_overlap
from league.people.models.fields import by_user
from league.people.models.people import Person


class GuestAgreement(VersionedDated):
    """While it holds, a guest pays what a game costs, due the same evening; no fine of the club's.

    It is never changed and never deleted: it ends. How it was agreed can be erased.
    """

    WORDS = ("agreed",)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="agreements")
    agreed = models.CharField(_("How it was agreed"), max_length=120, blank=True)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["-start", "-pk"]
        constraints = [
            check("agreement_lasts_a_day", Q(end=None) | Q(end__gt=F("start"))),
            unique("agreement_one_open", "person", where=Q(end=None)),
            # Spans that overlap are refused by a trigger, see below.
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.start}"


guard(
    "finance_guestagreement",
    # What a guest agreed to ends, and an objection is decided once.
    *all_but_words("agreed", "id person_id start entered_by_id entered_at"),
    *no_overlap("person_id"),
)
