"""The way from the outbox to the mail server. Needs the database alone: no broker, no request."""

import logging
import smtplib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from league.files import file_store
from league.mail import queries
from league.mail import services as outbox
from league.mail.models import Mail
from league.web.mailbox import wired

log = logging.getLogger(__name__)
Trouble = Mail.Trouble
FINAL = 500  # SMTP: a refusal from here on is final


def deliver(clock: Callable[[], datetime]) -> None:
    """Send due mails for as long as the mail server is reached.

    Others may do the same at the same time: each mail is claimed by its row.
    """
    if queries.on_the_way().exists():  # nearly always nothing is to be written
        outbox.tidy(now=clock())
    while (mail := queries.due(clock()).first()) is not None:
        server = get_connection()
        try:
            server.open()
        except OSError as error:  # what smtplib raises is one too
            log.warning("no mail server is reached, mails wait: %s", error)
            for waiting in queries.due(clock()):
                outbox.put_off(mail=waiting, trouble=Trouble.UNREACHED, now=clock())
            return
        try:
            outbox.reached(now=clock())
            if mail.to and outbox.claim(mail=mail, now=clock()):
                _send(server, mail, clock)
        finally:
            with suppress(OSError):
                server.close()
        outbox.tidy(now=clock())


def _send(server: BaseEmailBackend, mail: Mail, clock: Callable[[], datetime]) -> None:
    try:
        letter_of(mail, server).send()
    except Exception as error:
        code = _code(error)
        if code is None and isinstance(error, OSError):
            trouble = Trouble.DOUBTFUL
        else:
            trouble = Trouble.DEFERRED if code and code < FINAL else Trouble.REFUSED
        # The error's own words may hold the address.
        what = type(error).__name__
        log.warning("mail %s of kind %s: %s (%s %s)", mail.pk, mail.kind, trouble, what, code)
        how = outbox.put_off if trouble == Trouble.DEFERRED else outbox.failed
        how(mail=mail, trouble=trouble, now=clock())
    else:
        outbox.sent(mail=mail, is_printed=queries.end_in_terminal(), now=clock())


def _code(error: Exception) -> int | None:
    """Return the code of the mail server's answer; None without one, or for an invalid mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max(code for code, _words in error.recipients.values())
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else None


def letter_of(mail: Mail, server: BaseEmailBackend) -> EmailMessage:
    """Return the mail as it goes out, with its file from the file_store."""
    letter = EmailMessage(
        mail.subject, mail.body, to=[wired(mail.to)], headers=mail.headers, connection=server
    )
    content = (
        file_store.content_of(settings.REPORT_DIR, mail.file_sha256) if mail.file_sha256 else None
    )
    if content is not None:
        letter.attach(mail.file_name, content, "application/pdf")
    return letter
