"""Reports: asked for, made once by one worker, read by those who may; a sentence if they fail."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from pypdf import PdfReader

from finance.till.reports import cashbook
from league.errors import StaleError
from league.events.models import Table
from league.files import file_store
from league.reports import mailing, making, registry, services
from league.reports.models import Report
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.finance.books.test_writers import pay
from tests.finance.club import build_club

pytestmark = pytest.mark.rules

TODAY = NIGHT.date()


@pytest.fixture
def till(db):
    """Robin lost a game for 3,50 € and has paid one euro of it."""
    till = build_club()
    evening = till.evening("robin", "sascha")
    evening.card("robin", cents=350)
    evening.confirm()
    pay(till.robin, 100)
    return till


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
    return PdfReader(BytesIO(file_store.content_of(settings.REPORT_DIR, report.sha256)))


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
        "Meiste Schock-Aus an einem Abend Jette 2",
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
    assert report.size == len(file_store.content_of(settings.REPORT_DIR, report.sha256))


def test_what_was_broken_off_is_in_no_number_of_the_season(season):
    played = Table.objects.get(block__event__season=season)
    builders.card(played, None, None, number=3, ending="abandoned")
    text = text_of(made(wanted("season", season.pk)))
    assert "1 Spielabend 2 Spiele 3 haben mitgespielt" in text
    assert "06.03.2026 Spielabend – 2" in text
    assert "Anteil verlorener Spiele Anke 0,0 % Jette 0,0 % Bernd 100,0 %" in text


# --- the other kinds ----------------------------------------------------------------------------
def test_the_evening_on_paper(season, club):
    event = season.events.get()
    text = text_of(made(wanted("evening", event.pk)))
    for words in ("Spielabend, 6. März 2026", "1 1 Anke Bernd Bernd", "Anke, Bernd, Jette"):
        assert words in text


@pytest.mark.both
def test_a_year_in_review_is_its_persons_alone(season, club, client):
    client.force_login(club.bernd.user)
    sent = {"kind": "review", "subject": 2026, "client_id": "abc"}
    client.post(reverse("ask_report"), sent)
    report = made(Report.objects.get())
    text = text_of(report)
    assert "Bernd, dein Jahr 2026" in text
    assert "2 2 100,0 %" in text
    for other in (club.anke, club.kadir):
        client.force_login(other.user)
        for page in ("report", "report_file"):
            assert client.get(reverse(page, args=[report.pk])).status_code == 404
        assert report.title not in client.get(reverse("reports")).content.decode()


@pytest.mark.both
def test_what_the_till_says_is_for_those_who_read_its_years(till, client):
    reports = {
        kind: made(wanted(kind, 2026, client_id=kind)) for kind in ("cash", "cashbook", "audit")
    }
    fields = {kind: text_of(report) for kind, report in reports.items()}
    assert "Einsätze 1,00 €" in fields["cash"]
    for kind in ("cash", "audit"):  # the year is not over yet
        assert "Eine Person schuldet zusammen 2,50 €." in fields[kind]
    assert "Einnahmen nach Art" in fields["cash"]
    assert "Robin" not in fields["cash"] + fields["audit"]
    assert "Forderungen an Personen: Robin Einsätze 3,50 €" in fields["cashbook"]
    assert "Bericht der Kassenprüfung 2026" in fields["audit"]
    may = {
        "kim": {"cash", "cashbook", "audit"},
        "alex": {"cash", "cashbook", "audit"},
        "chris": {"cash", "audit"},
        "robin": set(),
        "sascha": set(),
    }
    for name, kinds in may.items():  # treasurer, auditor, chair, and members
        client.force_login(till.persons[name].user)
        for kind, report in reports.items():
            answer = client.get(reverse("report_file", args=[report.pk]))
            assert (name, kind, answer.status_code == 200) == (name, kind, kind in kinds)
            sent = {"kind": kind, "subject": 2026, "client_id": f"{name} {kind}"}
            answer = client.post(reverse("ask_report"), sent)
            assert (name, kind, answer.status_code == 302) == (name, kind, kind in kinds)


def test_nobody_prints_a_hundred_thousand_bookings(till, monkeypatch):
    monkeypatch.setattr(cashbook, "MOST", 0)
    report = made(wanted("cashbook", 2026))
    assert report.state == "failed"
    assert "So viele druckt niemand" in report.sentence


@pytest.mark.both
def test_a_tournament_on_paper_shows_people_as_they_want_to_be_shown(db):
    event = builders.tournament(fee_cents=0, pot_cents=0)
    day.people(event, "Nora", "Kuno", "Edda", "Veit")
    day.draw(event, 1)
    hidden = event.participations.get(person__name="Kuno")
    hidden.shown_as = "K. aus H."
    hidden.save()
    text = text_of(made(wanted("tournament", event.pk)))
    assert "Schockturnier, 6. März 2026" in text
    assert "Reihenfolge" in text
    assert "Kuno" not in text


# --- made once ----------------------------------------------------------------------------------
def test_a_double_click_asks_for_one_report(season, club):
    first = wanted("season", season.pk, by=club.anke.user)
    assert wanted("season", season.pk, by=club.anke.user) == first
    assert wanted("season", season.pk, by=club.anke.user, client_id="two") == first
    made(first)
    assert wanted("season", season.pk, by=club.anke.user) == first
    assert wanted("season", season.pk, by=club.anke.user, client_id="two") != first


@pytest.mark.both
def test_only_one_worker_makes_it(season):
    report = wanted("season", season.pk)
    assert services.claim(pk=report.pk, now=NIGHT) is not None
    assert services.claim(pk=report.pk, now=NIGHT) is None


@pytest.mark.both
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
@pytest.mark.both
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


def test_one_that_failed_is_asked_for_again_and_no_other(season, club):
    failed, other = (made(wanted("season", 999_999, client_id=name)) for name in ("one", "two"))
    services.try_again(report=failed, now=NIGHT)
    for report in (failed, other):
        report.refresh_from_db()
    assert (failed.state, other.state) == ("wanted", "failed")


def test_a_report_of_an_app_that_is_gone_is_nobodys_and_mails_nothing(season, club, client):
    report = made(wanted("fantasy", season.pk, by=club.anke.user))
    assert report.state == "failed"
    services.subscribe(person=club.anke, kind="fantasy", language="de", now=NIGHT)
    assert mailing.owe(NIGHT + timedelta(hours=12)) == []
    client.force_login(club.anke.user)
    assert client.get(reverse("report", args=[report.pk])).status_code == 404
    assert "fantasy" not in client.get(reverse("reports")).content.decode()


def test_no_two_apps_answer_the_same_kind_of_report():
    kind = registry.get_kind("season")
    with pytest.raises(ValueError, match="season"):
        registry.register(replace(kind, label="Noch einer"))
    assert registry.get_kind("season") is kind


# --- who may see what ---------------------------------------------------------------------------
@pytest.mark.once
def test_who_is_no_member_sees_no_report(season, club, client):
    report = made(wanted("season", season.pk))
    pages = [reverse("reports"), *(reverse(phrase, args=[report.pk]) for phrase in ("report",))]
    pages.append(reverse("report_file", args=[report.pk]))
    assert [client.get(page).status_code for page in pages] == [302] * 3
    client.force_login(club.jette.user)
    assert [client.get(page).status_code for page in pages] == [200] * 3
    club.jette.memberships.update(end=builders.DAY)
    assert [client.get(page).status_code for page in pages] == [404] * 3


@pytest.mark.once
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
