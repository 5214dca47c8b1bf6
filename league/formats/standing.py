"""The ranking of a block: the counts of each person, the order, and the criterion that parted
two.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from .block import Block, Criterion
from .points import Game, by_place, lives_lost, score
from .scoring import Scoring

MORE = ("lives", "out_later", "more_schock_aus", "blocks_played")


class Met(NamedTuple):
    """A game as the direct comparison sees it: the people at the table, and one's points."""

    people: frozenset[int]
    points: Fraction


class Lack(NamedTuple):
    """A game without points yet, and the field it lacks."""

    block: int
    table: int
    number: int
    missing: str


class Decided(NamedTuple):
    """The reason why a row is below the one above: the criterion, both values, and that person.

    With `playoff` and `lot` the values are the places in the decision among those tied.
    """

    code: Criterion
    mine: Fraction
    theirs: Fraction
    above: int


class Tally(NamedTuple):
    """The sums that were counted."""

    points: Fraction = Fraction(0)
    games: int = 0
    halves_lost: int = 0
    games_lost: int = 0
    schock_aus: int = 0
    lives_lost: int = 0
    blocks: int = 0  # in which he played to the end, sat out or was credited with something
    springer: int = 0  # of those, sat out
    jule: int = 0

    def plus(self, other: "Tally") -> "Tally":
        # Written out: a big day adds up ten thousand lines each time a page of it is asked for.
        return Tally(
            self.points + other.points,
            self.games + other.games,
            self.halves_lost + other.halves_lost,
            self.games_lost + other.games_lost,
            self.schock_aus + other.schock_aus,
            self.lives_lost + other.lives_lost,
            self.blocks + other.blocks,
            self.springer + other.springer,
            self.jule + other.jule,
        )


NOTHING = Tally()


def mean(tallies: Iterable[Tally]) -> Tally | None:
    """Return the mean of all that ranks a person: points exactly, games and Schock-Aus as whole
    numbers.

    None without any tally.
    """
    given = list(tallies)
    if not given:
        return None
    many = len(given)

    def whole(counted: Iterable[int]) -> int:
        return (2 * sum(counted) + many) // (2 * many)

    return Tally(
        Fraction(sum(tally.points for tally in given), many),
        games_lost=whole(tally.games_lost for tally in given),
        schock_aus=whole(tally.schock_aus for tally in given),
    )


class Credited(NamedTuple):
    """The sums that count for a person instead of missing games, and how they came about."""

    kind: Literal["own", "table", "sums"]
    sums: Tally


@dataclass(frozen=True)
class Row:
    """One person in the ranking of a block.

    `total` is what ranks, with what was carried over; `here` is this block alone. `lives` are those
    left (None if the block is not played for lives), `out_at` the number of the game in which the
    last was lost. Equal rows share a `rank` and name each other in `tied_with`; `position` is the
    number of the line, and equal rows are ordered by their person.
    """

    person: int
    total: Tally = NOTHING
    here: Tally = NOTHING
    lives: int | None = None
    out_at: int | None = None
    incomplete: tuple[Lack, ...] = ()
    met: tuple[Met, ...] = ()
    rank: int = 0
    position: int = 0
    decided: Decided | None = None
    tied_with: tuple[int, ...] = ()
    credited: str = ""  # the origin of `here` if it is not out of games: `Credited.kind`

    @property
    def points(self) -> Fraction:
        return self.total.points


@dataclass(frozen=True)
class Decision:
    """The outcome of a playoff or a lot: `order` is the best first.

    It holds for a tie of these people, also if one of them has gone home or a corrected card has
    lifted him out of it. With another person in the tie it is another one, and holds for none of
    them.
    """

    kind: Literal["playoff", "lot"]
    order: tuple[int, ...]
    seed: int | None = None


@dataclass
class _Counts:
    """The counts of one person out of the games of the block."""

    tally: Tally = NOTHING
    lost: list[int] = field(default_factory=list)  # the number of the game, for each life lost
    last: int = 0  # the number of the last game
    credited: str = ""
    incomplete: list[Lack] = field(default_factory=list)
    met: list[Met] = field(default_factory=list)


def standing(
    block: Block,
    games: Iterable[Game],
    people: Collection[int],
    earlier: Mapping[int, Row] | None = None,
    decisions: Sequence[Decision] = (),
    *,
    springers: Collection[int] = (),
    left: Collection[int] = (),
    credits: Mapping[int, Credited] | None = None,
) -> list[Row]:
    """Return the rows of the block, best first: of all `people`, and of others who have played in
    it.

    `earlier` are the rows of the blocks before, for `carry_over` and `carry_lives`; `springers` sit
    this block out. `left` have given up their seat before the block was over: without a game they
    have no row, with one they have no life from their last game on, and the block is none they have
    played. `credits` count instead of what was played. An abandoned game counts for nothing.
    """
    credits = credits or {}
    staying = (person for person in people if person not in left)
    counts = {person: _Counts() for person in (*staying, *springers, *credits)}
    for game in sorted(games, key=lambda game: (game.number, game.table)):
        if game.ended_by != "abandoned":
            _count(block.scoring, game, counts)
    _give_springers(block.scoring, counts, springers)
    _give_places(block.scoring, counts)
    _give_credits(block.scoring, counts, credits)
    before = (earlier or {}) if block.carry_over else {}
    account = (earlier or {}) if block.carry_lives else {}
    rows = [
        _row(
            person,
            counts,
            before,
            _lives(block.scoring, account.get(person)),
            is_for_lives=bool(block.scoring.lives),
            has_left=person in left,
        )
        for person, counts in counts.items()
    ]
    return ranked(block, rows, decisions)


def _count(scoring: Scoring, game: Game, counts: dict[int, _Counts]) -> None:
    scored = score(scoring, game)
    together = frozenset(line.person for line in game.lines)
    for line in game.lines:
        of_person = counts.setdefault(line.person, _Counts())
        points = scored.points.get(line.person, Fraction(0))
        first, second, lost = bool(line.lost_first), bool(line.lost_second), line.lost_game
        of_person.tally = of_person.tally.plus(
            Tally(points, 1, first + second, int(lost), line.schock_aus or 0, jule=line.jule or 0)
        )
        of_person.lost += [game.number] * lives_lost(scoring.life_per, first, second, lost)
        of_person.last = game.number  # they come in the order of their numbers
        if scored.missing:
            of_person.incomplete.append(Lack(game.block, game.table, game.number, scored.missing))
        else:
            of_person.met.append(Met(together, points))


def _give_springers(
    scoring: Scoring, counts: Mapping[int, _Counts], springers: Collection[int]
) -> None:
    """Give players who sat out the mean of all who played."""
    of_all = mean(count.tally for count in counts.values() if count.tally.games)
    given = of_all if of_all is not None and scoring.springer == "mean" else NOTHING
    for person in springers:
        if not counts[person].tally.games:
            counts[person].tally = given._replace(springer=1)


def _give_places(scoring: Scoring, counts: Mapping[int, _Counts]) -> None:
    """Give the points of the place instead of the sum, to all who were present."""
    there = [count for count in counts.values() if count.tally.games or count.tally.springer]
    sums = [counts.tally.points for counts in there]
    for of_person, points in zip(there, sums, strict=True) if scoring.place_points else ():
        first = 1 + sum(other > points for other in sums)
        share = by_place(scoring.place_points, first, sums.count(points))
        of_person.tally = of_person.tally._replace(points=share)


def _give_credits(
    scoring: Scoring, counts: Mapping[int, _Counts], credits: Mapping[int, Credited]
) -> None:
    """Let a mean count instead of all that ranks a person, and likewise sums by hand.

    Otherwise a player with a mean of the points would have lost fewer games than all others.
    """
    for person, (kind, sums) in credits.items():
        of_person = counts[person]
        of_person.credited = kind
        of_person.tally = of_person.tally._replace(
            points=sums.points, games_lost=sums.games_lost, schock_aus=sums.schock_aus
        )
        if kind == "sums" and scoring.lives:
            of_person.lost = [of_person.last] * sums.lives_lost


def _lives(scoring: Scoring, before: Row | None) -> int:
    """Return with how many lives a player begins; 0 if the block is not played for lives."""
    if before is None or before.lives is None:
        return scoring.lives
    return before.lives


def _row(
    person: int,
    counts: _Counts,
    before: Mapping[int, Row],
    lives: int,
    *,
    is_for_lives: bool,
    has_left: bool,
) -> Row:
    gone = [counts.last] * lives if has_left else []
    lost_in = (counts.lost + gone)[:lives]
    was_there = bool(counts.tally.games or counts.tally.springer) and not has_left
    here = counts.tally._replace(
        lives_lost=len(lost_in), blocks=int(was_there or bool(counts.credited))
    )
    was = before.get(person, Row(person))
    return Row(
        person,
        total=was.total.plus(here),
        here=here,
        lives=lives - len(lost_in) if is_for_lives else None,
        out_at=lost_in[-1] if lost_in and len(lost_in) == lives else None,
        incomplete=(*was.incomplete, *counts.incomplete),
        met=(*was.met, *counts.met),
        credited=counts.credited,
    )


def ranked(block: Block, rows: Iterable[Row], decisions: Sequence[Decision] = ()) -> list[Row]:
    """Return the rows in their order by the block's criteria.

    Also of a selection, say one table.
    """
    groups = [_Group(sorted(rows, key=lambda row: row.person))]
    codes = block.ties
    if block.scoring.better == "fewer" and not block.scoring.lives:
        # Without a game, or without the last ones, a player has lost nothing more, and must not win
        # with it.
        codes = ("blocks_played", *codes)
    for code in codes:
        groups = [
            part for group in groups for part in _parted(group, code, block.scoring, decisions)
        ]
    ranked: list[Row] = []
    for group in groups:
        rank = len(ranked) + 1
        above = ranked[-1].person if ranked else None
        everybody = tuple(row.person for row in group.rows)
        for row in group.rows:
            ranked.append(
                replace(
                    row,
                    rank=rank,
                    position=len(ranked) + 1,
                    decided=None if above is None else _decided(group, above),
                    tied_with=tuple(person for person in everybody if person != row.person),
                )
            )
    return ranked


class _Group(NamedTuple):
    """Rows that nothing has parted yet, and what parted them from the group above."""

    rows: list[Row]
    code: Criterion = "points"
    mine: Fraction = Fraction(0)
    theirs: Fraction = Fraction(0)


def _decided(group: _Group, above: int) -> Decided:
    return Decided(group.code, group.mine, group.theirs, above)


def _parted(
    group: _Group, code: Criterion, scoring: Scoring, decisions: Sequence[Decision]
) -> list[_Group]:
    """Part the group in the order of a criterion; return it as it is if that says nothing."""
    if len(group.rows) < 2:
        return [group]
    values = _values(code, group.rows, decisions)
    if not values:
        return [group]
    by_value: dict[Fraction, list[Row]] = {}
    for row in group.rows:
        by_value.setdefault(values[row.person], []).append(row)
    more = code in MORE or (code in ("points", "direct") and scoring.better == "more")
    order = sorted(by_value, reverse=more)
    first = group._replace(rows=by_value[order[0]])
    others = (_Group(by_value[mine], code, mine, theirs) for theirs, mine in pairwise(order))
    return [first, *others]


def _values(
    code: Criterion, rows: Sequence[Row], decisions: Sequence[Decision]
) -> dict[int, Fraction]:
    """Return the value of a criterion for each of them; empty if it cannot be applied."""
    people = {row.person for row in rows}
    if code == "direct":
        shared = {
            row.person: [met.points for met in row.met if people <= met.people] for row in rows
        }
        if not all(shared.values()):
            return {}
        return {person: Fraction(sum(points)) for person, points in shared.items()}
    if code in ("playoff", "lot"):
        for decision in reversed(decisions):
            if decision.kind == code and people <= set(decision.order):
                order = [person for person in decision.order if person in people]
                return {person: Fraction(n) for n, person in enumerate(order, 1)}
        return {}
    return {row.person: Fraction(_value(code, row)) for row in rows}


def _value(code: Criterion, row: Row) -> Fraction | int:
    match code:
        case "lives":
            return row.lives or 0
        case "out_later":
            return row.out_at or 0
        case "fewer_games_lost":
            return row.total.games_lost
        case "more_schock_aus":
            return row.total.schock_aus
        case "blocks_played":
            return row.total.blocks
    return row.total.points
