"""The club's steps of reminding, and who was reminded when of how much."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from league.guards.constraints import check, index, unique
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class ReminderStep(Versioned):
    """A step as the club wants it, in cents and days; of each number the newest row counts."""

    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    text = models.CharField(max_length=1000)
    fee = models.PositiveIntegerField(default=0)
    wait = models.PositiveSmallIntegerField()
    is_used = models.BooleanField(default=True)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["number", "pk"]
        constraints = [check("reminder_step_number", number__range=(1, 5))]

    def __str__(self) -> str:
        return self.title


guard("finance_reminderstep", *append_only())


class Reminder(Versioned):
    """One person was reminded: at which step, of how many cents, in which way."""

    class Way(models.TextChoices):
        MAIL = "mail", _("E-mail")
        LETTER = "letter", _("Letter")
        LINK = "link", _("Link")

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="reminders")
    step = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    cents = models.PositiveIntegerField()
    way = models.CharField(max_length=6, choices=Way.choices)
    fee_claim = models.OneToOneField(
        Claim, null=True, on_delete=models.PROTECT, related_name="reminder"
    )
    day = models.DateField()
    made_by = by_user()
    made_at = models.DateTimeField()
    client_id = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The last reminder of a person (queries.candidates).
            index("reminder_by_person", "person", "day"),
        ]
        constraints = [
            unique("reminder_once", "client_id", "person"),
            # Never twice on one day, no matter who presses the button.
            unique("reminder_once_a_day", "person", "day"),
            check("reminder_way", way__in=["mail", "letter", "link"]),
            check("reminder_of_something", cents__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.title}"


guard("finance_reminder", *append_only())
