"""Further details of a person, their readers, and the person's consents."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard
from league.people.models.fields import by_user
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Person


class PersonDetails(models.Model):
    """Phones, nickname, birthday, number, photo and notes of one person: all of it optional."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="details")
    phone = models.CharField(_("Phone"), max_length=30, blank=True, default="")
    birthday = models.DateField(_("Birthday"), null=True, blank=True)
    # The landline beside the mobile phone.
    second_phone = models.CharField(_("Second phone"), max_length=30, blank=True, default="")
    # How members call the person; what the public reads is `Person.nickname`.
    nickname = NameField(_("Nickname in the club"), max_length=40, blank=True, default="")
    member_number = models.CharField(_("Member number"), max_length=20, blank=True, default="")
    notes = models.TextField(_("Notes for the board"), max_length=2000, blank=True, default="")
    # The sha256 of the picture below PHOTO_DIR.
    photo = models.CharField(max_length=64, blank=True, default="")
    # Whether the person wants to reach other members, and to be reached by those who want it too.
    reachable = models.BooleanField(
        _("Members may reach me"),
        default=False,
        help_text=_("Then you see how to reach all others who ticked this, and they see you."),
    )

    class Meta:
        constraints = [unique("member_number_once", "member_number", where=~Q(member_number=""))]

    def __str__(self) -> str:
        return str(self.person)


class FormerName(models.Model):
    """The name of a person before it was corrected, so that an erasure finds it too."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="former_names")
    name = NameField(max_length=80)
    ended_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class DetailField(models.Model):
    """A field of a person with its readers. The club's own ones have a name, and end.

    For those that exist from the start a row holds the club's decision in place of the default.
    """

    class SeenBy(models.TextChoices):
        BOARD = "board", _("whoever keeps the list of the people")
        SHARED = "shared", _("members who want to reach each other")
        MEMBERS = "members", _("all members")

    code = models.CharField(max_length=20, primary_key=True)
    name = NameField(pgettext_lazy("of a field", "Name"), max_length=40, blank=True)
    seen_by = models.CharField(_("Seen by"), max_length=7, choices=SeenBy.choices)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["code"]
        constraints = [check("detail_seen_by", seen_by__in=["board", "shared", "members"])]

    def __str__(self) -> str:
        return self.name or self.code


class DetailValue(models.Model):
    """The value of one of the club's own fields for a person."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="detail_values")
    field = models.ForeignKey(DetailField, on_delete=models.PROTECT, related_name="values")
    value = models.CharField(max_length=200)

    class Meta:
        ordering = ["field"]
        constraints = [
            unique("detail_value_once", "person", "field"),
            check("detail_value_says_something", ~Q(value="")),
        ]

    def __str__(self) -> str:
        return self.value


class Consent(models.Model):
    """A consent of a person, with the times it was given and taken back: dated, never rewritten."""

    class Subject(models.TextChoices):
        NAMED = "named", _("to be named in public")
        REACHED = "reached", _("to be reached by members")
        GREETED = "greeted", _("to be congratulated on birthdays and jubilees")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="consents")
    subject = models.CharField(max_length=8, choices=Subject.choices)
    given_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("consent_given_once", "person", "subject", where=Q(withdrawn_at=None)),
            check("consent_subject", subject__in=["named", "reached", "greeted"]),
            check(
                "consent_withdrawn_later", Q(withdrawn_at=None) | Q(withdrawn_at__gte=F("given_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.subject}"


class MembershipCorrection(models.Model):
    """The dates or the kind of a membership were put right: the values before."""

    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="corrections")
    kind = models.ForeignKey(MembershipKind, on_delete=models.PROTECT, related_name="+")
    start = models.DateField()
    end = models.DateField(null=True)
    corrected_by = by_user(models.SET_NULL)
    corrected_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.membership}: {self.start}"


guard("league_membershipcorrection", *append_only())
