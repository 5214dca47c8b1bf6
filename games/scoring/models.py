"""A game scored in the app: its frozen header, and its log that only grows.

What follows from the log (whose turn it is, who lost) is not stored here; `live.py` keeps it in
memory and can always make it again.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.events.models import Event, Table
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_insert
from league.links.models import Holder
from league.people.models.fields import by_user
from league.results.models.results import Result


def charges_players(event: Event) -> bool:
    """Tell if a game there costs a player something. The players of a tournament have paid to
    enter.
    """
    return event.kind != Event.Kind.TOURNAMENT


class Game(models.Model):
    """Game `number` at a table. `key` is made by the phone that starts it.

    `header` is that of the log format, its players are ids of seats. `status` and `length` follow
    the marks in the log and are written with them.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"
        CARD = "card"  # the rest was written on a card

    key = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    header = models.JSONField()
    by_lot = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RUNNING)
    started_at = models.DateTimeField()
    user = by_user(models.SET_NULL)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")
    # Of a finished game: its events as canonical JSON, compressed, and the sum of that JSON.
    packed = models.BinaryField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["table_id", "number"]
        constraints = [
            unique("game_number_unique", "table", "number"),
            unique("game_one_running_per_table", "table", where=Q(status="running")),
            check("game_number_from_one", number__gte=1),
            check("game_status", status__in=["running", "finished", "card"]),
            check("game_is_packed", ~Q(status="finished") | Q(packed__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}"


guard("games_game", *append_only("id key table_id number header by_lot started_at"))


class Entry(models.Model):
    """One line of a game's log: an event of the log format, or one of the marks of the app.

    `client_id` is made by the phone, so a repeat is known; `sequence` has no gap, so a phone that
    saw an older state is known. Free text lies in `EntryNote`.
    """

    FINISH, REOPEN, CARD = "finish", "reopen", "card"
    MARKS = (FINISH, REOPEN, CARD)

    # No index of their own for these three: the unique numbers begin with the game, no query asks
    # by author, and each index more is paid with every tap.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)
    sequence = models.PositiveIntegerField()
    client_id = models.CharField(max_length=64)
    type = models.CharField(max_length=12)
    data = models.JSONField()
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    holder = models.ForeignKey(
        Holder, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        ordering = ["game_id", "sequence"]
        constraints = [
            # Also finds the entries after the last one known (live.Live.refresh).
            unique("entry_sequence_once", "game", "sequence"),
            unique("entry_client_id_once", "game", "client_id"),
            check("entry_sequence_from_one", sequence__gte=1),
            check("entry_has_a_client_id", ~Q(client_id="")),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.sequence}"


guard(
    "games_entry",
    *append_only("id game_id sequence client_id type data at"),
    # Without a gap: what a phone has seen is one number.
    refuse_insert(
        "no_gap",
        "entry_sequence_has_a_gap",
        "NEW.sequence > 1 AND NOT EXISTS (SELECT 1 FROM games_entry e"
        " WHERE e.game_id = NEW.game_id AND e.sequence = NEW.sequence - 1)",
    ),
)


class EntryNote(models.Model):
    """The free text of an entry (`text`, `by`, `reason`). It can be erased, the log cannot."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="note")
    words = models.JSONField()

    def __str__(self) -> str:
        return str(self.entry)


class OtherVersion(models.Model):
    """A version of a game from elsewhere: entries that a phone had made without network and gave up
    for the existing log, or that were in the log and gave way to a phone.

    `events` are those after the first `base` entries of the log, or all of a game that never began
    here; free text lies in `words`, by their index, and can be erased. `tapped_at` is the phone's
    time, a hint.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="other_versions")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField()
    client_id = models.CharField(max_length=80)
    base = models.PositiveIntegerField()
    header = models.JSONField()
    events = models.JSONField()
    words = models.JSONField(default=dict)
    was_log = models.BooleanField()
    tapped_at = models.DateTimeField(null=True)
    at = models.DateTimeField()
    user = by_user(models.SET_NULL)
    holder = models.ForeignKey(Holder, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table_id", "number", "pk"]
        constraints = [
            unique("other_version_client_id_once", "table", "client_id"),
            check("other_version_has_a_client_id", ~Q(client_id="")),
            check("other_version_number_from_one", number__gte=1),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}, {self.at}"


guard(
    "games_otherversion",
    *append_only("id table_id number key client_id base header events was_log tapped_at at"),
)


class ScannedResult(models.Model):
    """A result that was read as a QR code from the phone that scored the game, before its log came.

    `key` is that of the game on the phone, so its log gets the same number. `content` is what the
    code held: its card, how closely was scored, a digest of the log, and times by the phone's
    clock, all of it unverified. `result` is the entry that was made of it.
    """

    key = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="scanned_results")
    number = models.PositiveSmallIntegerField()
    result = models.OneToOneField(Result, on_delete=models.PROTECT, related_name="scanned")
    content = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["table_id", "number"]
        constraints = [check("scanned_number_from_one", number__gte=1)]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}, {self.at}"


guard("games_scannedresult", *append_only())
