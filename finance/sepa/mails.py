"""The pre-notification of a debit."""

from datetime import datetime

from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from finance.sepa.labels import announcement as words
from finance.sepa.models import Debit, DebitRun
from league.club.queries import club_name
from league.delivery import services as delivery
from league.delivery.models import Letter
from league.mail.letters import language_of


def body(debit: Debit) -> str:
    """Return the text of mail and letter, in the current language."""
    greeting = _("Hello %(name)s,") % {"name": debit.mandate.person.name}
    wrong = _("If that is not right, tell the treasurer before that day.")
    return f"{greeting}\n\n{words(debit)}\n\n{wrong}\n"


def write_letter(debit: Debit, now: datetime) -> None:
    """Write the same to be printed, for a person who has no mail address here."""
    person = debit.mandate.person
    with language_of(person):
        delivery.write_letter(
            person=person,
            kind=Letter.Kind.MONEY,
            about=_about(debit),
            subject=_("Direct debit"),
            body=body(debit),
            now=now,
        )


def discard_letters(run: DebitRun) -> None:
    """Discard the letters that are not printed yet, so that they announce nothing any more."""
    abouts = [_about(debit) for debit in run.debits.all()]
    delivery.discard_letters(letters=Letter.objects.filter(about__in=abouts))


def _about(debit: Debit) -> str:
    return f"debit:{debit.pk}"


def announcement(debit: Debit) -> EmailMessage | None:
    """Return the mail, in its reader's language; None for a person who has no address here."""
    person = debit.mandate.person
    if person.user is None or not person.user.is_active:
        return None
    with language_of(person):
        return EmailMessage(
            subject=_("%(club)s: direct debit") % {"club": club_name()},
            body=body(debit),
            to=[person.user.email],
            headers={"Auto-Submitted": "auto-generated"},
        )
