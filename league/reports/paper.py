"""The parts of a report: sections of text, tables and drawings, as plain values.

The look is in templates/reports/report.typ. Every name arrives as the one that may be shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.club.queries import club_letterhead, club_name, paper_head

# Takes the percentage of the data that is ready.
Tell = Callable[[int], None]


@dataclass(frozen=True)
class Paper:
    """A template of templates/reports, its data, and the title of the document."""

    title: str
    data: Mapping[str, Any]
    template: str = "report"


@dataclass(frozen=True)
class Text:
    """Sentences, one below the other; `soft` is small print."""

    lines: Sequence[str]
    soft: bool = False

    def data(self) -> dict[str, Any]:
        return {"is": "text", "lines": list(self.lines), "soft": self.soft}


@dataclass(frozen=True)
class Points:
    """A numbered list."""

    lines: Sequence[str]

    def data(self) -> dict[str, Any]:
        return {"is": "points", "lines": list(self.lines)}


@dataclass(frozen=True)
class Facts:
    """Large figures side by side, each with its label."""

    facts: Sequence[tuple[str, str]]

    def data(self) -> dict[str, Any]:
        return {"is": "facts", "facts": [list(fact) for fact in self.facts]}


@dataclass(frozen=True)
class Table:
    """A table. Columns from `figures` on are figures and aligned right; `wide` takes the room that
    is left. The line of the sums may be missing.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: int = 1
    wide: int = 0
    sums: Sequence[str] = ()
    ranked: bool = False

    def data(self) -> dict[str, Any]:
        return {
            "is": "table",
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "figures": self.figures,
            "wide": self.wide,
            "sums": list(self.sums),
            "ranked": self.ranked,
        }


@dataclass(frozen=True)
class Drawing:
    """One of `league.files.drawings`; `alt` describes it to readers who do not see it."""

    svg: str
    alt: str

    def data(self) -> dict[str, Any]:
        return {"is": "drawing", "svg": self.svg, "alt": self.alt}


Part = Text | Points | Facts | Table | Drawing


@dataclass(frozen=True)
class Section:
    heading: str
    parts: Sequence[Part]


def paper(
    *, over: str, title: str, under: str, as_of: datetime, sections: Sequence[Section]
) -> Paper:
    """Make a paper: `over` and `under` go above and below the title, `as_of` on every page."""
    when = pgettext("on paper", "As of %(when)s") % {"when": moment(as_of)}
    data = {
        "paper_head": asdict(paper_head()),
        "over": over,
        "title": title,
        "under": under,
        "foot": f"{club_letterhead()} · {title} · {when}",
        "sections": [
            {"heading": section.heading, "parts": [part.data() for part in section.parts]}
            for section in sections
            if section.parts
        ],
        "words": {"page": page_words()},
    }
    return Paper(f"{title}, {club_name()}", data)


def page_words() -> str:
    return _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"}


def day(when: date) -> str:
    return date_format(when, _("j F Y"))


def short_day(when: date) -> str:
    return date_format(when, "SHORT_DATE_FORMAT")


def moment(when: datetime) -> str:
    local = localtime(when)
    return f"{day(local.date())}, {local:%H:%M}"
