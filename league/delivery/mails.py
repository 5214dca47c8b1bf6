"""The mail of the day: the texts held for a person, one after the other."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from league.club.queries import club_name
from league.delivery.models import HeldMail
from league.mail.letters import absolute, language_of
from league.people.models.people import Person


def digest(person: Person, waiting: Sequence[HeldMail]) -> EmailMessage:
    """Return the mail in the reader's language; each text as it was written, with its own way out.

    If they all have the same way out, it is the mail program's button too (RFC 8058).
    """
    assert person.user is not None, "only whoever has an address gets mail"
    club = club_name()
    parts = [
        {"title": mail.subject.removeprefix(f"{club}: "), "body": mail.body} for mail in waiting
    ]
    headers = {"Auto-Submitted": "auto-generated"}
    stops = {mail.stop for mail in waiting}
    if len(stops) == 1 and (stop := stops.pop()):
        headers |= {"List-Unsubscribe": stop, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    with language_of(person):
        context = {"person": person, "parts": parts, "address": absolute(reverse("my_mails"))}
        subject = ngettext("one message", "%(n)s messages", len(parts)) % {"n": len(parts)}
        return EmailMessage(
            subject=f"{club}: {subject}",
            body=render_to_string("league/mail/digest.txt", context),
            to=[person.user.email],
            headers=headers,
        )
