"""The mails of the league. Read by people at home: in their language, short, with a way out."""

import logging
from datetime import date
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import (
    Approval,
    Event,
    Invitation,
    Mail,
    Participation,
    Person,
    RegistrationMail,
)
from league.models.calendar import Notice
from league.queries.club import club_name
from league.queries.names import inside_naming, public_naming
from league.services import outbox
from league.services.addresses import code_for_new, code_for_old
from league.tokens import sign_invitation, sign_registration, sign_reminder

log = logging.getLogger(__name__)

# What somebody had said, in his own words.
ANSWERED: dict[str, Any] = {
    Participation.Answer.YES: gettext_lazy("komme"),
    Participation.Answer.MAYBE: gettext_lazy("vielleicht"),
}


def absolute(path: str) -> str:
    """An address of ours for somebody who is not on a page of ours."""
    return settings.PUBLIC_URL.rstrip("/") + path


def reminder(event: Event, participation: Participation) -> EmailMessage:
    """Asks a member for the answer that is missing."""
    with _language_of(participation.person):
        subject = _("Kommst du am %(day)s?") % {"day": _short(event.business_date)}
        return _about(event, participation.person, subject, "reminder", {})


def notice(told: Notice) -> EmailMessage:
    """Tells whoever wanted to come what became of the evening."""
    event = told.participation.event
    kind = Notice.Kind
    with _language_of(told.participation.person):
        subject = {
            kind.CANCELLED: _("Der Abend am %(was_on)s fällt aus"),
            kind.REINSTATED: _("Der Abend am %(day)s findet doch statt"),
            kind.MOVED: _("Der Abend vom %(was_on)s ist jetzt am %(day)s"),
        }[kind(told.kind)] % {"was_on": _short(told.was_on), "day": _short(event.business_date)}
        context = {"told": told, "said": ANSWERED.get(told.answer)}
        return _about(event, told.participation.person, subject, "notice", context)


def invite(asked: Invitation) -> None:
    """Puts the mail to whoever was taken up with an address into the outbox."""
    person = asked.person
    assert person.user is not None, "only whoever has an address gets mail"
    with _language_of(person):
        context = {
            "person": person,
            "inviter": asked.made_by,
            "club": club_name(),
            "address": absolute(reverse("league:invitation", args=[sign_invitation(asked.pk)])),
        }
        body = render_to_string("league/mail/invitation.txt", context)
        letter = _about_login(_("Deine Einladung"), body, person.user.email)
        outbox.put(kind=Mail.Kind.INVITATION, letter=letter, now=asked.made_at)


def registration(mail: RegistrationMail) -> EmailMessage:
    """Tells whoever registered for a tournament how it stands, with the address of his page."""
    one, kind = mail.registration, RegistrationMail.Kind
    to = one.email or (one.person.user.email if one.person and one.person.user else "")
    assert to, "only whoever has an address gets mail"
    with translation.override(one.language or settings.LANGUAGE_CODE):
        subject = {
            kind.CONFIRMED: _("Anmeldung für %(name)s"),
            kind.MOVED_UP: _("Nachgerückt: %(name)s"),
            kind.CANCELLED: _("Abgemeldet von %(name)s"),
            kind.MOVED: _("Neuer Tag: %(name)s"),
            kind.CALLED_OFF: _("Abgesagt: %(name)s"),
            kind.REINSTATED: _("Findet doch statt: %(name)s"),
        }[kind(mail.kind)] % {"name": one.event.name}
        address = absolute(reverse("league:registration", args=[sign_registration(one.pk)]))
        context = {
            "mail": mail,
            "registration": one,
            "event": one.event,
            "address": address,
            "naming": public_naming(),
        }
        return EmailMessage(
            subject=f"{club_name()}: {subject}",
            body=render_to_string("league/mail/registration.txt", context),
            to=[to],
            headers={"Auto-Submitted": "auto-generated"},
        )


def hand_over(letter: EmailMessage) -> None:
    """Puts a mail about a login into the outbox: part of the change that it tells of."""
    outbox.put(kind=Mail.Kind.ADDRESS, letter=letter, now=timezone.now())


def code_for_new_address(ticket: str, email: str) -> None:
    """The code that proves that somebody reads the mail of a new address."""
    body = render_to_string("league/mail/new_address.txt", {"code": code_for_new(ticket)})
    hand_over(_about_login(_("Code für deine neue Adresse"), body, email))


def tell_address(approval: Approval) -> None:
    """Tells the old and the new address what was asked for, or what has become of it.

    The first address of somebody is told to nobody: that is the invitation's.
    """
    if not approval.text.old_email:
        return
    with _language_of(approval.person):
        subject = (
            _("Deine Adresse soll sich ändern")
            if approval.is_waiting
            else _("Deine Adresse ist geändert")
            if approval.state in {Approval.State.AT_ONCE, Approval.State.DONE}
            or approval.state == Approval.State.CONFIRMED
            else _("Deine Adresse bleibt, wie sie ist")
        )
        for to in (approval.text.old_email, approval.text.new_email):
            is_old = to == approval.text.old_email
            context = {
                "approval": approval,
                "code": code_for_old(approval) if is_old and approval.is_waiting else "",
                "page": absolute(reverse("league:approval", args=[approval.pk])),
            }
            body = render_to_string("league/mail/address.txt", context)
            hand_over(_about_login(subject, body, to))


def _about_login(subject: str, body: str, to: str) -> EmailMessage:
    return EmailMessage(
        subject=f"{club_name()}: {subject}",
        body=body,
        to=[to],
        headers={"Auto-Submitted": "auto-generated"},
    )


def _language_of(person: Person) -> translation.override:
    """Writes in the language that this reader chose."""
    return translation.override(person.user.reads if person.user else settings.LANGUAGE_CODE)


def _short(day: date) -> str:
    return date_format(day, "D, j. F")


def _about(
    event: Event, person: Person, subject: str, template: str, context: dict[str, Any]
) -> EmailMessage:
    """A mail about an evening, with the way there and the way out."""
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
