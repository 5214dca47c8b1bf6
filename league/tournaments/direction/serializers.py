"""Serializers of a tournament for its direction."""

from typing import Any, get_args

from rest_framework import serializers

from league.results.queries.confirming import problem_text
from league.tournaments.core.queries import agenda
from league.tournaments.core.serializers import (
    CupPrizeOut,
    DrawnTableOut,
    DrawVersionOut,
    PlayerOut,
    TieOut,
)
from league.tournaments.models.tournaments import TieDecision
from league.web.api.fields import char_field
from league.web.api.frame import PagedOut

STEPS = ("planned", "proposed", "released", "running", "sharp", "locked", "ranked")


class CalledOut(serializers.Serializer[Any]):
    table = serializers.IntegerField(source="table_id")
    number = serializers.IntegerField(source="table.number")
    since = serializers.DateTimeField(source="called_at")
    note = serializers.CharField(allow_blank=True)


class ProblemOut(serializers.Serializer[Any]):
    result = serializers.IntegerField(source="result_id")
    table = serializers.IntegerField(source="result.table_id")
    table_number = serializers.IntegerField(source="result.table.number")
    number = serializers.IntegerField(source="result.number")
    text = char_field(problem_text)
    raised_at = serializers.DateTimeField()


class NextStepOut(serializers.Serializer[Any]):
    """The one thing to do now, and what stands against it."""

    deed = serializers.ChoiceField(get_args(agenda.Deed))
    block = serializers.IntegerField(allow_null=True)
    sentence = serializers.CharField(allow_blank=True)
    people = serializers.IntegerField()
    cards = serializers.IntegerField(help_text="Cards that are out in all blocks played now.")


class DirectedTableOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["empty", "free", "playing", "in", "missing"])
    card_missing = serializers.CharField(allow_blank=True, help_text="Why nobody waits for it.")
    played = serializers.IntegerField()
    expected = serializers.IntegerField(allow_null=True)
    calls = serializers.BooleanField()
    players = PlayerOut(many=True)


class OpenBlockOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    ends_at = serializers.DateTimeField(allow_null=True)
    is_over = serializers.BooleanField(help_text="The time is up.")
    cards_in = serializers.IntegerField()
    tables = DirectedTableOut(many=True)


class BlockStepOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    step = serializers.ChoiceField(STEPS)


class DirectionOut(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Raised by each decision.")
    next = NextStepOut(allow_null=True, help_text="For the direction alone.")
    blocks = BlockStepOut(many=True)
    open = OpenBlockOut(many=True)
    calls = CalledOut(many=True)
    problems = ProblemOut(many=True)
    corrections = serializers.ListField(
        child=serializers.CharField(), help_text="What a corrected card would have changed."
    )
    present = serializers.IntegerField()
    gone = serializers.IntegerField()
    expected = serializers.IntegerField()


class AtTheDayOut(serializers.Serializer[Any]):
    """Somebody of the tournament, by the real name, and where he sits now."""

    player = PlayerOut()
    real_name = serializers.CharField()
    is_here = serializers.ChoiceField(["present", "gone", "expected"])
    block = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)


class PlaceOfTheDayOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerOut()
    real_name = serializers.CharField()


class CupClosingOut(PagedOut):
    finished_at = serializers.DateTimeField(allow_null=True)
    is_final = serializers.BooleanField()
    places = PlaceOfTheDayOut(many=True, help_text="Of this page.")
    unplaced = PlayerOut(
        many=True, help_text="Checked in or drawn, and without a game; of this page."
    )


class DirectedDrawOut(DrawVersionOut):
    released_at = serializers.DateTimeField(allow_null=True, help_text="Null: a proposal.")
    made_at = serializers.DateTimeField()
    seed = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField()
    repeats = serializers.IntegerField()
    most_meetings = serializers.IntegerField()
    mates = serializers.IntegerField(help_text="Team mates at one table.")
    tables = DrawnTableOut(many=True)
    springers = PlayerOut(many=True)


class TwoAsk(serializers.Serializer[Any]):
    """Two of the block's draw."""

    player = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)


class DirectedWhyOut(serializers.Serializer[Any]):
    player = PlayerOut()
    other = PlayerOut()
    reasons = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")


class TieDecisionOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(TieDecision.Kind.choices)
    players = PlayerOut(many=True, help_text="The best first.")
    seed = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()


class DirectedBlockOut(serializers.Serializer[Any]):
    block = BlockStepOut()
    next = NextStepOut()
    proposal = DirectedDrawOut(allow_null=True)
    in_force = DirectedDrawOut(allow_null=True)
    versions = DrawVersionOut(many=True)
    ties = TieOut(many=True)
    decisions = TieDecisionOut(many=True)


class CupSettingsOut(serializers.Serializer[Any]):
    """What a tournament is to be. Amounts are cents."""

    template = serializers.CharField()
    places = serializers.IntegerField(allow_null=True)
    registration_open = serializers.BooleanField()
    registration_until = serializers.DateTimeField(allow_null=True)
    fee_cents = serializers.IntegerField()
    pot_cents = serializers.IntegerField()
    adults_only = serializers.BooleanField()
    group = serializers.CharField(
        allow_blank=True, help_text="Who is ranked among each other besides."
    )
    words = serializers.CharField(allow_blank=True)
    consent = serializers.CharField(allow_blank=True)
    is_public = serializers.BooleanField(source="event.is_public")
    team = serializers.DictField(allow_null=True)
    blocks = serializers.ListField(
        child=serializers.DictField(), help_text="As templates have them."
    )
    prizes = CupPrizeOut(many=True)
