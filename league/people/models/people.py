"""The people of the club: users, persons, memberships, offices.

Dates are half-open: `start` is the first day it holds, `end` the first day it no longer does.
"""

from datetime import date, timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, index, one_of, unique
from league.guards.fields import NameField
from league.guards.kinds import guard, no_overlap
from league.guards.versioned import Versioned, VersionedQuerySet
from league.people.models.kinds import MembershipKind
from league.web.mailbox import tidy
from league.web.spelling import sort_key


class UserManager(BaseUserManager["User"]):
    def get_queryset(self) -> "models.QuerySet[User]":
        """Return users with their person, which nearly all code asks a login for."""
        return super().get_queryset().select_related("person")

    def create_user(self, email: str, **fields: Any) -> "User":
        user = self.model(email=tidy(email), **fields)
        user.set_unusable_password()
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A login, by a code sent to the address. Rights come from the person's offices."""

    email = models.EmailField(_("Email"), unique=True)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(auto_now_add=True)
    # As last chosen or logged in with; empty before, and then it is the club's.
    language = models.CharField(max_length=8, blank=True, default="")

    USERNAME_FIELD = EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    is_staff = is_superuser = False  # no admin site, and no one above the offices

    objects = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case_unique")]

    def __str__(self) -> str:
        return self.email


class Person(models.Model):
    """A person who plays: a member while a membership holds, otherwise a guest."""

    class SeenAs(models.TextChoices):
        NAME = "name", _("by my name")
        NICKNAME = "nickname", _("by a nickname")
        HIDDEN = "hidden", _("not at all: just “Somebody”")

    name = NameField(_("Name"), max_length=80)
    # German sorts umlauts with their vowels; a stored key makes both databases agree on it.
    sort_key = models.CharField(max_length=100, editable=False)
    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person"
    )
    # How the public sees the person; members read the name. The least until more is chosen.
    seen_as = models.CharField(
        _("Public"), max_length=8, choices=SeenAs.choices, default=SeenAs.HIDDEN
    )
    nickname = NameField(_("Nickname"), max_length=40, blank=True, default="")
    # Whether a mail asks for a missing answer. Login codes come in any case.
    wants_reminders = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # Since then it is a number at tables without a name (config/privacy); on no list of people.
    erased_at = models.DateTimeField(null=True)

    # The fields that keepers of the list of people correct: form and service follow from this.
    CORRECTED: ClassVar = ("name",)

    class Meta:
        ordering = ["sort_key", "pk"]
        indexes = [
            # Every list of persons is in this order (queries.people).
            index("person_sorted", "sort_key", "id"),
        ]
        constraints = [
            check("person_has_a_name", ~Q(name="")),
            # At a loud table two of the same name cannot be told apart.
            unique("person_name_unique", "name"),
            # A nickname is kept only while it is the one that is shown.
            check(
                "person_seen_as",
                (Q(seen_as="nickname") & ~Q(nickname=""))
                | Q(seen_as__in=["name", "hidden"], nickname=""),
            ),
            models.UniqueConstraint(
                Lower("nickname"), condition=~Q(nickname=""), name="person_nickname_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key = sort_key(self.name)[:100]
        super().save(*args, **kwargs)

    @property
    def public_name(self) -> str:
        """Return the name that the person chose for the public."""
        if self.seen_as == self.SeenAs.NAME:
            return self.name
        return self.nickname or gettext("Somebody")


class DatedQuerySet(models.QuerySet[Any]):
    def on(self, day: date) -> "DatedQuerySet":
        """Return those that hold on this day."""
        return self.filter(Q(end=None) | Q(end__gt=day), start__lte=day)


class Dated(models.Model):
    """A span of days, half-open; `end` is empty while it is not known."""

    start = models.DateField(pgettext_lazy("name of a field", "from"))
    end = models.DateField(_("until"), null=True, blank=True)

    objects = DatedQuerySet.as_manager()

    class Meta:
        abstract = True

    @property
    def last_day(self) -> date | None:
        """Return the last day it holds, as people say it."""
        return self.end - timedelta(days=1) if self.end else None


class VersionedDatedQuerySet(VersionedQuerySet, DatedQuerySet):  # type: ignore[override]
    pass


class Membership(Versioned, Dated):
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    kind = models.ForeignKey(
        MembershipKind,
        on_delete=models.PROTECT,
        related_name="+",
        db_column="kind",
        verbose_name=_("Kind"),
    )

    objects = VersionedDatedQuerySet.as_manager()  # type: ignore[assignment,misc]

    class Meta:
        ordering = ["person_id", "start"]
        constraints = [
            check("membership_lasts_a_day", Q(end=None) | Q(end__gt=F("start"))),
            # Spans that overlap are refused by a trigger, see below.
            unique("membership_one_open", "person", where=Q(end=None)),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}"


guard("league_membership", *no_overlap("person_id"))


class Office(Versioned, Dated):
    class Role(models.TextChoices):
        CHAIR = "chair", _("Chair")
        TREASURER = "treasurer", _("Treasurer")
        SECRETARY = "secretary", _("Secretary")
        AUDITOR = "auditor", _("Auditor")
        REFEREE = "referee", _("Referee")
        DIRECTOR = "director", _("Tournament director")

    # A person who keeps or commands the till cannot audit it.
    BOARD = (Role.CHAIR, Role.TREASURER, Role.SECRETARY)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="offices")
    role = models.CharField(_("Office"), max_length=10, choices=Role.choices)

    objects = VersionedDatedQuerySet.as_manager()  # type: ignore[assignment,misc]

    class Meta:
        ordering = ["role", "start", "person"]
        constraints = [
            check("office_lasts_a_day", Q(end=None) | Q(end__gt=F("start"))),
            one_of("office_role", "role", "chair treasurer secretary auditor referee director"),
            unique("office_one_open_each", "person", "role", where=Q(end=None)),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.person}"


guard("league_office", *no_overlap("person_id", "role"))
