"""The close of an evening: its figures as they stood, and the two who signed them."""

from types import MappingProxyType

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books.trigger_kinds import all_but_words
from finance.cash.models import CashCount
from league.events.models import Event
from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, no_update, refuse_insert
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class EveningClose(Versioned):
    """One version of an evening's close. It is never changed: a change makes another version.

    `statement` is `finance.close.statement` as JSON, `digest` its digest under the signatures. It
    is closed once two people have signed; the treasurer alone if the till was simple when it was
    made (`signatures_needed`).
    """

    # Before there was a simple till every close needed two.
    ADDED = MappingProxyType({"signatures_needed": 2})

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="closes")
    version = models.PositiveSmallIntegerField()
    count = models.ForeignKey(CashCount, on_delete=models.PROTECT, related_name="closes")
    statement = models.JSONField()
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    signatures_needed = models.PositiveSmallIntegerField(default=2)

    class Meta:
        ordering = ["event", "version"]
        constraints = [
            check("close_signatures_needed", signatures_needed__in=[1, 2]),
            unique("close_version_once", "event", "version"),
            check("close_version_counts", version__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.version}"

    @property
    def signed(self) -> "list[CloseSignature]":
        return list(self.signatures.all())

    @property
    def is_closed(self) -> bool:
        return len(self.signed) >= self.signatures_needed


# A signed close stays as it is, and each signature is for just that content.
guard("finance_eveningclose", *append_only())


class CloseSignature(Versioned):
    """A signature by a person's own login. `name` is the name of that time, for the paper."""

    WORDS = ("name",)

    class Role(models.TextChoices):
        TREASURER = "treasurer", pgettext_lazy("who signs", "Treasurer")
        WITNESS = "witness", _("was there")

    close = models.ForeignKey(EveningClose, on_delete=models.PROTECT, related_name="signatures")
    role = models.CharField(max_length=9, choices=Role.choices)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="close_signatures")
    user = by_user()
    name = NameField(max_length=80)
    digest = models.CharField(max_length=64)
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("close_signed_by_two_people", "close", "person"),
            unique("close_signed_once_per_role", "close", "role"),
            check("close_signature_role", role__in=["treasurer", "witness"]),
        ]

    def __str__(self) -> str:
        return self.name


guard(
    "finance_closesignature",
    *all_but_words("name", "id close_id role person_id user_id digest signed_at"),
    refuse_insert(
        "of_its_close",
        "close_digest",
        "NEW.digest <> (SELECT c.digest FROM finance_eveningclose c WHERE c.id = NEW.close_id)",
    ),
)


class ClosePaper(Versioned):
    """The PDF of a closed evening, kept as it was made first: one for each language of readers."""

    close = models.ForeignKey(EveningClose, on_delete=models.PROTECT, related_name="papers")
    language = models.CharField(max_length=8, default="de")
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [unique("close_paper_by_language", "close", "language")]

    def __str__(self) -> str:
        return self.sha256


# It names who signed: once the law lets it go it can be taken away, and never be rewritten.
guard("finance_closepaper", no_update())
