"""Writes about mails to whoever registered: each is claimed by one sender before it goes out."""

from datetime import datetime

from league.models import RegistrationMail


def claim_mail(*, mail: RegistrationMail, now: datetime) -> bool:
    """The right to send this mail, for one sender only, who changes its row first."""
    return bool(RegistrationMail.objects.filter(pk=mail.pk, claimed_at=None).update(claimed_at=now))


def mail_sent(*, mail: RegistrationMail, now: datetime) -> None:
    RegistrationMail.objects.filter(pk=mail.pk).update(sent_at=now)


def release_mail(*, mail: RegistrationMail) -> None:
    """The post office was not reached, so nothing went out: the next sweep may try again."""
    RegistrationMail.objects.filter(pk=mail.pk, sent_at=None).update(claimed_at=None)
