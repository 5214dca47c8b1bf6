"""Photos of paper cards, kept beside the entered games: for the desk, never public."""

from django.db import models
from django.db.models import Q

from league.events.models import Table
from league.guards.constraints import check, unique
from league.people.models.fields import by_user


class CardPhoto(models.Model):
    """A photo of a table's card. The JPEG is stored under its `sha256` below CARD_PHOTO_DIR."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="card_photos")
    client_id = models.CharField(max_length=64, unique=True)
    sha256 = models.CharField(max_length=64)
    added_by = by_user(models.SET_NULL)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["table_id", "pk"]
        constraints = [
            unique("card_photo_once", "table", "sha256"),
            check("card_photo_has_a_file", ~Q(sha256="")),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.added_at:%H:%M}"
