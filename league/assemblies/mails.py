"""Messages about a meeting: by mail, or by a letter to be printed."""

from datetime import datetime

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.assemblies.models.calling import AssemblyInvitation
from league.assemblies.queries.calling import agenda, numbered
from league.club.queries import club_name
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.mail import services as outbox
from league.mail.letters import absolute, language_of
from league.mail.models import Mail


def invite(invitation: AssemblyInvitation, now: datetime) -> None:
    """Send the invitation with its agenda, in the way that it names."""
    assembly = invitation.assembly
    with language_of(invitation.person):
        items = [(n, item) for n, item in numbered(agenda(assembly)) if n is not None]
        body = _body("league/mail/assembly.txt", invitation, {"items": items})
        _tell(invitation, assembly.title, body, invitation.about, now)


def call_off(invitation: AssemblyInvitation, now: datetime) -> None:
    """Tell an invited person that the meeting does not take place."""
    with language_of(invitation.person):
        subject = _("Called off: %(title)s") % {"title": invitation.assembly.title}
        body = _body("league/mail/assembly_off.txt", invitation, {})
        _tell(invitation, subject, body, f"{invitation.about}:off", now)


def _body(template: str, invitation: AssemblyInvitation, more: dict[str, object]) -> str:
    assembly = invitation.assembly
    context = {
        "person": invitation.person,
        "club": club_name(),
        "assembly": assembly,
        "by_mail": invitation.how == AssemblyInvitation.How.MAIL,
        "page": absolute(reverse("league:assembly", args=[assembly.pk])),
        **more,
    }
    return render_to_string(template, context).strip()


def _tell(
    invitation: AssemblyInvitation, subject: str, body: str, about: str, now: datetime
) -> None:
    person = invitation.person
    if invitation.how == AssemblyInvitation.How.LETTER or person.user is None:
        delivery.write_letter(
            person=person,
            kind=Letter.Kind.PEOPLE,
            about=about,
            subject=subject,
            body=body,
            now=now,
        )
        return
    letter = EmailMessage(
        subject=f"{club_name()}: {subject}",
        body=body,
        to=[person.user.email],
        headers={"Auto-Submitted": "auto-generated"},
    )
    outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=now, about=about)
