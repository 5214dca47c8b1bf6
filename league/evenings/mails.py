"""The mails about an evening: asking for an answer, telling its cancellation, return or new day."""

from typing import Any

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.access.tokens import sign_reminder
from league.club.queries import club_name
from league.evenings.models import Notice
from league.events.models import Event, Participation
from league.mail.letters import absolute, language_of, short_day
from league.people.models.people import Person
from league.people.queries.names import inside_naming

# The answer a person had given, in their own words.
ANSWERED: dict[str, Any] = {
    Participation.Answer.YES: pgettext_lazy("I am", "coming"),
    Participation.Answer.MAYBE: gettext_lazy("perhaps"),
}


def reminder(event: Event, participation: Participation) -> EmailMessage:
    """Ask a member for the answer that is missing."""
    with language_of(participation.person):
        subject = _("Are you coming on %(day)s?") % {"day": short_day(event.business_date)}
        return _about(event, participation.person, subject, "reminder", {})


def notice(owed: Notice) -> EmailMessage:
    """Tell a person who wanted to come that the evening is off, on again, or on another day."""
    event = owed.participation.event
    kind = Notice.Kind
    with language_of(owed.participation.person):
        subject = {
            kind.CANCELLED: _("The evening on %(was_on)s is called off"),
            kind.REINSTATED: _("The evening on %(day)s takes place after all"),
            kind.MOVED: _("The evening of %(was_on)s is now on %(day)s"),
        }[kind(owed.kind)] % {
            "was_on": short_day(owed.was_on),
            "day": short_day(event.business_date),
        }
        context = {"notice": owed, "said": ANSWERED.get(owed.answer)}
        return _about(event, owed.participation.person, subject, "notice", context)


def _about(
    event: Event, person: Person, subject: str, template: str, context: dict[str, Any]
) -> EmailMessage:
    """Build a mail about an evening, with the way there and the way out."""
    assert person.user is not None, "only whoever has an address gets mail"
    stop = absolute(reverse("league:no_reminders", args=[sign_reminder(person.pk)]))
    address = absolute(reverse("league:evening", args=[event.pk]))
    context = {
        "event": event,
        "person": person,
        "address": address,
        "stop": stop,
        "naming": inside_naming(),
        **context,
    }
    return EmailMessage(
        subject=f"{club_name()}: {subject}",
        body=render_to_string(f"league/mail/{template}.txt", context),
        to=[person.user.email],
        headers={
            # A mail program's own button „unsubscribe“ (RFC 8058).
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
