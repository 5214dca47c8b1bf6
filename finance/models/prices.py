"""The club's own price list. Where it has a code on the evening's date, it counts."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.people import Dated


class Price(Dated):
    """What one piece of a charge costs in this club, in cents, while its dates hold."""

    code = models.CharField(_("Wofür"), max_length=40)
    cents = models.PositiveIntegerField(_("Betrag"))

    class Meta:
        ordering = ["code", "-start"]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="price_positive"),
            models.CheckConstraint(condition=~Q(code=""), name="price_has_a_code"),
            models.CheckConstraint(
                condition=Q(end=None) | Q(end__gt=F("start")), name="price_lasts_a_day"
            ),
            models.UniqueConstraint(
                fields=["code"], condition=Q(end=None), name="price_one_open_per_code"
            ),
            # Spans that overlap are refused by a trigger, see finance/triggers.py.
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.cents}"
