"""Tags for pages that see more than one app."""

from typing import Any

from django import template
from django.utils import timezone

from config.site.views import is_demo_visitor
from league.people.models.people import User
from league.people.queries.people import logins

register = template.Library()


Logins = list[tuple[User, str]]


@register.simple_tag(takes_context=True)
def demo_logins(context: dict[str, Any]) -> dict[str, Logins]:
    """Return the demo's users with an office, and the others, to a visitor at this machine only.

    In a club of two dozen one looks for the treasurer, not for a name.
    """
    if not is_demo_visitor(context["request"]):
        return {}
    pairs = logins(timezone.localdate())
    return {
        "holders": [(user, offices) for user, offices in pairs if offices],
        "others": [(user, offices) for user, offices in pairs if not offices],
    }
