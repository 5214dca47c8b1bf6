"""A meeting that is called: its rules, its agenda, its invitations."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.assemblies import rules
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_delete, refuse_insert, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Office, Person


def without_a_vote() -> list[str]:
    """Return the kinds without a vote in most statutes: those who only support the club."""
    return ["supporting"]


class AssemblyRule(models.Model):
    """The statutes' rules for meetings.

    The newest row counts, a meeting keeps the one of its call.
    """

    notice_days = models.PositiveSmallIntegerField(
        _("Days between invitation and meeting"), default=14
    )
    # Of those with a vote; null: however many come can decide.
    quorum_percent = models.PositiveSmallIntegerField(
        _("Quorum: percent of those with a vote"), null=True, blank=True
    )
    # Codes of the kinds of membership whose members have no vote.
    without_vote = models.JSONField(default=without_a_vote, blank=True)
    set_by = by_user(models.SET_NULL)
    set_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("assembly_rule_notice_within_a_year", notice_days__lte=365),
            check(
                "assembly_rule_quorum_in_percent",
                Q(quorum_percent=None) | Q(quorum_percent__range=(1, 100)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_days}"


class Assembly(Versioned):
    """One meeting of the members. Its state follows from its moments, which come in this order."""

    WORDS = ("title", "place", "text")
    SUMS = ("called_by_id",)

    client_id = models.CharField(max_length=64, unique=True)
    title = models.CharField(pgettext_lazy("of a meeting", "Title"), max_length=80)
    day = models.DateField(_("Day"))
    start_time = models.TimeField(_("Time"))
    place = models.CharField(pgettext_lazy("of a meeting", "Place"), max_length=120)
    # The text above the agenda in the invitation.
    text = models.TextField(_("Words of the invitation"), max_length=1000, blank=True, default="")
    # The last day on which members hand in motions; null: until the meeting is opened.
    motions_until = models.DateField(_("Motions until"), null=True, blank=True)
    rule = models.ForeignKey(AssemblyRule, on_delete=models.PROTECT, related_name="assemblies")
    called_by = by_user(models.SET_NULL)
    called_at = models.DateTimeField()
    invited_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    # The chair of the meeting and the keeper of its minutes; both from its opening on.
    chaired_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    kept_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            check(
                "assembly_motions_before_it", Q(motions_until=None) | Q(motions_until__lte=F("day"))
            ),
            check(
                "assembly_opened_by_two",
                Q(opened_at=None, chaired_by=None, kept_by=None, closed_at=None)
                | Q(
                    opened_at__isnull=False,
                    chaired_by__isnull=False,
                    kept_by__isnull=False,
                    cancelled_at=None,
                ),
            ),
            check("assembly_closed_later", Q(closed_at=None) | Q(closed_at__gte=F("opened_at"))),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.closed_at is None

    @property
    def is_called(self) -> bool:
        """Return True while the meeting is still to come: neither opened nor called off."""
        return self.opened_at is None and self.cancelled_at is None


class AgendaItem(Versioned):
    """One item of an agenda. `note` is the text of the minutes about it, beside what was counted.

    A motion is an item that a member handed in; one that was withdrawn stays, struck out.
    """

    WORDS = ("title", "text", "note")

    class Kind(models.TextChoices):
        OPENING = "opening", _("Opening")
        REPORT = "report", pgettext_lazy("on an agenda", "Report")
        ACCOUNTS = "accounts", _("Accounts")
        AUDIT = "audit", _("Auditors’ report")
        DISCHARGE = "discharge", _("Discharge of the board")
        ELECTION = "election", pgettext_lazy("on an agenda", "Election")
        MOTION = "motion", pgettext_lazy("on an agenda", "Motion")
        OTHER = "other", _("Other business")

    class Majority(models.TextChoices):
        SIMPLE = rules.SIMPLE, _("more yes than no")
        TWO_THIRDS = rules.TWO_THIRDS, _("two thirds, as for the statutes")

    assembly = models.ForeignKey(Assembly, on_delete=models.PROTECT, related_name="items")
    client_id = models.CharField(max_length=80, unique=True)
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(_("Kind"), max_length=9, choices=Kind.choices)
    title = models.CharField(pgettext_lazy("of an agenda item", "Item"), max_length=120)
    text = models.TextField(_("Wording and reasons"), max_length=2000, blank=True, default="")
    office = models.CharField(
        _("Office"), max_length=10, choices=Office.Role.choices, blank=True, default=""
    )
    majority = models.CharField(
        _("Majority"), max_length=10, choices=Majority.choices, default=Majority.SIMPLE
    )
    note = models.TextField(_("For the minutes"), max_length=4000, blank=True, default="")
    proposed_by = models.ForeignKey(
        Person, null=True, on_delete=models.PROTECT, related_name="motions"
    )
    added_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["assembly_id", "position"]
        constraints = [
            unique("agenda_position_once", "assembly", "position"),
            check("agenda_from_one", position__gte=1),
            check(
                "agenda_kind",
                kind__in=[
                    *("opening", "report", "accounts", "audit"),
                    *("discharge", "election", "motion", "other"),
                ],
                majority__in=["simple", "two_thirds"],
            ),
            check(
                "agenda_election_of_an_office",
                (Q(kind="election") & ~Q(office="")) | (~Q(kind="election") & Q(office="")),
            ),
            check(
                "agenda_only_motions_are_handed_in",
                Q(kind="motion") | Q(proposed_by=None, withdrawn_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def came_late(self) -> bool:
        """Return True if the item was not yet on the agenda when people were invited."""
        invited = self.assembly.invited_at
        return invited is not None and self.added_at > invited


class AssemblyInvitation(Versioned):
    """One invitation of a person: by mail, or by a letter if no address is known."""

    class How(models.TextChoices):
        MAIL = "mail", _("by email")
        LETTER = "letter", _("by letter")

    assembly = models.ForeignKey(Assembly, on_delete=models.PROTECT, related_name="invitations")
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="assembly_invitations"
    )
    how = models.CharField(max_length=6, choices=How.choices)
    invited_at = models.DateTimeField()

    class Meta:
        ordering = ["assembly_id", "pk"]
        constraints = [
            unique("assembly_invitation_once", "assembly", "person"),
            check("assembly_invitation_how", how__in=["mail", "letter"]),
        ]

    def __str__(self) -> str:
        return f"{self.assembly}: {self.person_id}"

    @property
    def about(self) -> str:
        """Return the name that its mail in the outbox or its letter carries."""
        return f"{about(self.assembly_id)}{self.person_id}"


def about(assembly: Any) -> str:
    """Return the beginning of `about` in all mails and letters on a meeting, given by its key."""
    return f"assembly:{assembly}:"


def signed(assembly: str) -> str:
    """Return SQL: the minutes of the meeting with this key are signed."""
    return f"EXISTS (SELECT 1 FROM league_minutes m WHERE m.assembly_id = {assembly})"  # noqa: S608


def _words_changed(*columns: str) -> str:
    # An erasure empties them.
    return " OR ".join(f"(NEW.{c} <> OLD.{c} AND NEW.{c} <> '')" for c in columns)


guard("league_assemblyrule", *append_only("id notice_days quorum_percent without_vote set_at"))
guard("league_assemblyinvitation", *append_only())
guard(
    "league_assembly",
    *append_only("id client_id rule_id called_at"),
    refuse_update(
        "signed",
        "minutes_are_signed",
        signed("OLD.id"),
        columns="day start_time opened_at closed_at chaired_by_id kept_by_id",
    ),
)
guard(
    "league_agendaitem",
    refuse_update(
        "stays",
        "item_of_another_assembly",
        "NEW.assembly_id <> OLD.assembly_id OR NEW.id <> OLD.id OR NEW.client_id <> OLD.client_id",
    ),
    refuse_insert("late", "minutes_are_signed", signed("NEW.assembly_id")),
    refuse_update(
        "signed",
        "minutes_are_signed",
        signed("OLD.assembly_id"),
        columns="position kind office majority proposed_by_id withdrawn_at",
    ),
    refuse_update(
        "words",
        "minutes_are_signed",
        f"{signed('OLD.assembly_id')} AND ({_words_changed('text', 'note')})",
        columns="text note",
    ),
    refuse_delete(
        "gone",
        "agenda_is_out",
        "(SELECT invited_at FROM league_assembly a WHERE a.id = OLD.assembly_id) IS NOT NULL",
    ),
)
