"""The auditors' pages and the end of a year over HTTP: by the people whose turn it is."""

import json
import re
import zlib
from datetime import date, time, timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from pypdf import PdfReader

from finance.books.booking import Entry
from finance.books.services.ledger import Draft, post
from finance.years.check_year import Year
from finance.years.models import AuditFinding, AuditMark, YearStep
from finance.years.paper import _audited
from finance.years.queries import audits
from league.assemblies.services import calling, meeting
from league.club.models import Club
from league.club.services import choose_look
from tests.finance.club import payer
from tests.finance.files import picture
from tests.finance.pages import NBSP, first_message, hidden, text, url
from tests.plugins.built import built_once

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("that_day")]

YEAR = 2025  # the year before that day


@built_once
def year(club):
    pay = payer(club)
    for n in range(4):
        pay("robin", 500 + n, day=date(YEAR, 12, 1))
    pay("toni", 1200, day=date(YEAR, 12, 2), method="bank")
    return club


def draw(browser, **fields):
    page = browser.get(url("audit", YEAR))
    data = {"client_id": hidden(page), "seed": "421 665", "size": "2", "method": "plain", **fields}
    return browser.post(url("draw_sample", YEAR), data, follow=True)


def meet(club, **counted):
    """Hold the members' meeting of today, which votes on the discharge."""
    now = timezone.now()
    assembly = calling.call_assembly(
        title="Jahreshauptversammlung",
        day=timezone.localdate(now),
        start_time=time(0, 0),
        place="Zum Anker",
        text="",
        motions_until=None,
        offices=(),
        client_id="jhv",
        by=None,
        now=now,
        today=timezone.localdate(now),
    )
    there = [club.persons[name] for name in ("chris", "kim", "alex")]
    for person in there:
        meeting.note_attendance(assembly=assembly, person=person, is_here=True, now=now)
    meeting.open_assembly(assembly=assembly, chaired_by=there[0], kept_by=there[1], now=now)
    item = assembly.items.get(kind="discharge")
    meeting.count_vote(item=item, no=0, seen=0, client_id="hands", by=None, now=now, **counted)


def look_through(browser, mark="fine", remark=""):
    """Look through the bookings one after the other, as the page leads on."""
    page = browser.get(url("audit", YEAR))
    first = re.search(r'class="button primary" href="([^"]+/pruefen/)"', page.content.decode())
    page = browser.get(first[1])
    while "Urteil der Kassenprüfung" in text(page):
        data = {"client_id": hidden(page), "mark": mark, "remark": remark}
        page = browser.post(page.request["PATH_INFO"], data, follow=True)
    return page


def test_a_year_from_draft_to_discharge_by_those_whose_turn_it_is(year, as_):
    kim = as_("kim")
    assert "Jahresabschluss dem Vorstand vorlegen" in text(kim.get(url("year", YEAR)))
    assert "Der Entwurf liegt beim Vorstand." in text(
        kim.post(url("draft_year", YEAR), follow=True)
    )
    chris = as_("chris")
    assert "Als Vorstand freigeben" in text(chris.get(url("year", YEAR)))
    chris.post(url("confirm_year", YEAR))
    alex = as_("alex")
    draw(alex)
    done = look_through(alex)
    assert "Alles durchgesehen, was gezogen wurde." in text(done)
    assert "2 von 2 Buchungen durchgesehen" in text(done)
    refused = alex.post(url("sign_year", YEAR), {"sign-recommends": "no"})
    assert refused.status_code == 422
    assert "Bitte sag kurz, warum nicht." in first_message(refused)
    page_text = text(alex.post(url("sign_year", YEAR), {"sign-recommends": "yes"}, follow=True))
    assert "Unterschrieben." in page_text
    assert "Entlastung empfohlen" in page_text
    chris = as_("chris")
    assert "Wie auf „" not in text(chris.get(url("year", YEAR)))
    meet(year, yes=2, abstained=1)
    page = chris.get(url("year", YEAR))
    assert "Wie auf „Jahreshauptversammlung“ gezählt" in text(page)
    counted = dict(re.findall(r'name="vote-(\w+)" value="([^"]+)"', page.content.decode()))
    assert counted["held_on"] == timezone.localdate().isoformat()
    assert (counted["votes_for"], counted["votes_against"], counted["abstained"]) == ("2", "0", "1")
    votes = {"vote-votes_for": "14", "vote-votes_against": "0", "vote-abstained": "2"}
    late = chris.post(
        url("discharge_board", YEAR),
        {**votes, "vote-held_on": (timezone.localdate() + timedelta(days=1)).isoformat()},
    )
    assert late.status_code == 422
    assert 'value="14"' in late.content.decode()
    page_text = text(
        chris.post(
            url("discharge_board", YEAR),
            {**votes, "vote-held_on": timezone.localdate().isoformat()},
            follow=True,
        )
    )
    assert "14 Ja, 0 Nein, 2 Enthaltungen" in page_text
    assert "entlastet" in text(chris.get(url("years")))


def test_signing_is_offered_when_nothing_is_open_and_a_refusal_keeps_what_was_typed(year, as_):
    as_("kim").post(url("draft_year", YEAR))
    as_("chris").post(url("confirm_year", YEAR))
    alex = as_("alex")
    assert "Zieht erst eine Stichprobe" in text(alex.get(url("year", YEAR)))
    draw(alex)
    page = alex.get(url("year", YEAR))
    assert "Prüfung unterschreiben" not in text(page)
    assert "Bevor du unterschreibst, ist noch offen:" in text(page)
    for audited_booking in audits.audited_bookings(YEAR):
        assert url("audit_booking", audited_booking.booking.pk) in page.content.decode()
    typed = {"sign-recommends": "yes", "sign-remark": "Alles ordentlich"}
    refused = alex.post(url("sign_year", YEAR), typed)
    assert refused.status_code == 422
    assert "Noch offen:" in text(refused)
    assert 'value="Alles ordentlich"' in refused.content.decode()
    look_through(alex)
    assert "Prüfung unterschreiben" in text(alex.get(url("year", YEAR)))


def test_the_steps_say_when_the_year_is_closed(year, as_):
    assert "Die letzte Unterschrift schließt das Jahr ab." in text(
        as_("kim").get(url("year", YEAR))
    )


def test_a_year_that_runs_can_be_audited_and_not_drafted(year, kim, pay):
    pay("robin", 100, day=date(YEAR + 1, 1, 2))
    page_text = text(kim.get(url("year", YEAR + 1)))
    assert "Das Jahr läuft noch" in page_text
    assert "Jahresabschluss dem Vorstand vorlegen" not in page_text
    refused = kim.post(url("draft_year", YEAR + 1))
    assert refused.status_code == 409


def test_the_chair_sees_figures_and_nobodys_account(year, as_):
    chris = as_("chris")
    page = chris.get(url("year", YEAR))
    assert 'data-label="Veränderung"' in page.content.decode()
    page_text = text(page)
    assert "Kassenstand" in page_text
    assert "Robin" not in page_text
    assert chris.get(url("audit", YEAR)).status_code == 403
    assert chris.get(url("year_file", YEAR)).status_code == 403
    assert chris.get(url("year_report", YEAR)).status_code == 200


def test_sums_stand_beside_those_of_the_year_before_as_well(year, as_):
    drafts = [
        Draft("cash", day, "other", (Entry("drinks", cents, sphere=1), Entry("cash", -cents)))
        for day, cents in ((date(YEAR, 12, 3), 300), (date(YEAR + 1, 1, 1), 120))
    ]
    post(drafts=drafts, by=None, now=timezone.now())
    page_text = text(as_("chris").get(url("year", YEAR + 1)))
    assert "Summe Vorjahr 3,00 € Veränderung −1,80 € 1,20 € 3,00 € −1,80 €" in page_text


def test_the_auditor_sees_what_is_missing_and_who_owes(year, as_):
    page_text = text(as_("alex").get(url("audit", YEAR)))
    assert "nicht gezählt" in page_text
    assert "kein Kontoauszug eingelesen" in page_text
    assert "Jede Buchung, die einen Beleg braucht, hat einen." in page_text
    assert "Robin" in page_text


def test_a_sample_says_how_many_were_drawn_and_of_how_many(year, as_):
    alex = as_("alex")
    assert "2 von 5 Buchungen aus" in text(draw(alex, size="2"))
    page_text = text(draw(alex, size="20", seed="333 111"))
    assert "5 von 5 Buchungen aus" in page_text
    samples = _audited(YEAR)["samples"]
    assert [sample.split(" Buchungen")[0] for sample in samples] == ["2 von 5", "5 von 5"]


def test_what_is_typed_wrong_stays_with_its_sentence(year, as_):
    alex = as_("alex")
    answer = draw(alex, seed="", size="3")
    assert answer.status_code == 422
    assert "Bitte würfle einen Startwert." in first_message(answer)
    draw(alex, size="1")
    (audited_booking,) = audits.audited_bookings(YEAR)
    page = alex.get(url("audit_booking", audited_booking.booking.pk))
    data = {"client_id": hidden(page), "mark": "wrong", "remark": ""}
    answer = alex.post(url("audit_booking", audited_booking.booking.pk), data)
    assert answer.status_code == 422
    assert "Bitte sag kurz, was damit ist." in first_message(answer)
    assert not AuditMark.objects.exists()


def test_a_question_does_not_hold_up_the_others(year, as_):
    alex = as_("alex")
    draw(alex, size="3")
    page_text = text(look_through(alex, "question", "Wo ist die Quittung?"))
    assert "Alles durchgesehen, was gezogen wurde." in page_text
    assert "0 von 3 Buchungen durchgesehen" in page_text
    assert "3 Rückfragen warten auf die Antwort von Kassenwart/in." in page_text


def test_a_double_click_on_a_mark_says_it_once(year, as_):
    alex = as_("alex")
    draw(alex, size="2")
    audited_bookings = audits.audited_bookings(YEAR)[0]
    data = {"client_id": "zweimal", "mark": "fine", "remark": "Quittung liegt bei"}
    for _click in range(2):
        assert alex.post(url("audit_booking", audited_bookings.booking.pk), data).status_code == 302
    assert AuditMark.objects.count() == 1


def test_a_finding_is_noted_and_settled(year, as_):
    alex = as_("alex")
    page = alex.get(url("audit", YEAR))
    note = {"client_id": hidden(page), "text": "Der Ordner fehlt"}
    page_text = text(alex.post(url("add_finding", YEAR), note, follow=True))
    assert "Der Ordner fehlt" in page_text
    how = {"how": "Ordner ist da"}
    page_text = text(
        alex.post(url("settle_finding", AuditFinding.objects.get().pk), how, follow=True)
    )
    assert "Ordner ist da" in page_text


def test_a_year_is_given_back_with_a_reason(year, as_):
    as_("kim").post(url("draft_year", YEAR))
    alex = as_("alex")
    assert alex.post(url("give_year_back", YEAR), {"back-reason": ""}).status_code == 422
    page_text = text(
        alex.post(url("give_year_back", YEAR), {"back-reason": "Beleg 7 fehlt"}, follow=True)
    )
    assert "Beleg 7 fehlt" in page_text
    assert [year_step.kind for year_step in YearStep.objects.all()] == ["draft", "back"]


@pytest.mark.parametrize("number", [1999, 3000, 99999999])
def test_a_year_without_a_booking_does_not_exist(year, kim, number):
    for name in ("year", "audit", "year_file", "year_report"):
        assert kim.get(url(name, number)).status_code == 404


def test_the_year_goes_out_as_a_file_that_the_checker_takes(year, as_):
    answer = as_("alex").get(url("year_file", YEAR))
    lines = b"".join(answer.streaming_content).splitlines(keepends=True)
    seen = Year()
    assert [str(finding) for finding in seen.findings(lines)] == []
    assert json.loads(lines[0])["year"] == YEAR
    assert seen.seal == audits.seal_of_year(YEAR)
    program = as_("alex").get(url("checker")).content.decode()
    assert program.startswith("#!/usr/bin/env python3")
    assert "import django" not in program


def test_the_report_is_an_archivable_tagged_pdf(year, as_):
    draw(as_("alex"))
    look_through(as_("alex"), "wrong", "Quittung ist unleserlich")
    for language in ("de", "en"):
        answer = as_("alex").get(url("year_report", YEAR), headers={"accept-language": language})
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        packed = re.findall(rb"stream\r?\n(.*?)endstream", answer.content, flags=re.DOTALL)
        plain = answer.content + b"".join(_plain(stream) for stream in packed)
        assert b"pdfaid:part" in plain
        assert b"pdfuaid:part" in plain


def _plain(stream):
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_the_report_says_what_is_owed_and_what_is_kept_as_credit(
    club, pay, as_, settings, tmp_path
):
    """So that both together are what the accounts of persons stand at above; under the crest."""
    settings.CREST_DIR = tmp_path
    choose_look(colour=Club.Colour.RED, crest=picture(20, 30))
    pay("robin", 500, day=date(YEAR, 12, 1))
    answer = as_("alex").get(url("year_report", YEAR))
    pages = PdfReader(BytesIO(answer.content)).pages
    assert [drawn.image.size for drawn in pages[0].images] == [(20, 30)]
    page_text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "niemand etwas schuldig. Eine Person hatte 5,00 € Guthaben." in page_text.replace(
        NBSP, " "
    )
