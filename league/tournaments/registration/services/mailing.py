"""Writes about mails to whoever registered."""

from datetime import datetime

from league.tournaments.models.registration_mails import RegistrationMail


def claim_mail(*, mail: RegistrationMail, now: datetime) -> bool:
    """The right to write this mail, for one only, who changes its row first.

    Part of the transaction that puts it into the outbox.
    """
    return bool(RegistrationMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))
