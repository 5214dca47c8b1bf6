"""The club's decisions about its till, and the people who decide them."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from finance.books.models.settings import TillSettings
from finance.errors import NotAllowedError
from league.access.queries.rights import holds
from league.people.models.people import Office

# The till serves them and they answer for it; the auditors look on.
DECIDES = (Office.Role.CHAIR, Office.Role.TREASURER)
LOOKS = (*DECIDES, Office.Role.AUDITOR)


def till_settings() -> TillSettings:
    """Return the settings in force; an unsaved row with all off before the first. One query."""
    return TillSettings.objects.last() or TillSettings()


def decisions() -> QuerySet[TillSettings]:
    """Return all that was decided, the earliest first, with who did."""
    return TillSettings.objects.select_related("set_by__person").order_by("pk")


def may_decide(user: Any, today: date) -> bool:
    return holds(user, DECIDES, today)


def require_looker(user: Any, today: date) -> None:
    """Raise Http404 unless chair, treasurer or auditor, who see how the till is kept."""
    if not holds(user, LOOKS, today):
        raise Http404


def require_decider(user: Any, today: date) -> None:
    """Raise Http404 for strangers, NotAllowedError for an auditor."""
    require_looker(user, today)
    if not may_decide(user, today):
        raise NotAllowedError(
            "only_chair_and_treasurer", _("The chair or the treasurer decides that.")
        )
