"""Choices of a daily mail, the texts that wait for it, and letters to be printed."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, index, unique
from league.people.models.invitations import Invitation
from league.people.models.people import Person


class Topic(models.TextChoices):
    """Topics of mails whose reader may choose when they come."""

    EVENINGS = "evenings", _("Evenings")
    TOURNAMENTS = "tournaments", _("Tournaments")
    REPORTS = "reports", _("Reports")


class DigestChoice(models.Model):
    """A person's wish to get mails about a topic once a day; without a row they come at once."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="digest_choices")
    topic = models.CharField(max_length=11, choices=Topic.choices)

    class Meta:
        ordering = ["person", "topic"]
        constraints = [
            unique("digest_choice_once", "person", "topic"),
            check("digest_choice_topic", topic__in=["evenings", "tournaments", "reports"]),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.topic}"


class HeldMail(models.Model):
    """A text that waits for the mail of the day, in its reader's language. It goes with the row of
    the outbox that it becomes a part of. `stop` is the address that ends mails of its kind.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="held_mails")
    topic = models.CharField(max_length=11, choices=Topic.choices)
    subject = models.CharField(max_length=300)
    body = models.TextField()
    stop = models.CharField(max_length=300, blank=True, default="")
    held_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [check("held_mail_topic", topic__in=["evenings", "tournaments", "reports"])]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.topic}"


class Digest(models.Model):
    """The mail of one day to one person: one at most, from any sender."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="digests")
    day = models.DateField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["person", "day"]
        constraints = [unique("digest_once_a_day", "person", "day")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.day}"


class Letter(models.Model):
    """A letter on paper for a person without a mail address, in the club's language.

    `about` names the row that it tells of, once. `batch` names what was printed together. The
    address under `link` is printed as a QR code.
    """

    class Kind(models.TextChoices):
        PEOPLE = "people"
        MONEY = "money"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    about = models.CharField(max_length=40, unique=True)
    # It is worth nothing once this was accepted or withdrawn, or has run out.
    invitation = models.OneToOneField(
        Invitation, null=True, on_delete=models.CASCADE, related_name="letter"
    )
    subject = models.CharField(max_length=200)
    body = models.TextField()
    link = models.CharField(max_length=300, blank=True, default="")
    made_at = models.DateTimeField()
    batch = models.CharField(max_length=64, blank=True, default="")
    printed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The letters printed together (queries.get_batch_for).
            index("letter_batch", "batch", where=~Q(batch="")),
        ]
        constraints = [
            check(
                "letter_printed",
                Q(batch="", printed_at=None) | (~Q(batch="") & Q(printed_at__isnull=False)),
            ),
            check("letter_kind", Q(kind__in=["people", "money"]) & ~Q(about="")),
        ]

    def __str__(self) -> str:
        return self.subject
