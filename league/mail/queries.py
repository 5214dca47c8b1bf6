"""The outbox, read: what is due, since when nothing goes out, and what has become of each mail."""

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
    """Return a promise of a mail, or without a mail server where mails are then; `otherwise` takes
    the place of that sentence.
    """
    if not end_in_terminal():
        return str(promise)
    if otherwise is not None:
        return str(otherwise)
    return _("No mail server is set up here: e-mails are in the server’s terminal.")


# For what is said when a form or page is shown.
by_mail_lazy = lazy(by_mail, str)


def on_the_way() -> QuerySet[Mail]:
    """What is not done yet."""
    return Mail.objects.filter(state__in=[State.WAITING, State.SENDING])


def due(now: datetime) -> QuerySet[Mail]:
    """What is to be sent now, the oldest first."""
    return Mail.objects.filter(state=State.WAITING, due_at__lte=now).order_by("pk")


def unsent_since(now: datetime) -> datetime | None:
    """Since when mails have not gone out; None where they go.

    From the outbox alone: nobody takes the rows, or whoever does reaches no mail server. What the
    server itself put off or refused says nothing about the others.
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


# So many of those that are done are shown.
DONE_SHOWN = 50


def unfinished() -> QuerySet[Mail]:
    """What somebody can still send or stop, the oldest first."""
    failed = Q(state=State.FAILED) & ~Q(to="")
    return Mail.objects.filter(Q(state__in=[State.WAITING, State.SENDING]) | failed).order_by("pk")


def lately_done() -> QuerySet[Mail]:
    """What has gone out or does not go out any more, the newest first."""
    done = Mail.objects.filter(done_at__isnull=False).exclude(~Q(to=""), state=State.FAILED)
    return done.order_by("-done_at", "-pk")[:DONE_SHOWN]


def newest_about(about: Iterable[str]) -> dict[str, Mail]:
    """The last mail about each of these rows, while its own row is there."""
    return {mail.about: mail for mail in Mail.objects.filter(about__in=about).order_by("pk")}
