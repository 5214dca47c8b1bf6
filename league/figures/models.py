"""Figures of persons and the club, kept season by season. See `league.figures`."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.events.models import Event
from league.guards.constraints import check, index, unique
from league.people.models.people import Person
from league.seasons.models import Season


class SeasonFigures(models.Model):
    """The progress of the figures of one season. `wanted` and `computed` as in `Standing`.

    Other than a table they follow corrections of a closed season too: they place no one.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="figures")
    wanted = models.PositiveBigIntegerField(default=0)
    computed = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)
    as_of = models.DateTimeField(null=True)
    version = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [check("figures_computed_was_wanted", computed__lte=F("wanted"))]

    def __str__(self) -> str:
        return str(self.season)

    @property
    def is_stale(self) -> bool:
        return self.computed < self.wanted or self.as_of is None


class FigureScope(models.Model):
    """One season's games of a rulebook, a depth and an occasion, and what all did together.

    An empty word leaves none out. Of the evenings with most people and most games the earliest.
    """

    class Occasion(models.TextChoices):
        ALL = "", _("Evenings and tournaments")
        EVENINGS = "evenings", _("Evenings")
        TOURNAMENTS = "tournaments", _("Tournaments")

    season = models.ForeignKey(SeasonFigures, on_delete=models.CASCADE, related_name="scopes")
    rulebook = models.CharField(max_length=20, blank=True)
    depth = models.CharField(max_length=6, blank=True)
    occasion = models.CharField(max_length=11, choices=Occasion.choices, blank=True)
    evenings = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    most_people = models.PositiveIntegerField()
    most_people_at = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    most_games = models.PositiveIntegerField()
    most_games_at = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["season__season__start"]
        constraints = [
            unique("figure_scope_once", "season", "rulebook", "depth", "occasion"),
            check("figure_scope_depth", depth__in=["", "card", "rounds", "hands", "throws"]),
            check("figure_scope_occasion", occasion__in=["", "evenings", "tournaments"]),
            check(
                "figure_scope_adds_up",
                evenings__gte=1,
                games__gte=F("evenings"),
                most_games__gte=1,
                most_games__lte=F("games"),
                most_people__gte=1,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.rulebook} {self.depth} {self.occasion}"


class PersonFigures(models.Model):
    """One person in one scope. Counts are in columns, the rest is stored as plain values.

    `*_of` is in how many games it was written down. The rating is the one at the season's end.
    """

    scope = models.ForeignKey(FigureScope, on_delete=models.CASCADE, related_name="persons")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="figures")
    evenings = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    by_chance = models.PositiveBigIntegerField()
    lost_first = models.PositiveIntegerField()
    first_of = models.PositiveIntegerField()
    lost_second = models.PositiveIntegerField()
    second_of = models.PositiveIntegerField()
    lost_final = models.PositiveIntegerField()
    swept = models.PositiveIntegerField()
    lost_otherwise = models.PositiveIntegerField()
    next_to_last = models.PositiveIntegerField()
    schock_aus = models.PositiveIntegerField()
    schock_aus_of = models.PositiveIntegerField()
    jule = models.PositiveIntegerField()
    jule_of = models.PositiveIntegerField()
    rating = models.FloatField()
    uncertainty = models.FloatField()
    rated_games = models.PositiveIntegerField()
    # As `league.figures` writes them: where most Schock-Aus were, streaks, evening by evening.
    most_in_a_game = models.JSONField(default=list)
    most_at_an_evening = models.JSONField(default=list)
    runs = models.JSONField(default=list)
    nights = models.JSONField(default=list)
    # [[person, games together, lost by the other, lost by oneself], …]
    beside = models.JSONField(default=list)

    class Meta:
        indexes = [
            # A person's page: one scope over all seasons.
            index("figures_by_person", "person", "scope"),
        ]
        constraints = [
            unique("person_figures_once", "scope", "person"),
            check(
                "person_figures_add_up",
                Q(games__gte=F("evenings"))
                & Q(evenings__gte=1)
                & Q(games__gte=F("lost_final") + F("swept") + F("lost_otherwise"))
                & Q(first_of__lte=F("games"))
                & Q(lost_first__lte=F("first_of"))
                & Q(second_of__lte=F("games"))
                & Q(lost_second__lte=F("second_of"))
                & Q(schock_aus_of__lte=F("games"))
                & Q(jule_of__lte=F("games")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.scope}"
