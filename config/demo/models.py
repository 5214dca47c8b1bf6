"""The one table of the demo: how far the demo club is filled."""

from django.db import models

from league.guards.constraints import check


class DemoClub(models.Model):
    """The demo club of this database; no row if it has none.

    The values it was begun with stay until it is complete, so that going on after a break makes the
    same club.
    """

    ONLY = 1

    seed = models.PositiveIntegerField()
    began_at = models.DateTimeField()
    # The names of the steps that are written, in their order.
    done = models.JSONField(default=list)
    evenings = models.PositiveSmallIntegerField()
    moved_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [check("demo_club_is_one", id=1)]

    def __str__(self) -> str:
        return f"{len(self.done)} steps since {self.began_at:%Y-%m-%d}"
