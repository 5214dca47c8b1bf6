"""The attendance that phones note."""

from django.db import models
from django.db.models import Q

from league.events.models.events import Participation
from league.guards.constraints import check, unique


class AttendanceMark(models.Model):
    """A phone's note about one person, by the id it made: what arrives twice counts once."""

    participation = models.ForeignKey(
        Participation, on_delete=models.CASCADE, related_name="attendance_marks"
    )
    client_id = models.CharField(max_length=64)
    attendance = models.CharField(
        max_length=7, choices=Participation.Attendance.choices, blank=True, default=""
    )
    marked_at = models.DateTimeField()

    class Meta:
        ordering = ["participation_id", "marked_at"]
        constraints = [
            unique("attendance_mark_client_id_once", "participation", "client_id"),
            check(
                "attendance_mark_complete",
                ~Q(client_id="") & Q(attendance__in=["", "present", "late", "absent"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participation}: {self.attendance}"
