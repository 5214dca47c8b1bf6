"""Points of one game. A card that lacks a figure the scoring needs gives nothing yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from .scoring import LifePer, Scoring

# Endings before both halves and a final were played out: a half without a loser was not played.
CUT_SHORT = ("overtime", "exclusion", "ruling")
HALVES = ("first", "second")


class Line(NamedTuple):
    """The line of a seat in a result, as in `ResultLine`. None: not recorded."""

    person: int
    seat: int
    lost_first: bool | None = None
    lost_second: bool | None = None
    lost_game: bool = False
    exit_first: int | None = None
    exit_second: int | None = None
    schock_aus: int | None = None
    throw_points: int | None = None
    jule: int | None = None


@dataclass(frozen=True)
class Game:
    """One current result: game `number` at a table of a block. `size` counts the seats."""

    table: int
    number: int
    size: int
    ended_by: str
    lines: tuple[Line, ...]
    block: int = 1


@dataclass(frozen=True)
class Scored:
    """The points of a game by person.

    `missing` names the field that it lacks, then no one has any. An abandoned game gives no one any
    and lacks nothing.
    """

    points: Mapping[int, Fraction] = field(default_factory=dict)
    missing: str | None = None


def score(scoring: Scoring, game: Game) -> Scored:
    """Return the points that the game gives each player."""
    if game.ended_by == "abandoned":
        return Scored()
    missing = _missing(scoring, game)
    if missing:
        return Scored(missing=missing)
    # Sums of whole numbers as long as they are: adding up fractions takes ten times as long.
    points: dict[int, Fraction | int] = {line.person: 0 for line in game.lines}
    for half in HALVES:
        loser = _loser(game, half)
        for line in game.lines if loser else ():
            points[line.person] += scoring.half_lost if line is loser else scoring.half_kept
        for person, share in _exit_points(scoring, game, half).items():
            points[person] += share
    for line in game.lines:
        if line.lost_game:
            points[line.person] += scoring.game_lost
            points[line.person] += scoring.final_lost if game.ended_by == "final" else 0
            points[line.person] += scoring.sweep if game.ended_by == "sweep" else 0
        points[line.person] += scoring.schock_aus * (line.schock_aus or 0)
        points[line.person] += scoring.throw_points * (line.throw_points or 0)
    return Scored({person: Fraction(sum_of) for person, sum_of in points.items()})


def lives_lost(per: LifePer, first: bool, second: bool, game: bool) -> int:
    """Return how many lives a game costs a player who lost these halves, and the game."""
    match per:
        case "half":
            return first + second
        case "stake" if first and second:
            return 2
    return int(game)


def card_sums(scoring: Scoring, games: Iterable[Game]) -> dict[int, Fraction]:
    """Return the sum of each person on a card of some games, to be compared with the sums on paper.

    Games that lack something count nothing; every person with a line has a sum.
    """
    sums: dict[int, Fraction] = {}
    for game in games:
        points = score(scoring, game).points
        for line in game.lines:
            sums[line.person] = sums.get(line.person, Fraction(0)) + points.get(line.person, 0)
    return sums


def game_total(scoring: Scoring, size: int, ended_by: str) -> Fraction | None:
    """Return the points of all at the table together in a complete game; None if that is not fixed.

    Schockfreunde at a table of n: 2(n-1) - 1 with a final, 2(n-1) if both halves were lost.
    """
    if ended_by not in ("final", "sweep") or scoring.schock_aus or scoring.throw_points:
        return None
    if scoring.by_exit and not scoring.exits_at(size):
        return None
    half = scoring.half_kept * (size - 1) + scoring.half_lost + sum(scoring.exits_at(size))
    end = scoring.final_lost if ended_by == "final" else scoring.sweep
    return Fraction(2 * half + scoring.game_lost + end)


def by_place(points: Sequence[int], first: int, number: int) -> Fraction:
    """Return the mean of `number` places from `first` (1 is the best) on.

    Places beyond the last give 0.
    """
    places = points[first - 1 : first - 1 + number]
    return Fraction(sum(places), number)


def _loser(game: Game, half: str) -> Line | None:
    return next((line for line in game.lines if getattr(line, f"lost_{half}")), None)


def _missing(scoring: Scoring, game: Game) -> str | None:
    """Return the first field the scoring needs and the game lacks."""
    lost = scoring.game_lost or (scoring.lives and scoring.life_per != "half")
    lost = lost or (scoring.final_lost if game.ended_by == "final" else 0)
    lost = lost or (scoring.sweep if game.ended_by == "sweep" else 0)
    if lost and not any(line.lost_game for line in game.lines):
        return "lost_game"
    halves = scoring.half_kept or scoring.half_lost or scoring.by_exit
    if halves or (scoring.lives and scoring.life_per != "game"):
        played = _last_half(game)
        if _loser(game, "first") is None and (played == "second" or game.ended_by == "overtime"):
            return "lost_first"
        if _loser(game, "second") is None and game.ended_by not in CUT_SHORT:
            return "lost_second"
    for half in HALVES if scoring.by_exit else ():
        if not _exits_known(scoring, game, half):
            return f"exit_{half}"
    if scoring.schock_aus and any(line.schock_aus is None for line in game.lines):
        return "schock_aus"
    if scoring.throw_points and any(line.throw_points is None for line in game.lines):
        return "throw_points"
    return None


def _last_half(game: Game) -> str:
    """Return the last half that was played. A game that was not cut short has played both."""
    both = game.ended_by not in CUT_SHORT or _loser(game, "second")
    return "second" if both else "first"


def _out(game: Game, half: str) -> tuple[dict[int, list[Line]], list[Line]]:
    """Return those who got out of a half, by the moment, and those of the others who have not
    lost it.
    """
    moments: dict[int, list[Line]] = {}
    still_in: list[Line] = []
    loser = _loser(game, half)
    for line in game.lines:
        moment = getattr(line, f"exit_{half}")
        if line is loser:
            continue
        if moment is None:
            still_in.append(line)
        else:
            moments.setdefault(moment, []).append(line)
    return moments, still_in


def _exits_known(scoring: Scoring, game: Game, half: str) -> bool:
    if _loser(game, half) is None:
        return True
    if not scoring.exits_at(game.size):
        return False
    moments, still_in = _out(game, half)
    # A round that decides a half finds some still in; they get out then, all at once.
    if still_in and not (game.ended_by in CUT_SHORT and half == _last_half(game)):
        return False
    return scoring.together != "entered" or all(len(group) == 1 for group in moments.values())


def _exit_points(scoring: Scoring, game: Game, half: str) -> dict[int, Fraction]:
    """Return the points of a half in the order of getting out.

    The loser has those of the last place.
    """
    loser = _loser(game, half)
    places = scoring.exits_at(game.size)
    if not places or loser is None:
        return {}
    shares = {loser.person: Fraction(places[-1])}
    moments, still_in = _out(game, half)
    groups = [moments[moment] for moment in sorted(moments)]
    if scoring.together == "seat":
        by_seat = (sorted(group, key=lambda line: line.seat) for group in groups)
        groups = [[line] for group in by_seat for line in group]
    place = 1
    for group in [*groups, still_in] if still_in else groups:
        share = by_place(places, place, len(group))
        shares.update((line.person, share) for line in group)
        place += len(group)
    return shares
