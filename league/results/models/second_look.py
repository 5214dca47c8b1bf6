"""Calls for a referee, and objections to a result."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.events.models import Table
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_update
from league.links.models import Holder
from league.people.models.fields import by_user
from league.results.models.results import Result


class RefereeCall(models.Model):
    """A table calls for a referee; one call at a time."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    client_id = models.CharField(max_length=64)
    note = models.CharField(_("What is it about?"), max_length=200, blank=True)
    called_at = models.DateTimeField()
    user = by_user(models.SET_NULL)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    # By the referee who came, or by the table itself: then it was taken back.
    answered_at = models.DateTimeField(null=True)
    answered_by = by_user(models.SET_NULL)
    taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            unique("call_one_open_per_table", "table", where=Q(answered_at=None)),
            unique("call_client_id_once", "table", "client_id"),
            check("call_taken_back_is_over", Q(taken_back=False) | Q(answered_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.called_at}"


guard(
    "league_refereecall",
    *append_only("id table_id client_id called_at"),
    refuse_update(
        "over",
        "call_answered_once",
        "OLD.answered_at IS NOT NULL",
        columns="answered_at taken_back",
    ),
)


class Objection(models.Model):
    """„Problem melden“: freezes a result until a referee rules on it."""

    class Outcome(models.TextChoices):
        STANDS = "stands", _("stays as it is")
        CORRECT = "correct", _("being corrected")

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="objections")
    client_id = models.CharField(max_length=64)
    text = models.CharField(_("What is wrong?"), max_length=400, blank=True)
    # The content of a log that arrived after the result and contradicts it: `ended_by`, `lines` by
    # seat. The sentence is made when it is read, so there is no `text` then.
    log = models.JSONField(null=True)
    raised_at = models.DateTimeField()
    user = by_user(models.SET_NULL)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True, default="")
    ruling = models.CharField(_("Decision"), max_length=400, blank=True)
    ruled_at = models.DateTimeField(null=True)
    ruled_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["raised_at", "pk"]
        constraints = [
            unique("objection_one_open", "result", where=Q(ruled_at=None)),
            unique("objection_client_id_once", "result", "client_id"),
            check("objection_says_what", ~Q(text="") | Q(log__isnull=False)),
            check(
                "objection_ruled_or_open",
                Q(outcome="", ruled_at=None)
                | Q(outcome__in=["stands", "correct"], ruled_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result}: {self.text[:40]}"


guard(
    "league_objection",
    *append_only("id result_id raised_at client_id log"),
    # A ruling is final; its words may be erased.
    refuse_update(
        "ruled_once", "objection_ruled_once", "OLD.ruled_at IS NOT NULL", columns="ruled_at outcome"
    ),
)
