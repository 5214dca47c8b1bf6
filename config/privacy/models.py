"""Decisions of the club about keeping data, and requests and deeds by the law."""

from datetime import date, timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.guards.constraints import check, index, unique
from league.guards.kinds import append_only, guard, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Person

MOST_YEARS, MOST_MONTHS, MOST_DAYS = 30, 240, 365


def _months(label: Any, help_text: Any, default: int | None) -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(
        label, help_text=help_text, default=default, null=True, blank=True
    )


class RetentionRule(models.Model):
    """The periods of keeping; the newest row counts, older ones say what held before.

    Data that the law keeps: its clause, and whole years after the year in which it came to be. All
    other data: months, empty for no end.
    """

    clause = models.CharField(
        _("Clause of the law"),
        max_length=120,
        default="§ 147 AO",
        help_text=_("Why books and papers stay even when somebody is erased."),
    )
    book_years = models.PositiveSmallIntegerField(_("Books and signed papers: years"), default=10)
    voucher_years = models.PositiveSmallIntegerField(
        _("Vouchers and lines of the bank: years"), default=8
    )
    guest_months = _months(
        _("Guests who came no more: months"),
        _("After the last evening they are erased, where nothing is owed."),
        36,
    )
    registration_months = _months(
        _("Registrations for tournaments: months"),
        _("After the day of play; names of outsiders and all addresses go."),
        12,
    )
    holder_months = _months(
        _("Who held a phone at a table: months"),
        _("Names given there go."),
        6,
    )
    link_months = _months(
        _("Who opened a table’s link, and when: months"),
        _("Each phone that opened it, or was refused, is one row."),
        6,
    )
    list_months = _months(
        _("Lists of people and requests to join: months"),
        _("Names and addresses that came in that way."),
        3,
    )
    log_months = _months(
        _("Security log: months"),
        _("It stays for a year at least. Ended logins go at once."),
        12,
    )
    report_months = _months(
        _("Finished reports: months"),
        _("Anybody who may can have them made anew."),
        12,
    )
    mail_days = models.PositiveSmallIntegerField(
        _("Sent mails and printed letters: days"),
        default=30,
        help_text=_("That one went out, without its words; and which letters were printed."),
    )
    public_months = _months(
        _("Published results: months"),
        _("After that evenings and tournaments leave the public pages; members still see them."),
        None,
    )
    backup_years = models.PositiveSmallIntegerField(
        _("Yearly backups: years"),
        default=10,
        help_text=_("Those of days, weeks and months go by themselves within a year."),
    )
    set_by = by_user(models.SET_NULL)
    set_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check(
                "retention_rule_has_years",
                ~Q(clause="")
                & Q(book_years__range=(1, MOST_YEARS), voucher_years__range=(1, MOST_YEARS))
                & Q(backup_years__range=(1, MOST_YEARS), mail_days__range=(1, MOST_DAYS)),
            )
        ]

    def __str__(self) -> str:
        return self.clause

    @staticmethod
    def most(name: str) -> int:
        """Return the highest value of one of `FIELDS` that is a number."""
        return {"years": MOST_YEARS, "days": MOST_DAYS}.get(name.rpartition("_")[2], MOST_MONTHS)

    FIELDS: ClassVar = (
        *("clause", "book_years", "voucher_years", "guest_months", "registration_months"),
        *("holder_months", "link_months", "list_months", "log_months", "report_months"),
        *("mail_days", "public_months", "backup_years"),
    )


class DataRequest(models.Model):
    """A request by the law, of a person: it is dated, and answered within a month."""

    class Kind(models.TextChoices):
        ACCESS = "access", _("Access to one’s data")
        OBJECTION = "objection", pgettext_lazy("against the use of data", "Objection")
        ERASURE = "erasure", _("Erasure")

    ANSWERED_WITHIN = timedelta(days=30)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="data_requests")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    # The author: of an archive the person who took it, of an erasure the officer.
    done_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            unique("data_request_open_once", "person", "kind", where=Q(done_at=None)),
            check("data_request_kind", kind__in=["access", "objection", "erasure"]),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}"

    @property
    def due_on(self) -> date:
        """Return the last day on which an answer is in time (Art. 12 (3) GDPR)."""
        return (self.asked_at + self.ANSWERED_WITHIN).date()


class Erasure(models.Model):
    """A person whose name is gone. `number` is the person's, which stays with the games."""

    class Cause(models.TextChoices):
        ASKED = "asked", _("was asked for")
        RETENTION = "retention", _("time was up")

    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="erasure")
    cause = models.CharField(max_length=9, choices=Cause.choices)
    erased_at = models.DateTimeField()
    erased_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["-erased_at"]
        constraints = [check("erasure_cause", cause__in=["asked", "retention"])]

    def __str__(self) -> str:
        return f"#{self.person_id}"


class KeptRecord(models.Model):
    """One row in the books that still names an erased person: where, by which ground, until when.

    `place` is the model's label, `row` its key. `gone_at` says when its words went too.
    """

    class Ground(models.TextChoices):
        BOOKS = "books", _("Books and signed papers")
        VOUCHERS = "vouchers", _("Vouchers and lines of the bank")

    erasure = models.ForeignKey(Erasure, on_delete=models.PROTECT, related_name="kept")
    place = models.CharField(max_length=60)
    row = models.BigIntegerField()
    ground = models.CharField(max_length=8, choices=Ground.choices)
    ends_on = models.DateField()
    gone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["ends_on", "place", "row"]
        constraints = [
            unique("kept_record_once", "erasure", "place", "row"),
            check("kept_record_ground", ground__in=["books", "vouchers"]),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.row}"


class PossibleMention(models.Model):
    """One text that may mean an erased person without the name, until an officer decides on it.

    It says where the words are and never what they are: `row` and `field` of the model `place`,
    `path` into a JSON value, `spans` in a text of `size` letters.
    """

    class Outcome(models.TextChoices):
        EMPTIED = "emptied", pgettext_lazy("words of a text", "taken out")
        OTHER = "other", pgettext_lazy("words of a text", "mean another person")

    erasure = models.ForeignKey(Erasure, on_delete=models.PROTECT, related_name="possible")
    place = models.CharField(max_length=60)
    row = models.BigIntegerField()
    field = models.CharField(max_length=60)
    path = models.JSONField(default=list)
    spans = models.JSONField()
    size = models.PositiveIntegerField()
    outcome = models.CharField(max_length=7, choices=Outcome.choices, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    decided_by = by_user(models.SET_NULL)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # What waits for a decision (queries.possible_mentions): a few of many.
            index("possible_mention_open", "erasure", where=Q(decided_at=None)),
        ]
        constraints = [
            unique("possible_mention_once", "erasure", "place", "row", "field", "path"),
            check(
                "possible_mention_decided",
                Q(outcome="", decided_at=None)
                | Q(outcome__in=["emptied", "other"], decided_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.row} {self.field}"


class RetentionRun(models.Model):
    """The outcome of one night: rows let go by matter, and people it could not erase yet."""

    at = models.DateTimeField()
    # {matter: number of rows}, by the names in `services.retention`.
    counts = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"


guard("privacy_retentionrule", *append_only())
guard("privacy_erasure", *append_only("id person_id cause erased_at"))
guard("privacy_keptrecord", *append_only("id erasure_id place row ground ends_on"))
guard(
    "privacy_possiblemention",
    *append_only("id erasure_id place row field path spans size"),
    refuse_update(
        "decided_once",
        "possible_mention_decided_once",
        "OLD.decided_at IS NOT NULL",
        columns="decided_at outcome",
    ),
)
guard("privacy_retentionrun", *append_only())
