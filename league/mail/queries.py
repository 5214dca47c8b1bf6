"""The outbox, read: mails that are due, the start of a blockage, and the state of each mail."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _

from league.mail.models import Mail

State, Trouble = Mail.State, Mail.Trouble
# A mail that has waited no longer than this is on its way.
USUAL = timedelta(minutes=1)


def end_in_terminal() -> bool:
    """Return whether no mail server is set up, so that mails are printed by the server instead."""
    return settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"


def by_mail(promise: str | Promise, otherwise: str | Promise | None = None) -> str:
    """Return a promise of a mail or, without a mail server, of the place where mails are then;
    `otherwise` takes the place of that sentence.
    """
    if not end_in_terminal():
        return str(promise)
    if otherwise is not None:
        return str(otherwise)
    return _("No mail server is set up here: e-mails are in the server’s terminal.")


# For sentences that are put into words when a form or page is shown.
by_mail_lazy = lazy(by_mail, str)


def on_the_way() -> QuerySet[Mail]:
    """Return the mails that are not done yet.

    SQLite takes a partial index only by a condition without parameters, as this one.
    """
    return Mail.objects.filter(done_at=None)


def due(now: datetime) -> QuerySet[Mail]:
    """Return the mails that are to be sent now, the oldest first."""
    return on_the_way().filter(state=State.WAITING, due_at__lte=now).order_by("pk")


def unsent_since(now: datetime) -> datetime | None:
    """Return the moment since which mails have not gone out; None if they go.

    Taken from the outbox alone: no sender takes the rows, or it does not reach the mail server. A
    mail that the server itself put off or refused says nothing about the others. Reads the first
    rows of an index, however long the outbox is.
    """
    unreached = Q(trouble="") | Q(trouble=Trouble.UNREACHED)
    oldest = (
        on_the_way()
        .filter(unreached)
        .order_by("queued_at")
        .values_list("queued_at", flat=True)
        .first()
    )
    return oldest if oldest is not None and oldest < now - USUAL else None


# The number of finished mails that are shown.
DONE_SHOWN = 50


def unfinished() -> QuerySet[Mail]:
    """Return the mails that can still be sent or stopped, the oldest first."""
    failed = Q(state=State.FAILED) & ~Q(to="")
    return Mail.objects.filter(Q(state__in=[State.WAITING, State.SENDING]) | failed).order_by("pk")


def lately_done() -> QuerySet[Mail]:
    """Return the mails that have gone out or do not go out any more, the newest first."""
    done = Mail.objects.filter(done_at__isnull=False).exclude(~Q(to=""), state=State.FAILED)
    return done.order_by("-done_at", "-pk")[:DONE_SHOWN]


def newest_about(about: Iterable[str]) -> dict[str, Mail]:
    """Return the last mail about each of these rows, as long as its own row exists."""
    return {mail.about: mail for mail in Mail.objects.filter(about__in=about).order_by("pk")}
