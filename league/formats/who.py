"""Players of a block: all, or people out of earlier blocks, also out of several."""

from dataclasses import dataclass
from typing import Literal

from .errors import FormatError
from .reading import Reader

MOST_PEOPLE = 1000
MOST_BLOCKS = 60

WhoKind = Literal["all", "advancing", "rest", "sources"]
Take = Literal["advancing", "survivors", "losers", "places", "per_table"]
TAKES: tuple[Take, ...] = ("advancing", "survivors", "losers", "places", "per_table")
RANGES: tuple[Take, ...] = ("places", "per_table")


@dataclass(frozen=True)
class Source:
    """Some of those who played in block `of`.

    They are `advancing` as that block says it; or the `survivors`, who still have a life; or the
    `losers`, whom no other source takes; or those on the `places` from `first` to `last` (None: to
    the end) of the whole block, or of each table (`per_table`).
    """

    of: int
    take: Take = "advancing"
    first: int | None = None
    last: int | None = None

    @classmethod
    def read(cls, reader: Reader) -> "Source":
        source = cls(
            reader.integer("of", 1, MOST_BLOCKS),
            reader.choice("take", TAKES, "advancing"),
            reader.maybe("first", 1, MOST_PEOPLE),
            reader.maybe("last", 1, MOST_PEOPLE),
        )
        reader.done()
        if not source.is_possible:
            raise FormatError("source_places", take=source.take)
        return source

    @property
    def is_possible(self) -> bool:
        """Return True if it names places exactly if it takes some, and in their order."""
        if self.take not in RANGES:
            return self.first is None and self.last is None
        return self.first is not None and (self.last is None or self.last >= self.first)

    def overlaps(self, other: "Source") -> bool:
        """Return True if both would take the same people of their block."""
        if self.take not in RANGES or other.take not in RANGES:
            return self.take == other.take or "losers" not in (self.take, other.take)
        if self.take != other.take:
            return True
        ends = [source.last or MOST_PEOPLE for source in (self, other)]
        return (self.first or 1) <= ends[1] and (other.first or 1) <= ends[0]


@dataclass(frozen=True)
class Who:
    """The players: `all` who are checked in; those `advancing` out of block `of`; or the
    `rest`, all checked in who do not play in block `of`, beside which this one is played; or
    people out of `sources`, which is how a way of its own begins for losers, and how it leads
    back.
    """

    kind: WhoKind = "all"
    of: int | None = None
    sources: tuple[Source, ...] = ()

    @classmethod
    def read(cls, reader: Reader) -> "Who":
        kinds: tuple[WhoKind, ...] = ("all", "advancing", "rest", "sources")
        who = cls(
            reader.choice("kind", kinds),
            reader.maybe("of", 1, MOST_BLOCKS),
            tuple(Source.read(row) for row in reader.rows("sources")),
        )
        reader.done()
        if (who.kind in ("advancing", "rest")) != (who.of is not None):
            raise FormatError("who_of_which_block", kind=who.kind, of=who.of)
        if (who.kind == "sources") != bool(who.sources):
            raise FormatError("who_of_which_block", kind=who.kind, of=who.of)
        return who

    @classmethod
    def out_of(cls, sources: tuple[Source, ...]) -> "Who":
        """Build the players out of these sources, in the shorter way of writing if that is
        enough.
        """
        if len(sources) == 1 and sources[0].take == "advancing":
            return cls("advancing", sources[0].of)
        return cls("sources", None, sources)

    @property
    def takes(self) -> tuple[Source, ...]:
        """Return the sources, however they are written; none of those who play by being here."""
        if self.kind == "advancing" and self.of is not None:
            return (Source(self.of),)
        return self.sources

    @property
    def blocks(self) -> tuple[int, ...]:
        """Return the blocks that have to be settled before it is known who plays, each once."""
        if self.of is not None:
            return (self.of,)
        return tuple(dict.fromkeys(source.of for source in self.sources))
