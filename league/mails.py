"""The mails of the league. Read by people at home: German, short, and with a way out."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import Event, Participation
from league.tokens import sign_reminder


def absolute(path: str) -> str:
    """An address of ours for somebody who is not on a page of ours."""
    return settings.PUBLIC_URL.rstrip("/") + path


def reminder(event: Event, participation: Participation) -> EmailMessage:
    """Asks a member for the answer that is missing."""
    person = participation.person
    assert person.user is not None, "only whoever has an address is reminded"
    token = sign_reminder(person.pk)
    stop = absolute(reverse("league:no_reminders", args=[token]))
    with translation.override("de"):
        day = date_format(event.business_date, "D, j. F")
        return EmailMessage(
            subject=_("%(club)s: Kommst du am %(day)s?") % {"club": settings.CLUB_NAME, "day": day},
            body=render_to_string(
                "league/mail/reminder.txt",
                {
                    "event": event,
                    "person": person,
                    "address": absolute(reverse("league:evening", args=[event.pk])),
                    "stop": stop,
                },
            ),
            to=[person.user.email],
            headers={
                # A mail program's own button „unsubscribe“ (RFC 8058).
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
