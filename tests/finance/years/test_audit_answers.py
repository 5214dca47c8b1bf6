"""An auditor asks, the treasurer answers, and the auditor says the last word."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from finance.errors import IllegalError, InvalidError
from finance.years.models import AuditAnswer, AuditMark
from finance.years.paper import _audited
from finance.years.queries import audits
from finance.years.services import audits as services
from tests import builders
from tests.finance.club import client_id, payer
from tests.finance.pages import first_message, hidden, text, url
from tests.plugins.built import built_once

pytestmark = [pytest.mark.usefixtures("that_day"), pytest.mark.rules]

NOW = builders.NIGHT + timedelta(days=4)
TODAY, YEAR = NOW.date(), 2025


@built_once
def paid(club):
    """Return a payment of last year, which an auditor looks at."""
    return payer(club)("robin", 500, day=date(YEAR, 12, 1)).transaction


def ask(booking, remark="Wovon war das?", mark="question", by="alex", *, club):
    return services.mark_booking(
        booking=booking,
        mark=mark,
        remark=remark,
        by=club.user(by),
        client_id=client_id(),
        today=TODAY,
        now=NOW,
    )


def answer(booking, words="Von zwei Abenden", *, club, click=""):
    return services.answer_question(
        booking=booking,
        text=words,
        by=club.user("kim"),
        client_id=click or client_id(),
        now=NOW,
    )


# --- the pages ----------------------------------------------------------------------------------
@pytest.mark.once
def test_the_question_waits_on_the_treasurers_page_until_it_is_answered(club, paid, as_):
    ask(paid, club=club)
    assert "Wovon war das?" not in text(as_("alex").get(url("till")))
    kim = as_("kim")
    page = kim.get(url("till"))
    assert "Die Kassenprüfung fragt" in text(page)
    assert f"{url('audit_booking', paid.pk)}#antwort" in page.content.decode()
    form = kim.get(url("audit_booking", paid.pk))
    sent = {"client_id": hidden(form), "text": "Von zwei Abenden"}
    for _click in range(2):
        done = kim.post(url("answer_question", paid.pk), sent, follow=True)
    assert "Von zwei Abenden" in text(done)
    assert "Antwort von Kim" in text(done)
    assert AuditAnswer.objects.count() == 1
    assert "Die Kassenprüfung fragt" not in text(kim.get(url("till")))


def test_the_auditor_goes_on_with_what_was_answered(club, paid, as_):
    ask(paid, club=club)
    alex = as_("alex")
    page_text = text(alex.get(url("audit", YEAR)))
    assert "Eine Rückfrage wartet auf die Antwort von Kassenwart/in." in page_text
    assert "Weiter mit" not in page_text
    answer(paid, club=club)
    page_text = text(alex.get(url("audit", YEAR)))
    assert "wartet auf die Antwort" not in page_text
    assert "Antwort: Von zwei Abenden" in page_text
    assert "Weiter mit" in page_text
    ask(paid, "", "fine", club=club)
    assert "Weiter mit" not in text(alex.get(url("audit", YEAR)))


@pytest.mark.both
def test_an_empty_answer_is_told_beside_its_field(club, paid, kim):
    ask(paid, club=club)
    refused = kim.post(url("answer_question", paid.pk), {"client_id": "leer", "text": "  "})
    assert refused.status_code == 422
    assert "Bitte schreib, was dazu zu sagen ist." in first_message(refused)
    assert not AuditAnswer.objects.exists()


def test_where_nobody_asks_there_is_no_form(club, paid, kim):
    assert "Antworten" not in text(kim.get(url("audit_booking", paid.pk)))
    refused = kim.post(url("answer_question", paid.pk), {"client_id": "x", "text": "Ungefragt"})
    assert refused.status_code == 409


def test_an_auditor_answers_nothing(club, paid, as_):
    ask(paid, club=club)
    alex = as_("alex")
    assert "Antworten" not in text(alex.get(url("audit_booking", paid.pk)))
    refused = alex.post(url("answer_question", paid.pk), {"client_id": "x", "text": "Selbst"})
    assert refused.status_code == 403


# --- the rules ----------------------------------------------------------------------------------
def test_an_answer_settles_nothing_by_itself(club, paid):
    ask(paid, club=club)
    answer(paid, club=club)
    (audited_booking,) = audits.unsettled(YEAR)
    assert audited_booking.is_up_to_auditors
    assert [answer.text for answer in audited_booking.answers] == ["Von zwei Abenden"]


def test_what_is_fine_by_now_needs_no_answer(club, paid):
    ask(paid, club=club)
    ask(paid, "", "fine", club=club)
    assert not audits.unanswered().exists()
    with pytest.raises(IllegalError) as error:
        answer(paid, club=club)
    assert error.value.code == "nothing_asked"


@pytest.mark.both
def test_who_asks_again_is_answered_again(club, paid):
    ask(paid, club=club)
    answer(paid, club=club)
    ask(paid, "Welche zwei?", club=club)
    assert [mark.remark for mark in audits.unanswered()] == ["Welche zwei?"]
    answer(paid, "Die im November", club=club)
    assert not audits.unanswered().exists()
    (audited_booking,) = audits.audited_bookings(YEAR)
    assert [answer.text for answer in audited_booking.answers] == ["Die im November"]


def test_an_answer_says_something_and_a_repeat_says_it_once(club, paid):
    ask(paid, club=club)
    with pytest.raises(InvalidError):
        answer(paid, "   ", club=club)
    first = answer(paid, club=club, click="zweimal")
    assert answer(paid, club=club, click="zweimal") == first
    # Who goes back and writes something else is not told that it was noted.
    with pytest.raises(InvalidError) as refused:
        answer(paid, "Anders", club=club, click="zweimal")
    assert refused.value.code == "form_used_before"


def test_the_report_says_both_the_remark_and_the_answer(club, paid):
    ask(paid, club=club)
    answer(paid, club=club)
    (row,) = _audited(YEAR)["looked"]
    assert row[-1] == "Wovon war das? Antwort: Von zwei Abenden"
    ask(paid, "", "fine", club=club)
    (row,) = _audited(YEAR)["looked"]
    assert row[-2:] == ["in Ordnung", "Wovon war das? Antwort: Von zwei Abenden"]


@pytest.mark.both
def test_the_database_keeps_answers_as_they_are_but_for_their_words(club, paid):
    ask(paid, club=club)
    made = answer(paid, club=club)
    other = ask(paid, "Und das?", club=club)
    later = NOW + timedelta(days=1)
    for change in ({"mark": other}, {"answered_by": club.user("alex")}, {"answered_at": later}):
        with pytest.raises(IntegrityError), transaction.atomic():
            AuditAnswer.objects.filter(pk=made.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditAnswer.objects.filter(pk=made.pk).delete()
    AuditAnswer.objects.filter(pk=made.pk).update(text="")
    assert AuditMark.objects.count() == 2
