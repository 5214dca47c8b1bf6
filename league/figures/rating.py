"""A rating by Plackett-Luce: from the order of every game it learns who loses less often.

A game gives an order if its result knows one. The loser of the game comes last; before him those
who lost a half and got away; before these all others. If it was written down for every one of these
when they got out of both halves, the earlier come before the later; else they are equal. A game
without a loser says nothing. The library's own constants: each player begins at 25 with an
uncertainty of 25/3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from league.figures.games import Game, Line

_MODEL = PlackettLuce()
MEAN, UNCERTAINTY = float(_MODEL.mu), float(_MODEL.sigma)


@dataclass(frozen=True)
class Rating:
    """A player's skill at not losing, and how far that can be off: one standard deviation."""

    mean: float = MEAN
    uncertainty: float = UNCERTAINTY
    games: int = 0


NEW = Rating()


def ranks(game: Game) -> list[int] | None:
    """Return the place of each line of a game, best is 0; equal if nothing tells them apart.

    None if the result tells no two apart.
    """
    if not any(line.lost_game for line in game.lines):
        return None
    away = [line for line in game.lines if not _lost_something(line)]
    known = all(line.exit_first and line.exit_second for line in away)
    values = [_value(line, known) for line in game.lines]
    order = sorted(set(values))
    return [order.index(value) for value in values] if len(order) > 1 else None


def _lost_something(line: Line) -> bool:
    return bool(line.lost_game or line.lost_first or line.lost_second)


def _value(line: Line, exits_known: bool) -> tuple[int, int]:
    if line.lost_game:
        return 2, 0
    if _lost_something(line):
        return 1, 0
    return 0, (line.exit_first or 0) + (line.exit_second or 0) if exits_known else 0


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game in which these came in at these places, best is 0."""
    teams = [[_MODEL.rating(mu=rating.mean, sigma=rating.uncertainty)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(float(team[0].mu), float(team[0].sigma), rating.games + 1)
        for team, rating in zip(after, before, strict=True)
    ]
