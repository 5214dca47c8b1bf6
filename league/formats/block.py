"""One block („Durchgang“) of an event as data: its players, tables, scoring, and who goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from league.draw import DrawError, sizes
from league.draw.sizes import LARGEST_TABLE

from .errors import FormatError
from .reading import Reader, plain
from .scoring import Scoring
from .who import MOST_PEOPLE, Who

Fill = Literal["nearest", "smaller", "larger", "springer"]
Overtime = Literal["sudden_round", "one_half", "finish_game"]
DrawBy = Literal["lot", "meetings", "points", "parity"]
DRAWN_BY: tuple[DrawBy, ...] = ("lot", "meetings", "points", "parity")
AdvanceKind = Literal["best", "per_table", "survivors"]
Criterion = Literal[
    "blocks_played",  # never written: where fewer points are better it goes before all
    "lives",
    "out_later",
    "points",
    "fewer_games_lost",
    "more_schock_aus",
    "direct",
    "playoff",
    "lot",
]

# field.md 1.3: the first two and the playoff are played somewhere, the others avoid lots.
TIES: tuple[Criterion, ...] = (
    "points",
    "fewer_games_lost",
    "more_schock_aus",
    "direct",
    "playoff",
    "lot",
)
LIVES: tuple[Criterion, ...] = ("lives", "out_later")
CRITERIA: tuple[Criterion, ...] = (*LIVES, *TIES)


@dataclass(frozen=True)
class Tables:
    """The number of people at a table.

    `fill` decides about those beyond full tables of `target`, as in `league.draw.sizes`; with
    `springer` they sit this block out. Up to `together` people all sit at one table, whatever else
    is said (Pützchen: nine).
    """

    target: int = 4
    least: int = 3
    most: int = 5
    fill: Fill = "nearest"
    together: int = 0

    @classmethod
    def read(cls, reader: Reader) -> "Tables":
        tables = cls(
            reader.integer("target", 2, LARGEST_TABLE, cls.target),
            reader.integer("least", 2, LARGEST_TABLE, cls.least),
            reader.integer("most", 2, LARGEST_TABLE, cls.most),
            reader.choice("fill", ("nearest", "smaller", "larger", "springer"), cls.fill),
            reader.integer("together", 0, LARGEST_TABLE, 0),
        )
        reader.done()
        if not tables.least <= tables.target <= tables.most:
            raise FormatError("table_sizes_invalid", **tables.to_dict())
        return tables

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = plain(self)
        return data

    def sizes(self, people: int) -> tuple[int, ...]:
        """Return the tables for so many people, the larger ones first.

        Raises `tables_impossible` with the nearest numbers that do work.
        """
        if 2 <= people <= self.together:
            return (people,)
        if self.fill == "springer":
            if people < self.target:
                raise FormatError("tables_impossible", number=people, below=None, above=self.target)
            return (self.target,) * (people // self.target)
        try:
            return sizes(people, self.target, self.least, self.most, self.fill)
        except DrawError as error:
            near = {key: error.data.get(key) for key in ("below", "above")}
            raise FormatError("tables_impossible", number=people, **near) from None

    def springers(self, people: int) -> int:
        """Return the number of people who sit out."""
        return people - sum(self.sizes(people))

    @property
    def possible(self) -> list[int]:
        """Return the sizes a table can have, the smallest first."""
        return sorted({*range(2, self.together + 1), *range(self.least, self.most + 1)})


@dataclass(frozen=True)
class Games:
    """The largest number of games of a table: `default`, or as `by_size` says (steele: six at
    three, five at four, so that all throw equally often).
    """

    default: int
    by_size: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, reader: Reader) -> "Games":
        games = cls(reader.integer("default", 1, 50), reader.by_size("by_size", 1, 50))
        reader.done()
        return games

    def at(self, size: int) -> int:
        return self.by_size.get(size, self.default)


@dataclass(frozen=True)
class Advance:
    """Those who go on: the `best` `number` of the block; the best `number` of each table, and
    of those left the best `wildcards` besides; or the `survivors`, who still have a life.
    """

    kind: AdvanceKind
    number: int | None = None
    wildcards: int = 0

    @classmethod
    def read(cls, reader: Reader) -> "Advance":
        kinds: tuple[AdvanceKind, ...] = ("best", "per_table", "survivors")
        advance = cls(
            reader.choice("kind", kinds),
            reader.maybe("number", 1, MOST_PEOPLE),
            reader.integer("wildcards", 0, MOST_PEOPLE, 0),
        )
        reader.done()
        if (advance.kind == "survivors") != (advance.number is None):
            raise FormatError("advance_number", kind=advance.kind, number=advance.number)
        if advance.wildcards and advance.kind != "per_table":
            raise FormatError("wildcards_beside_tables_only", kind=advance.kind)
        return advance


@dataclass(frozen=True)
class Block:
    """One drawn set of tables. Blocks of a format are numbered from 1.

    * `games`: None if a table plays until the lives have decided. `minutes`: None for no clock.
    * `overtime`: the meaning of „scharf“ when the time is up: the loser of one round loses the
      half; one half decides the game; or the game is finished as usual.
    * `draw`: by `lot`, or so that `meetings` are not repeated, or by `points`: neighbours in the
      ranking together; or by `parity`: players with an even number of lives left sit together, as
      do those with an odd one. `separate_teams` keeps team mates apart.
    * `carry_over`: the points and counts of the blocks before go on counting.
    * `carry_lives`: no one gets new lives, only those left from the blocks before.
    * `again`: the last block is played once more by those who still have a life, until that is a
      single one.
    * `deckel`: by size of the table; empty if the rulebook says it.
    * `ties`: the criteria in their order.
    """

    name: str
    who: Who
    scoring: Scoring
    tables: Tables = Tables()
    games: Games | None = None
    minutes: int | None = None
    overtime: Overtime = "finish_game"
    draw: DrawBy = "meetings"
    separate_teams: bool = False
    advance: Advance | None = None
    carry_over: bool = False
    carry_lives: bool = False
    again: bool = False
    deckel: Mapping[int, int] = field(default_factory=dict)
    ties: tuple[Criterion, ...] = TIES

    @classmethod
    def from_dict(cls, data: Any) -> "Block":
        """Read a block. Raises FormatError: `wrong_value`, `missing_key`, `unknown_key`, or
        what `check` says.
        """
        return cls.read(Reader("block", data))

    @classmethod
    def read(cls, reader: Reader) -> "Block":
        scoring = Scoring.read(reader.section("scoring"))
        overtimes: tuple[Overtime, ...] = ("sudden_round", "one_half", "finish_game")
        block = cls(
            name=reader.string("name"),
            who=Who.read(reader.section("who")),
            scoring=scoring,
            tables=Tables.read(reader.section("tables")) if reader.has("tables") else Tables(),
            games=Games.read(reader.section("games")) if reader.has("games") else None,
            minutes=reader.maybe("minutes", 1, 600),
            overtime=reader.choice("overtime", overtimes, cls.overtime),
            draw=reader.choice("draw", DRAWN_BY, cls.draw),
            separate_teams=reader.flag("separate_teams", cls.separate_teams),
            advance=Advance.read(reader.section("advance")) if reader.has("advance") else None,
            carry_over=reader.flag("carry_over", cls.carry_over),
            carry_lives=reader.flag("carry_lives", cls.carry_lives),
            again=reader.flag("again", cls.again),
            deckel=reader.by_size("deckel", 1, 50),
            ties=reader.choices("ties", CRITERIA, CRITERIA if scoring.lives else TIES),
        )
        reader.done()
        block.check()
        return block

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = plain(self)
        return data

    def check(self) -> None:
        """Raise FormatError if the block contradicts itself."""
        lives = self.scoring.lives
        sizes = self.tables.possible
        if self.games is None and not lives:
            raise FormatError("games_missing", block=self.name)
        if lives and self.scoring.leave >= sizes[0]:
            raise FormatError("nobody_would_go_out", leave=self.scoring.leave, block=self.name)
        for code in LIVES:
            if code in self.ties and not lives:
                raise FormatError("criterion_without_lives", criterion=code, block=self.name)
        if lives and self.ties[:1] != ("lives",):
            raise FormatError("lives_decide_first", block=self.name)
        if not lives and self.ties[:1] != ("points",):
            raise FormatError("points_decide_first", block=self.name)
        for name, given in self._by_size():
            missing = [size for size in sizes if size not in given]
            if given and missing:
                raise FormatError("size_missing", what=name, size=missing[0], block=self.name)
        if not lives and (self.carry_lives or self.again or self.draw == "parity"):
            raise FormatError("no_lives_to_carry", block=self.name)
        if self.advance is not None:
            self._check_advance(self.advance)

    def _by_size(self) -> list[tuple[str, Mapping[int, object]]]:
        """Return the settings by size of the table that have to be given for each size."""
        exits = {} if self.scoring.exits_else else self.scoring.exits
        return [("exits", exits), ("deckel", self.deckel)]

    def _check_advance(self, advance: Advance) -> None:
        if advance.kind == "survivors" and not self.scoring.lives:
            raise FormatError("survivors_without_lives", block=self.name)
        if advance.kind == "per_table" and (advance.number or 0) >= self.tables.possible[0]:
            raise FormatError("whole_table_advances", number=advance.number, block=self.name)
