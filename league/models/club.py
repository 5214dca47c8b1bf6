"""What the club as a whole has decided. There is one row at the most."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Club(models.Model):
    """What everybody may look at without a login. Nothing, until somebody says so.

    Evenings and tournaments are made public one by one; money never is.
    """

    ONLY = 1

    start = models.BooleanField(default=False)
    table = models.BooleanField(default=False)
    year = models.BooleanField(default=False)
    all_time = models.BooleanField(default=False)
    results = models.BooleanField(default=False)
    statistics = models.BooleanField(default=False)

    # In the order in which the page asks for them.
    PAGES: ClassVar[tuple[str, ...]] = (
        *("start", "table", "year", "all_time"),
        *("results", "statistics"),
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="club_is_one")]

    def __str__(self) -> str:
        return ", ".join(sorted(self.public))

    @property
    def public(self) -> frozenset[str]:
        return frozenset(one for one in self.PAGES if getattr(self, one))
