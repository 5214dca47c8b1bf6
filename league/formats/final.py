"""The end of the day and of the year: final ranking, teams, the year's table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from .errors import FormatError
from .format import Format, Team
from .points import by_place
from .standing import Row, Tally

RowsByBlock = Mapping[int, Sequence[Row]]


@dataclass(frozen=True)
class Placed:
    """One person's place of the whole event: by his row in `block`, the last he came to."""

    person: int
    rank: int
    position: int
    block: int
    row: Row


@dataclass(frozen=True)
class Member:
    """A member's share of the team: points by block, less the `penalty` for lives lost."""

    person: int
    points: Fraction
    by_block: Mapping[int, Fraction]
    lives_lost: int
    penalty: int
    counts: bool


@dataclass(frozen=True)
class TeamRow:
    """A team's place. `size_fits`: it has as many members as the format asks for."""

    team: int
    points: Fraction
    members: tuple[Member, ...]
    size_fits: bool
    rank: int = 0
    position: int = 0


class HasRank(Protocol):
    """One person's place of an event, in a ranking of any origin."""

    @property
    def person(self) -> int: ...

    @property
    def rank(self) -> int: ...


@dataclass(frozen=True)
class YearResult:
    """A person's points of one event; `counts` is off if it was dropped."""

    event: int
    rank: int
    points: Fraction
    counts: bool


@dataclass(frozen=True)
class YearRow:
    """A person's year."""

    person: int
    points: Fraction
    results: tuple[YearResult, ...]
    rank: int = 0
    position: int = 0


def final_ranking(format: Format, rows: RowsByBlock) -> list[Placed]:
    """Return the place of each person.

    People in a later block of the main line come before those who are not; blocks of the rest rank
    no one, and a person who played no game at all has no place; sums entered by hand are games
    played. `rows` are by number of the block, those not played left out.
    """
    played = {
        row.person
        for block in rows.values()
        for row in block
        if row.here.games or row.credited == "sums"
    }
    final_ranking: list[Placed] = []
    placed: set[int] = set()
    for number in reversed(format.main_line()):
        new = [
            row for row in rows.get(number, ()) if row.person in played and row.person not in placed
        ]
        before, rank, last = len(final_ranking), 0, 0
        for index, row in enumerate(new, before + 1):
            if row.rank != last:
                rank, last = index, row.rank
            final_ranking.append(Placed(row.person, rank, index, number, row))
        placed.update(row.person for row in new)
    return final_ranking


def team_ranking(format: Format, rows: RowsByBlock, teams: Mapping[int, int]) -> list[TeamRow]:
    """Return the teams, best first; `teams` says to which each person belongs.

    Equal teams share a place. Only a person with a row is a member: one who did not come brings
    nothing and costs nothing. If fewer points are better, a member who missed a block for all, or
    left it, has lost nothing there and must not win with it: the team comes below those that missed
    less. Raises FormatError (`no_teams`).
    """
    team = format.team
    if team is None:
        raise FormatError("no_teams")
    more = team.by == "lives" or format.block(1).scoring.better == "more"
    own: dict[int, dict[int, Tally]] = {}
    for number, block in sorted(rows.items()):
        for row in block:
            there = own.setdefault(row.person, {})
            there[number] = row.here
            if team.by == "lives":
                there[number] = row.here._replace(points=Fraction(row.lives or 0))
                if format.block(number).carry_lives:
                    for before in format.before(number):
                        there.pop(before, None)
    for_all = {number for number in rows if format.block(number).who.kind == "all"}
    members: dict[int, list[_Brought]] = {}
    for person in sorted(set(own) & set(teams)):
        played = {number for number, here in own[person].items() if here.blocks}
        brought = _member(person, own[person], team.life_penalty, more)
        missed = 0 if more else len(for_all - played)
        members.setdefault(teams[person], []).append(_Brought(brought, missed))
    ranked = [_team_row(number, team, those, more) for number, those in members.items()]
    ranked.sort(key=lambda team: (team.key, team.row.team))
    order = [team.key for team in ranked]
    return [
        replace(team.row, rank=order.index(team.key) + 1, position=position)
        for position, team in enumerate(ranked, 1)
    ]


class _Brought(NamedTuple):
    """A member, and how many blocks for all were missed."""

    member: Member
    missed: int


class _Team(NamedTuple):
    """A team and what orders it, smaller before."""

    row: TeamRow
    key: tuple[int, Fraction]


def _member(person: int, own: Mapping[int, Tally], life_penalty: int, more: bool) -> Member:
    by_block = {number: here.points for number, here in own.items()}
    lives_lost = sum(here.lives_lost for here in own.values())
    penalty = life_penalty * lives_lost
    points = sum(by_block.values(), Fraction(-penalty if more else penalty))
    return Member(person, points, by_block, lives_lost, penalty, counts=True)


def _team_row(number: int, team: Team, members: Sequence[_Brought], more: bool) -> _Team:
    """Build the row of a team: its best `team.best` members count, of equal ones the first in
    the list.
    """
    sign = -1 if more else 1
    order = sorted(members, key=lambda brought: (brought.missed, sign * brought.member.points))
    counting = order[: team.best]
    shown = tuple(replace(brought.member, counts=brought in counting) for brought in order)
    points = sum((brought.member.points for brought in counting), Fraction(0))
    row = TeamRow(number, points, shown, team.size_least <= len(shown) <= team.size_most)
    return _Team(row, (sum(brought.missed for brought in counting), sign * points))


def year_ranking(
    rankings: Sequence[Sequence[HasRank]],
    place_points: Sequence[int],
    best: int | None = None,
    drop: int = 0,
) -> list[YearRow]:
    """Return the year out of the rankings of its events, in their order.

    A place gives its points, beyond the last none; people who share a place have the mean of the
    places shared. The `best` so many results count, or all but `drop` of the year's events: an
    event one missed is the first to be dropped. Equal sums share the place.
    """
    counted = max(1, len(rankings) - drop if best is None else best)
    results: dict[int, list[YearResult]] = {}
    for event, ranking in enumerate(rankings):
        shared = Counter(has_rank.rank for has_rank in ranking)
        for has_rank in ranking:
            points = by_place(place_points, has_rank.rank, shared[has_rank.rank])
            results.setdefault(has_rank.person, []).append(
                YearResult(event, has_rank.rank, points, False)
            )
    rows = [_year_row(person, year_results, counted) for person, year_results in results.items()]
    rows.sort(key=lambda row: (-row.points, row.person))
    order = [row.points for row in rows]
    return [
        replace(row, rank=order.index(row.points) + 1, position=position)
        for position, row in enumerate(rows, 1)
    ]


def _year_row(person: int, results: Sequence[YearResult], counted: int) -> YearRow:
    order = sorted(results, key=lambda result: (-result.points, result.event))
    counting = {result.event for result in order[:counted]}
    shown = tuple(replace(result, counts=result.event in counting) for result in results)
    return YearRow(
        person,
        sum((year_result.points for year_result in shown if year_result.counts), Fraction(0)),
        shown,
    )
