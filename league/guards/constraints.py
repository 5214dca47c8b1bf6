"""Constraints of a table without a trigger, and its indexes: the name first, then what must hold.

These make Django's own constraints, and migrations name those.
"""

from typing import Any

from django.db import models
from django.db.models import Q


def check(name: str, condition: Q | None = None, **lookups: Any) -> models.CheckConstraint:
    """Require the condition of every row: either a Q or lookups that all hold."""
    return models.CheckConstraint(condition=condition or Q(**lookups), name=name)


def one_of(name: str, field: str, words: str) -> models.CheckConstraint:
    """Require that the field holds one of these words, given as one text with spaces between
    them.
    """
    return check(name, Q((f"{field}__in", words.split())))


def unique(name: str, *fields: str, where: Q | None = None) -> models.UniqueConstraint:
    """Require that no two rows (of those `where` is true of) are equal in these fields."""
    return models.UniqueConstraint(fields=fields, condition=where, name=name)


def index(name: str, *fields: str, where: Q | None = None) -> models.Index:
    return models.Index(fields=fields, condition=where, name=name)
