"""Reports that the worker makes, subscriptions to them by mail, and the mails sent.

The row is the order; a message to the worker is only a doorbell. The `subject` of a report is the
key of a season or an event, or a year.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.guards.constraints import check, index, unique
from league.people.models.fields import by_user
from league.people.models.people import Person

# Made again once where a worker died with it; a second death is no accident.
MOST_ATTEMPTS = 2


class Report(models.Model):
    """One report as of the time it was made. A finished one is never made anew: one asks again."""

    class State(models.TextChoices):
        WANTED = "wanted", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", pgettext_lazy("of a report", "done")
        FAILED = "failed", _("failed")

    # The code of a kind that an app registers, see `league.reports.registry`.
    kind = models.CharField(max_length=20)
    subject = models.PositiveBigIntegerField()
    # Its owner, if it is about one person alone.
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.CASCADE, related_name="reports"
    )
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=8)
    # None: the application itself, for those who get it by mail.
    asked_by = by_user(models.SET_NULL)
    asked_at = models.DateTimeField()
    client_id = models.CharField(max_length=80, unique=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WANTED)
    # Percent of the work that is done.
    progress = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Until then it is the work of one worker; later, of the first that comes.
    leased_until = models.DateTimeField(null=True)
    # The reason why it did not succeed, in the language of the report.
    sentence = models.CharField(max_length=300, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [index("report_open", "state", where=Q(state__in=["wanted", "running"]))]
        constraints = [
            check("report_kind", ~Q(kind="")),
            check(
                "report_review_is_somebodys",
                Q(kind="review", person__isnull=False) | (~Q(kind="review") & Q(person=None)),
            ),
            check("report_progress", progress__lte=100),
            check("report_attempts", attempts__lte=MOST_ATTEMPTS),
            check(
                "report_state",
                Q(state="wanted", leased_until=None, sha256="", sentence="")
                | Q(state="running", leased_until__isnull=False, sha256="", sentence="")
                | (
                    Q(state="done", leased_until=None, sentence="", made_at__isnull=False)
                    & ~Q(sha256="")
                    & Q(size__gt=0, pages__gt=0, progress=100)
                )
                | (Q(state="failed", leased_until=None, sha256="") & ~Q(sentence="")),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Return whether a worker still has to do with it."""
        return self.state in {self.State.WANTED, self.State.RUNNING}


class ReportSubscription(models.Model):
    """A person gets a kind of report by mail. The row stays: an old mail's link still ends it."""

    person = models.ForeignKey(
        Person, on_delete=models.CASCADE, related_name="report_subscriptions"
    )
    kind = models.CharField(max_length=20)
    language = models.CharField(max_length=8)
    since = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["person", "kind"]
        constraints = [
            unique("report_subscribed_once", "person", "kind"),
            check("report_sent_kind", ~Q(kind="")),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}"


class ReportMail(models.Model):
    """One mail of a subscription: owed once for each occasion, claimed with the outbox's row."""

    subscription = models.ForeignKey(
        ReportSubscription, on_delete=models.CASCADE, related_name="mails"
    )
    # Its occasion: an evening, a month of a season, a year.
    occasion = models.CharField(max_length=40)
    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="mails")
    claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [unique("report_mailed_once", "subscription", "occasion")]

    def __str__(self) -> str:
        return f"{self.subscription}, {self.occasion}"
