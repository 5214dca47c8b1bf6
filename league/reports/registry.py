"""The kinds of reports. The app that can make a kind registers it; only its code is stored."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from league.people.models.people import Person
from league.reports.models import Report
from league.reports.paper import Paper, Tell
from league.reports.schedule import Occasion, month_over

# A subject of a report: the key of a season or an event, or a year; and its name.
Subject = tuple[int, str]


@dataclass(frozen=True)
class ReportKind:
    """A kind of report: `may` decides on the right to it, `subjects` lists its subjects, the newest
    first, and `make` makes it.

    `mailed` says in words when it comes by mail; `due` returns the subject that is due at the local
    time given, to a person who has wanted it since a moment. Without words it never comes by mail.
    """

    code: str
    label: Any  # lazily translated
    may: Callable[[Any, date], bool]
    subjects: Callable[[Any, date], list[Subject]]
    make: Callable[[Report, Tell, datetime], Paper]
    is_own: bool = False  # about one person, and that person's alone
    of_money: bool = False  # not for a program whose access is without money
    mailed: Any = ""
    due: Callable[[Person, datetime, datetime], Iterable[Occasion]] | None = None


_kinds: dict[str, ReportKind] = {}


def register(*kinds: ReportKind) -> None:
    """Register kinds, from `ready` of the app; pages and the API offer them in this order."""
    for kind in kinds:
        if _kinds.setdefault(kind.code, kind) is not kind:
            raise ValueError(f"there is a kind of report {kind.code} already")


def all_kinds() -> list[ReportKind]:
    return list(_kinds.values())


def get_kind(code: str) -> ReportKind | None:
    """Return a kind; None for a code that no app registers: the report of an app that is gone."""
    return _kinds.get(code)


def choices() -> list[tuple[str, Any]]:
    return [(kind.code, kind.label) for kind in _kinds.values()]


def label_of(code: str) -> str:
    kind = _kinds.get(code)
    return str(kind.label) if kind is not None else code


def month_just_over(since: datetime, local: datetime) -> date | None:
    """Return the last day of the month that is just over, if the mail was wanted before its end."""
    over = month_over(local.date())
    return over if over is not None and over >= timezone.localtime(since).date() else None
