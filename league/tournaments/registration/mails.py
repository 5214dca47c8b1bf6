"""The mails to people who registered for a tournament."""

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.access.tokens import sign_registration, sign_request
from league.club.queries import club_language, club_name
from league.mail.letters import absolute
from league.people.queries.names import public_naming
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.registration_requests import RegistrationRequest


def request(asked: RegistrationRequest) -> EmailMessage:
    """Return the mail that asks the owner of an address to confirm a registration.

    It contains nothing the sender of the form typed: the owner of the address may be another
    person.
    """
    with translation.override(asked.language or club_language()):
        link = absolute(reverse("league:confirm_registration", args=[sign_request(asked.pk)]))
        until = date_format(timezone.localtime(asked.ends_at), "SHORT_DATETIME_FORMAT")
        context = {"event": asked.event, "address": link, "until": until}
        context["naming"] = public_naming()
        subject = _("Confirm: %(name)s") % {"name": asked.event.name}
        return EmailMessage(
            subject=f"{club_name()}: {subject}",
            body=render_to_string("league/mail/registration_request.txt", context),
            to=[asked.email],
            headers={"Auto-Submitted": "auto-generated"},
        )


def registration(mail: RegistrationMail) -> EmailMessage:
    """Return the mail on the state of a registration, with the address of its page."""
    registration, kind = mail.registration, RegistrationMail.Kind
    to = registration.email or (
        registration.person.user.email if registration.person and registration.person.user else ""
    )
    assert to, "only whoever has an address gets mail"
    with translation.override(registration.language or club_language()):
        subject = {
            kind.CONFIRMED: _("Registration for %(name)s"),
            kind.MOVED_UP: _("Moved up: %(name)s"),
            kind.CANCELLED: _("Withdrawn from %(name)s"),
            kind.MOVED: _("New day: %(name)s"),
            kind.CALLED_OFF: _("Called off: %(name)s"),
            kind.REINSTATED: _("Takes place after all: %(name)s"),
        }[kind(mail.kind)] % {"name": registration.event.name}
        address = absolute(
            reverse("league:registration", args=[sign_registration(registration.pk)])
        )
        context = {
            "mail": mail,
            "registration": registration,
            "event": registration.event,
            "address": address,
            "naming": public_naming(),
        }
        return EmailMessage(
            subject=f"{club_name()}: {subject}",
            body=render_to_string("league/mail/registration.txt", context),
            to=[to],
            headers={"Auto-Submitted": "auto-generated"},
        )
