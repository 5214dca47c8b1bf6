"""Getting to a table without an account, and what may be wrong there.

Links and who held a phone are logged and never deleted; names in them are only asserted.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.events import Seat, Table
from league.models.results import Result
from league.trigger_kinds import Trigger, append_only, guard


class TableLink(models.Model):
    """Opens scoring at exactly one table, until it ends or is revoked."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["table", "-pk"]
        indexes = [
            # The revoked links that have not ended by themselves (queries.revoked_links).
            models.Index(
                fields=["ends_at"],
                condition=Q(revoked_at__isnull=False),
                name="link_revoked_by_end",
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("made_at")), name="link_has_an_end"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.pk}"


guard(
    *append_only("league_tablelink", columns=["id", "table_id", "made_at", "ends_at"]),
    Trigger(
        "league_tablelink_no_revival",
        "league_tablelink",
        "UPDATE",
        "link_revoked_for_ever",
        "OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NULL",
    ),
)


class Holder(models.Model):
    """Who says to hold the phone on a table's link. `name` is asserted, never verified."""

    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="holders")
    device = models.CharField(max_length=40)
    name = models.CharField(_("Name"), max_length=80)
    seat = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(device=""), name="holder_has_a_device"),
            models.CheckConstraint(condition=~Q(name=""), name="holder_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    # Who held a phone and when a link was used stays; the asserted name can be erased.
    *append_only("league_holder", columns=["id", "link_id", "device", "seat_id", "since"]),
)


class LinkUse(models.Model):
    """One line of a link's log: opened, a name given, refused."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("geöffnet")
        NAMED = "named", _("Name angegeben")
        REFUSED = "refused", _("abgewiesen")

    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="uses")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    device = models.CharField(max_length=40, blank=True)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["opened", "named", "refused"]), name="link_use_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.link}: {self.kind}"


guard(
    *append_only("league_linkuse"),
)


class RefereeCall(models.Model):
    """A table calls for a referee; one call at a time."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    client_id = models.CharField(max_length=64)
    note = models.CharField(_("Worum geht es?"), max_length=200, blank=True)
    called_at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    # By the referee who came, or by the table itself: then it was taken back.
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at=None), name="call_one_open_per_table"
            ),
            models.UniqueConstraint(fields=["table", "client_id"], name="call_client_id_once"),
            models.CheckConstraint(
                condition=Q(taken_back=False) | Q(answered_at__isnull=False),
                name="call_taken_back_is_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.called_at}"


guard(
    *append_only("league_refereecall", columns=["id", "table_id", "client_id", "called_at"]),
    Trigger(
        "league_refereecall_over",
        "league_refereecall",
        "UPDATE",
        "call_answered_once",
        "OLD.answered_at IS NOT NULL",
        columns=("answered_at", "taken_back"),
    ),
)


class Objection(models.Model):
    """„Problem melden“: freezes a result until somebody rules on it."""

    class Outcome(models.TextChoices):
        STANDS = "stands", _("bleibt, wie es ist")
        CORRECT = "correct", _("wird korrigiert")

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="objections")
    client_id = models.CharField(max_length=64)
    text = models.CharField(_("Was stimmt nicht?"), max_length=400)
    raised_at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True, default="")
    ruling = models.CharField(_("Entscheidung"), max_length=400, blank=True)
    ruled_at = models.DateTimeField(null=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["raised_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["result"], condition=Q(ruled_at=None), name="objection_one_open"
            ),
            models.UniqueConstraint(
                fields=["result", "client_id"], name="objection_client_id_once"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="objection_says_what"),
            models.CheckConstraint(
                condition=Q(outcome="", ruled_at=None)
                | Q(outcome__in=["stands", "correct"], ruled_at__isnull=False),
                name="objection_ruled_or_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result}: {self.text[:40]}"


guard(
    *append_only("league_objection", columns=["id", "result_id", "raised_at", "client_id"]),
    # A ruling is final; its words may be erased.
    Trigger(
        "league_objection_ruled_once",
        "league_objection",
        "UPDATE",
        "objection_ruled_once",
        "OLD.ruled_at IS NOT NULL",
        columns=("ruled_at", "outcome"),
    ),
)
