"""Reports: asked for, made once by one worker, read by whoever may, and a sentence if they fail."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from pypdf import PdfReader

from config.desk.reports import making
from league import shelf
from league.errors import StaleError
from league.models import Report
from league.services import reports as services
from tests import builders
from tests.builders import NIGHT

TODAY = NIGHT.date()


@pytest.fixture
def season(club):
    """One evening of two games; Bernd lost both, Anke was next to last once."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.bernd, club.bernd, number=2, aus={club.jette: 2})
    return table.block.event.season


def wanted(kind, subject, *, by=None, person=None, language="de", client_id="one"):
    return services.ask_for(
        kind=kind,
        subject=subject,
        person=person,
        title=f"{kind} {subject}",
        language=language,
        by=by,
        client_id=client_id,
        now=NIGHT,
    )


def made(report):
    making.make(report.pk, lambda: NIGHT)
    report.refresh_from_db()
    return report


def read(report):
    assert report.state == "done", report.sentence
    return PdfReader(BytesIO(shelf.content_of(settings.REPORT_DIR, report.sha256)))


def text_of(report):
    return " ".join(" ".join(page.extract_text().split()) for page in read(report).pages)


# --- the season ---------------------------------------------------------------------------------
def test_the_season_on_paper_says_who_stands_where_and_why(season):
    report = made(wanted("season", season.pk))
    text = text_of(report)
    assert text.index("Anke") < text.index("Jette") < text.index("Bernd")
    for words in (
        f"Saison {season.name}",
        "kleinerer Anteil verlorener Spiele",
        "1. Januar 2026 bis 31. Dezember 2026",
        "Stand: ",
        "Die meisten Schock-Aus Jette 2",
        "06.03.2026 Spielabend",
    ):
        assert words in text


def test_a_report_is_archivable_read_by_ear_and_in_the_language_asked_for(season):
    report = made(wanted("season", season.pk, language="en"))
    pdf = read(report)
    assert pdf.root_object["/Lang"] == "en"
    assert pdf.root_object["/MarkInfo"]["/Marked"]
    assert season.name in pdf.metadata.title
    about = pdf.root_object["/Metadata"].get_data().decode()
    assert "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in about
    assert len(pdf.pages) == report.pages
    assert report.size == len(shelf.content_of(settings.REPORT_DIR, report.sha256))


# --- made once ----------------------------------------------------------------------------------
def test_a_double_click_asks_for_one_report(season, club):
    first = wanted("season", season.pk, by=club.anke.user)
    assert wanted("season", season.pk, by=club.anke.user) == first
    assert wanted("season", season.pk, by=club.anke.user, client_id="two") == first
    made(first)
    assert wanted("season", season.pk, by=club.anke.user) == first
    assert wanted("season", season.pk, by=club.anke.user, client_id="two") != first


def test_only_one_worker_makes_it(season):
    report = wanted("season", season.pk)
    assert services.claim(pk=report.pk, now=NIGHT) is not None
    assert services.claim(pk=report.pk, now=NIGHT) is None


def test_a_worker_that_comes_back_too_late_changes_nothing(season):
    report = wanted("season", season.pk)
    slow = services.claim(pk=report.pk, now=NIGHT)
    later = NIGHT + services.LEASE
    quick = services.claim(pk=report.pk, now=later)
    with pytest.raises(StaleError):
        services.tell_progress(report=slow, percent=90, now=later)
    with pytest.raises(StaleError):
        services.fail(report=slow, sentence="zu spät")
    services.tell_progress(report=quick, percent=10, now=later)


def test_who_died_twice_is_not_tried_a_third_time_until_somebody_asks(season):
    report = wanted("season", season.pk)
    for moment in (NIGHT, NIGHT + services.LEASE):
        assert services.claim(pk=report.pk, now=moment) is not None
    end = NIGHT + 2 * services.LEASE
    making.sweep(lambda: end)
    report.refresh_from_db()
    assert report.state == "failed"
    assert "zweimal abgebrochen" in report.sentence
    services.try_again(report=report, now=end)
    making.sweep(lambda: end)
    report.refresh_from_db()
    assert report.state == "done"


def test_the_sweep_leaves_alone_what_somebody_works_on(season):
    report = wanted("season", season.pk)
    services.claim(pk=report.pk, now=NIGHT)
    making.sweep(lambda: NIGHT + services.LEASE - timedelta(seconds=1))
    report.refresh_from_db()
    assert report.state == "running"


# --- when it does not work ----------------------------------------------------------------------
def test_what_cannot_be_made_says_so_and_is_made_when_asked_again(season, club, client):
    report = wanted("season", 999_999, by=club.anke.user)
    assert made(report).state == "failed"
    client.force_login(club.anke.user)
    page = client.get(reverse("report", args=[report.pk])).content.decode()
    assert "Dieser Bericht ließ sich nicht machen." in page
    assert "Noch einmal" in page
    Report.objects.filter(pk=report.pk).update(subject=season.pk)
    client.post(reverse("report_again", args=[report.pk]))
    report.refresh_from_db()
    assert report.state == "wanted"
    assert made(report).state == "done"


# --- who may see what ---------------------------------------------------------------------------
def test_who_is_no_member_sees_no_report(season, club, client):
    report = made(wanted("season", season.pk))
    pages = [reverse("reports"), *(reverse(one, args=[report.pk]) for one in ("report",))]
    pages.append(reverse("report_file", args=[report.pk]))
    assert [client.get(one).status_code for one in pages] == [302] * 3
    client.force_login(club.jette.user)
    assert [client.get(one).status_code for one in pages] == [200] * 3
    club.jette.memberships.update(end=builders.DAY)
    assert [client.get(one).status_code for one in pages] == [404] * 3


def test_asked_for_on_the_page_and_taken_away(season, club, client):
    client.force_login(club.jette.user)
    sent = {"kind": "season", "subject": season.pk, "client_id": "abc"}
    answer = client.post(reverse("ask_report"), sent, follow=True)
    assert "kommt gleich an die Reihe" in answer.content.decode()
    report = made(Report.objects.get())
    page = client.get(reverse("report", args=[report.pk])).content.decode()
    assert "PDF öffnen" in page
    assert "hx-trigger" not in page
    answer = client.get(reverse("report_file", args=[report.pk]))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert report.title in client.get(reverse("reports")).content.decode()
