"""Serializers of figures: counts, streaks, ratings, records."""

from typing import Any

from rest_framework import serializers

from config.site.api.choice import ChosenOut
from config.site.api.thrown import HandsOut, LuckOfOut, PersonLuckOut, ThrownOut
from league.people.api.fields import NamedOut
from league.web.api.fields import date_field


class RatingOut(serializers.Serializer[Any]):
    """Plackett-Luce: how well somebody keeps from losing."""

    mean = serializers.FloatField()
    uncertainty = serializers.FloatField(help_text="One standard deviation.")
    games = serializers.IntegerField()
    is_sure = serializers.BooleanField(help_text="False: of so few games that it says little.")


class StreakOut(serializers.Serializer[Any]):
    """Games in a row, all lost or none of them."""

    lost = serializers.BooleanField()
    length = serializers.IntegerField()
    start = serializers.DateField(source="start.day")
    end = serializers.DateField(source="end.day")


class SchockAusMostOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    day = date_field(lambda most: most.key and most.key.day, allow_null=True)


class PlayedNightOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    day = serializers.DateField()
    games = serializers.IntegerField()
    lost = serializers.IntegerField()


class BesideOut(serializers.Serializer[Any]):
    """Games two sat in together; of whom whoever asks may read the name."""

    person = NamedOut()
    games = serializers.IntegerField()
    lost_by_other = serializers.IntegerField()
    lost_by_me = serializers.IntegerField()


class CountsOut(serializers.Serializer[Any]):
    """What simply adds up. `…_of` says in how many games it was written down at all."""

    evenings = serializers.IntegerField()
    games = serializers.IntegerField()
    lost = serializers.IntegerField()
    by_chance = serializers.IntegerField(
        help_text="Millionths of a game one would have lost if chance alone had picked the loser."
    )
    lost_first = serializers.IntegerField()
    first_of = serializers.IntegerField()
    lost_second = serializers.IntegerField()
    second_of = serializers.IntegerField()
    lost_final = serializers.IntegerField()
    swept = serializers.IntegerField(help_text="Blattschüsse.")
    lost_otherwise = serializers.IntegerField()
    next_to_last = serializers.IntegerField()
    schock_aus = serializers.IntegerField()
    schock_aus_of = serializers.IntegerField()
    jule = serializers.IntegerField()
    jule_of = serializers.IntegerField()


class PersonCountsOut(CountsOut):
    events = serializers.IntegerField(help_text="So many evenings or tournaments there were.")
    most_in_a_game = SchockAusMostOut(help_text="Schock-Aus.")
    most_at_an_evening = SchockAusMostOut(help_text="Schock-Aus.")
    run_now = StreakOut(allow_null=True)
    run_kept = StreakOut(allow_null=True)
    run_lost = StreakOut(allow_null=True)
    nights = PlayedNightOut(many=True)
    rating = RatingOut()
    company = BesideOut(many=True)


class OwnCostOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    count = serializers.IntegerField()
    cents = serializers.IntegerField()


class PersonSeasonOut(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    games = serializers.IntegerField()
    lost = serializers.IntegerField()
    rating = RatingOut(help_text="At the season's end.")


class PersonFiguresOut(serializers.Serializer[Any]):
    person = NamedOut()
    chosen = ChosenOut()
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField()
    counts = PersonCountsOut(allow_null=True, help_text="Null: no such game.")
    hands = HandsOut()
    luck = PersonLuckOut(allow_null=True, help_text="Null: nothing thrown was written down.")
    seasons = PersonSeasonOut(many=True, help_text="Empty where one was asked for.")
    costs = OwnCostOut(many=True, allow_null=True, help_text="For one's own eyes; null otherwise.")


class PhaseOut(serializers.Serializer[Any]):
    """Where games and halves were lost: how often, and in how many games it is known."""

    code = serializers.CharField()
    number = serializers.IntegerField()
    known = serializers.IntegerField()


class OfPersonOut(serializers.Serializer[Any]):
    person = NamedOut()
    counts = CountsOut()
    rating = RatingOut()


class ClubRecordOut(serializers.Serializer[Any]):
    """The most of something, in the words of the page; `games` narrows a person's games to it."""

    title = serializers.CharField()
    number = serializers.CharField()
    person = NamedOut(allow_null=True)
    equals = serializers.IntegerField(help_text="How many others have as many.")
    event = serializers.IntegerField(allow_null=True, help_text="Null: not public.")
    day = serializers.DateField(allow_null=True, help_text="Of the event.")
    games = serializers.DictField(child=serializers.CharField())


class ClubSeasonOut(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    evenings = serializers.IntegerField()
    games = serializers.IntegerField()


class ClubFiguresOut(serializers.Serializer[Any]):
    chosen = ChosenOut()
    as_of = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField()
    evenings = serializers.IntegerField()
    games = serializers.IntegerField()
    phases = PhaseOut(many=True)
    persons = OfPersonOut(many=True)
    others = serializers.IntegerField(help_text="So many are known from tournaments alone.")
    records = ClubRecordOut(many=True)
    seasons = ClubSeasonOut(many=True, help_text="Empty where one was asked for.")
    hands = HandsOut()
    luck = LuckOfOut(many=True, help_text="For members.")
    thrown = ThrownOut(many=True)
