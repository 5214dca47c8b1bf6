"""Access to a table without an account, and reports of problems there.

Links and holders of phones are logged and never deleted; their names are only asserted.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.events.models import Seat, Table
from league.guards.constraints import check, index
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, no_revival, no_update
from league.people.models.fields import by_user


class TableLink(models.Model):
    """Opens scoring at exactly one table, until it ends or is revoked."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    made_by = by_user(models.SET_NULL)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    revoked_by = by_user(models.SET_NULL)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["table_id", "-pk"]
        indexes = [
            # The revoked links that have not ended by themselves (queries.revoked_links).
            index("link_revoked_by_end", "ends_at", where=Q(revoked_at__isnull=False)),
        ]
        constraints = [check("link_has_an_end", ends_at__gt=F("made_at"))]

    def __str__(self) -> str:
        return f"{self.table} #{self.pk}"


guard(
    "league_tablelink",
    *append_only("id table_id made_at ends_at"),
    no_revival("link_revoked_for_ever"),
)


class Holder(models.Model):
    """A person who claims to hold the phone of a table's link. `name` is asserted, not verified."""

    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="holders")
    device = models.CharField(max_length=40)
    name = NameField(_("Name"), max_length=80)
    seat = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("holder_has_a_device", ~Q(device="")),
            check("holder_has_a_name", ~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


# Holders of phones and uses of links remain; the asserted name can be erased.
guard("league_holder", *append_only("id link_id device seat_id since"))


class LinkUse(models.Model):
    """One line of a link's log: opened, a name given, refused."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened")
        NAMED = "named", _("name given")
        REFUSED = "refused", _("turned away")

    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="uses")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    device = models.CharField(max_length=40, blank=True)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [check("link_use_kind", kind__in=["opened", "named", "refused"])]

    def __str__(self) -> str:
        return f"{self.link}: {self.kind}"


# What happened is never rewritten; the whole line goes when its time is up.
guard("league_linkuse", no_update())
