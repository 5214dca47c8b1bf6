"""Every mail of the club, written down before it goes out."""

from django.db import models
from django.db.models import F, Q

from league.guards.constraints import check, index


class Mail(models.Model):
    """One mail on its way out, written in the transaction of its cause.

    A sender claims the row first, so that no mail goes out twice. Its text and its recipient are
    erased as soon as it went out or must not go out any more; those of a failed mail are kept for a
    week, so that it can be sent once more. A mail without a recipient only asks whether the mail
    server answers: a login code that was requested with an unknown address is one. `about` names
    the row that the mail reports; if it begins with `MONEY`, only the treasurer may know more than
    that the mail exists.
    """

    MONEY = "money:"

    class Kind(models.TextChoices):
        LOGIN_CODE = "login_code"
        REMINDER = "reminder"
        NOTICE = "notice"
        REGISTRATION = "registration"
        REPORT = "report"
        ADDRESS = "address"
        INVITATION = "invitation"

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        PRINTED = "printed"  # into the server's terminal: no mail server is set up
        DROPPED = "dropped"  # without a recipient (any more)
        FAILED = "failed"
        STOPPED = "stopped"  # by a member of the board

    class Trouble(models.TextChoices):
        """The reason why the last attempt did not succeed."""

        UNREACHED = "unreached"  # no mail server
        DEFERRED = "deferred"  # it said: later
        REFUSED = "refused"  # it said: never
        DOUBTFUL = "doubtful"  # it fell silent in the middle; a second attempt may be a second mail

    kind = models.CharField(max_length=12, choices=Kind.choices)
    about = models.CharField(max_length=40, blank=True, default="")
    to = models.EmailField(blank=True)
    subject = models.CharField(max_length=300, blank=True)
    body = models.TextField(blank=True)
    headers = models.JSONField(default=dict, blank=True)
    # A file of a report, by its sha256.
    file_name = models.CharField(max_length=220, blank=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    trouble = models.CharField(max_length=9, choices=Trouble.choices, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField()
    due_at = models.DateTimeField()
    # It must not go out later: the code in it would be worth nothing.
    until = models.DateTimeField()
    leased_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # For mails that are due, and since when mails have been waiting (queries).
            index("mail_on_its_way", "due_at", where=Q(done_at=None)),
            index("mail_waits_since", "queued_at", where=Q(done_at=None)),
            # For the state of the mail about a row (queries.newest_about).
            index("mail_about", "about", where=~Q(about="")),
        ]
        constraints = [
            check(
                "mail_kind",
                kind__in=[
                    *("login_code", "reminder", "notice", "registration", "report"),
                    *("address", "invitation"),
                ],
            ),
            check("mail_trouble", trouble__in=["", "unreached", "deferred", "refused", "doubtful"]),
            check(
                "mail_state",
                Q(state="waiting", leased_until=None, done_at=None)
                | Q(state="sending", leased_until__isnull=False, done_at=None)
                | Q(
                    state__in=["sent", "printed", "dropped", "failed", "stopped"],
                    leased_until=None,
                    done_at__gte=F("queued_at"),
                ),
            ),
            check(
                "mail_erased_when_done",
                Q(state__in=["waiting", "sending"])
                | (Q(state="failed") & ~Q(kind="login_code"))
                | Q(to="", subject="", body="", headers={}, file_name="", file_sha256=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def is_about_money(self) -> bool:
        return self.about.startswith(self.MONEY)
