"""Making a report: claimed, gathered, set, stored. In any case the row tells its state."""

import logging
from collections.abc import Callable
from datetime import datetime
from re import search

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.errors import LeagueError, StaleError
from league.files import file_store
from league.files.printing import typeset
from league.reports import queries, services
from league.reports.models import Report
from league.reports.registry import get_kind

log = logging.getLogger(__name__)
# Seconds for the setting: a worker may be more patient than a reader before a page.
PATIENCE = 120
# Gathering is half of the work; setting is most of the rest.
GATHERED, STORED = 50, 95


def make(pk: int, clock: Callable[[], datetime] = timezone.now) -> None:
    """Make a report that no other worker makes; do nothing if it is made, or being made."""
    report = services.claim(pk=pk, now=clock())
    if report is None:
        return
    try:
        with override(report.language):
            _make(report, clock)
    except StaleError:
        log.warning("report %s was taken over by another worker", pk)


def _make(report: Report, clock: Callable[[], datetime]) -> None:
    def tell(percent: int) -> None:
        services.tell_progress(report=report, percent=percent * GATHERED // 100, now=clock())

    now = clock()
    tell(2)
    try:
        kind = get_kind(report.kind)
        if kind is None:
            raise LookupError(f"no app makes reports of the kind {report.kind}")
        paper = kind.make(report, tell, now)
        tell(100)
        content = typeset.pdf(
            paper.template,
            paper.data,
            title=paper.title,
            language=report.language,
            now=now,
            patience=PATIENCE,
        )
        services.tell_progress(report=report, percent=STORED, now=clock())
        digest = file_store.store(settings.REPORT_DIR, content)
    except StaleError:
        raise
    except LeagueError as error:
        services.fail(report=report, sentence=str(error))
    except Exception:
        log.exception("report %s could not be made", report.pk)
        services.fail(report=report, sentence=_wrong())
    else:
        services.finish(
            report=report,
            sha256=digest,
            size=len(content),
            pages=pages_of(content),
            now=clock(),
        )


def _wrong() -> str:
    return _(
        "This report could not be made. Try again; if that does not help, the reason "
        "is in the server's log."
    )


def sweep(clock: Callable[[], datetime] = timezone.now) -> None:
    """Make reports whose message was lost, and once more those whose worker died."""
    for report in queries.given_up(clock()):
        with override(report.language):
            sentence = _(
                "The server broke off twice while making it. Try again; if that "
                "does not help, it may be short of memory."
            )
        services.give_up(report=report, sentence=sentence, now=clock())
    for pk in list(queries.to_make(clock()).values_list("pk", flat=True)):
        make(pk, clock)


def pages_of(content: bytes) -> int:
    """Return the number of pages of a PDF of ours: Typst writes its tree of pages in the open."""
    match = search(rb"/Type\s*/Pages\s*/Count (\d+)", content)
    return int(match[1]) if match else 1
