"""The common parts of every mail: its reader's language, absolute addresses, the outbox."""

from datetime import date

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.formats import date_format

from league.club import queries as club
from league.mail import services as outbox
from league.mail.models import Mail
from league.people.models.people import Person


def absolute(path: str) -> str:
    """Return an address of ours in full, for a reader who is not on one of our pages."""
    return settings.PUBLIC_URL.rstrip("/") + path


def hand_over(letter: EmailMessage) -> None:
    """Put a mail about a login into the outbox: part of the change that it reports."""
    outbox.put(kind=Mail.Kind.ADDRESS, letter=letter, now=timezone.now())


def about_login(subject: str, body: str, to: str) -> EmailMessage:
    return EmailMessage(
        subject=f"{club.club_name()}: {subject}",
        body=body,
        to=[to],
        headers={"Auto-Submitted": "auto-generated"},
    )


def language_of(person: Person) -> translation.override:
    """Switch to the language that this reader chose, or else to the club's."""
    return translation.override(club.language_of(person.user))


def short_day(day: date) -> str:
    return date_format(day, "D, j. F")
