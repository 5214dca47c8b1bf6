"""Records of auditors and board: samples, marks, findings, and the steps of a year's end.

All of it is append-only. A later mark takes the place of an earlier one, which stays; free text can
be erased.
"""

from types import MappingProxyType

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.books.models.ledger import Transaction
from finance.books.trigger_kinds import all_but_words
from finance.years.matters import CODES
from league.guards.constraints import check, index, one_of, unique
from league.guards.kinds import append_only, guard, refuse_insert, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


class YearEnd(Versioned):
    """One year of the club; the row to lock for an audit or a step."""

    year = models.PositiveSmallIntegerField(unique=True)

    class Meta:
        ordering = ["-year"]

    def __str__(self) -> str:
        return str(self.year)


# What auditors and board say stays; only their free words can be erased.
guard("finance_yearend", *append_only())


class YearStep(Versioned):
    """One step of the year's end. `seal` is that of the books it was taken on.

    `agrees`: an auditor recommends the discharge, the meeting gave it. A meeting has its day and
    its votes; going back has a reason.
    """

    WORDS = ("reason",)

    class Kind(models.TextChoices):
        DRAFT = "draft", _("Draft")
        BOARD = "board", _("confirmed by the board")
        SIGNED = "signed", _("audited and signed")
        AUDITED = "audited", _("audited")
        DISCHARGED = "discharged", _("Discharge")
        BACK = "back", _("given back")

    year_end = models.ForeignKey(YearEnd, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seal = models.CharField(max_length=64, blank=True)
    agrees = models.BooleanField(null=True)
    reason = models.CharField(max_length=400, blank=True)
    held_on = models.DateField(null=True)
    votes_for = models.PositiveSmallIntegerField(null=True)
    votes_against = models.PositiveSmallIntegerField(null=True)
    abstained = models.PositiveSmallIntegerField(null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["year_end", "number"]
        constraints = [
            unique("year_step_number_once", "year_end", "number"),
            one_of("year_step_kind", "kind", "draft board signed audited discharged back"),
            check(
                "year_step_has_a_seal", Q(kind="back", seal="") | (~Q(kind="back") & ~Q(seal=""))
            ),
            check(
                "year_step_agrees",
                Q(kind__in=["signed", "discharged"], agrees__isnull=False)
                | (~Q(kind__in=["signed", "discharged"]) & Q(agrees=None)),
            ),
            check(
                "year_step_of_a_meeting",
                Q(
                    kind="discharged",
                    held_on__isnull=False,
                    votes_for__isnull=False,
                    votes_against__isnull=False,
                    abstained__isnull=False,
                )
                | (
                    ~Q(kind="discharged")
                    & Q(held_on=None, votes_for=None, votes_against=None, abstained=None)
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year_end} {self.number}: {self.kind}"


guard(
    "finance_yearstep",
    *all_but_words(
        "reason",
        "id year_end_id number kind seal agrees held_on votes_for votes_against abstained "
        "taken_by_id taken_at",
    ),
    refuse_insert(
        "follows",
        "year_step_out_of_order",
        "NEW.number <> 1 + (SELECT COUNT(*) FROM finance_yearstep s"
        " WHERE s.year_end_id = NEW.year_end_id)"
        " OR (NEW.kind <> 'discharged' AND EXISTS (SELECT 1 FROM finance_yearstep s"
        " WHERE s.year_end_id = NEW.year_end_id AND s.kind = 'audited'))",
    ),
)


class YearMatter(Versioned):
    """One kind of open matter at a step, with the sentence said about it; empty where only seen.

    `count` of them add up to `cents`. They are stored with their step, never later.
    """

    WORDS = ("said",)

    step = models.ForeignKey(YearStep, on_delete=models.PROTECT, related_name="matters")
    code = models.CharField(max_length=16)
    count = models.PositiveIntegerField()
    cents = models.BigIntegerField()
    said = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("year_matter_once", "step", "code"),
            check("year_matter_code", code__in=CODES),
            check("year_matter_counts", count__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.step}: {self.code} ({self.count})"


guard(
    "finance_yearmatter",
    *all_but_words("said", "id step_id code count cents"),
    refuse_insert(
        "with_its_step",
        "year_matter_too_late",
        "EXISTS (SELECT 1 FROM finance_yearstep s JOIN finance_yearstep later"
        " ON later.year_end_id = s.year_end_id AND later.number > s.number"
        " WHERE s.id = NEW.step_id)",
    ),
)


class AuditSample(Versioned):
    """A draw of bookings to audit, as `check_year` draws, so that it can be repeated.

    `numbers` holds for each journal the last number drawn from. Plain: each booking is as likely as
    any other. Weighted: each cent is, so a large booking is likelier (monetary unit sampling).
    """

    # Before there was a choice every draw was plain.
    ADDED = MappingProxyType({"method": "plain"})

    class Method(models.TextChoices):
        WEIGHTED = "weighted", _("weighted by amount: large bookings are drawn surely")
        PLAIN = "plain", _("each booking is as likely as any other")

    year_end = models.ForeignKey(YearEnd, on_delete=models.PROTECT, related_name="samples")
    seed = models.CharField(_("Seed"), max_length=80)
    size = models.PositiveSmallIntegerField(_("How many"))
    numbers = models.JSONField()
    method = models.CharField(max_length=8, choices=Method.choices, default=Method.PLAIN)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    drawn_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("sample_draws_something", size__gt=0),
            check("sample_has_a_seed", ~Q(seed="")),
            check("sample_method", method__in=["plain", "weighted"]),
        ]

    def __str__(self) -> str:
        return f"{self.year_end}: {self.seed} ({self.size})"

    @property
    def total(self) -> int:
        """Return the number of bookings to draw from."""
        return sum(self.numbers.values())


guard("finance_auditsample", *append_only())


class AuditMark(Versioned):
    """An auditor's mark on a booking and its voucher. The latest counts."""

    WORDS = ("remark",)

    class Mark(models.TextChoices):
        FINE = "fine", _("in order")
        QUESTION = "question", _("question")
        WRONG = "wrong", _("objected to")

    year_end = models.ForeignKey(YearEnd, on_delete=models.PROTECT, related_name="marks")
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="audit_marks"
    )
    mark = models.CharField(max_length=8, choices=Mark.choices)
    remark = models.CharField(_("Remark"), max_length=400, blank=True)
    marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    marked_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # What is said about a booking, the latest last (queries.audits).
            index("audit_mark_of_booking", "transaction", "id"),
        ]
        constraints = [check("audit_mark_kind", mark__in=["fine", "question", "wrong"])]

    def __str__(self) -> str:
        return f"{self.transaction}: {self.mark}"


guard(
    "finance_auditmark",
    *all_but_words("remark", "id year_end_id transaction_id mark marked_by_id marked_at client_id"),
)


class AuditAnswer(Versioned):
    """The treasurer's answer to a mark, which holds until an auditor sets another."""

    WORDS = ("text",)

    mark = models.ForeignKey(AuditMark, on_delete=models.PROTECT, related_name="answers")
    text = models.CharField(_("Answer"), max_length=400, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


guard(
    "finance_auditanswer", *all_but_words("text", "id mark_id answered_by_id answered_at client_id")
)


class AuditFinding(Versioned):
    """A finding of the auditors beyond single bookings; settled once, with a sentence."""

    WORDS = ("text", "settled_how")

    year_end = models.ForeignKey(YearEnd, on_delete=models.PROTECT, related_name="findings")
    text = models.CharField(_("Finding"), max_length=400)
    found_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    found_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)
    settled_by = by_user()
    settled_at = models.DateTimeField(null=True)
    settled_how = models.CharField(_("Settled by"), max_length=400, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            check(
                "finding_is_settled_by_somebody",
                Q(settled_at=None, settled_by=None, settled_how="")
                | Q(settled_at__isnull=False, settled_by__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.text


guard(
    "finance_auditfinding",
    *all_but_words("text", "id year_end_id found_by_id found_at client_id"),
    refuse_update(
        "settled_once",
        "finding_settled_once",
        "OLD.settled_at IS NOT NULL",
        columns="settled_at settled_by_id",
    ),
)
