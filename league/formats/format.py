"""A whole format: a chain of blocks, teams, and the ways it is made smaller for fewer people."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from .block import Block
from .errors import FormatError
from .reading import Reader, plain
from .who import MOST_BLOCKS, MOST_PEOPLE, Source

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Team:
    """Teams of `size_least` to `size_most`. A team has the sum of its members' points, or of its
    `best` so many. Each life lost costs `life_penalty` points (Schockfreunde: „Strafpunkte“). By
    `lives` it has instead of points the lives its members have left (Velen)."""

    size_least: int = 2
    size_most: int = 6
    best: int | None = None
    life_penalty: int = 0
    by: Literal["points", "lives"] = "points"

    @classmethod
    def read(cls, reader: Reader) -> "Team":
        team = cls(
            reader.integer("size_least", 1, 50, cls.size_least),
            reader.integer("size_most", 1, 50, cls.size_most),
            reader.maybe("best", 1, 50),
            reader.integer("life_penalty", 0, 50, cls.life_penalty),
            reader.choice("by", ("points", "lives"), cls.by),
        )
        reader.done()
        if not team.is_possible:
            raise FormatError("team_sizes_invalid")
        return team

    @property
    def is_possible(self) -> bool:
        """Return True if the sizes fit together."""
        return self.size_least <= self.size_most and (self.best or 1) <= self.size_most


@dataclass(frozen=True)
class Fit:
    """From so many `people` on, `best` go on out of the first block that cuts the field, and the
    first `skip` of the blocks after that cut are left out, as are those named in `without`."""

    people: int
    best: int | None = None
    skip: int = 0
    without: tuple[int, ...] = ()

    @classmethod
    def read(cls, reader: Reader) -> "Fit":
        fit = cls(
            reader.integer("people", 2, MOST_PEOPLE),
            reader.maybe("best", 2, MOST_PEOPLE),
            reader.integer("skip", 0, MOST_BLOCKS, 0),
            reader.integers("without", 2, MOST_BLOCKS),
        )
        reader.done()
        if fit.best is not None and fit.best > fit.people:
            raise FormatError("fit_lets_nobody_out", people=fit.people, best=fit.best)
        return fit


@dataclass(frozen=True)
class Format:
    """An event from the first draw to the winner. `chain.check` says whether it can be played."""

    slug: str
    name: str
    source: str
    blocks: tuple[Block, ...]
    team: Team | None = None
    fits: tuple[Fit, ...] = ()
    # The rules it is played by at its origin, as games names them.
    rulebook: str | None = None

    @classmethod
    def from_dict(cls, data: Any) -> "Format":
        """Read a format. Raises FormatError: what reading its parts raises."""
        reader = Reader("format", data)
        parsed = cls(
            slug=reader.string("slug"),
            name=reader.string("name"),
            source=reader.string("source"),
            blocks=tuple(Block.read(row) for row in reader.rows("blocks")),
            team=Team.read(reader.section("team")) if reader.has("team") else None,
            fits=tuple(Fit.read(row) for row in reader.rows("fits")),
            rulebook=reader.string("rulebook") if reader.has("rulebook") else None,
        )
        reader.done()
        return parsed

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = plain(self)
        return data

    def block(self, number: int) -> Block:
        return self.blocks[number - 1]

    def main_line(self) -> tuple[int, ...]:
        """Return the numbers of all blocks but those of the rest, in the order in which they rank.

        A player who comes to a later one ranks above those who do not, and the last one has the
        winner.
        """
        return tuple(
            number for number, block in enumerate(self.blocks, 1) if block.who.kind != "rest"
        )

    def taken_from(self, number: int) -> list[tuple[int, Source]]:
        """Return the blocks that take people out of a block: their numbers, and what they take."""
        return [
            (taker, source)
            for taker, block in enumerate(self.blocks, 1)
            for source in block.who.takes
            if source.of == number
        ]

    def before(self, number: int) -> tuple[int, ...]:
        """Return the blocks whose points and lives can go on counting in this one."""
        who = self.block(number).who
        if who.kind != "all":
            return () if who.kind == "rest" else who.blocks
        return tuple(n for n in self.main_line() if n < number)[-1:]

    def account(self, number: int) -> list[int]:
        """Return the blocks out of which the lives in this one are left, in their order."""
        blocks: set[int] = set()
        waiting = [number]
        while waiting:
            block = waiting.pop()
            if self.block(block).carry_lives:
                blocks.update(self.before(block))
                waiting += self.before(block)
        return sorted(blocks)


def slugs() -> tuple[str, ...]:
    """Return the slugs of all templates."""
    return tuple(sorted(path.stem for path in TEMPLATES.glob("*.toml")))


@cache
def load(slug: str) -> Format:
    """Load one template by its slug. Raises FormatError (`unknown_format`)."""
    data = _read(slug)
    return Format.from_dict({key: data[key] for key in data if key != "description"})


@cache
def describe(slug: str, language: str) -> str:
    """Describe a template in one sentence; `language` is `de` or `en`.

    Raises FormatError (`unknown_format`, `missing_key`, `wrong_value`).
    """
    return Reader("description", _read(slug).get("description")).string(language)


def _read(slug: str) -> dict[str, Any]:
    if slug not in slugs():
        raise FormatError("unknown_format", slug=slug)
    return tomllib.loads((TEMPLATES / f"{slug}.toml").read_text(encoding="utf-8"))
