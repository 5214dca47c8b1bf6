"""The kinds of reports. The app that can answer a kind registers it; stored is its code alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from league.people.models.people import Person
from league.reports.models import Report
from league.reports.paper import Paper, Tell
from league.reports.schedule import Occasion, month_over

# What a report can be about: the key of a season or an event, or a year; and what it is called.
Subject = tuple[int, str]


@dataclass(frozen=True)
class ReportKind:
    """`may` says who may have a report, `subjects` what it can be about, the newest first, and
    `make` makes it.

    `mailed` says in words when it comes by mail, and `due` for what it does at the local time
    given, to a person who has wanted it since a moment; without words it never does.
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
    """Called from `ready` of the app; pages and the API offer the kinds in this order."""
    for kind in kinds:
        if _kinds.setdefault(kind.code, kind) is not kind:
            raise ValueError(f"there is a kind of report {kind.code} already")


def all_kinds() -> list[ReportKind]:
    return list(_kinds.values())


def get_kind(code: str) -> ReportKind | None:
    """None for a code that no app registers: the report of an app that is gone."""
    return _kinds.get(code)


def choices() -> list[tuple[str, Any]]:
    return [(kind.code, kind.label) for kind in _kinds.values()]


def label_of(code: str) -> str:
    kind = _kinds.get(code)
    return str(kind.label) if kind is not None else code


def month_just_over(since: datetime, local: datetime) -> date | None:
    """The last day of the month that is just over, if somebody wanted mail by then."""
    over = month_over(local.date())
    return over if over is not None and over >= timezone.localtime(since).date() else None
