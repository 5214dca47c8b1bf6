"""What every mail is made of: its reader's language, addresses of ours, the way into the outbox."""

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
    """An address of ours for somebody who is not on a page of ours."""
    return settings.PUBLIC_URL.rstrip("/") + path


def hand_over(letter: EmailMessage) -> None:
    """Puts a mail about a login into the outbox: part of the change that it tells of."""
    outbox.put(kind=Mail.Kind.ADDRESS, letter=letter, now=timezone.now())


def about_login(subject: str, body: str, to: str) -> EmailMessage:
    return EmailMessage(
        subject=f"{club.club_name()}: {subject}",
        body=body,
        to=[to],
        headers={"Auto-Submitted": "auto-generated"},
    )


def language_of(person: Person) -> translation.override:
    """Writes in the language that this reader chose, or else in the club's."""
    return translation.override(club.language_of(person.user))


def short_day(day: date) -> str:
    return date_format(day, "D, j. F")
