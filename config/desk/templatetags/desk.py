"""Tags for pages that see more than one room."""

from typing import Any

from django import template
from django.utils import timezone

from config.desk.views import is_demo_visitor
from league import queries
from league.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def demo_logins(context: dict[str, Any]) -> list[tuple[User, str]]:
    """The demo's users with their offices, for a visitor at this machine, else nobody."""
    if not is_demo_visitor(context["request"]):
        return []
    return queries.logins(timezone.localdate())
