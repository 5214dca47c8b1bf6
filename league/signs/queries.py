"""The health of the clock and the workers, by their last signs."""

from datetime import datetime, timedelta

from league.club.queries import founded_at
from league.signs.models import ClubCheck, Heartbeat

# Some signs may get lost, and a season takes a while to compute; longer calls for a look.
SILENT = timedelta(minutes=3)


def last_check() -> ClubCheck | None:
    return ClubCheck.objects.first()


def silent_since(
    name: Heartbeat.Name, now: datetime, waited_from: datetime | None = None
) -> datetime | None:
    """Return the time of the last sign if that is too long ago; None if all is well.

    Before its first sign a worker is missed from the moment since which something waits for it,
    otherwise since the club was founded.
    """
    last = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    since = last or waited_from or founded_at()
    return since if since is not None and since < now - SILENT else None


def longest_silence(now: datetime) -> datetime | None:
    """Return the earliest moment since which one of them has been silent."""
    last = [*Heartbeat.objects.values_list("at", flat=True)]
    if len(last) < len(Heartbeat.Name) and (founded := founded_at()) is not None:
        last.append(founded)
    return min((at for at in last if at < now - SILENT), default=None)
