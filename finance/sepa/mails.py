"""The pre-notification of a debit."""

from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from finance.sepa.labels import announcement as words
from finance.sepa.models import Debit
from league.club.queries import club_name
from league.mail.letters import language_of


def announcement(debit: Debit) -> EmailMessage | None:
    """The mail, in its reader's language; None for who has no address here."""
    person = debit.mandate.person
    if person.user is None or not person.user.is_active:
        return None
    with language_of(person):
        greeting = _("Hello %(name)s,") % {"name": person.name}
        wrong = _("If that is not right, tell the treasurer before that day.")
        return EmailMessage(
            subject=_("%(club)s: direct debit") % {"club": club_name()},
            body=f"{greeting}\n\n{words(debit)}\n\n{wrong}\n",
            to=[person.user.email],
            headers={"Auto-Submitted": "auto-generated"},
        )
