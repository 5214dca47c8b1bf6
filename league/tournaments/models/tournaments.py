"""A tournament beyond its event: format, draws, ties, registrations, prizes and places.

Draws and decisions are never changed or deleted, only superseded. An unreleased draw leaves no
trace in any other row, so it cannot be guessed from tables or seats.
"""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.events.models import Block, Event, Participation, Seat, Table, Team
from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard, no_revival, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Person


class Tournament(models.Model):
    """A tournament: an event of that kind with its own row here. Money is integer cents."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="tournament")
    # The template it began with; the settings in force are those of its blocks and `team`.
    template = models.CharField(max_length=20)
    # As `league.formats.Team` writes it, none without teams.
    team = models.JSONField(null=True, blank=True)
    # The whole `league.formats.Format` it was last set to, before it is fitted to those who come;
    # none while that is the template.
    plan = models.JSONField(null=True, blank=True)
    # The `format` under construction, not in force yet; it may still be invalid. `base` is the
    # stamp of the format in force when it was begun.
    draft = models.JSONField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(_("Places"), null=True, blank=True)
    registration_open = models.BooleanField(_("Registration open"), default=False)
    registration_until = models.DateTimeField(_("Registration until"), null=True, blank=True)
    # Per head: one covers the cost of the day, the other is played for. Two charges, two accounts.
    fee_cents = models.PositiveIntegerField(_("Entry fee"), default=0)
    pot_cents = models.PositiveIntegerField(_("on top, into the prize pot"), default=0)
    adults_only = models.BooleanField(_("from age 18"), default=True)
    words = models.TextField(_("Announcement"), blank=True, max_length=4000)
    consent = models.TextField(_("Consent"), blank=True, max_length=2000)
    finished_at = models.DateTimeField(null=True, blank=True)
    finished_by = by_user(models.SET_NULL)
    # Set if it ended before its last block: the places come from the released rankings.
    end_reason = models.CharField(_("Reason"), max_length=200, blank=True, default="")
    # A group that has a ranking of its own, in a word („Damen“); empty without one.
    group = models.CharField(_("Ranked among each other"), max_length=40, blank=True, default="")
    # Raised by each decision of the direction, so that a decision on an older page is refused.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            check("tournament_has_places", Q(places=None) | Q(places__gte=2)),
            check("tournament_has_a_template", ~Q(template="")),
            check("tournament_ended_early", Q(end_reason="") | Q(finished_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.event)


class Registration(models.Model):
    """A request to play. `participation` is empty on the waiting list and after it."""

    class State(models.TextChoices):
        REGISTERED = "registered", _("has a place")
        WAITING = "waiting", _("Waiting list")
        CANCELLED = "cancelled", _("withdrawn")

    class Shown(models.TextChoices):
        FULL = "full", _("full name")
        SHORT = "short", _("First name and initial")
        ALIAS = "alias", _("Nickname")
        NUMBER = "number", _("the start number only")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="registrations")
    client_id = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices)
    name = NameField(_("Name"), max_length=80)
    email = models.EmailField(_("Email"), blank=True)
    team_name = NameField(_("Team"), max_length=60, blank=True)
    shown = models.CharField(_("In public as"), max_length=6, choices=Shown.choices)
    alias = NameField(_("Nickname"), max_length=40, blank=True)
    # The wording of the consent at that time.
    consent = models.TextField(blank=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    # The person, once known: by a login of the club, or entered by the desk.
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="registrations"
    )
    participation = models.OneToOneField(
        Participation, null=True, blank=True, on_delete=models.PROTECT, related_name="registration"
    )
    registered_at = models.DateTimeField()
    # The language of the form; empty at the desk.
    language = models.CharField(max_length=8, blank=True, default="")
    moved_up_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["registered_at", "pk"]
        constraints = [
            unique("registration_client_id", "event", "client_id"),
            check("registration_has_a_name", ~Q(name="")),
            check("registration_state", state__in=["registered", "waiting", "cancelled"]),
            check(
                "registration_alias_is_given",
                Q(shown__in=["full", "short", "number"]) | (Q(shown="alias") & ~Q(alias="")),
            ),
            check(
                "registration_cancelled_has_a_time",
                Q(state="cancelled", cancelled_at__isnull=False)
                | (~Q(state="cancelled") & Q(cancelled_at=None)),
            ),
            unique("registration_once_per_person", "event", "person", where=~Q(state="cancelled")),
        ]

    def __str__(self) -> str:
        return self.name


class Draw(models.Model):
    """The seats of a block in one version: proposed, in force, superseded or discarded.

    Persons are participations. With `plan`, `seed`, `budget` and the number of `rounds` anyone can
    repeat the draw; `index` tells which of the rounds, drawn at once, is this block's.
    """

    class Kind(models.TextChoices):
        DRAW = "draw", _("drawn")
        JOIN = "join", _("joined")
        LEAVE = "leave", pgettext_lazy("a person", "left")
        SWAP = "swap", _("Seats swapped")
        REDRAW = "redraw", _("drawn again")
        REPLACEMENT = "right", _("put right")

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="draws")
    version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    seed = models.CharField(max_length=40)
    budget = models.PositiveIntegerField()
    plan = models.JSONField()
    rounds = models.JSONField()
    index = models.PositiveSmallIntegerField(default=0)
    # [{"number": 1, "people": [participation, …]}, …], the first of each throws first.
    tables = models.JSONField()
    # Participations that sit out this round and step in if a player is missing.
    springers = models.JSONField(default=list)
    cost = models.JSONField()
    bound = models.JSONField()
    origin = models.CharField(max_length=10)
    steps = models.PositiveIntegerField()
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    made_by = by_user(models.SET_NULL)
    made_at = models.DateTimeField()
    released_by = by_user(models.SET_NULL)
    released_at = models.DateTimeField(null=True)
    # Once released: another version took its place. Before: the proposal was discarded.
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["block_id", "version"]
        constraints = [
            unique("draw_version_unique", "block", "version"),
            unique(
                "draw_one_in_force", "block", where=Q(released_at__isnull=False, superseded_at=None)
            ),
            unique("draw_one_proposed", "block", where=Q(released_at=None, superseded_at=None)),
            check("draw_released_later", Q(released_at=None) | Q(released_at__gte=F("made_at"))),
        ]

    # The origin of a draw that was made on paper and has no seed.
    BY_HAND = "hand"

    def __str__(self) -> str:
        return f"{self.block} / {self.version}"

    @property
    def is_by_hand(self) -> bool:
        return self.origin == self.BY_HAND


guard(
    "league_draw",
    # A draw stays as it was drawn; it is released once, and then superseded for ever.
    *append_only(
        'id block_id version kind seed budget plan rounds "index" tables springers cost bound '
        "origin steps made_at"
    ),
    refuse_update(
        "one_way",
        "draw_one_way",
        "(OLD.released_at IS NOT NULL"
        " AND (NEW.released_at IS NULL OR NEW.released_at <> OLD.released_at))"
        " OR (OLD.superseded_at IS NOT NULL"
        " AND (NEW.superseded_at IS NULL"
        " OR (NEW.released_at IS NOT NULL AND OLD.released_at IS NULL)))",
        columns="released_at superseded_at",
    ),
)


class SeatSwap(models.Model):
    """Two people in each other's places: since the draw with `from_start`, else swapped later."""

    first = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    client_id = models.CharField(max_length=64, unique=True)
    from_start = models.BooleanField()
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    swapped_by = by_user(models.SET_NULL)
    swapped_at = models.DateTimeField()

    class Meta:
        constraints = [check("seat_swap_of_two", ~Q(first=F("other")))]

    def __str__(self) -> str:
        return f"{self.first} / {self.other}"


guard("league_seatswap", *append_only("id first_id other_id client_id from_start swapped_at"))


class TieDecision(models.Model):
    """The decision of a tie the figures leave: by play-off, or by lot with its seed."""

    class Kind(models.TextChoices):
        PLAYOFF = "playoff", _("Play-off")
        LOT = "lot", _("Lot")

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="tie_decisions")
    client_id = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    # Participations, best first.
    order = models.JSONField()
    seed = models.CharField(max_length=40, blank=True)
    decided_by = by_user(models.SET_NULL)
    decided_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["block_id", "pk"]
        constraints = [
            check("tie_lot_has_a_seed", Q(kind="playoff", seed="") | (Q(kind="lot") & ~Q(seed="")))
        ]

    def __str__(self) -> str:
        return f"{self.block}: {self.kind}"


guard("league_tiedecision", *append_only('id block_id client_id kind "order" seed decided_at'))


class Credit(models.Model):
    """A ruling of the direction on a player's missing games in a block.

    `points` are those of the block, `lost` the games lost, or the lives where it is played for
    lives; both only if they were entered by hand. Never changed, only withdrawn.
    """

    class Kind(models.TextChoices):
        OWN = "own", _("own average")
        TABLE = "table", _("average of the others")
        SUMS = "sums", _("totals by hand")
        NOTHING = "nothing", _("nothing")

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="credits")
    participation = models.ForeignKey(Participation, on_delete=models.PROTECT, related_name="+")
    # The table whose lost card it replaces; once the card is found the games count again.
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    points = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    lost = models.PositiveSmallIntegerField(null=True)
    schock_aus = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(_("Reason"), max_length=200)
    decided_by = by_user(models.SET_NULL)
    decided_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["block_id", "pk"]
        constraints = [
            unique("credit_one_in_force", "block", "participation", where=Q(withdrawn_at=None)),
            check("credit_has_a_reason", ~Q(reason="")),
            check(
                "credit_sums_by_hand",
                Q(kind="sums", points__isnull=False, lost__isnull=False, schock_aus__isnull=False)
                | Q(kind__in=["own", "table", "nothing"], points=None, lost=None, schock_aus=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.block}: {self.participation} ({self.kind})"


guard(
    "league_credit",
    *append_only("id block_id participation_id table_id kind points lost schock_aus decided_at"),
    no_revival("credit_withdrawn", "withdrawn_at"),
)


class Prize(models.Model):
    """A prize, won by the criterion `award`: a thing, a share of the pot, or both."""

    class Award(models.TextChoices):
        PLACE = "place", _("Place")
        TEAM = "team", _("Place among the teams")
        SCHOCK_AUS = "schock_aus", _("Schock-Aus König")
        JULE = "jule", _("Jule König")
        GROUP = "group", _("Best of those ranked among each other")
        FIRST_OUT = "first_out", _("First to lose the last life")
        GAMES_LOST = "games_lost", _("Most games lost")
        HALVES_LOST = "halves_lost", _("Most halves lost")
        NEXT_TO_LAST = "next_to_last", _("Next to last")
        LAST = "last", _("Last")

    # Awards with a ranking of their own, kept with the final places, by `league.formats` code.
    RANKED: ClassVar[Mapping[str, str]] = {
        "jule": "jule_king",
        "group": "best_of_group",
        "first_out": "first_out",
        "games_lost": "most_games_lost",
        "halves_lost": "most_halves_lost",
    }

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="prizes")
    award = models.CharField(_("What for"), max_length=12, choices=Award.choices)
    place = models.PositiveSmallIntegerField(_("Place"), null=True, blank=True)
    thing = models.CharField(_("Prize in kind"), max_length=120, blank=True)
    sponsor = NameField(_("donated by"), max_length=80, blank=True)
    pot_percent = models.PositiveSmallIntegerField(_("Share of the pot"), null=True, blank=True)

    class Meta:
        ordering = ["event_id", "award", "place", "pk"]
        constraints = [
            check(
                "prize_for_a_place",
                (Q(award__in=["place", "team"]) & Q(place__gte=1))
                | (~Q(award__in=["place", "team"]) & Q(place=None)),
            ),
            check("prize_is_something", ~Q(thing="") | Q(pot_percent__isnull=False)),
            check(
                "prize_percent",
                Q(pot_percent=None) | (Q(pot_percent__gte=1) & Q(pot_percent__lte=100)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.award} {self.place or ''}"


class Placing(models.Model):
    """The place of one participant when the tournament was finished."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="placings")
    participation = models.ForeignKey(Participation, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    schock_aus = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["event_id", "position"]
        constraints = [
            unique("placing_once", "event", "participation"),
            unique("placing_position", "event", "position"),
            check("placing_rank", Q(rank__gte=1) & Q(position__gte=F("rank"))),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.participation}"
