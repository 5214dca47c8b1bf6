"""Signs of life of those who work in the background."""

from django.db import models

from league.guards.constraints import check


class Heartbeat(models.Model):
    """When the clock or a worker was last heard of."""

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
