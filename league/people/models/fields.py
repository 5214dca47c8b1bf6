"""Fields that many tables have."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from league.people.models.people import User


def by_user(
    on_delete: Callable[..., Any] = models.PROTECT,
) -> "models.ForeignKey[User | None, User | None]":
    """Return a foreign key to the author's login; empty for none, as at a table's link or a run."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=on_delete, related_name="+"
    )
