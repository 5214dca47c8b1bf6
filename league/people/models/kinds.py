"""The kinds of membership a club has."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard


class MembershipKind(models.Model):
    """One kind, whose code is never changed and never used again. Three exist from the start; for
    its own the club gives the name and which of the three they count as.
    """

    class CountsAs(models.TextChoices):
        ACTIVE = "active", _("active")  # expected at evenings, counts in their average
        PASSIVE = "passive", _("passive")  # expected at evenings
        SUPPORTING = "supporting", _("supporting")

    code = models.CharField(max_length=10, primary_key=True)
    # Empty for the three from the start, which are called in the reader's language.
    name = NameField(max_length=40, blank=True)
    counts_as = models.CharField(max_length=10, choices=CountsAs.choices)
    # The first day on which no one can become one any more; present ones stay.
    ended_on = models.DateField(null=True)

    class Meta:
        ordering = ["code"]
        constraints = [
            check("kind_like", counts_as__in=["active", "passive", "supporting"]),
            check("kind_has_a_name", Q(code=models.F("counts_as"), name="") | ~Q(name="")),
            unique("kind_name_unique", "name", where=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name or str(self.CountsAs(self.counts_as).label)

    @property
    def state(self) -> str:
        """Return the state as `ClubChange` keeps it."""
        return "used" if self.ended_on is None else "ended"


guard("league_membershipkind", *append_only("code counts_as"))
