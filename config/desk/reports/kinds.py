"""The kinds of reports: who may have each, about what, and who makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.desk.reports import season
from config.desk.reports.paper import Paper, Tell
from league import queries as league
from league.models import Report
from league.models.reports import Kind as Code

Subject = tuple[int, str]
# Of a long list the newest are offered.
MOST = 60


@dataclass(frozen=True)
class Kind:
    """`may` says who may have it at all, `subjects` what it can be about, newest first, and `make`
    makes it. `title` is what one report is called in a list."""

    code: str
    may: Callable[[Any, date], bool]
    subjects: Callable[[Any, date], list[Subject]]
    make: Callable[[Report, Tell, datetime], Paper]
    is_own: bool = False
    mailed: Any = ""  # when it comes by mail, in words; empty: it does not

    @property
    def label(self) -> str:
        return str(Code(self.code).label)


def _seasons(user: Any, today: date) -> list[Subject]:
    found = league.seasons().filter(start__lte=today)[:MOST]
    return [(one.pk, _("Saison %(name)s") % {"name": one.name}) for one in found]


KINDS: Mapping[str, Kind] = {
    one.code: one
    for one in (
        Kind(
            "season",
            may=league.is_member,
            subjects=_seasons,
            make=season.make,
            mailed=gettext_lazy("am Monatsanfang und wenn die Saison abgeschlossen ist"),
        ),
    )
}
