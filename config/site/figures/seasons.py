"""Figures season by season: of somebody, and how much the club has played."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.site.figures import words
from league.figures import Person, Rating
from league.figures.models import FigureScope
from league.files import drawings
from league.files.drawings import Bar, Said
from league.seasons.models import Season


@dataclass(frozen=True)
class Year:
    """A season of somebody: games, losses, and the rating at its end."""

    season: Season
    games: int
    lost: int
    share: float
    rating: Rating

    @property
    def said_rating(self) -> str:
        return words.said_rating(self.rating)

    @property
    def is_sure(self) -> bool:
        return words.is_sure(self.rating)


def years(found: Sequence[tuple[Season, Person]]) -> list[Year]:
    return [Year(one, who.games, who.lost, who.share, who.rating) for one, who in found]


def draw_years(name: str, found: Sequence[Year]) -> SafeString:
    """The rating after each season, on one scale; none where nobody lost a game."""
    rated = [(one.season.name, one.rating) for one in found if one.rating.games]
    title = _("%(name)s: rating after each season") % {"name": name}
    return words.draw_ratings(rated, title) if rated else SafeString()


def draw_club(found: Sequence[tuple[Season, FigureScope]]) -> SafeString:
    """How many games each season had."""
    said = Said(
        _("Games in each season"),
        "; ".join(f"{season.name}: {words.games(scope.games)}" for season, scope in found),
    )
    lines = [
        Bar(f"{season.name}, {words.evenings(scope.evenings)}", scope.games)
        for season, scope in found
    ]
    return SafeString(drawings.bars(said, lines, money=str))
