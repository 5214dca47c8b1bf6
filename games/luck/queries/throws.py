"""Sums of what was counted and weighed: of one person or of all, narrowed to some games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from math import isqrt
from typing import Any

from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, Q, QuerySet, Sum
from django.db.models.functions import Cast

from games.luck import chances
from games.luck.models import GameLuck, GameThrows, SeatLuck, SeatThrows
from games.luck.throws import CATEGORIES, LIMITED
from games.luck.weighing import UNIT, luck_of
from games.scoring.models import Game
from league.events.models import Event
from league.people.models.people import Person
from league.seasons.models import Season

FEW_TURNS = 200
"""With fewer turns, some twenty games, luck and skill get the label „wenige Spiele“."""


@dataclass(frozen=True)
class Which:
    """The games that are meant; empty means all. `occasion` is `evenings`,
    `tournaments` or empty.
    """

    season: Season | None = None
    rulebook: str = ""
    depth: str = ""
    occasion: str = ""
    year: int | None = None

    def narrow(self, game: str, counted: str) -> Q:
        """Return it as a condition on rows from which `game` and `counted` lead to the game and its
        row.
        """
        asked: dict[str, Any] = {}
        if self.season is not None:
            asked[f"{game}__table__block__event__season"] = self.season
        if self.year is not None:
            asked[f"{game}__table__block__event__business_date__year"] = self.year
        if self.rulebook:
            asked[f"{counted}rulebook"] = self.rulebook
        if self.depth:
            asked[f"{counted}depth"] = self.depth
        condition = Q(**asked)
        cup = Q(**{f"{game}__table__block__event__kind": Event.Kind.TOURNAMENT})
        if self.occasion:
            condition &= cup if self.occasion == "tournaments" else ~cup
        if self.occasion != "evenings":  # a tournament can be deleted after it was played
            condition &= Q(**{f"{game}__table__block__event__removed_at": None})
        return condition


def _thrown(which: Which, person: Person | None) -> QuerySet[SeatThrows]:
    rows = SeatThrows.objects.filter(which.narrow("counted__game", "counted__")).order_by()
    return rows if person is None else rows.filter(seat__participation__person=person)


def _weighed(which: Which, person: Person | None = None) -> QuerySet[SeatLuck]:
    rows = SeatLuck.objects.filter(
        which.narrow("weighed__game", "weighed__game__gamethrows__"), turns__gt=0
    ).order_by()
    return rows if person is None else rows.filter(seat__participation__person=person)


# --- hands ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class HandCount:
    """The number of hands of a category that fell, and that the dice bring on average."""

    code: str
    number: int
    expected: float


@dataclass(frozen=True)
class Hands:
    """The distribution of hands over some turns; `hands` the best first.

    `unseen` turns were of rounds in one entry, whose hands were not written down; they are in none
    of the other numbers.
    """

    games: int
    turns: int
    throws: int
    aus_at_once: int
    unseen: int
    hands: list[HandCount]


SUMMED = ("throws", *LIMITED[1:], "aus_at_once", "unseen", *CATEGORIES)
SEEN = Q(*((f"{name}__gt", 0) for name in LIMITED[1:]), _connector=Q.OR)


def hands(which: Which, person: Person | None = None) -> Hands:
    """Return the distribution of hands of a person, or of all. One query in either case."""
    queryset: Iterable[Any] = (
        _thrown(which, person)
        .values("counted__rulebook")
        .annotate(
            games=Count("counted", distinct=True, filter=SEEN),
            **{f"sum_{name}": Sum(name) for name in SUMMED},
        )
    )
    rows: list[dict[str, Any]] = list(queryset)
    counted = {name: sum(row[f"sum_{name}"] for row in rows) for name in SUMMED}
    brought: dict[str, float] = {}
    for row in rows:
        turns = {limit: row[f"sum_limited_{limit}"] for limit in (1, 2, 3)}
        for code, number in chances.expected(row["counted__rulebook"], turns).items():
            brought[code] = brought.get(code, 0.0) + float(number)
    return Hands(
        games=sum(row["games"] for row in rows),
        turns=sum(counted[f"limited_{limit}"] for limit in (1, 2, 3)),
        throws=counted["throws"],
        aus_at_once=counted["aus_at_once"],
        unseen=counted["unseen"],
        hands=[
            HandCount(code, counted[code], brought.get(code, 0.0))
            for code in CATEGORIES
            if counted[code] or brought.get(code)
        ],
    )


# --- luck and skill -------------------------------------------------------------------------
@dataclass(frozen=True)
class Total:
    """Turns added up. All but `came` in parts of a Deckel; `squares` are those of their luck."""

    games: int = 0
    turns: int = 0
    decisions: int = 0
    best: int = 0
    expected: int = 0
    skill: int = 0
    came: int = 0
    dice: int = 0
    squares: int = 0

    @property
    def luck(self) -> int:
        return luck_of(self.expected, self.skill, self.came)

    @property
    def ordinary(self) -> int:
        """Return the bound of ordinary luck, either way: in 19 of 20 cases it is less."""
        return 2 * isqrt(self.squares * UNIT)

    @property
    def few(self) -> bool:
        return self.turns < FEW_TURNS

    def __add__(self, other: "Total") -> "Total":
        return Total(
            *(value + two for value, two in zip(_values(self), _values(other), strict=True))
        )


ADDED = ("turns", "decisions", "best", "expected", "skill", "came", "dice", "squares")


def _values(total: Total) -> tuple[int, ...]:
    return (total.games, *(getattr(total, name) for name in ADDED))


SUMS = {"games": Count("pk"), **{f"sum_{name}": Sum(name) for name in ADDED}}


def _total(row: dict[str, Any]) -> Total:
    # PostgreSQL adds large numbers up to decimals.
    return Total(row["games"], *(int(row[f"sum_{name}"] or 0) for name in ADDED))


def luck(which: Which, person: Person) -> Total:
    return _total(_weighed(which, person).aggregate(**SUMS))


def luck_of_all(which: Which) -> dict[int, Total]:
    """Return each person's luck and skill, by key. One query."""
    rows: Iterable[Any] = _weighed(which).values("seat__participation__person").annotate(**SUMS)
    return {row["seat__participation__person"]: _total(row) for row in rows}


@dataclass(frozen=True)
class Night:
    """The figures of an evening, and of all evenings up to then."""

    day: date
    name: str
    total: Total
    so_far: Total


def nights(which: Which, person: Person) -> list[Night]:
    """Return evening by evening, the oldest first."""
    event = "weighed__game__table__block__event"
    rows = (
        _weighed(which, person)
        .values(f"{event}__business_date", event, f"{event}__name")
        .annotate(**SUMS)
        .order_by(f"{event}__business_date", event)
    )
    nights, so_far = [], Total()
    for row in rows:
        total = _total(row)
        so_far += total
        nights.append(Night(row[f"{event}__business_date"], row[f"{event}__name"], total, so_far))
    return nights


GAME = (
    "seat__participation__person",
    "weighed__game__table__block__event",
)


def costliest(which: Which, person: Person, number: int) -> list[SeatLuck]:
    """Return the decisions that cost a player most, one of each game."""
    rows = _weighed(which, person).filter(cost__gt=0).select_related(*GAME)
    return list(rows.order_by("-cost", "pk")[:number])


def game_luck(game: Game) -> GameLuck | None:
    """Return a game as it was weighed last, with its players; None if it was not weighed yet."""
    game_luck = GameLuck.objects.prefetch_related("seats").filter(game=game, version__gt=0).first()
    return game_luck if game_luck is not None and game_luck.turns is not None else None


# --- records --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Records:
    """The outermost of what was thrown. None where nothing is known."""

    longest_half: GameThrows | None
    luckiest: SeatLuck | None
    unluckiest: SeatLuck | None
    costliest: SeatLuck | None
    flawless: SeatLuck | None


# The Deckel that came, times the unit, are more than a plain integer of PostgreSQL holds.
LUCK = ExpressionWrapper(
    F("expected") - F("skill") - Cast("came", BigIntegerField()) * UNIT,
    output_field=BigIntegerField(),
)


def records(which: Which, persons: Iterable[int]) -> Records:
    """Return the records of these persons; the longest half is the table's. Five small queries."""
    halves = GameThrows.objects.filter(which.narrow("game", ""), longest_rounds__gt=0)
    rows = (
        _weighed(which)
        .filter(seat__participation__person__in=list(persons))
        .annotate(fortune=LUCK)
        .select_related(*GAME)
    )
    return Records(
        longest_half=halves.select_related("game__table__block__event")
        .order_by("-longest_rounds", "-longest_throws", "pk")
        .first(),
        luckiest=rows.filter(fortune__gt=0).order_by("-fortune", "pk").first(),
        unluckiest=rows.filter(fortune__lt=0).order_by("fortune", "pk").first(),
        costliest=rows.filter(cost__gt=0).order_by("-cost", "pk").first(),
        flawless=rows.filter(decisions__gt=0, best=F("decisions"))
        .order_by("-decisions", "pk")
        .first(),
    )
