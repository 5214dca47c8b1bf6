"""A throw as a row, and the game a textbook would have around it."""

from django.conf import settings
from django.db import models


class Tap(models.Model):
    """A row of the bare view: no key but its own."""

    game = models.IntegerField()
    sequence = models.IntegerField()
    data = models.JSONField()

    def __str__(self) -> str:
        return f"{self.game} #{self.sequence}"


class Match(models.Model):
    """A game of which the textbook keeps the last sequence."""

    sequence = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.pk)


class Throw(models.Model):
    """A row of the textbook view."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="throws")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    client_id = models.CharField(max_length=64)
    sequence = models.PositiveIntegerField()
    player = models.CharField(max_length=20)
    dice = models.JSONField()
    kept = models.JSONField()
    turned = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "client_id"], name="throw_once"),
            models.UniqueConstraint(fields=["match", "sequence"], name="throw_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match} #{self.sequence}"
