"""Formats the club saved to play again, beside the built-in ones."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check
from league.guards.fields import NameField
from league.people.models.fields import by_user


class FormatTemplate(models.Model):
    """A saved format, as `league.formats.Format` writes it; its name is the club's."""

    name = NameField(_("Name"), max_length=60, unique=True)
    format = models.JSONField()
    saved_at = models.DateTimeField()
    saved_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["name"]
        constraints = [check("format_template_has_a_name", ~Q(name=""))]

    def __str__(self) -> str:
        return self.name
