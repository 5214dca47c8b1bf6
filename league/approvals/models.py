"""Acts in a person's own matter: proposed, then confirmed or refused by a second person.

The proposal and its outcome stay, each version of a row in a chain. Words and addresses lie in a
row beside, which can be erased; the row that stays keeps their salted digest.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.guards.constraints import check, index, one_of, unique
from league.guards.kinds import append_only, guard, refuse_delete, refuse_update
from league.guards.versioned import Versioned
from league.people.models.people import Person


class Approval(Versioned):
    """One act.

    `kind` names the one that carries it out (`queries.approvals.register`), `about` the thing.
    `person` is the person concerned, `proposed_by` is empty for a command. `values` are the codes,
    dates and cents that it is carried out with. An act `at_once` needs no second person.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("approval", "waiting")
        DONE = "done", pgettext_lazy("approval", "not seen yet")
        CONFIRMED = "confirmed", pgettext_lazy("approval", "confirmed")
        REFUSED = "refused", pgettext_lazy("approval", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("approval", "withdrawn")
        VOID = "void", pgettext_lazy("approval", "no longer possible")
        AT_ONCE = "at_once", pgettext_lazy("approval", "at once")

    OPEN: ClassVar[tuple[str, ...]] = (State.WAITING, State.DONE)

    kind = models.CharField(max_length=10)
    about = models.CharField(max_length=80)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="approvals")
    proposed_by = models.ForeignKey(
        Person, null=True, on_delete=models.PROTECT, related_name="proposed_approvals"
    )
    proposed_at = models.DateTimeField()
    values = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # For the start page and the clock: acts that still wait or have not been seen.
            index("approval_open", "state", where=Q(state__in=["waiting", "done"])),
        ]
        constraints = [
            unique("approval_one_waiting", "about", where=Q(state="waiting")),
            check(
                "approval_state",
                state__in=[
                    *("waiting", "done", "confirmed"),
                    *("refused", "withdrawn", "void", "at_once"),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"

    @property
    def is_waiting(self) -> bool:
        return self.state == self.State.WAITING

    @property
    def is_unseen(self) -> bool:
        """Return True if the act has happened and no one has confirmed it yet."""
        return self.state == self.State.DONE


guard(
    "league_approval",
    # A proposal in a person's own matter stays, and goes one way only; words are erased once.
    *append_only('id kind about person_id proposed_by_id proposed_at "values" digest'),
    refuse_update(
        "one_way",
        "approval_one_way",
        "NEW.state <> OLD.state AND (OLD.state NOT IN ('waiting', 'done')"
        " OR NEW.state IN ('waiting', 'at_once')"
        " OR (OLD.state = 'done' AND NEW.state <> 'confirmed'))",
        columns="state",
    ),
)


class ApprovalStep(Versioned):
    """The outcome of an act, and by whom; empty where time or a club of one login decided."""

    class How(models.TextChoices):
        PERSON = "person", _("by a second person")
        CODE = "code", _("with the code sent to the old address")
        TIME = "time", _("after seven days")
        FOUNDING = "founding", _("at the founding")
        BOOKED = "booked", _("booked at once")

    approval = models.ForeignKey(Approval, on_delete=models.PROTECT, related_name="steps")
    state = models.CharField(max_length=9, choices=Approval.State.choices)
    how = models.CharField(max_length=8, choices=How.choices)
    by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("approval_step_once", "approval", "state"),
            one_of("approval_step_state", "state", "done confirmed refused withdrawn void"),
        ]

    def __str__(self) -> str:
        return f"{self.approval}: {self.state}"


guard("league_approvalstep", *append_only())


class ApprovalText(Versioned):
    """The words and addresses of an act; they can be erased with their salt."""

    WORDS = ("reason", "old_email", "new_email")

    approval = models.OneToOneField(Approval, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    old_email = models.EmailField(blank=True)
    new_email = models.EmailField(blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            check(
                "approval_text_erased_is_gone",
                Q(erased_at=None) | Q(salt="", reason="", old_email="", new_email=""),
            )
        ]

    def __str__(self) -> str:
        return self.reason


guard(
    "league_approvaltext",
    refuse_update(
        "erased_once",
        "approval_text_append_only",
        "OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.id <> OLD.id"
        " OR NEW.approval_id <> OLD.approval_id",
    ),
    refuse_delete("no_delete", "approval_text_append_only"),
)
