"""Writes about mails to registered people."""

from datetime import datetime

from league.tournaments.models.registration_mails import RegistrationMail


def claim_mail(*, mail: RegistrationMail, now: datetime) -> bool:
    """Claim the right to write this mail; only the first caller gets it.

    Part of the transaction that puts it into the outbox.
    """
    return bool(RegistrationMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))
