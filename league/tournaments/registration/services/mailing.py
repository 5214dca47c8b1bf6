"""Writes about mails to whoever registered."""

from datetime import datetime

from django.conf import settings
from django.db.models import Q

from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.tournaments import Registration


def claim_mail(*, mail: RegistrationMail, now: datetime) -> bool:
    """The right to write this mail, for one only, who changes its row first.

    Part of the transaction that puts it into the outbox.
    """
    return bool(RegistrationMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))


def forget_unproven_addresses() -> int:
    """Where no mail goes out nobody says yes to an address, so one that is stored all the same goes
    before a mail server is there and writes to it: of registrations from before the desk decided
    about them. How many; one whose owner has just confirmed stays. Repeatable.
    """
    if settings.EMAIL_HOST:
        return 0
    confirmed = Q(request__isnull=False) & ~Q(request__email="")
    return Registration.objects.exclude(email="").exclude(confirmed).update(email="")
