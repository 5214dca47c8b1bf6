"""Reading on which devices somebody is logged in."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from league.access.models import LoginSession
from league.people.models.people import User


def sessions_of(user: User, now: datetime) -> QuerySet[LoginSession]:
    """The devices of somebody, the one seen last first."""
    running = Session.objects.filter(expire_date__gt=now)
    return LoginSession.objects.filter(user=user, session_key__in=running.values("session_key"))
