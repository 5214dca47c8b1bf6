"""The mails about a login: an invitation, a code, an address that changes."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.tokens import invitation_code, sign_invitation
from league.approvals.models import Approval
from league.club.queries import club_name
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.mail import services as outbox
from league.mail.letters import about_login, absolute, hand_over, language_of
from league.mail.models import Mail
from league.people.models.invitations import Invitation
from league.people.services.addresses import code_for_new, code_for_old


def invite(asked: Invitation) -> None:
    """Put the mail to a person who was taken in with an address into the outbox."""
    person = asked.person
    assert person.user is not None, "only whoever has an address gets mail"
    with language_of(person):
        context = {
            "person": person,
            "inviter": asked.made_by,
            "club": club_name(),
            "address": absolute(reverse("league:invitation", args=[sign_invitation(asked.pk)])),
        }
        body = render_to_string("league/mail/invitation.txt", context)
        letter = about_login(_("Your invitation"), body, person.user.email)
        outbox.put(kind=Mail.Kind.INVITATION, letter=letter, now=asked.made_at, about=asked.about)


def write_invitation(asked: Invitation) -> None:
    """Write the invitation as a letter to be printed, for a person without an address."""
    person = asked.person
    with language_of(person):
        context = {
            "person": person,
            "club": club_name(),
            "code": invitation_code(asked.pk),
            "page": absolute(reverse("league:read_out")),
            "until": asked.ends_at,
        }
        delivery.write_letter(
            person=person,
            kind=Letter.Kind.PEOPLE,
            about=asked.about,
            invitation=asked,
            subject=_("Your invitation"),
            body=render_to_string("league/mail/invitation_letter.txt", context).strip(),
            link=absolute(reverse("league:invitation", args=[sign_invitation(asked.pk)])),
            now=asked.made_at,
        )


def code_for_new_address(ticket: str, email: str) -> None:
    """Send the code that proves access to the mail of a new address."""
    body = render_to_string("league/mail/new_address.txt", {"code": code_for_new(ticket)})
    hand_over(about_login(_("Code for your new address"), body, email))


def tell_address(approval: Approval) -> None:
    """Tell the old and the new address about the request, or about its outcome.

    A person's first address is not reported: the invitation does that.
    """
    if not approval.text.old_email:
        return
    with language_of(approval.person):
        subject = (
            _("Your address is about to change")
            if approval.is_waiting
            else _("Your address has changed")
            if approval.state in {Approval.State.AT_ONCE, Approval.State.DONE}
            or approval.state == Approval.State.CONFIRMED
            else _("Your address stays as it is")
        )
        for to in (approval.text.old_email, approval.text.new_email):
            is_old = to == approval.text.old_email
            context = {
                "approval": approval,
                "code": code_for_old(approval) if is_old and approval.is_waiting else "",
                "page": absolute(reverse("league:approval", args=[approval.pk])),
            }
            body = render_to_string("league/mail/address.txt", context)
            hand_over(about_login(subject, body, to))
