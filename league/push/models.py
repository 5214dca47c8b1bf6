"""The club's keys, the devices of users who agreed, and the pushes on their way to them."""

from django.db import models
from django.db.models import Q

from league.guards.constraints import check, index
from league.people.models.people import Person


class PushKeys(models.Model):
    """The key pair by which push services know the club. Made once: with another pair every device
    would have to agree again.
    """

    ONLY = 1

    private_key = models.TextField()
    public_key = models.CharField(max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [check("push_keys_are_one", id=1)]

    def __str__(self) -> str:
        return self.public_key


class PushDevice(models.Model):
    """One browser whose user agreed, until it is taken back or the push service forgets it.

    It belongs to a person of the club or, for a guest, to one registration for a tournament.
    Knowing the `endpoint` is enough to read what is on its way to it; it is a secret of this
    browser.
    """

    person = models.ForeignKey(
        Person, null=True, on_delete=models.CASCADE, related_name="push_devices"
    )
    registration = models.ForeignKey(
        "league.Registration", null=True, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.CharField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)
    # The browser's name for itself, in general words, so that its owner knows it in a list.
    agent = models.CharField(max_length=60, blank=True, default="")
    language = models.CharField(max_length=8)
    agreed_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check(
                "push_device_of_one",
                Q(person__isnull=False, registration=None)
                | Q(person=None, registration__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.agent or str(self.pk)


class Push(models.Model):
    """One notification for one device. The device is woken and reads `body` here.

    A push that the service took stays until `until`, for a device that is woken late; one that it
    refused is deleted.
    """

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="pushes")
    body = models.CharField(max_length=200)
    path = models.CharField(max_length=200)
    due_at = models.DateTimeField()
    until = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)
    leased_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # For the pushes that are due (queries.due).
            index("push_on_its_way", "due_at", where=Q(sent_at=None)),
        ]

    def __str__(self) -> str:
        return self.body
