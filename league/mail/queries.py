"""The outbox, read: what is due, and since when nothing goes out."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from league.mail.models import Mail

State, Trouble = Mail.State, Mail.Trouble
# A mail that has waited no longer than this is on its way.
USUAL = timedelta(minutes=1)


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
