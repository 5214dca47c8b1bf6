"""Formats that the club saved to play again, beside those that come along."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check


class FormatTemplate(models.Model):
    """One saved format, as `league.formats.Format` writes it; its name is the club's."""

    name = models.CharField(_("Name"), max_length=60, unique=True)
    format = models.JSONField()
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["name"]
        constraints = [check("format_template_has_a_name", ~Q(name=""))]

    def __str__(self) -> str:
        return self.name
