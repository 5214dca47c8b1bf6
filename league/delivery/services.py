"""Writes: when mails come, a mail sent now or held for the digest, letters printed."""

from collections.abc import Collection
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from league.delivery.models import Digest, DigestChoice, HeldMail, Letter, Topic
from league.delivery.rules import day_of_digest
from league.errors import InvalidError
from league.mail import services as outbox
from league.mail.models import Mail
from league.people.models.invitations import Invitation
from league.people.models.people import Person


def set_daily(*, person: Person, topics: Collection[Topic]) -> None:
    """Send mails about these topics once a day, all others at once. Repeatable; locks the person.

    Texts that wait already come with the next digest.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True, of=["self"]).get(pk=person.pk)
        DigestChoice.objects.filter(person=person).exclude(topic__in=topics).delete()
        DigestChoice.objects.bulk_create(
            [DigestChoice(person=person, topic=topic) for topic in topics], ignore_conflicts=True
        )


def send(
    *,
    person: Person,
    topic: Topic,
    kind: Mail.Kind,
    letter: EmailMessage,
    now: datetime,
    before: date | None = None,
    file: outbox.File | None = None,
    about: str = "",
) -> None:
    """Send the mail at once, or hold it for the person's digest: part of the caller's transaction.

    `about` is as in the outbox. A mail to be read `before` a day that would come on it or later
    goes at once. A file stays behind if the mail is held, so its body says where else it is. Locks
    nothing.
    """
    next_digest = day_of_digest(now.astimezone(ZoneInfo(settings.TIME_ZONE)))
    is_early = before is None or next_digest < before
    if not is_early or not DigestChoice.objects.filter(person=person, topic=topic).exists():
        outbox.put(kind=kind, letter=letter, now=now, file=file, about=about)
        return
    HeldMail.objects.create(
        person=person,
        topic=topic,
        subject=str(letter.subject),
        body=str(letter.body).strip(),
        stop=letter.extra_headers.get("List-Unsubscribe", ""),
        held_at=now,
    )


def claim_digest(*, person: Person, day: date, now: datetime) -> list[HeldMail]:
    """Claim the right to send this person's digest of the day; return the texts that wait.

    Only one sender gets them, all others get nothing. Part of the transaction that writes the mail:
    without it everything waits as before. A person who ended mails about evenings gets none of
    those that wait. Locks nothing: the row is unique.
    """
    _digest, is_mine = Digest.objects.get_or_create(
        person=person, day=day, defaults={"made_at": now}
    )
    if not is_mine:
        return []
    waiting = list(HeldMail.objects.filter(person=person))
    HeldMail.objects.filter(pk__in=[mail.pk for mail in waiting]).delete()
    return [mail for mail in waiting if mail.topic != Topic.EVENINGS or person.wants_reminders]


def forget(*, done_by: datetime) -> int:
    """Delete digests made and letters printed before `done_by`, and texts that wait for persons
    who can no longer log in; return how many. Repeatable; locks what it deletes.
    """
    unread = Q(person__user=None) | Q(person__user__is_active=False)
    gone = (
        Digest.objects.filter(made_at__lte=done_by),
        Letter.objects.filter(printed_at__lte=done_by),
        HeldMail.objects.filter(unread),
    )
    return sum(rows.delete()[0] for rows in gone)


# --- letters --------------------------------------------------------------------------------
def write_letter(
    *,
    person: Person,
    kind: Letter.Kind,
    about: str,
    subject: str,
    body: str,
    now: datetime,
    link: str = "",
    invitation: Invitation | None = None,
) -> Letter:
    """Write a letter to be printed for a person without a mail address, once for its `about`.

    Part of the caller's transaction. Locks nothing: the row is unique.
    """
    letter, _created = Letter.objects.get_or_create(
        about=about,
        defaults={
            "person": person,
            "kind": kind,
            "subject": subject,
            "body": body,
            "link": link,
            "invitation": invitation,
            "made_at": now,
        },
    )
    return letter


def print_letters(*, letters: QuerySet[Letter], client_id: str, now: datetime) -> str:
    """Mark these as printed together and return the name of the batch, `client_id`.

    A letter belongs to the batch that printed it first. Repeatable; one conditional update.
    InvalidError if none of them is left to be printed.
    """
    with transaction.atomic():
        chosen = Letter.objects.filter(pk__in=letters.values("pk"), printed_at=None)
        done = chosen.update(batch=client_id, printed_at=now)
        if not done and not Letter.objects.filter(batch=client_id).exists():
            raise InvalidError("no_letters", _("Please choose what is to be printed."))
    return client_id


def discard_letters(*, letters: QuerySet[Letter]) -> None:
    """Discard these letters: they are not to be printed. Repeatable; locks them."""
    Letter.objects.filter(pk__in=letters.values("pk"), printed_at=None).delete()
