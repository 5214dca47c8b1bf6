"""Writes about mails: put into the outbox, claimed, sent or put off, and erased."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from league.club.queries import the_club
from league.errors import IllegalError
from league.mail.models import Mail

State, Trouble = Mail.State, Mail.Trouble
# The time that a sender may take; after it the mail's fate is unknown.
LEASE = timedelta(minutes=2)
# Between two attempts: this, then twice as long each time, up to the longest.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
# The end of all attempts, and of the rows of mails that are done.
GIVEN_UP_AFTER = timedelta(days=3)
# For this long a failed mail can be sent once more.
FAILED_THERE_FOR = timedelta(days=7)
NOTHING: dict[str, object] = {
    "to": "",
    "subject": "",
    "body": "",
    "headers": {},
    "file_name": "",
    "file_sha256": "",
}


@dataclass(frozen=True)
class File:
    """An attachment of a mail: a report, under the name that the reader sees."""

    name: str
    sha256: str


def put(
    *,
    kind: Mail.Kind,
    letter: EmailMessage,
    now: datetime,
    until: datetime | None = None,
    file: File | None = None,
    due: datetime | None = None,
    about: str = "",
) -> Mail:
    """Write the mail down for sending: part of the caller's transaction. Its text is followed by
    the club's name, address and register number.

    A letter without a recipient leaves an empty row. The mail does not go out before `due` and
    after `until`. `about` names the row that it reports. Locks nothing.
    """
    written = NOTHING
    # Asked for in any case: a letter without a recipient takes the same work.
    signature = "\n".join(the_club().letterhead)
    if letter.to:
        written = {
            "to": letter.to[0],
            "subject": str(letter.subject),
            "body": f"{str(letter.body).rstrip()}\n\n-- \n{signature}\n",
            "headers": letter.extra_headers,
            "file_name": file.name if file else "",
            "file_sha256": file.sha256 if file else "",
        }
    return Mail.objects.create(
        kind=kind,
        about=about,
        queued_at=now,
        due_at=due or now,
        until=until or (due or now) + GIVEN_UP_AFTER,
        **written,
    )


def tidy(*, now: datetime) -> None:
    """Erase the mails that are too late, and end those that were tried for long enough. A failed
    mail that is not sent once more within a week is erased.

    Repeatable; locks the rows it changes.
    """
    mails = Mail.objects
    mails.filter(state=State.WAITING, until__lte=now).exclude(to="").update(**NOTHING)
    _end(mails.filter(state=State.SENDING, leased_until__lte=now), now, trouble=Trouble.DOUBTFUL)
    _end(mails.filter(state=State.WAITING, queued_at__lte=now - GIVEN_UP_AFTER), now)
    old = mails.filter(state=State.FAILED, done_at__lte=now - FAILED_THERE_FOR)
    old.exclude(to="").update(**NOTHING)


def forget(*, done_by: datetime) -> int:
    """Delete the rows of mails that were done by then; return how many. Repeatable; locks them."""
    return Mail.objects.filter(done_at__lte=done_by).delete()[0]


def claim(*, mail: Mail, now: datetime) -> bool:
    """Claim the right to send this mail, for one sender only. One conditional update, no lock."""
    mine = Mail.objects.filter(pk=mail.pk, state=State.WAITING, until__gt=now)
    return bool(mine.update(state=State.SENDING, leased_until=now + LEASE))


def sent(*, mail: Mail, is_printed: bool = False, now: datetime) -> None:
    """Note that a mail went out, or into the terminal; keep nothing but the fact that it existed.

    One conditional update.
    """
    mails = Mail.objects.filter(pk=mail.pk, state=State.SENDING)
    state = State.PRINTED if is_printed else State.SENT
    mails.update(state=state, trouble="", leased_until=None, done_at=now, **NOTHING)


def failed(*, mail: Mail, trouble: Mail.Trouble, now: datetime) -> None:
    """Give the mail up: the server refuses it, or its fate is unknown."""
    _end(Mail.objects.filter(pk=mail.pk, state=State.SENDING), now, trouble=trouble)


def put_off(*, mail: Mail, trouble: Mail.Trouble, now: datetime) -> None:
    """Try the mail again after a pause that grows. Once for each attempt, by any sender."""
    pause = min(FIRST_PAUSE * 2 ** min(mail.attempts, 10), LONGEST_PAUSE)
    Mail.objects.filter(
        pk=mail.pk, state__in=[State.WAITING, State.SENDING], attempts=mail.attempts
    ).update(
        state=State.WAITING,
        trouble=trouble,
        attempts=mail.attempts + 1,
        due_at=now + pause,
        leased_until=None,
    )


def reached(*, now: datetime) -> None:
    """Note that the mail server answers: mails that only asked for it are done, others are due."""
    waiting = Mail.objects.filter(state=State.WAITING)
    waiting.filter(to="").update(state=State.DROPPED, trouble="", done_at=now)
    waiting.filter(trouble=Trouble.UNREACHED).update(due_at=now, trouble="")


def again(*, mail: Mail, now: datetime) -> None:
    """Try the mail at once, and for three days more. Repeatable; one conditional update.

    IllegalError if nothing is left of it, or it is on its way or has gone out. A login code is
    requested anew instead.
    """
    there = Mail.objects.filter(pk=mail.pk, state__in=[State.WAITING, State.FAILED])
    tried = there.exclude(Q(to="") | Q(kind=Mail.Kind.LOGIN_CODE)).update(
        state=State.WAITING,
        trouble="",
        attempts=0,
        queued_at=now,
        due_at=now,
        until=now + GIVEN_UP_AFTER,
        done_at=None,
    )
    if not tried:
        raise IllegalError("mail_gone", _("Nothing is left of this email to be sent."))


def stop(*, mail: Mail, now: datetime) -> None:
    """Stop the mail and erase it. Repeatable; one conditional update.

    IllegalError if it is being sent or has gone out.
    """
    there = Mail.objects.filter(pk=mail.pk)
    waiting = there.filter(state__in=[State.WAITING, State.FAILED])
    stopped = waiting.update(state=State.STOPPED, leased_until=None, done_at=now, **NOTHING)
    if not stopped and not there.filter(state=State.STOPPED).exists():
        raise IllegalError("mail_gone_out", _("This email has gone out already."))


def _end(mails: QuerySet[Mail], now: datetime, **trouble: str) -> None:
    """Mark mails as failed; they can be sent once more for a while, a login code cannot. Without a
    `trouble` it remains as it was.
    """
    done = {"state": State.FAILED, "leased_until": None, "done_at": now, **trouble}
    mails.filter(kind=Mail.Kind.LOGIN_CODE).update(**done, **NOTHING)
    mails.update(**done)
