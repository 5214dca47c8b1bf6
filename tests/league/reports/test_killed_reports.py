"""A worker that is killed in the middle of a report: another makes it again, once."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from league.files import file_store
from league.reports import making, services
from league.reports.models import Report
from league.reports.tasks import make_report
from tests import builders
from tests.finance.club import NOW
from tests.victim import killed_in

pytestmark = pytest.mark.slow


@pytest.fixture
def report(transactional_db):
    anke, bernd = builders.member("Anke"), builders.member("Bernd")
    table = builders.table(builders.evening(), anke, bernd)
    builders.card(table, anke, bernd, bernd)
    return services.ask_for(
        kind="evening",
        subject=table.block.event_id,
        person=None,
        title="Abendbericht",
        language="de",
        by=anke.user,
        client_id="one",
        now=NOW,
    )


def test_killed_in_the_middle_it_is_made_again_by_the_next(report):
    killed_in("report", str(report.pk))
    report.refresh_from_db()
    assert (report.state, report.attempts, report.sha256) == ("running", 1, "")
    # While it may still be at work it is not taken away.
    making.sweep(lambda: NOW + services.LEASE - timedelta(seconds=1))
    report.refresh_from_db()
    assert report.attempts == 1
    making.sweep(lambda: NOW + services.LEASE)
    report.refresh_from_db()
    assert (report.state, report.attempts) == ("done", 2)
    made = report.made_at
    making.make(report.pk)
    making.sweep()
    report.refresh_from_db()
    assert (report.attempts, report.made_at) == (2, made)
    assert file_store.content_of(settings.REPORT_DIR, report.sha256).startswith(b"%PDF")


def test_killed_both_times_it_says_so_instead_of_trying_for_ever(report):
    killed_in("report", str(report.pk))
    # The lease of the dead one is over before NOW.
    Report.objects.update(leased_until=NOW)
    killed_in("report", str(report.pk))
    Report.objects.update(leased_until=NOW)
    making.sweep(lambda: NOW)
    report.refresh_from_db()
    assert report.state == "failed"
    assert "zweimal abgebrochen" in report.sentence


@pytest.fixture
def left(report):
    """Return a report of a dead maker, ahead of the worker, who would make it as well."""
    killed_in("report", str(report.pk))
    return report


@pytest.mark.worker
def test_the_real_worker_makes_what_a_dead_one_left(left, worker):
    report = left
    assert report.asked_at < timezone.now() - services.LEASE
    # Rung for twice, swept besides: made once.
    make_report.delay(report.pk)
    make_report.delay(report.pk)
    worker.wait_until(lambda: Report.objects.filter(state="done").exists())
    worker.wait_until(worker.is_idle)
    report.refresh_from_db()
    assert (report.state, report.attempts, report.progress) == ("done", 2, 100)
