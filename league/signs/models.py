"""Signs of life of the background processes."""

from django.db import models

from league.guards.constraints import check


class ClubCheck(models.Model):
    """The last check of the whole club: one row, written anew each time.

    `first` is the sentence about the first bad row; empty where everything adds up.
    """

    at = models.DateTimeField()
    first = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [check("club_check_is_one", pk=1)]

    def __str__(self) -> str:
        return self.first or f"{self.at}"


class Heartbeat(models.Model):
    """The last sign of life of the clock or of a worker."""

    class Name(models.TextChoices):
        CLOCK = "clock"
        WORKER = "worker"  # reports, figures, backups
        STANDINGS = "standings"  # tables and rankings

    name = models.CharField(max_length=9, choices=Name.choices, unique=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [check("heartbeat_name", name__in=["clock", "worker", "standings"])]

    def __str__(self) -> str:
        return f"{self.name}: {self.at}"
