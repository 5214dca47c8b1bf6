"""Reading the devices on which a user is logged in."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from league.access.models import LoginSession
from league.people.models.people import User


def sessions_of(user: User, now: datetime) -> QuerySet[LoginSession]:
    """Return the devices of a user, the one seen last first."""
    running = Session.objects.filter(expire_date__gt=now)
    return LoginSession.objects.filter(user=user, session_key__in=running.values("session_key"))
