"""Keep logins in Django’s table, read by one fixed statement for each request."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        rows = Session.objects.raw(
            "SELECT * FROM django_session WHERE session_key = %s", [self.session_key]
        )
        session = next(iter(rows), None)
        if session is None or session.expire_date <= timezone.now():
            self._session_key = None
            return None
        return session
