"""Outcomes: results with versions and one line per seat, and charges.

A result is the contract between paper, scorer, standings and till. Its lines and a charge are never
changed: a correction is a new version, a charge entered by mistake is withdrawn by a row.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.events.models import Event, Seat, Table
from league.guards.constraints import check, index, one_of, unique
from league.guards.kinds import append_only, guard, refuse_insert, refuse_update
from league.people.models.fields import by_user
from league.people.models.people import Person

LONGEST_DRINK = 40


class Result(models.Model):
    """The outcome of game `number` at a table, in one version; the highest version counts."""

    class Source(models.TextChoices):
        CARD = "card", _("Card")
        GAME = "game", _("scored live")
        DIRECTOR = "director", _("Director’s decision")

    class EndedBy(models.TextChoices):
        FINAL = "final", _("Final")
        SWEEP = "sweep", _("both halves lost")
        EXCLUSION = "exclusion", _("Exclusion")
        RULING = "ruling", _("Referee’s decision")
        OVERTIME = "overtime", pgettext_lazy("how a game ended", "sudden death")
        ABANDONED = "abandoned", _("abandoned")

    class Depth(models.TextChoices):
        """The depth of the record: a figure that is null at a depth is not known from it."""

        CARD = "card", _("Card")
        ROUNDS = "rounds", _("Rounds")
        HANDS = "hands", _("Hands")
        THROWS = "throws", _("Throws")

    class Occasion(models.TextChoices):
        """The reason for another version that was made without asking a person."""

        LOG_ARRIVED = "log_arrived", _("The log of this game has arrived.")
        NO_NETWORK = "no_network", _("Entered on a phone without network.")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="results")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    source = models.CharField(max_length=10, choices=Source.choices)
    depth = models.CharField(max_length=6, choices=Depth.choices, default=Depth.CARD)
    ended_by = models.CharField(max_length=10, choices=EndedBy.choices)
    rulebook = models.CharField(max_length=20)
    house_rules = models.JSONField(default=dict, blank=True)
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    occasion = models.CharField(max_length=12, choices=Occasion.choices, blank=True, default="")
    entered_by = by_user(models.SET_NULL)
    # A name given on the table's link, without a login; and the browser it came from.
    entered_holder = models.ForeignKey(
        "league.Holder", null=True, on_delete=models.PROTECT, related_name="+"
    )
    entered_device = models.CharField(max_length=40, blank=True)
    entered_network = models.CharField(max_length=16, blank=True, default="")
    entered_at = models.DateTimeField()
    confirmed_by = by_user(models.SET_NULL)
    confirmed_holder = models.ForeignKey(
        "league.Holder", null=True, on_delete=models.PROTECT, related_name="+"
    )
    confirmed_device = models.CharField(max_length=40, blank=True)
    confirmed_network = models.CharField(max_length=16, blank=True, default="")
    confirmed_at = models.DateTimeField(null=True)
    # The game was opened again: this version counts until finishing it again supersedes it.
    in_correction = models.BooleanField(default=False)
    client_id = models.CharField(max_length=64)

    class Meta:
        ordering = ["table_id", "number", "version"]
        constraints = [
            unique("result_version_unique", "table", "number", "version"),
            unique("result_one_current", "table", "number", where=Q(is_current=True)),
            # A phone that repeats itself changes nothing.
            unique("result_client_id_once", "table", "client_id"),
            check("result_numbers_from_one", number__gte=1, version__gte=1),
            check("result_source", source__in=["card", "game", "director"]),
            one_of(
                "result_ended_by", "ended_by", "final sweep exclusion ruling overtime abandoned"
            ),
            check("result_depth", depth__in=["card", "rounds", "hands", "throws"]),
            check("result_occasion", occasion__in=["", "log_arrived", "no_network"]),
            # A second pair of eyes is another person on another device.
            check(
                "result_confirmed_elsewhere",
                Q(confirmed_at=None)
                | (~Q(confirmed_device="") & ~Q(confirmed_device=F("entered_device"))),
            ),
            check(
                "result_confirmed_by_another",
                Q(confirmed_by=None) | Q(entered_by=None) | ~Q(confirmed_by=F("entered_by")),
            ),
            check(
                "result_confirmed_by_another_holder",
                Q(confirmed_holder=None)
                | Q(entered_holder=None)
                | ~Q(confirmed_holder=F("entered_holder")),
            ),
            check(
                "result_confirmed_has_a_time",
                Q(confirmed_at__isnull=False)
                | Q(confirmed_by=None, confirmed_holder=None, confirmed_device=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.number}.{self.version}"

    @property
    def is_corrected(self) -> bool:
        """Return whether the result differs from a version before. A log that only says the same in
        more depth corrects nothing; it comes once for a game.
        """
        return self.version > (2 if self.occasion == self.Occasion.LOG_ARRIVED else 1)

    @property
    def why(self) -> str:
        """Return the reason for this version, in the reader's language; empty for a first one."""
        return self.reason or self.get_occasion_display()


guard(
    "league_result",
    # A result keeps its content; only its names, its reason and whether it counts may change.
    *append_only(
        "id table_id number version source depth ended_by rulebook house_rules entered_at "
        "entered_device client_id"
    ),
    # The confirmation stays signed; a login may be erased, so its column is not among these.
    refuse_update(
        "confirmed_once",
        "result_confirmed_once",
        "OLD.confirmed_at IS NOT NULL",
        columns="confirmed_at confirmed_device confirmed_holder_id",
    ),
    refuse_update("no_revival", "result_superseded", "NEW.is_current AND NOT OLD.is_current"),
    # While a problem is not ruled on, nothing of the result moves.
    refuse_update(
        "frozen",
        "result_frozen",
        "EXISTS (SELECT 1 FROM league_objection o"
        " WHERE o.result_id = NEW.id AND o.ruled_at IS NULL)",
        columns="is_current in_correction confirmed_at",
    ),
)


class ResultLine(models.Model):
    """The line of a result for one seat. Null means: not recorded at this depth, never zero."""

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="lines")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="lines")
    lost_first = models.BooleanField(null=True)
    lost_second = models.BooleanField(null=True)
    lost_game = models.BooleanField(default=False)
    exit_first = models.PositiveSmallIntegerField(null=True)
    exit_second = models.PositiveSmallIntegerField(null=True)
    schock_aus = models.PositiveSmallIntegerField(null=True)
    jule = models.PositiveSmallIntegerField(null=True)
    deckel_taken = models.PositiveIntegerField(null=True)
    deckel_given = models.PositiveIntegerField(null=True)
    throw_points = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["result_id", "seat__position"]
        constraints = [
            unique("result_line_once_per_seat", "result", "seat"),
            unique("result_one_lost_first", "result", where=Q(lost_first=True)),
            unique("result_one_lost_second", "result", where=Q(lost_second=True)),
            unique("result_one_lost_game", "result", where=Q(lost_game=True)),
        ]

    def __str__(self) -> str:
        return f"{self.result} / {self.seat}"


guard(
    "league_resultline",
    *append_only(),
    refuse_insert(
        "own_table",
        "line_of_another_table",
        "(SELECT table_id FROM league_seat WHERE id = NEW.seat_id) <>"
        " (SELECT table_id FROM league_result WHERE id = NEW.result_id)",
    ),
)


class Charge(models.Model):
    """A charge to a person, and its reason. Whether it is owed is for `finance` to say.

    `key` names the charge across the versions of a result: the same deed of the same person in the
    same game keeps its key when the card is corrected, so that a payment keeps its charge.
    """

    class Kind(models.TextChoices):
        STAKE = "stake", _("Stake")
        FINE = "fine", _("Fine")
        DONATION = "donation", _("“Donation” (fine)")
        DRINKS_ROUND = "drinks_round", _("Round of drinks")
        ENTRY_FEE = "entry_fee", _("Entry fee")
        PRIZE_POT = "prize_pot", _("Stake for the prize pot")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="charges")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="charges")
    key = models.CharField(max_length=80)
    code = models.CharField(max_length=40)
    # Its purpose, if no rulebook has a word for the code.
    title = models.CharField(max_length=80, blank=True, default="")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    count = models.PositiveSmallIntegerField(default=1)
    cents = models.PositiveIntegerField(null=True)
    rulebook = models.CharField(max_length=20, blank=True)
    note = models.CharField(_("Note"), max_length=200, blank=True)
    # Of a round of drinks: the drink agreed on, and whether it is for the payer as well.
    drink = models.CharField(max_length=LONGEST_DRINK, blank=True, default="")
    payer_counts = models.BooleanField(default=False)
    result = models.ForeignKey(Result, null=True, on_delete=models.PROTECT, related_name="charges")
    log_index = models.PositiveIntegerField(null=True)
    recorded_by = by_user(models.SET_NULL)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [
            # finance.books.services.reconcile reads the charges of one event.
            index("charge_by_event", "event", "person"),
        ]
        constraints = [
            unique("charge_key_once_per_result", "event", "key", "result"),
            unique("charge_key_once", "event", "key", where=Q(result=None)),
            check("charge_count_from_one", count__gte=1),
            one_of("charge_kind", "kind", "stake fine donation drinks_round entry_fee prize_pot"),
            check("charge_rounds_have_no_cents", ~Q(kind="drinks_round") | Q(cents=None)),
            check(
                "charge_drink_of_a_round", Q(kind="drinks_round") | Q(drink="", payer_counts=False)
            ),
            check("charge_cents_positive", Q(cents=None) | Q(cents__gt=0)),
            check("charge_of_a_log_has_a_result", Q(log_index=None) | Q(result__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.code}"


guard(
    "league_charge",
    # Note and author are free text and a person: they can be erased.
    *append_only(
        "id event_id person_id key code title kind count cents rulebook result_id log_index "
        "drink payer_counts recorded_at"
    ),
)


class ChargeWithdrawal(models.Model):
    """Takes back a charge entered outside of a game. The charge itself stays."""

    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, related_name="withdrawal")
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    withdrawn_by = by_user(models.SET_NULL)
    withdrawn_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"-{self.charge}"


guard("league_chargewithdrawal", *append_only("id charge_id withdrawn_at"))
