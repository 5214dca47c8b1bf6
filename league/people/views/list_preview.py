"""Show a list of people before anything is stored: how each column and each row is read, the
questions that are open, and the sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from league.people.labels import FAULTS, FILLED, PROBLEMS, ROLES, said_of
from league.people.list_forms import ColumnsForm
from league.people.models.imports import ImportedLine
from league.people.queries.imports import NEW_KIND, Planned, digest_of, plan, seen_of
from league.people.queries.kinds import kind_names
from league.people.reading.headings import MONEY, is_unknown, without_use
from league.people.reading.lines import QUIET, Line, Reading, fault_of, read_lines
from league.web.money import euro

Outcome = ImportedLine.Outcome
# The roles that can be typed anew at a row, by the codes of its notes and problems.
_MENDED_BY = {
    **dict.fromkeys(("email", "email_letters", "email_taken"), "email"),
    **{code: code for code in ("phone", "birthday", "start", "end", "nickname", "postcode")},
    **dict.fromkeys(("number", "number_twice", "number_taken"), "number"),
    **dict.fromkeys(("twin", "name", "name_long", "twice"), "name"),
}


@dataclass(frozen=True)
class Column:
    """A column as it was understood; `role` is empty where it is not used."""

    name: str
    role: str


@dataclass(frozen=True)
class Field:
    """A cell that can be typed anew."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class Shown:
    """A row as the page shows it."""

    row: Planned
    kind: str
    problem: str
    said: tuple[str, ...]
    quiet: tuple[str, ...]
    filled: str
    owes: str
    has: str
    fields: tuple[Field, ...] = ()
    may_own: bool = False
    owns: bool = False

    @property
    def may_untick(self) -> bool:
        """Return whether the row would change anything, or was unticked."""
        changes = self.row.outcome == Outcome.ADDED or bool(self.row.fills)
        return changes or self.row.line.problem == "unticked"


@dataclass(frozen=True)
class Money:
    """The sums of all rows, and the total that the list itself names, as words."""

    debts: str
    credits: str
    total: str
    in_file: str = ""
    at: int = 0
    difference: str = ""
    unticked: str = ""
    is_unread: bool = False


class Preview:
    """One reading of a list, with what would come of it."""

    def __init__(self, form: ColumnsForm) -> None:
        self.form = form
        self.sheet = form.sheet
        self.fault = fault_of(form.roles)
        self.reading = Reading(())
        if not self.fault:
            self.reading = read_lines(
                form.sheet, form.reads, form.kinds, form.today, mended=form.mended
            )
        start = form.cleaned_data.get("start") if form.is_valid() else None
        self.planned = plan(self.reading.lines, form.default_kind, start or form.today)
        self.digest, self.seen = digest_of(self.planned), seen_of(self.planned)

    @property
    def is_ready(self) -> bool:
        """Return whether no question is open and the list says anything new."""
        says_new = any(row.outcome == Outcome.ADDED or row.fills for row in self.planned)
        return says_new and not self.fault and not self.form.unanswered

    def context(self) -> dict[str, Any]:
        first, rest = self._rows()
        lines = self.reading.lines
        added = [row for row in self.planned if row.outcome == Outcome.ADDED]
        return {
            "form": self.form,
            "text": self.sheet.text,
            "beside": self.sheet.beside,
            "opens_columns": bool(self.fault),
            "unknown": self._unknown(),
            "fault": FAULTS.get(self.fault, ""),
            "columns": [column for column in self._columns() if column.role],
            "unused": [column.name for column in self._columns() if not column.role],
            "seen": self.seen,
            "first": first,
            "rest": rest,
            "money": self._money(),
            "is_ready": self.is_ready,
            "is_of_cards": self.sheet.is_of_cards,
            "rows_in_file": len(self.sheet.rows),
            "totals": len(self.reading.totals),
            "new": len(added),
            "filled": sum(row.outcome == Outcome.KNOWN and bool(row.fills) for row in self.planned),
            "same": sum(row.outcome == Outcome.KNOWN and not row.fills for row in self.planned),
            "left_out": sum(row.outcome == Outcome.LEFT_OUT for row in self.planned),
            "asks_kind": any(line.kind is None and not line.problem for line in lines),
            "asks_start": any(
                row.line.start is None and row.kind and row.outcome == Outcome.ADDED
                for row in self.planned
            ),
        }

    def _columns(self) -> list[Column]:
        roles = without_use(self.form.roles)
        named = [
            name or _("Column %(number)s") % {"number": place}
            for place, name in enumerate(self.sheet.names, start=1)
        ]
        pairs = zip(named, roles, strict=True)
        return [Column(name, str(ROLES[role]) if role else "") for name, role in pairs]

    def _unknown(self) -> list[BoundField]:
        """Return the choices for columns that may be what people owe: unknown headings, for
        which nothing was proposed, where no other column says it.
        """
        if {"debt", "balance"} & set(self.form.proposed()):
            return []
        pairs = zip(self.sheet.names, self.form.columns, strict=True)
        return [field for name, field in pairs if is_unknown(name) and not field.initial]

    def _rows(self) -> tuple[list[Shown], list[Shown]]:
        """Return the rows that need a look, or got one, then the others."""
        names = kind_names()
        touched = {number for number, _role in self.form.mended} | set(self.form.reads.owners)
        first: list[Shown] = []
        rest: list[Shown] = []
        for row in self.planned:
            needs_a_look = row.needs_a_look or row.line.number in touched
            (first if needs_a_look else rest).append(self._shown(row, names, mends=needs_a_look))
        return first, rest

    def _shown(self, row: Planned, names: dict[str, str], *, mends: bool) -> Shown:
        line = row.line
        kind = row.kind.rpartition(":")[2] if row.kind.startswith(NEW_KIND) else row.kind
        cents = 0 if self.form.is_sign_open else line.cents
        return Shown(
            row=row,
            kind=names.get(kind, kind) or _("Guest"),
            problem=str(PROBLEMS.get(line.problem, "")),
            said=tuple(said_of(note) for note in line.notes if note.code not in QUIET),
            quiet=tuple(said_of(note) for note in line.notes if note.code in QUIET),
            filled=", ".join(str(FILLED[field]) for field in row.fills),
            owes=euro(cents) if cents > 0 else "",
            has=euro(-cents) if cents < 0 else "",
            fields=tuple(self._fields(line)) if mends else (),
            may_own=any(note.code == "email_shared" for note in line.notes),
            owns=line.number in self.form.reads.owners,
        )

    def _fields(self, line: Line) -> list[Field]:
        """Yield the cells of a row that can be typed anew, with their texts of now."""
        values: dict[str, str] = {}
        for note in line.notes:
            role = note.role if note.code == "amount" else _MENDED_BY.get(note.code)
            if role:
                values[role] = note.instead if note.code == "twin" else note.text
        if line.problem in _MENDED_BY:
            values["name"] = line.name
        values |= {role: text for (n, role), text in self.form.mended.items() if n == line.number}
        return [
            Field(f"cell:{line.number}:{role}", str(ROLES[role]), text)
            for role, text in values.items()
        ]

    def _money(self) -> Money | None:
        if self.form.is_sign_open or self.fault or not set(MONEY) & set(self.form.roles):
            return None
        lines = self.reading.lines
        amounts = [line.cents for line in lines if line.problem != "unticked"]
        unticked = sum(line.cents for line in lines if line.problem == "unticked")
        total = sum(amounts)
        totals = [total for total in self.reading.totals if total.cents is not None]
        totals = totals or [total for total in self.reading.totals if total.is_unread]
        summed = totals[-1] if totals else None
        in_file = summed.cents if summed else None
        return Money(
            debts=euro(sum(cents for cents in amounts if cents > 0)),
            credits=euro(-sum(cents for cents in amounts if cents < 0)),
            total=balance_in_words(total),
            in_file=balance_in_words(in_file) if in_file is not None else "",
            at=summed.number if summed else 0,
            is_unread=bool(summed and summed.is_unread),
            difference=(
                euro(abs(total + unticked - in_file))
                if in_file not in {None, total + unticked}
                else ""
            ),
            unticked=balance_in_words(unticked) if unticked else "",
        )


def balance_in_words(cents: int) -> str:
    """Return a sum of cents as a debt or a credit, in words."""
    if cents < 0:
        return _("%(amount)s credit") % {"amount": euro(-cents)}
    return _("%(amount)s debt") % {"amount": euro(cents)}


def rows_that_came(lines: Sequence[ImportedLine], *, with_money: bool) -> list[dict[str, Any]]:
    """Return the lines of a list that was taken in, as the page shows them."""
    return [
        {
            "line": line,
            "problem": PROBLEMS.get(line.problem, ""),
            "filled": ", ".join(str(FILLED[field]) for field in line.filled.split()),
            "owes": euro(line.cents) if with_money and line.cents > 0 else "",
            "has": euro(-line.cents) if with_money and line.cents < 0 else "",
        }
        for line in lines
    ]
