"""Serializers of a tournament in the API: players, blocks, rankings, draws."""

from typing import Any

from rest_framework import serializers

from league.events.api import EventOut
from league.tournaments.models.tournaments import Draw, Prize
from league.web.api.fields import char_field
from league.web.api.frame import PagedOut


class PlayerOut(serializers.Serializer[Any]):
    """Somebody at this tournament, as he is named there."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    start_number = serializers.IntegerField(allow_null=True)


class TallyOut(serializers.Serializer[Any]):
    points = char_field(lambda tally: str(tally.points), help_text="A fraction, as 7/2.")
    games = serializers.IntegerField()
    halves_lost = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    schock_aus = serializers.IntegerField()


class DayCountsOut(serializers.Serializer[Any]):
    """What somebody played in all blocks. Points of different ways to count are no sum."""

    games = serializers.IntegerField()
    halves_lost = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    schock_aus = serializers.IntegerField()


class LackOut(serializers.Serializer[Any]):
    """A game that gives no points yet, and the field its card lacks."""

    table = serializers.IntegerField()
    number = serializers.IntegerField()
    missing = serializers.CharField()


class BlockRowOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    player = PlayerOut()
    total = TallyOut()
    here = TallyOut(help_text="This block alone.")
    lives = serializers.IntegerField(allow_null=True)
    decided = char_field(
        lambda block_row: block_row["decided"].code if block_row["decided"] else "",
        help_text="The criterion that put it below the row above.",
    )
    tied_with = serializers.ListField(child=serializers.IntegerField())
    goes_on = serializers.BooleanField()
    seed = serializers.CharField(allow_blank=True, help_text="Of the lot that parted it.")
    incomplete = LackOut(many=True)


class TieOut(serializers.Serializer[Any]):
    """People who are equal where it matters: at the cut, or on the podium."""

    players = PlayerOut(many=True)
    rank = serializers.IntegerField()
    places = serializers.IntegerField()
    why = serializers.ChoiceField(["cut", "podium"])


class PlayerMoveOut(serializers.Serializer[Any]):
    player = PlayerOut()
    was = serializers.IntegerField(allow_null=True)
    now = serializers.IntegerField(allow_null=True)


class CupCorrectionOut(serializers.Serializer[Any]):
    """A corrected card that moved players; its reason is told to members."""

    corrected_at = serializers.DateTimeField()
    block = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    moves = PlayerMoveOut(many=True, help_text="Of this page.")


class RuleLineOut(serializers.Serializer[Any]):
    about = serializers.CharField()
    sentence = serializers.CharField()


class SittingOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["empty", "free", "playing", "in", "missing"])
    players = PlayerOut(many=True)


class BlockOut(serializers.Serializer[Any]):
    """A block without its tables and its ranking, which its own address answers."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rules = RuleLineOut(many=True, help_text="How it is played, in words.")
    step = serializers.ChoiceField(["planned", "released", "running", "sharp", "locked", "ranked"])
    ends_at = serializers.DateTimeField(allow_null=True)
    cards_in = serializers.IntegerField()


class BlockShownOut(PagedOut, BlockOut):
    """A page of a block: its tables by number, its ranking by position."""

    tables = SittingOut(many=True, help_text="Of this page.")
    rows = BlockRowOut(many=True, help_text="Of this page.")
    ties = TieOut(many=True, help_text="To be decided; of a locked block.")
    corrections = CupCorrectionOut(many=True)


class PlacedOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    player = PlayerOut()
    block = serializers.IntegerField(help_text="The last block he came to.")
    points = serializers.CharField(help_text="A fraction, as 7/2.")
    day = DayCountsOut()


class TeamRowOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text="A fraction, as 7/2.")
    members = PlayerOut(many=True)


class SpecialOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.IntegerField(allow_null=True)
    players = PlayerOut(many=True)


class HonourOut(serializers.Serializer[Any]):
    """A line of the ranking of a special prize."""

    code = serializers.CharField()
    rank = serializers.IntegerField()
    player = PlayerOut()
    value = serializers.IntegerField()


class CupPrizeOut(serializers.Serializer[Any]):
    award = serializers.ChoiceField(Prize.Award.choices)
    place = serializers.IntegerField(allow_null=True)
    thing = serializers.CharField(allow_blank=True)
    sponsor = serializers.CharField(allow_blank=True)
    pot_percent = serializers.IntegerField(allow_null=True)


class TournamentOut(PagedOut):
    """A page of a tournament: places, teams and honours in the order of their rankings."""

    event = EventOut()
    place = serializers.CharField(allow_blank=True)
    words = serializers.CharField(allow_blank=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    is_final = serializers.BooleanField()
    as_of = serializers.DateTimeField(allow_null=True, help_text="Of when the rankings are.")
    is_stale = serializers.BooleanField(help_text="They are being computed.")
    has_moved_on = serializers.BooleanField(help_text="Corrected after the places were fixed.")
    blocks = BlockOut(many=True)
    places = PlacedOut(many=True, help_text="Of this page.")
    teams = TeamRowOut(many=True, help_text="Of this page.")
    specials = SpecialOut(many=True)
    honours = HonourOut(many=True, help_text="Of this page.")
    prizes = CupPrizeOut(many=True)
    corrections = CupCorrectionOut(many=True)


class DrawnTableOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    players = PlayerOut(many=True)


class DrawVersionOut(serializers.Serializer[Any]):
    """A version of the draw that was released once."""

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(Draw.Kind.choices)
    reason = serializers.CharField(allow_blank=True)
    released_at = serializers.DateTimeField()
    superseded_at = serializers.DateTimeField(allow_null=True)


class MeetingOut(serializers.Serializer[Any]):
    """How often two have sat together up to this block."""

    player = serializers.IntegerField()
    other = serializers.IntegerField()
    times = serializers.IntegerField()


class AgainOut(serializers.Serializer[Any]):
    """Somebody met before who sits at the same table, and why."""

    player = PlayerOut()
    reasons = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")


class DrawWhyOut(serializers.Serializer[Any]):
    player = PlayerOut()
    instead = serializers.CharField(
        allow_blank=True, help_text="What decides where nobody looked who had met whom."
    )
    again = AgainOut(many=True)


class DrawOut(PagedOut):
    """A page of a released draw: its tables by number, the pairs that met by their ids."""

    block = serializers.IntegerField()
    version = serializers.IntegerField()
    released_at = serializers.DateTimeField()
    seed = serializers.CharField(
        allow_blank=True, help_text="Shown when the last round drawn with it is released."
    )
    fingerprint = serializers.CharField(help_text="The sha256 of the seed.")
    tables = DrawnTableOut(many=True, help_text="Of this page.")
    springers = PlayerOut(many=True)
    quality = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")
    meetings = MeetingOut(many=True, help_text="Of this page.")
    versions = DrawVersionOut(many=True)
