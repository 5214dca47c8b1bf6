"""Sections of the figures as plain values, which pages show and reports print.

A section has a drawing with its table, or lines of which each says one thing. Every name arrives as
the one that may be shown, every address as one that may be opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from config.site.figures.filter import Chosen
from league.figures import Person as Counts
from league.people.models.people import Person
from league.people.queries.names import Naming

Named = Sequence[tuple[Person, Counts]]


@dataclass(frozen=True)
class Cell:
    """A cell; `below` is under it in small print, `url` may be empty."""

    text: str | int
    url: str = ""
    below: str = ""


@dataclass(frozen=True)
class Row:
    """A row; the first cell names it."""

    cells: Sequence[Cell]
    is_mine: bool = False


def row(*cells: Cell | str | int, is_mine: bool = False) -> Row:
    return Row([cell if isinstance(cell, Cell) else Cell(cell) for cell in cells], is_mine)


@dataclass(frozen=True)
class Table:
    """`css_class` are classes of the stylesheet beside those that every table of figures has."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Row]
    css_class: str = ""


@dataclass(frozen=True)
class Line:
    """One thing: what, of whom or when, how much."""

    title: str
    of: str
    number: str
    url: str = ""


@dataclass(frozen=True)
class Section:
    """A section; `sentences` are about the figures as a whole, `intro` and `note` explain.

    These are above and below the drawing; `end` is below the table, which `is_folded` behind the
    drawing.
    """

    anchor: str
    title: str
    table: Table | None = None
    lines: Sequence[Line] = ()
    drawing: str = ""
    sentences: Sequence[str] = ()
    intro: str = ""
    note: str = ""
    end: str = ""
    is_folded: bool = True
    is_of_ratings: bool = False
    is_of_luck: bool = False


@dataclass(frozen=True)
class Reader:
    """The reader: the names and the choice that apply. Only members (`inside`) follow the links."""

    naming: Naming
    chosen: Chosen
    inside: bool
    me: Person | None = None

    def games_url(self, person: Person, **more: str) -> str:
        """Return the address of a person's games behind a number; empty if it may not be opened."""
        return self.chosen.games_url(person.pk, **more) if self.inside else ""

    def row(self, person: Person, *cells: Cell | str | int, below: str = "") -> Row:
        """Return a person's row, with the way to the own figures."""
        url = self.chosen.figures_url(person.pk) if self.inside else ""
        return row(Cell(self.naming.of(person), url, below), *cells, is_mine=person == self.me)
